// A range as poker players chart it: ranks by ranks, suited hands above the diagonal, pairs on it; one card by rank and
// suit. A cell is as high as its hands are played to here, and divided among the moves.
import { useRef } from "preact/hooks";
import type { HandRange } from "../../answers";
import type { Colours } from "../../parts/colours";
import type { Labels } from "../../parts/labels";
import { gradient } from "../../parts/move-bar";
import { decimal, percent } from "../../parts/numbers";
import { rove } from "../grid/roving";
import { shade } from "../grid/shades";
import { cellsOf, nameOf, together, type CellOf, type Together } from "./model";

export type Measure = "moves" | "value" | "equity";

interface Props {
  range: HandRange;
  name: string;
  rows: readonly string[];
  columns: readonly string[];
  moves: readonly string[];
  label: Labels;
  colours: Colours;
  show: Measure;
  chosen: string | undefined;
  choose: (cell: string) => void;
}

export function Chart({ range, name, rows, columns, moves, label, colours, show, chosen, choose }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const cells = cellsOf(range, rows, columns);
  const most = Math.max(...range.hands.map((hand) => Math.abs(hand.value ?? 0)), 0);
  const first = cells.flat().find((cell) => cell.hands.length > 0);
  const background = (sum: Together) => {
    if (show === "value") return flat(sum.value === null ? "transparent" : shade(sum.value, most));
    if (show === "equity") return flat(sum.equity === null ? "transparent" : shade(2 * sum.equity - 1, 1));
    return sum.probabilities.length ? gradient(moves, sum.probabilities, colours) : flat("var(--gk-chance)");
  };
  return (
    <div class="gk-grid-scroll">
      <table
        ref={table}
        role="grid"
        class="gk-hands"
        aria-label={`The range of ${name}`}
        onKeyDown={(event) => void rove(event, rows.length, columns.length)}
        style={{ "--gk-across": columns.length }}
      >
        <tbody>
          {cells.map((line, row) => (
            <tr key={rows[row]}>
              {line.map((cell, column) => {
                const cellName = nameOf(cell, rows, columns);
                const sum = together(cell.hands);
                const empty = cell.hands.length === 0;
                return (
                  <td
                    key={columns[column]}
                    role="gridcell"
                    data-position={`${row},${column}`}
                    tabIndex={chosen === undefined ? (cell === first ? 0 : -1) : chosen === cellName ? 0 : -1}
                    aria-selected={chosen === cellName}
                    aria-label={spoken(cellName, sum, moves, label, empty)}
                    title={spoken(cellName, sum, moves, label, empty)}
                    class={empty ? "gk-hand gk-hand-none" : "gk-hand"}
                    onClick={() => !empty && choose(cellName)}
                    onKeyUp={(event) => event.key === "Enter" && !empty && choose(cellName)}
                  >
                    {!empty && (
                      <span
                        class="gk-hand-fill"
                        aria-hidden="true"
                        style={{ height: `${(sum.played ?? 0) * 100}%`, "--gk-parts": background(sum) }}
                      />
                    )}
                    <span class="gk-hand-name" aria-hidden="true">
                      {cellName}
                    </span>
                    {!empty && rows.length <= 6 && (
                      <span class="gk-hand-number" aria-hidden="true">
                        {show === "value" ? decimal(sum.value, 3) : show === "equity" ? shareOf(sum.equity) : ""}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const flat = (colour: string): string => `linear-gradient(${colour}, ${colour})`;
const shareOf = (share: number | null): string => (share === null ? "–" : percent(share));

function spoken(name: string, sum: Together, moves: readonly string[], label: Labels, empty: boolean): string {
  if (empty) return `${name}: cannot be, or does not pass the filter`;
  const played = moves
    .map((move, index) => ({ move, share: sum.probabilities[index] ?? 0 }))
    .filter(({ share }) => share > 0)
    .map(({ move, share }) => `${label(move)} ${percent(share)}`);
  const rest = [
    `${percent(sum.share)} of the range`,
    `played to here ${shareOf(sum.played)}`,
    ...played,
    ...(sum.value === null ? [] : [`value ${decimal(sum.value)}`]),
    ...(sum.equity === null ? [] : [`equity ${percent(sum.equity)}`]),
  ];
  return `${name}: ${rest.join(", ")}`;
}

/** The hands of the chosen cell. */
export function handsIn(range: HandRange, rows: readonly string[], columns: readonly string[], chosen: string) {
  const found: CellOf | undefined = cellsOf(range, rows, columns)
    .flat()
    .find((cell) => nameOf(cell, rows, columns) === chosen);
  return found?.hands ?? [];
}
