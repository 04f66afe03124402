// The strategy at one information set, set by hand; changes of the sliders are locked at once.
import { useState } from "preact/hooks";
import type { InformationSet } from "../../answers";
import type { Colours } from "../../parts/colours";
import { MoveBar } from "../../parts/move-bar";
import { Words } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import type { Basket } from "./basket";
import { extentOf, Extents, namedBy, type Extent } from "./extent";
import { Share } from "./share";
import { evenly, isSame, purely, rounded, withShare } from "./shares";

interface Props {
  set: InformationSet;
  colours: Colours;
  basket: Basket;
}

/** More moves than this are set by their sliders alone. */
const NAMED = 6;

export function LockEditor({ set, colours, basket }: Props) {
  const study = useStudy();
  const player = study.overview.players[set.player]!;
  const moves = set.moves.map(({ move }) => move);
  const solved = set.moves.map(({ probability }) => probability.value ?? 0);
  const [extent, setExtent] = useState(() => extentOf(set, player, basket));
  const lock = basket.at(player, namedBy(set, extent).facts);
  const shares = lock ? moves.map((move) => lock.probabilities[move] ?? 0) : solved;

  function put(wanted: readonly number[], meant: Extent = extent) {
    const cut = rounded(wanted);
    const probabilities = Object.fromEntries(moves.map((move, n) => [move, cut[n]!]));
    const labels = Object.fromEntries(set.moves.map(({ move, label }) => [move, label]));
    basket.put({ player, ...namedBy(set, meant), probabilities, labels }, lock);
  }
  function choose(meant: Extent) {
    setExtent(meant);
    if (lock) put(shares, meant);
  }
  const presets: [string, readonly number[]][] = [
    ...(extent === "situation" ? [] : [["As solved", solved] as [string, number[]]]),
    ["Evenly", evenly(moves.length)],
    ...(moves.length <= NAMED
      ? set.moves.map(({ label }, n): [string, number[]] => [`Always ${label}`, purely(moves.length, n)])
      : []),
  ];
  return (
    <section class={lock ? "gk-panel desk-lock desk-lock-on" : "gk-panel desk-lock"} aria-labelledby="desk-lock">
      <header class="gk-panel-head">
        <h2 id="desk-lock">
          {player}: <Words words={set.words} look={set.words_look} facts={set.facts.join(", ")} />
        </h2>
        <Link to={study.to("set", set.id)}>information set</Link>
      </header>
      <p role="status" class="desk-lock-state">
        {lock ? (
          <>
            <span class="gk-badge">locked</span> Its strategy is fixed as set here.
          </>
        ) : (
          <span class="gk-quiet">Not locked. Probabilities that you set here are locked at once.</span>
        )}
      </p>
      <Extents set={set} player={player} extent={extent} choose={choose} />
      <MoveBar moves={moves} probabilities={shares} colours={colours} />
      <div class="desk-presets" role="group" aria-label="Presets">
        <Preset on={!lock} choose={() => lock && basket.remove(lock)}>
          Free
        </Preset>
        {presets.map(([words, wanted]) => (
          <Preset key={words} on={lock !== undefined && isSame(rounded(wanted), shares)} choose={() => put(wanted)}>
            {words}
          </Preset>
        ))}
      </div>
      <div class="desk-shares">
        {moves.map((move, index) => (
          <Share
            key={move}
            move={set.moves[index]!.label}
            colour={colours(move)}
            share={shares[index]!}
            solved={set.moves[index]!.probability.text}
            set={(value) => put(withShare(shares, index, value))}
          />
        ))}
      </div>
    </section>
  );
}

function Preset({ on, choose, children }: { on: boolean; choose(): void; children: string }) {
  return (
    <button type="button" class={on ? "gk-button gk-pressed" : "gk-button"} aria-pressed={on} onClick={choose}>
      {children}
    </button>
  );
}
