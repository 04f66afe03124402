// The five levels of decisions: a word, a sign and a colour for each, so that colour is never the only difference.
import type { Graded } from "../../answers";

export type Level = NonNullable<Graded["level"]>;

export const LEVELS: readonly Level[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

const SIGNS: Record<Level, string> = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };
const WORDS: Record<Level, string> = {
  best: "Best",
  good: "Good",
  inaccuracy: "Inaccuracy",
  mistake: "Mistake",
  blunder: "Blunder",
};

/** The level of a decision; "not graded" where values are undefined. */
export function LevelBadge({ level }: { level: Level | null }) {
  if (level === null) return <span class="desk-level gk-quiet">not graded</span>;
  return (
    <span class={`desk-level desk-level-${level}`}>
      <span class="desk-level-sign" aria-hidden="true">
        {SIGNS[level]}
      </span>
      {WORDS[level]}
    </span>
  );
}

/** How many decisions there were of each level. */
export function Tally({ levels }: { levels: Readonly<Record<string, number>> }) {
  return (
    <ul class="desk-tally" aria-label="Decisions by level">
      {LEVELS.map((level) => (
        <li key={level} class={levels[level] ? "" : "desk-none"}>
          <span class={`desk-level-sign desk-level-${level}`} aria-hidden="true">
            {SIGNS[level]}
          </span>
          <span>{WORDS[level].toLowerCase()}</span>
          <strong>{levels[level] ?? 0}</strong>
        </li>
      ))}
    </ul>
  );
}
