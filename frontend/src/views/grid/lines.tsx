// The strategy of a player without private information: a line for each public situation, in place of a grid of one row.
import type { Column, Grid } from "../../answers";
import { Drawn } from "../../parts/glyphs";
import { labelsOf, type Labels } from "../../parts/labels";
import { percent } from "../../parts/numbers";
import { unlike } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { reached, worth } from "./cell";
import { Inside } from "./inside";
import { largest } from "./shades";
import type { StrategyProps } from "./table";

/** Whether a player holds nothing that the others do not know. */
export const isOneRow = (grid: Grid): boolean => grid.rows_total === 1 && grid.rows.length === 1;

export function Lines(props: StrategyProps) {
  const { players } = useStudy().overview;
  return (
    <div class="gk-grid-scroll gk-panel">
      <table class="gk-table gk-lines" aria-label={`Strategy of ${players[props.grid.player]}`}>
        <thead>
          <tr>
            <th scope="col">where</th>
            <th scope="col">plays</th>
            <th scope="col" class="gk-number">
              value
            </th>
            <th scope="col" class="gk-number">
              reached
            </th>
          </tr>
        </thead>
        <tbody>
          {props.grid.columns.map((column) => (
            <Line key={column.situation.id} column={column} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({
  grid,
  column: { situation, cells },
  colours,
  show,
  ranges,
  inspect,
  chart,
}: StrategyProps & { column: Column }) {
  const study = useStudy();
  const cell = cells[0] ?? null;
  const set = cell?.set ?? null;
  const label = labelsOf(situation);
  const point = () => inspect(set);
  return (
    <tr class={cell?.reach === 0 ? "gk-dim" : undefined} onPointerOver={point} onFocusIn={point}>
      <th scope="row" class="gk-facts" title={unlike(situation.words, situation.facts.join(", "))}>
        <Link to={set === null ? chart(situation.id) : study.to("set", set)}>
          <Drawn words={situation.words} look={situation.words_look} />
        </Link>
      </th>
      <td>
        <Inside
          cell={cell}
          moves={situation.moves}
          label={label}
          colours={colours}
          roomy={false}
          show={show}
          most={show === "value" ? largest(grid) : 0}
          ranges={ranges}
        />
        {cell && <span class="gk-quiet">{likeliest(situation.moves, cell.probabilities, label)}</span>}
      </td>
      <td class="gk-number">{cell ? worth(cell) : "–"}</td>
      <td class="gk-number">{cell ? reached(cell) : "–"}</td>
    </tr>
  );
}

/** Moves that are named, and the least share of one that is. */
const [NAMED, LEAST] = [3, 0.005];

/** The likeliest moves in words: `bet: 67 %, check: 33 %`. */
function likeliest(moves: readonly string[], probabilities: readonly number[], label: Labels): string {
  const made = moves
    .map((move, index) => ({ move, share: probabilities[index]! }))
    .filter(({ share }) => share >= LEAST)
    .sort((one, other) => other.share - one.share);
  const named = made.slice(0, NAMED).map(({ move, share }) => `${label(move)}: ${percent(share)}`);
  return [...named, ...(made.length > NAMED ? ["…"] : [])].join(", ");
}
