// Hands of a range in the cells of a chart, and ranges cut by a filter.
import type { Hand, HandRange } from "../../answers";
import { percent } from "../../parts/numbers";

/** The hands of one cell: two cards by their ranks, one card by rank and suit. */
export interface CellOf {
  row: string;
  column: string;
  hands: Hand[];
}

/** What some hands come to together, weighted by their shares; where play never comes here with any, by their number. */
export interface Together {
  share: number;
  combos: number;
  played: number | null;
  probabilities: number[];
  value: number | null;
  equity: number | null;
}

export function cellsOf(range: HandRange, rows: readonly string[], columns: readonly string[]): CellOf[][] {
  const cells = rows.map((row) => columns.map((column): CellOf => ({ row, column, hands: [] })));
  for (const hand of range.hands) {
    for (const column of hand.columns) {
      cells[rows.indexOf(hand.row ?? "")]?.[columns.indexOf(column)]?.hands.push(hand);
    }
  }
  return cells;
}

type Measure = "played" | "value" | "equity";

export function together(hands: readonly Hand[]): Together {
  const share = hands.reduce((sum, hand) => sum + hand.share, 0);
  const weight = (hand: Hand) => (share > 0 ? hand.share : hand.combos);
  const mean = (of: (hand: Hand) => number | null): number | null => {
    const known = hands.filter((hand) => of(hand) !== null);
    const total = known.reduce((sum, hand) => sum + weight(hand), 0);
    return total > 0 ? known.reduce((sum, hand) => sum + weight(hand) * of(hand)!, 0) / total : null;
  };
  const combos = hands.reduce((sum, hand) => sum + hand.combos, 0);
  const played = hands.reduce((sum, hand) => sum + hand.combos * (hand.played ?? 0), 0) / Math.max(combos, 1);
  const measure = (name: Measure) => mean((hand) => hand[name]);
  return {
    share,
    combos,
    played,
    probabilities: (hands[0]?.probabilities ?? []).map((_, move) => mean((hand) => hand.probabilities[move]!) ?? 0),
    value: measure("value"),
    equity: measure("equity"),
  };
}

const KEYS: Record<string, string> = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

/** In signs that keyboards have. */
export const typed = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[♠♥♦♣]/g, (suit) => KEYS[suit]!)
    .replace(/\s+/g, " ")
    .trim();

/** The hands that make something, and whose cards or facts contain a text. */
export function passing(hands: readonly Hand[], makes: string, text: string): Hand[] {
  const wanted = typed(text);
  return hands.filter(
    (hand) =>
      (!makes || hand.makes.includes(makes)) &&
      (!wanted ||
        [hand.words, hand.words.replaceAll(" ", ""), hand.facts, ...hand.makes].some((one) =>
          typed(one).includes(wanted),
        )),
  );
}

/** What a narrow table has no columns for, moves in this order: `raise 75 %, check 25 % · high card`. */
export function inShort(hand: Hand, order: readonly number[], label: (move: number) => string): string {
  const played = order.flatMap((move) => {
    const share = hand.probabilities[move] ?? 0;
    return share > 0 ? [`${label(move)} ${percent(share)}`] : [];
  });
  return [played.join(", "), hand.makes.join(", ")].filter(Boolean).join(" · ");
}

/** What poker players call a cell: `AKs`, `AKo`, `AA`; of one card, the card. */
export function nameOf({ row, column }: CellOf, rows: readonly string[], columns: readonly string[]): string {
  if (rows !== columns && rows.join() !== columns.join()) return `${row}${SIGNS[column] ?? ` ${column}`}`;
  if (row === column) return row + column;
  const suited = rows.indexOf(row) < rows.indexOf(column);
  return suited ? `${row}${column}s` : `${column}${row}o`;
}

const SIGNS: Record<string, string> = { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" };

/** Lines as a CSV file. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) =>
    typeof value === "string" && /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value ?? "");
  return rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

/** Saves a text as a file. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
