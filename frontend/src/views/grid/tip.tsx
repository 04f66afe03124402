// The card beside the cell one points at: exact numbers. It follows the pointer and the keyboard.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Grid, SetRange } from "../../answers";
import { drawn, type Colours } from "../../parts/colours";
import { labelsOf } from "../../parts/labels";
import { percent } from "../../parts/numbers";
import { rangeText } from "../../parts/share-bar";
import { cellAt, share, worth, type CellPosition } from "./cell";
import { Drawn } from "../../parts/glyphs";

export interface Pointed extends CellPosition {
  /** the element beside the card */
  element: Element;
}

interface Props {
  grid: Grid;
  colours: Colours;
  exact: boolean;
  pointed: Pointed | null;
  ranges: ReadonlyMap<string, SetRange>;
}

export function Tip({ grid, colours, exact, pointed, ranges }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    if (!pointed || !card.current) return;
    const beside = pointed.element.getBoundingClientRect();
    const own = card.current.getBoundingClientRect();
    const [width, height] = [document.documentElement.clientWidth, document.documentElement.clientHeight];
    const inside = (value: number, size: number, whole: number) => Math.max(8, Math.min(value, whole - size - 8));
    // At the right, where it does not cover the column; below or above where there is no room.
    if (beside.right + 10 + own.width < width) {
      setPlace({ left: beside.right + 10, top: inside(beside.top - 12, own.height, height) });
    } else {
      const below = beside.bottom + 6 + own.height < height;
      setPlace({
        left: inside(beside.left + beside.width / 2 - own.width / 2, own.width, width),
        top: below ? beside.bottom + 6 : Math.max(8, beside.top - own.height - 6),
      });
    }
  }, [pointed, grid]);
  const cell = pointed && cellAt(grid, pointed);
  if (!pointed || !cell) return null;
  const { situation } = grid.columns[pointed.column]!;
  const label = labelsOf(situation);
  const range = cell.set === null ? undefined : ranges.get(cell.set);
  return (
    // The cell has the same text for screen readers.
    <div ref={card} class="gk-tip" aria-hidden="true" style={{ left: `${place.left}px`, top: `${place.top}px` }}>
      <p class="gk-tip-head">
        <strong class="gk-facts">
          <Drawn words={grid.rows[pointed.row]!.words} look={grid.rows[pointed.row]!.words_look} />
        </strong>
        <span class="gk-facts gk-quiet">
          <Drawn words={situation.words} look={situation.words_look} />
        </span>
      </p>
      <table>
        <tbody>
          {drawn(situation.moves, cell.probabilities).map(({ move, value }) => (
            <tr key={move} class={value > 0 ? undefined : "gk-off"}>
              <td>
                <span class="gk-swatch" style={{ background: colours(move) }} />
              </td>
              <td class="gk-facts">
                <Drawn words={label(move)} look={label.look(move)} />
              </td>
              <td class="gk-number">{share(value, exact)}</td>
              {range && <td class="gk-number">{differing(range, move)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="gk-quiet">
        value {worth(cell)} ·{" "}
        {cell.reach === 0 ? "never reached" : cell.reach === null ? "reach –" : `reached ${percent(cell.reach)}`}
        {cell.sets > 1 && ` · average of ${cell.sets} information sets`}
      </p>
    </div>
  );
}

/** The range of a move; nothing where all optimal strategies agree. */
function differing(range: SetRange, move: string): string {
  const found = range.moves.find((one) => one.move === move);
  return found && !found.unique ? rangeText(found) : "";
}
