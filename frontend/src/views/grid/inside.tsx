// The content of a cell: a bar divided among the moves, or the shade of a value; with a number where there is room.
import type { Cell } from "../../answers";
import { acting } from "../../parts/acting";
import type { Colours } from "../../parts/colours";
import type { Labels } from "../../parts/labels";
import { gradient } from "../../parts/move-bar";
import { decimal } from "../../parts/numbers";
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
}

export function Inside({ cell, moves, label, colours, roomy, show, most }: Props) {
  if (!cell) return <span class="gk-none" />;
  const value = show === "value";
  if (value ? cell.value === null : cell.probabilities.length === 0) return <span class="gk-none">–</span>;
  const parts = value ? flat(shade(cell.value ?? 0, most)) : gradient(moves, cell.probabilities, colours);
  const bar = <span class={cell.reach === 0 ? "gk-bar gk-unreached" : "gk-bar"} style={{ "--gk-parts": parts }} />;
  if (!roomy) return bar;
  return (
    <span class="gk-cell">
      {bar}
      <span class={cell.reach === 0 ? "gk-cell-number gk-dim" : "gk-cell-number"}>
        {value ? decimal(cell.value) : acting(moves, cell.probabilities, label)}
      </span>
    </span>
  );
}

const flat = (colour: string): string => `linear-gradient(${colour}, ${colour})`;
