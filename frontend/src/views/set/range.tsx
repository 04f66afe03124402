// The range of another player, the likeliest items first.
import type { Range } from "../../answers";
import { playerColour } from "../../parts/colours";
import { count } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { textOf } from "../../parts/quantity";
import { ShareBar } from "../../parts/share-bar";
import { Words } from "../../parts/words";
import { useStudy } from "../../shell/context";

export function RangePanel({ range }: { range: Range }) {
  const { players } = useStudy().overview;
  const { items, total, player } = range;
  if (items.length === 0) return null;
  return (
    <Panel
      title={`What ${players[player]} may know`}
      aside={
        total > items.length && (
          <span class="gk-quiet">
            likeliest {items.length} of {count(total)}
          </span>
        )
      }
    >
      <ul class="gk-held">
        {items.map((item) => (
          <li key={item.facts}>
            <Words words={item.words} look={item.words_look} facts={item.facts} />
            <ShareBar share={item.probability.value} colour={playerColour(player)} />
            <span class="gk-number">{textOf(item.probability)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
