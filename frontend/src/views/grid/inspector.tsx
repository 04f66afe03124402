// The information set one points at, docked at the right of the grid where there is room.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { path } from "../../data/question";
import { useAnswer } from "../../data/use-answer";
import { ask } from "../../questions";
import { Drawn } from "../../parts/glyphs";
import { textOf } from "../../parts/quantity";
import { PlayerName } from "../../parts/player-mark";
import { ShareBar } from "../../parts/share-bar";
import { playerColour } from "../../parts/colours";
import { useColours } from "../../parts/use-colours";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { Moves } from "../set/moves";
import { OnBoard } from "../set/on-board";

/** Milliseconds that the pointer rests on a cell before it is shown: on the way to the inspector it passes others. */
const REST = 140;
const WIDE = "(min-width: 1360px)";
/** Hands of the others that are listed. */
const LISTED = 6;

/** A grid with the inspector beside it; without room for one, what one points at is fetched before it is clicked. */
export function Docked({ children }: { children: (inspect: (set: string | null) => void) => ComponentChildren }) {
  const { source } = useStudy();
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches);
  const [set, setSet] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const changed = () => setWide(query.matches);
    query.addEventListener("change", changed);
    return () => (clearTimeout(timer.current), query.removeEventListener("change", changed));
  }, []);
  const inspect = (next: string | null) => {
    clearTimeout(timer.current);
    if (next === null) return;
    timer.current = setTimeout(() => (wide ? setSet(next) : void source.reply(ask.readSet(next))), REST);
  };
  if (!wide) return <>{children(inspect)}</>;
  return (
    <div class="gk-docked">
      <div>{children(inspect)}</div>
      <aside class="gk-panel gk-inspector" aria-label="Inspector">
        {set === null ? (
          <p class="gk-quiet">Point at a cell: what is played there, what it is worth, and what the others may hold.</p>
        ) : (
          <Inspected set={set} />
        )}
      </aside>
    </div>
  );
}

function Inspected({ set: id }: { set: string }) {
  const study = useStudy();
  const { value: set } = useAnswer(study.source, ask.readSet(id));
  const colours = useColours(
    set?.player ?? 0,
    set?.moves.map(({ move }) => move),
  );
  if (!set) return null;
  return (
    <div class="gk-stack">
      <header>
        <h2>
          <PlayerName player={set.player} />
        </h2>
        <p class="gk-large">
          <Drawn words={set.words} look={set.words_look} />
        </p>
        <p class="gk-quiet">
          worth {textOf(set.value)} · reached {textOf(set.reach)}
          {set.locked && " · locked"}
        </p>
      </header>
      <OnBoard set={set} />
      <Moves set={set} colours={colours} />
      {set.ranges.map(({ player, items }) => (
        <section key={player}>
          <h3>
            What {study.overview.players[player]} may know
          </h3>
          <ul class="gk-held">
            {items.slice(0, LISTED).map((item) => (
              <li key={item.facts}>
                <Drawn words={item.words} look={item.words_look} />
                <ShareBar share={item.probability.value} colour={playerColour(player)} />
                <span class="gk-number">{textOf(item.probability)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p class="gk-line">
        <Link class="gk-button" to={study.to("set", set.id)}>
          Open
        </Link>
        {study.job !== undefined && study.overview.lockable && (
          <Link class="gk-button" to={path(study.to("lock"), { set: set.id })}>
            Lock…
          </Link>
        )}
      </p>
    </div>
  );
}
