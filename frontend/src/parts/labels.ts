// Moves in words and pictures: answers have them beside the moves.
import type { Look } from "./glyphs";

/** What a move is called. */
export interface Labels {
  (move: string): string;
  /** how it is drawn */
  look(move: string): Look;
}

interface Labelled {
  moves: readonly string[];
  labels: readonly string[];
  looks: readonly Look[];
}

/** The words of all moves of some situations. */
export function labelsOf(...situations: readonly Labelled[]): Labels {
  const labels = new Map<string, { words: string; look: Look }>();
  for (const { moves, labels: words, looks } of situations) {
    moves.forEach((move, index) => labels.set(move, { words: words[index]!, look: looks[index] ?? null }));
  }
  const label = (move: string) => labels.get(move)?.words ?? move;
  return Object.assign(label, { look: (move: string) => labels.get(move)?.look ?? null });
}
