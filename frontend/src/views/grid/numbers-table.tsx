// A situation as numbers: one row for each private information, one column for each move.
import type { MoveRange } from "../../answers";
import { MoveBar } from "../../parts/move-bar";
import { decimal, fraction } from "../../parts/numbers";
import { rangeText } from "../../parts/share-bar";
import { unlike, Words } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { drawn } from "../../parts/colours";
import { reached, worth } from "./cell";
import type { Charted } from "./situation";
import { Drawn } from "../../parts/glyphs";

/** With more moves than this the bars give way where there is no room for them beside the numbers. */
const ROOMY = 4;

export function Numbers({ grid, column, colours, ranges }: Charted) {
  const study = useStudy();
  const { exact } = study.overview;
  const { moves } = column.situation;
  const order = drawn(moves, moves).map(({ move }) => moves.indexOf(move));
  return (
    <div class="gk-grid-scroll">
      <table class={moves.length > ROOMY ? "gk-table gk-number-table gk-many" : "gk-table gk-number-table"}>
        <thead>
          <tr>
            <th scope="col">knowing</th>
            <th scope="col" class="gk-wide">
              plays
            </th>
            {order.map((index) => (
              <th key={index} scope="col" class="gk-number">
                <Words
                  words={column.situation.labels[index]!}
                  look={column.situation.looks[index]}
                  facts={moves[index]!}
                />
              </th>
            ))}
            <th scope="col" class="gk-number">
              value
            </th>
            <th scope="col" class="gk-number">
              reached
            </th>
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row, index) => {
            const cell = column.cells[index];
            if (!cell) return null;
            const range = cell.set === null ? undefined : ranges.get(cell.set);
            return (
              <tr key={row.facts} class={cell.reach === 0 ? "gk-dim" : undefined}>
                <th scope="row" class="gk-facts" title={unlike(row.words, row.facts)}>
                  {cell.set === null ? (
                    <Drawn words={row.words} look={row.words_look} />
                  ) : (
                    <Link to={study.to("set", cell.set)}>
                      <Drawn words={row.words} look={row.words_look} />
                    </Link>
                  )}
                  {row.alike > 0 && <span class="gk-quiet"> ×{row.alike + 1}</span>}
                </th>
                <td class="gk-wide" data-position={`${index},0`}>
                  <MoveBar moves={moves} probabilities={cell.probabilities} colours={colours} reach={cell.reach} />
                </td>
                {order.map((move) => (
                  <td key={move} class="gk-number">
                    {shareText(cell.probabilities[move], exact)}
                    <Differing range={range?.moves.find((one) => one.move === moves[move])} />
                  </td>
                ))}
                <td class="gk-number">{exact && cell.value !== null ? fraction(cell.value) : worth(cell)}</td>
                <td class="gk-number">{reached(cell)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Differing({ range }: { range: MoveRange | undefined }) {
  return range && !range.unique ? <div class="gk-quiet">{rangeText(range)}</div> : null;
}

function shareText(share: number | undefined, exact: boolean): string {
  if (share === undefined) return "–";
  return exact ? fraction(share) : decimal(share);
}
