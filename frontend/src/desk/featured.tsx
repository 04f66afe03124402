// A few games to begin with, each drawn.
import type { ComponentChildren } from "preact";
import type { Board } from "../answers";
import { BoardPicture } from "../parts/board";
import { Drawn, type Look } from "../parts/glyphs";
import { Link } from "../shell/link";

const pieces = (text: string): NonNullable<Board["squares"]> =>
  [...text].flatMap((sign, index) => {
    const player = "XO".indexOf(sign);
    if (player < 0) return [];
    const [column, row] = [index % 3, 2 - Math.floor(index / 3)];
    const shape = player === 0 ? "cross" : "nought";
    return { name: `${column},${row}`, column, row, piece: { type: "piece", name: shape, shape, player } };
  });

const NOUGHTS: Board = {
  name: "",
  shape: "grid",
  columns: ["a", "b", "c"],
  rows: ["1", "2", "3"],
  squares: pieces("X.O.X.O.."),
};

function Things({ look }: { look: Look }) {
  return (
    <span class="gk-large">
      <Drawn words="" look={look} />
    </span>
  );
}

const card = (rank: string, suit = "") => ({ type: "card" as const, rank, suit });
const die = (face: string) => ({ type: "die" as const, face });
const blank = { type: "words" as const, text: " " };

interface Featured {
  game: string;
  title: string;
  /** what one learns from it */
  lesson: string;
  picture: ComponentChildren;
}

const FEATURED: readonly Featured[] = [
  {
    game: "kuhn",
    title: "Kuhn poker",
    lesson: "Three cards, one bet: how often must one bluff?",
    picture: <Things look={[card("J"), blank, card("Q"), blank, card("K")]} />,
  },
  {
    game: "tic_tac_toe",
    title: "Tic-tac-toe",
    lesson: "Three in a row: played well, it is always a draw.",
    picture: <BoardPicture board={NOUGHTS} name="Tic-tac-toe" scale={0.5} />,
  },
  {
    game: "liars_dice",
    title: "Liar’s dice",
    lesson: "A die under the cup: when to call a liar?",
    picture: <Things look={[die("2"), blank, die("6"), blank, card("?")]} />,
  },
  {
    game: "rock_paper_scissors",
    title: "Rock, paper, scissors",
    lesson: "A matrix: why chance is the best player.",
    picture: (
      <table class="desk-featured-matrix">
        <tbody>
          {["0 −1 1", "1 0 −1", "−1 1 0"].map((row) => (
            <tr key={row}>
              {row.split(" ").map((number, index) => (
                <td key={index}>{number}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    ),
  },
  {
    game: "leduc",
    title: "Leduc hold’em",
    lesson: "A hidden card, one on the board, two rounds of bets.",
    picture: <Things look={[card("K", "spades"), blank, { type: "back" }, blank, card("Q", "hearts")]} />,
  },
];

export function FeaturedGames() {
  return (
    <section class="desk-featured" aria-labelledby="desk-featured">
      <h2 id="desk-featured">Begin with one of these</h2>
      <ul>
        {FEATURED.map(({ game, title, lesson, picture }) => (
          <li key={game}>
            <Link to={`/edit?game=${game}`} class="desk-featured-card">
              <span class="desk-featured-picture" aria-hidden="true">
                {picture}
              </span>
              <strong>{title}</strong>
              <span>{lesson}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
