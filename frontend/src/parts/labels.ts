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

interface Called {
  words: string;
  look: Look;
}

/** Between the names of a move that is called differently in different situations: `check / fold`. */
const OR = " / ";

function joined(one: Called, other: Called): Look {
  if (!one.look && !other.look) return null;
  const parts = ({ words, look }: Called) => look ?? [{ type: "words" as const, text: words }];
  return [...parts(one), { type: "words", text: OR }, ...parts(other)];
}

/** The words of all moves of some situations. */
export function labelsOf(...situations: readonly Labelled[]): Labels {
  const labels = new Map<string, Called>();
  for (const { moves, labels: words, looks } of situations) {
    moves.forEach((move, index) => {
      const [here, before] = [{ words: words[index]!, look: looks[index] ?? null }, labels.get(move)];
      if (!before) labels.set(move, here);
      else if (!before.words.split(OR).includes(here.words)) {
        labels.set(move, { words: before.words + OR + here.words, look: joined(before, here) });
      }
    });
  }
  const label = (move: string) => labels.get(move)?.words ?? move;
  return Object.assign(label, { look: (move: string) => labels.get(move)?.look ?? null });
}
