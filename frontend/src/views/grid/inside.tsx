// The content of a cell: a bar divided among the moves, or the shade of a value; with a number where there is room.
import type { Cell, SetRange } from "../../answers";
import { acting } from "../../parts/acting";
import { drawn, type Colours } from "../../parts/colours";
import type { Labels } from "../../parts/labels";
import { gradient } from "../../parts/move-bar";
import { Whisker } from "../../parts/share-bar";
import { worth } from "./cell";
import { shade, type Show } from "./shades";

interface Props {
  cell: Cell | null;
  moves: readonly string[];
  label: Labels;
  colours: Colours;
  roomy: boolean;
  show: Show;
  /** the largest value in the grid */
  most: number;
  ranges: ReadonlyMap<string, SetRange>;
}

export function Inside({ cell, moves, label, colours, roomy, show, most, ranges }: Props) {
  if (!cell) return <span class="gk-none" />;
  const value = show === "value";
  if (value ? cell.value === null : cell.probabilities.length === 0) return <span class="gk-none">–</span>;
  const parts = value ? flat(shade(cell.value ?? 0, most)) : gradient(moves, cell.probabilities, colours);
  const plain = <span class={cell.reach === 0 ? "gk-bar gk-unreached" : "gk-bar"} style={{ "--gk-parts": parts }} />;
  const range = value || cell.set === null || moves.length !== 2 ? undefined : ranges.get(cell.set);
  const first = range?.moves.find((one) => one.move === drawn(moves, moves)[0]!.move && !one.unique);
  const bar = first ? (
    <span class="gk-ranged gk-ranged-cell">
      {plain}
      <Whisker range={first} />
    </span>
  ) : (
    plain
  );
  if (!roomy) return bar;
  return (
    <span class="gk-cell">
      {bar}
      <span class={cell.reach === 0 ? "gk-cell-number gk-dim" : "gk-cell-number"}>
        {value ? worth(cell) : acting(moves, cell.probabilities, label)}
      </span>
    </span>
  );
}

const flat = (colour: string): string => `linear-gradient(${colour}, ${colour})`;
