// Facts and moves as people see them: cards, dice, chips, pieces between words. Every picture has its sign in Unicode as
// hidden text, so that what is read aloud, copied and searched is the same as the words.
import type { ComponentChildren } from "preact";
import type { Card, Die, Piece, Step } from "../answers";
import { SIDE, Shape } from "./shapes";

/** What an answer says is drawn: parts one after another; null where they are only words. */
export type Look = Step["look"];
export type Part = NonNullable<Look>[number];

interface Props {
  /** the whole in words */
  words: string;
  look?: Look | undefined;
}

/** Words, with pictures in them where there are any. */
export function Drawn({ words, look }: Props) {
  if (!look) return <>{words}</>;
  return (
    <span class="gk-look">
      {look.map((part, index) => (
        <Glyph key={index} part={part} />
      ))}
    </span>
  );
}

/** The same without `chose `, which a colour says instead. */
export const unchosen = (words: string, look: Look | undefined): Props => ({
  words: words.replace(CHOSE, ""),
  look: look?.map((part, index) =>
    index === 0 && part.type === "words" ? { ...part, text: part.text.replace(CHOSE, "") } : part,
  ),
});

const CHOSE = /^chose /;

function Glyph({ part }: { part: Part }) {
  switch (part.type) {
    case "words":
      return <>{part.text}</>;
    case "card":
      return <PlayingCard card={part} />;
    case "back":
      return (
        <Signed class="gk-card gk-card-back" sign="🂠">
          {null}
        </Signed>
      );
    case "die":
      return <DieFace die={part} />;
    case "coin":
      return <span class="gk-coin">{part.side}</span>;
    case "chips":
      return (
        <span class="gk-amount">
          <Chip />
          {part.amount}
        </span>
      );
    case "money":
      return (
        <span class="gk-amount">
          <Purse />
          {part.amount}
        </span>
      );
    case "pile":
      return <Pile count={part.count} />;
    case "piece":
      return <PieceGlyph piece={part} />;
    case "square":
      return <span class="gk-square">{part.name}</span>;
  }
}

/** A picture with its sign as text. */
function Signed({ class: name, sign, children }: { class: string; sign: string; children: ComponentChildren }) {
  return (
    <span class={name}>
      <span class="gk-hidden">{sign}</span>
      {children}
    </span>
  );
}

// -- cards ------------------------------------------------------------------------------------------------------------

const SUITS: Record<string, string> = { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" };
const RED = /^(?:hearts|diamonds)$/;

function PlayingCard({ card: { rank, suit = "" } }: { card: Card }) {
  const sign = SUITS[suit];
  return (
    <span class={RED.test(suit) ? "gk-card gk-card-red" : "gk-card"}>
      <span class="gk-card-rank">{rank}</span>
      {sign && <span class="gk-card-suit">{sign}</span>}
      {!sign && suit && <span class="gk-card-name"> {suit}</span>}
    </span>
  );
}

/** Whether a text is about a red card: the axis of a chart has no room for cards. */
export const isRed = (look: Look): boolean =>
  (look ?? []).some((part) => part.type === "card") &&
  look!.every((part) => part.type !== "card" || RED.test(part.suit ?? ""));

// -- dice, coins, chips -------------------------------------------------------------------------------------------------

/** Where the pips of a face are, in thirds of the die. */
const PIPS: Record<string, readonly (readonly [number, number])[]> = {
  1: [[1, 1]],
  2: [
    [0, 2],
    [2, 0],
  ],
  3: [
    [0, 2],
    [1, 1],
    [2, 0],
  ],
  4: [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ],
  5: [
    [0, 0],
    [0, 2],
    [1, 1],
    [2, 0],
    [2, 2],
  ],
  6: [
    [0, 0],
    [0, 1],
    [0, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ],
};
const FACES = "⚀⚁⚂⚃⚄⚅";

function DieFace({ die: { face } }: { die: Die }) {
  const pips = PIPS[face];
  return (
    <Signed class="gk-die" sign={pips ? [...FACES][Number(face) - 1]! : `[${face}]`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <rect class="gk-die-body" x="1.5" y="1.5" width="21" height="21" rx="5" />
        {pips?.map(([column, row], index) => (
          <circle key={index} class="gk-die-pip" cx={6.6 + column * 5.4} cy={6.6 + row * 5.4} r="2.15" />
        ))}
        {!pips && (
          <text class="gk-die-text" x="12" y="16.5" text-anchor="middle">
            {face}
          </text>
        )}
      </svg>
    </Signed>
  );
}

function Chip() {
  return (
    <svg class="gk-chip" viewBox="0 0 24 24" aria-hidden="true">
      <circle class="gk-chip-rim" cx="12" cy="12" r="10.5" />
      <circle class="gk-chip-marks" cx="12" cy="12" r="8.6" />
      <circle class="gk-chip-face" cx="12" cy="12" r="5.2" />
    </svg>
  );
}

function Purse() {
  return (
    <svg class="gk-purse" viewBox="0 0 24 24" aria-hidden="true">
      <ellipse class="gk-purse-edge" cx="12" cy="15.5" rx="9.5" ry="5" />
      <ellipse class="gk-purse-edge" cx="12" cy="12" rx="9.5" ry="5" />
      <ellipse class="gk-purse-face" cx="12" cy="8.5" rx="9.5" ry="5" />
    </svg>
  );
}

/** As many things are drawn one by one. */
const COUNTED = 10;

function Pile({ count }: { count: number }) {
  if (count > COUNTED) return <span class="gk-pile">●×{count}</span>;
  if (count === 0) return <>nothing</>;
  return (
    <Signed class="gk-pile" sign={"●".repeat(count)}>
      <svg viewBox={`0 0 ${count * 12} 24`} style={{ width: `${count * 0.5}em` }} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <circle key={index} cx={6 + index * 12} cy="12" r="4.8" />
        ))}
      </svg>
    </Signed>
  );
}

function PieceGlyph({ piece }: { piece: Piece }) {
  if (!piece.shape) return <>{piece.name}</>;
  return (
    <Signed class="gk-piece" sign={piece.name}>
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
        <Shape piece={piece} />
      </svg>
    </Signed>
  );
}
