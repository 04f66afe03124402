// A mixture of moves in one number.
import { idle } from "./colours";
import { percent } from "./numbers";

/** What is said where no move is made most often. */
export const MIXED = "mixed";

/** How often the player acts; where no move is passive, the most frequent move. */
export function acting(
  moves: readonly string[],
  probabilities: readonly number[],
  label: (move: string) => string,
): string {
  const light = idle(moves);
  if (light.size === 0) return mostPlayed(moves, probabilities, label);
  return percent(moves.reduce((sum, move, index) => (light.has(move) ? sum : sum + probabilities[index]!), 0));
}

/** The most frequent move, and how often it is played. */
export function mostPlayed(
  moves: readonly string[],
  probabilities: readonly number[],
  label: (move: string) => string,
): string {
  const most = Math.max(...probabilities);
  const first = probabilities.indexOf(most);
  const several = probabilities.some((share, index) => index !== first && most - share < 1e-6);
  return several ? MIXED : `${label(moves[first]!)} ${percent(most)}`;
}
