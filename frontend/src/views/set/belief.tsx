// The player's belief: the nodes of the information set with their probabilities.
import type { InformationSet } from "../../answers";
import { History } from "../../parts/history";
import { count } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { textOf } from "../../parts/quantity";
import { ShareBar } from "../../parts/share-bar";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";

export function Belief({ set }: { set: InformationSet }) {
  const study = useStudy();
  const shown = set.belief.length;
  return (
    <Panel
      title="Belief"
      aside={
        shown > 0 &&
        set.belief_total > shown && (
          <span class="gk-quiet">
            likeliest {shown} of {count(set.belief_total)} nodes
          </span>
        )
      }
    >
      {shown === 0 ? (
        <p class="gk-quiet">– {set.note}</p>
      ) : (
        <ul class="gk-belief">
          {set.belief.map((believed) => (
            <li key={believed.node}>
              <ShareBar share={believed.probability.value} />
              <span class="gk-number">{textOf(believed.probability)}</span>
              <Link to={study.to("tree", believed.node)} class="gk-belief-link">
                <History steps={believed.history} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
