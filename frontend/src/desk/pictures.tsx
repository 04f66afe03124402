// What a shipped game looks like: a picture of its own, or one of its kind.
import type { ComponentChildren } from "preact";
import type { Board } from "../answers";
import { BoardPicture } from "../parts/board";
import { Drawn, type Look } from "../parts/glyphs";

/** Pieces on a square board, row by row from the top: the signs of the first player and the second. */
function standing(text: string, size: number, shapes: readonly [string, string]): NonNullable<Board["squares"]> {
  return [...text].flatMap((sign, index) => {
    const player = "XO".indexOf(sign);
    if (player < 0) return [];
    const [column, row] = [index % size, size - 1 - Math.floor(index / size)];
    const shape = shapes[player]!;
    return { name: `${column},${row}`, column, row, piece: { type: "piece", name: shape, shape, player } };
  });
}

function board(text: string, shapes: readonly [string, string], scale = 0.5) {
  const size = Math.sqrt(text.length);
  const names = (first: string) => Array.from({ length: size }, (_, n) => String.fromCharCode(first.charCodeAt(0) + n));
  const drawn: Board = {
    name: "",
    shape: "grid",
    columns: names("a"),
    rows: names("1"),
    squares: standing(text, size, shapes),
  };
  return <BoardPicture board={drawn} name="a board" scale={scale} />;
}

function matrix(...rows: readonly string[]) {
  return (
    <table class="desk-featured-matrix">
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            {row.split(" ").map((number, index) => (
              <td key={index}>{number}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Things({ look }: { look: NonNullable<Look> }) {
  return (
    <span class="gk-large">
      <Drawn words="" look={look.flatMap((part, index) => (index > 0 ? [blank, part] : [part]))} />
    </span>
  );
}

/** A mug of beer, and a quiche of which a slice is missing. */
function Breakfast() {
  return (
    <svg viewBox="0 0 104 48" width="150" height="69" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round">
      <path d="M30 18h6a6 6 0 0 1 6 6v6a6 6 0 0 1-6 6h-6" />
      <path d="M10 16h20v26a2 2 0 0 1-2 2H12a2 2 0 0 1-2-2z" fill="#e2a33b" />
      <path d="M8 16a5 5 0 0 1 5-7 7 7 0 0 1 13 0 5 5 0 0 1 6 7z" fill="#fffaf0" />
      <path d="M78 26V8a18 18 0 1 0 18 18z" fill="#f0cf7d" />
      <path d="M78 26 65 39M78 26H60" stroke-width="1.5" />
      <path d="M84 20V5a15 15 0 0 1 15 15z" fill="#f0cf7d" />
    </svg>
  );
}

/** Three doors, one of which has been opened: there is nothing behind it. */
function Doors() {
  return (
    <svg viewBox="0 0 104 48" width="150" height="69" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round">
      {[8, 41, 74].map((x, index) => (
        <g key={x}>
          <path d={`M${x} 45V5h22v40z`} fill={index === 1 ? "none" : "#e2a33b"} />
          {index === 1 ? <path d={`M${x} 45l-9-5V10l9-5`} fill="#e2a33b" /> : <circle cx={x + 17} cy="26" r="1.5" />}
        </g>
      ))}
    </svg>
  );
}

const card = (rank: string, suit = "") => ({ type: "card" as const, rank, suit });
const die = (face: string) => ({ type: "die" as const, face });
const money = (amount: string) => ({ type: "money" as const, amount });
const words = (text: string) => ({ type: "words" as const, text });
const pile = (count: number) => ({ type: "pile" as const, count });
const back = { type: "back" as const };
const blank = words(" ");

const OF_GAME: Record<string, () => ComponentChildren> = {
  kuhn: () => <Things look={[card("J"), card("Q"), card("K")]} />,
  leduc: () => <Things look={[card("K", "spades"), back, card("Q", "hearts")]} />,
  rhode_island: () => <Things look={[card("A", "hearts"), back, card("7", "clubs"), card("2", "spades")]} />,
  tic_tac_toe: () => board("X.O.X.O..", ["cross", "nought"]),
  connect_four: () => board("...........OX..XXOO", ["disc", "disc"], 0.4),
  rock_paper_scissors: () => matrix("0 −1 1", "1 0 −1", "−1 1 0"),
  prisoners_dilemma: () => matrix("3,3 0,5", "5,0 1,1"),
  stag_hunt: () => matrix("4,4 0,3", "3,0 3,3"),
  matching_pennies: () => matrix("1 −1", "−1 1"),
  liars_dice: () => <Things look={[die("2"), die("6"), card("?")]} />,
  pig: () => <Things look={[die("1"), die("4"), die("6")]} />,
  beer_quiche: () => <Breakfast />,
  nim: () => <Things look={[pile(1), words("·"), pile(2), words("·"), pile(3)]} />,
  monty_hall: () => <Doors />,
  battleship: () => board("X..O............", ["ship", "hit"], 0.45),
  breakthrough: () => board("OOOOOO......XXXXXX".padEnd(36, "."), ["stone", "stone"], 0.35),
};

const OF_KIND: Record<string, () => ComponentChildren> = {
  poker: () => <Things look={[card("A", "spades"), card("K", "hearts"), back]} />,
  "cards and dice": () => <Things look={[card("7", "diamonds"), die("5"), back]} />,
  boards: () => board("..O.X.X.O", ["stone", "stone"]),
  auctions: () => <Things look={[money("3"), words("<"), money("5")]} />,
  "bargaining and markets": () => <Things look={[money("6"), words("+"), money("4")]} />,
  dilemmas: () => matrix("2,2 0,3", "3,0 1,1"),
  "search and conflict": () => board("X......O.", ["stone", "flag"]),
  classics: () => matrix("1 0", "0 1"),
};

/** For sight only: the name of the game stands beside it. */
export function GamePicture({ game, kind }: { game: string; kind: string }) {
  const draw = OF_GAME[game] ?? OF_GAME[game.replace(/_gdl$/, "")] ?? OF_KIND[kind];
  return (
    <span class="desk-featured-picture" aria-hidden="true">
      {draw?.()}
    </span>
  );
}
