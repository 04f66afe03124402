// A colour for every move: the same move has the same colour in all views of a player. Moves that do nothing are light;
// amounts of one thing (bets of 1, 2, 3, ...) go from light to dark; everything else has colours that are told apart
// with any kind of colour vision.

/** A CSS colour for a move. */
export type Colours = (move: string) => string;

const PASSIVE = /(?:^|\W)0(?:\W|$)|pass|fold|check|wait|decline|quit|(?:^|\W)no(?:ne|thing)?(?:\W|$)/i;
/** Answers to what others did are cool, so that what is hot is what was begun. */
const ANSWERING = /call|accept|agree|match|follow|cooperat|quiet|hold|stay|yes/i;
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8];
/** The scale is warm: what stands beside it is cool. */
const BESIDE_SCALE = [2, 3, 8, 6, 5, 1, 4, 7];
const LIGHT = 3;
/** So many amounts of one thing are a scale; beside a move that does nothing, two already. */
const SCALE = 3;
const AMOUNT = /\d+(?:\.\d+)?(?:\/\d+)?/g;
/** as many as the styles have */
const SHADES = 16;

/** The moves that do nothing, by the rule of the charts in the terminal; if that were many, they are something else. */
export function idle(moves: readonly string[]): ReadonlySet<string> {
  let known = idles.get(moves);
  if (!known) {
    const found = moves.filter((move) => PASSIVE.test(move));
    idles.set(moves, (known = new Set(found.length > LIGHT ? [] : found)));
  }
  return known;
}

/** Worked out once for the moves of a situation, which all cells of a column share. */
const idles = new WeakMap<readonly string[], ReadonlySet<string>>();
const orders = new WeakMap<readonly string[], number[]>();

export function coloursOf(moves: readonly string[]): Colours {
  const colours = new Map<string, string>();
  const light = idle(moves);
  const active = moves.filter((move) => !light.has(move));
  [...light].forEach((move, index) => colours.set(move, `var(--gk-light-${index + 1})`));
  const scales = families(active, light.size > 0 ? 2 : SCALE);
  for (const family of scales) {
    family.forEach((move, index) =>
      colours.set(move, `var(--gk-scale-${Math.round(((SHADES - 1) * index) / (family.length - 1))})`),
    );
  }
  let free: number[] = [];
  for (const move of active.filter((move) => !colours.has(move))) {
    if (free.length === 0) free = [...(scales.length ? BESIDE_SCALE : CATEGORIES)];
    const cool = ANSWERING.test(move) ? free.indexOf(2) : 0;
    colours.set(move, category(free.splice(Math.max(cool, 0), 1)[0]!));
  }
  return (move) =>
    colours.get(move) ?? (PASSIVE.test(move) ? "var(--gk-light-1)" : category((hash(move) % CATEGORIES.length) + 1));
}

const category = (number: number): string => `var(--gk-move-${number})`;

/** What a move is an amount of, and how much: `bet(3/2)` is 1.5 of `bet(#)`. */
function amounts(move: string): { shape: string; numbers: number[] } {
  const numbers = [...move.matchAll(AMOUNT)].map(([text]) => {
    const [above, below = 1] = text.split("/").map(Number);
    return above! / below;
  });
  return { shape: move.replace(AMOUNT, "#"), numbers };
}

/** Moves that are amounts of one thing, the smallest first: `bet(1)`, `bet(2)`, ...; or too many to have own colours. */
function families(moves: readonly string[], fewest: number): string[][] {
  const found = new Map<string, { move: string; numbers: number[] }[]>();
  for (const move of moves) {
    const { shape, numbers } = amounts(move);
    if (numbers.length > 0) found.set(shape, [...(found.get(shape) ?? []), { move, numbers }]);
  }
  return [...found.values()]
    .filter((family) => family.length >= (family[0]!.numbers.length === 1 ? fewest : CATEGORIES.length + 1))
    .map((family) => family.sort((one, other) => compare(one.numbers, other.numbers)).map(({ move }) => move));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((number, index) => number !== other[index]);
  return place < 0 ? 0 : one[place]! - other[place]!;
}

function hash(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return sum;
}

/** What was begun first, then answers, then what does nothing: what is seen at the left is how often the player acts.
 * Where one can do nothing, more is more: the largest amount stands first, as in the tools of poker players. */
export function drawn<T>(moves: readonly string[], values: readonly T[]): { move: string; value: T }[] {
  let order = orders.get(moves);
  if (!order) orders.set(moves, (order = ordered(moves)));
  return order.map((index) => ({ move: moves[index]!, value: values[index]! }));
}

/** The moves as they are drawn, by their numbers. */
function ordered(moves: readonly string[]): number[] {
  const light = idle(moves);
  const place = (move: string) => (light.has(move) ? 2 : ANSWERING.test(move) ? 1 : 0);
  const first = new Map<string, number>();
  return moves
    .map((move, index) => {
      const { shape, numbers } = amounts(move);
      const sized = light.size > 0 && numbers.length === 1;
      const family = sized ? shape : move;
      if (!first.has(family)) first.set(family, index);
      return { index, key: [place(move), first.get(family)!, sized ? -numbers[0]! : 0] };
    })
    .sort((one, other) => compare(one.key, other.key))
    .map(({ index }) => index);
}

/** The colour of a player in trees, legends and tabs. */
export const playerColour = (player: number): string => `var(--gk-player-${(player % 6) + 1})`;
