// The information sets at which two solutions differ, the most different first, with both as bars.
import type { Comparison, Difference } from "../../answers";
import { coloursOf } from "../../parts/colours";
import { MoveBar } from "../../parts/move-bar";
import { count, many, percent } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { Words } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";

export function Differences({ comparison, other }: { comparison: Comparison; other: string }) {
  const { items, total, alike } = comparison;
  if (!total)
    return (
      <p>
        Both play the same everywhere: {many(alike, "information set")}
        {alike > 0 ? " alike" : ""}.
      </p>
    );
  return (
    <Panel
      title="Where they differ"
      aside={
        <span class="gk-quiet">
          {many(total, "information set")}; {count(alike)} alike
        </span>
      }
    >
      <ol class="desk-differences">
        {items.map((item) => (
          <Line key={item.set} item={item} other={other} />
        ))}
      </ol>
    </Panel>
  );
}

function Line({ item, other }: { item: Difference; other: string }) {
  const study = useStudy();
  const colours = coloursOf(item.moves);
  return (
    <li class="desk-difference">
      <p class="desk-difference-head">
        <span>{study.overview.players[item.player]}</span>
        <Words words={item.words} look={item.words_look} facts={item.facts} />
        {item.alike ? <span class="gk-quiet">and {count(item.alike)} alike</span> : null}
        <span class="gk-quiet">{percent(item.distance)} differs</span>
      </p>
      <div class="desk-pair">
        <Link to={study.to("set", item.set)}>here</Link>
        <MoveBar moves={item.moves} probabilities={item.ours} colours={colours} reach={item.reach} />
        <span class="gk-quiet">{wordsOf(item.labels, item.ours)}</span>
        <Link to={`/jobs/${encodeURIComponent(other)}/set/${encodeURIComponent(item.other)}`}>there</Link>
        <MoveBar moves={item.moves} probabilities={item.theirs} colours={colours} />
        <span class="gk-quiet">{wordsOf(item.labels, item.theirs)}</span>
      </div>
    </li>
  );
}

const wordsOf = (labels: readonly string[], probabilities: readonly number[]): string =>
  labels.flatMap((label, n) => (probabilities[n]! > 0 ? [`${label}: ${percent(probabilities[n]!)}`] : [])).join(", ");
