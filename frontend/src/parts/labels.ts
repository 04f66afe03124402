// Moves in words: answers have them beside the moves.

/** What a move is called. */
export type Labels = (move: string) => string;

interface Labelled {
  moves: readonly string[];
  labels: readonly string[];
}

/** The words of all moves of some situations. */
export function labelsOf(...situations: readonly Labelled[]): Labels {
  const labels = new Map<string, string>();
  for (const { moves, labels: words } of situations) moves.forEach((move, index) => labels.set(move, words[index]!));
  return (move) => labels.get(move) ?? move;
}

/** The words of the moves of an information set. */
export const labelsOfChoices = (choices: readonly { move: string; label: string }[]): Labels =>
  labelsOf({ moves: choices.map(({ move }) => move), labels: choices.map(({ label }) => label) });
