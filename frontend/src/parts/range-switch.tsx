// The switch that shows how far optimal strategies can differ, and what came of it.
import { useStudy } from "../shell/context";
import type { Ranges } from "../data/use-ranges";
import { count } from "./numbers";

export function RangeSwitch({ ranges }: { ranges: Ranges }) {
  const { overview } = useStudy();
  if (!overview.ranged) return null;
  return (
    <button
      type="button"
      class={ranges.on ? "gk-button gk-pressed" : "gk-button"}
      aria-pressed={ranges.on}
      title="How often optimal strategies make each move, at least and at most"
      onClick={ranges.toggle}
    >
      <span aria-hidden="true">{ranges.on ? "☑" : "☐"}</span> Range of optimal strategies
    </button>
  );
}

/** What the whiskers mean, or how far they are. */
export function RangeWords({ ranges, whole }: { ranges: Ranges; whole: boolean }) {
  if (!ranges.on) return null;
  return (
    <p class="gk-quiet gk-range-words" role="status">
      {words(ranges, whole)}
    </p>
  );
}

function words({ problems, total, sets, unique }: Ranges, whole: boolean): string {
  if (problems) return problems.map((problem) => problem.message).join("; ");
  if (total === undefined) return "Comparing optimal strategies …";
  if (sets.size < total) return `Comparing optimal strategies: ${count(sets.size)} of ${count(total)} information sets …`;
  const here = [...sets.values()];
  if (!here.some((one) => one.moves.some((move) => !move.unique))) {
    if (here.every((one) => one.moves.length === 0)) return "No optimal strategy comes here.";
    return whole && unique ? "There is only one optimal strategy." : "All optimal strategies play alike here.";
  }
  return "Whiskers: how often optimal strategies make a move, from the least to the most. Where there is none, all of them agree.";
}
