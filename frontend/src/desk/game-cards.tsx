// The games that come with Galakit as cards, by kind, with a search.
import { useMemo, useState } from "preact/hooks";
import type { GameLine, Games } from "../answers";
import { Problems } from "../parts/problems";
import { Waiting } from "../parts/waiting";
import { Link } from "../shell/link";
import { Glance } from "./measured";
import type { Fetched } from "./use-fetched";

export function GameCards({ of: { value, problems } }: { of: Fetched<Games> }) {
  const [wanted, setWanted] = useState("");
  const [kind, setKind] = useState<string>();
  const kinds = useMemo(() => [...new Set(value?.items.map((game) => game.kind))], [value]);
  const found = value?.items.filter((game) => fits(game, wanted) && (kind === undefined || game.kind === kind)) ?? [];
  return (
    <section class="desk-games" aria-labelledby="desk-games">
      <div class="desk-games-head">
        <h2 id="desk-games">Games</h2>
        <input
          type="search"
          class="desk-search"
          placeholder="Search by name or words…"
          aria-label="Search the games"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </div>
      <div class="desk-kinds" role="group" aria-label="Kinds of games">
        {value && (
          <button type="button" aria-pressed={kind === undefined} onClick={() => setKind(undefined)}>
            all
          </button>
        )}
        {kinds.map((name) => (
          <button key={name} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
            {name}
          </button>
        ))}
      </div>
      {problems && <Problems problems={problems} />}
      {!value && !problems && <Waiting words="Asking for the games" />}
      <p class="gk-hidden" role="status">
        {value && wanted !== "" ? `${found.length} games found` : ""}
      </p>
      {kinds.map((name) => (
        <Kind key={name} name={name} games={found.filter((game) => game.kind === name)} />
      ))}
      {value && !found.length && (
        <p class="gk-quiet">
          No game fits “{wanted}”. <Link to="/edit">Write it yourself</Link>: most games take twenty lines.
        </p>
      )}
    </section>
  );
}

function fits(game: GameLine, wanted: string): boolean {
  const words = `${game.name.replaceAll("_", " ")} ${game.name} ${game.kind} ${game.summary}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

function Kind({ name, games }: { name: string; games: readonly GameLine[] }) {
  if (!games.length) return null;
  return (
    <>
      <h3>{name}</h3>
      <ul class="desk-cards">
        {games.map((game) => (
          <li key={game.name}>
            <Link to={`/games/${encodeURIComponent(game.name)}`} class="desk-card">
              <strong>{game.name.replaceAll("_", " ")}</strong>
              <span>{game.summary}</span>
              <Glance of={game.measured} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
