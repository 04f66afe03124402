// How large a shipped game is and how long solving takes, in a few words.
import type { Measured } from "../answers";
import { count, many } from "../parts/numbers";

const SUMS: Record<Measured["sum"], string> = {
  zero: "zero-sum",
  constant: "constant sum",
  general: "general sum",
};

/** How long solving takes. */
export function solvingTime(seconds: number | null): string {
  if (seconds === null) return "too large to solve in a sitting";
  if (seconds <= 1) return "about 1\u00a0s";
  return seconds < 120 ? `about ${seconds}\u00a0s` : `about ${Math.round(seconds / 60)}\u00a0min`;
}

/** `2 players`, `zero-sum`, `12 information sets`, and the time. */
export function sizeWords({ players, sum, sets, seconds }: Measured): string[] {
  return [
    many(players, "player"),
    ...(players > 1 ? [SUMS[sum]] : []),
    sets === null ? "information sets too many to list" : `${count(sets)} information ${sets === 1 ? "set" : "sets"}`,
    solvingTime(seconds),
  ];
}

/** The same for a card, where there is little room. */
export function Glance({ of }: { of: Measured }) {
  const [players, ...others] = sizeWords(of);
  const time = others.at(-1);
  return (
    <small class="desk-glance">{[players, ...(of.players > 1 ? [SUMS[of.sum]] : []), time].join(" · ")}</small>
  );
}
