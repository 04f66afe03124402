// A game before its source: what it looks like, its rules in words, and what to do with it.
import { useState } from "preact/hooks";
import type { GameText, Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { sizeWords } from "../desk/measured";
import { game as gameText, order } from "../desk/operations";
import { Parameters } from "../desk/parameters";
import { GamePicture } from "../desk/pictures";
import { solvedBefore } from "../desk/solved-before";
import { useFetched } from "../desk/use-fetched";
import { Astray } from "../parts/astray";
import { Marked } from "../parts/marked";
import { minus } from "../parts/prose";
import { Press } from "../parts/press";
import { Problems } from "../parts/problems";
import { titleOf } from "../parts/titles";
import { Waiting } from "../parts/waiting";
import { useRouter } from "../shell/context";
import { Link } from "../shell/link";
import type { Seen } from "../shell/views";

export function GameView({ params }: Seen) {
  const name = params["game"]!;
  const { value, problems } = useFetched(() => gameText(name), name);
  if (problems)
    return (
      <Astray title={`There is no game ${name}`} ways={[{ to: "/", words: "To the games and jobs" }]}>
        <Problems problems={problems} />
      </Astray>
    );
  return value ? <OfGame key={name} game={value} /> : <Waiting words="Opening the game" />;
}

function OfGame({ game }: { game: GameText }) {
  const router = useRouter();
  const [values, setValues] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<Problem[]>();
  const [busy, setBusy] = useState(false);
  const changed = Object.keys(values).length > 0;

  async function open(view: "overview" | "play") {
    setBusy(true);
    setProblems(undefined);
    try {
      const id = (await solvedBefore(game.name, values)) ?? (await order({ game: game.name, params: values })).id;
      router.go(`/jobs/${encodeURIComponent(id)}?then=${view}`);
    } catch (thrown) {
      setProblems(problemsOf(thrown));
      setBusy(false);
    }
  }

  return (
    <div class="desk-game">
      <header class="desk-game-head">
        <GamePicture game={game.name} kind={game.kind} />
        <div class="gk-stack">
          <h1 class="desk-named">{titleOf(game.name)}</h1>
          <p class="desk-lead">
            <Marked text={minus(game.summary)} />
          </p>
          <ul class="desk-facts-line" aria-label="Size">
            {sizeWords(game.measured).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <p class="desk-row">
            <Press primary unable={busy} press={() => void open("play")}>
              Play now
            </Press>
            <Press primary unable={busy} press={() => void open("overview")}>
              Solve &amp; study
            </Press>
            <Link class="gk-button" to={`/edit?game=${encodeURIComponent(game.name)}`}>
              Rules
            </Link>
          </p>
          {busy && <Waiting words="Ordering it" />}
          {problems && <Problems problems={problems} />}
          {game.measured.seconds === null && !changed && (
            <p class="gk-problem gk-problem-warning">
              With these parameters it is too large to be solved while you wait. {game.params.length > 0 && "Make it smaller below, or "}
              {game.params.length > 0 ? "play" : "Play"} it against a search in a terminal:{" "}
              <code>galakit play {game.name} --against search</code>
            </p>
          )}
        </div>
      </header>
      <div class="desk-game-parts">
        <section aria-labelledby="desk-game-rules">
          <h2 id="desk-game-rules">How it is played</h2>
          <p>
            <Marked text={minus(game.description)} />
          </p>
          <p class="gk-quiet">
            Players: <bdi>{game.players.join(", ")}</bdi>. From: {game.reference}
          </p>
        </section>
        {game.params.length > 0 && (
          <section aria-labelledby="desk-game-params">
            <h2 id="desk-game-params">Parameters</h2>
            <Parameters params={game.params} values={values} change={setValues} />
            {changed && <p class="gk-quiet">Size and time above are those of the game as it comes.</p>}
          </section>
        )}
      </div>
    </div>
  );
}
