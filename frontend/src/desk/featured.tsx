// A few games to begin with, each drawn.
import type { GameLine } from "../answers";
import { titleOf } from "../parts/titles";
import { Link } from "../shell/link";
import { Glance } from "./measured";
import { GamePicture } from "./pictures";

interface Featured {
  game: string;
  /** what one learns from it */
  lesson: string;
}

const FEATURED: readonly Featured[] = [
  { game: "kuhn", lesson: "Three cards, one bet: how often must one bluff?" },
  { game: "tic_tac_toe", lesson: "Three in a row: played well, it is always a draw." },
  { game: "rock_paper_scissors", lesson: "A matrix: why chance is the best player." },
  { game: "beer_quiche", lesson: "What does a breakfast say about its eater?" },
  { game: "leduc", lesson: "A hidden card, one on the board, two rounds of bets." },
];

export function FeaturedGames({ games }: { games: readonly GameLine[] | undefined }) {
  return (
    <section class="desk-featured" aria-labelledby="desk-featured">
      <h2 id="desk-featured">Begin with one of these</h2>
      <ul>
        {FEATURED.map(({ game, lesson }) => {
          const line = games?.find(({ name }) => name === game);
          return (
            <li key={game}>
              <Link to={`/games/${game}`} class="desk-featured-card">
                <GamePicture game={game} kind="" />
                <strong>{titleOf(game)}</strong>
                <span>{lesson}</span>
                {line && <Glance of={line.measured} />}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
