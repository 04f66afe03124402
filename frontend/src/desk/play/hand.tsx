// The current hand: the person's facts, their moves as buttons, and at the end the hidden moves.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Table } from "../../answers";
import { Boards } from "../../parts/board";
import type { Colours } from "../../parts/colours";
import { Drawn } from "../../parts/glyphs";
import { playOf } from "../../parts/prose";
import { useStudy } from "../../shell/context";
import { keysOf } from "./keys";
import { Payoff } from "./payoff";
import { Steps } from "./steps";

interface Props {
  table: Table;
  colours: Colours;
  busy: boolean;
  choose(move: string): void;
  next(): void;
}

export function Hand({ table, colours, busy, choose, next }: Props) {
  const { decision, end } = table;
  const play = playOf(useStudy().overview);
  const first = useRef<HTMLButtonElement>(null);
  const fresh = new Set(decision?.learnt);
  const keys = keysOf(decision?.moves ?? []);
  // The next thing to press has the focus, so that hands are played by keyboard alone. Both at once with what is seen: a
  // key that follows quickly is neither lost nor taken for another move of the decision before.
  useLayoutEffect(() => first.current?.focus({ preventScroll: true }), [table.hand, table.seen.length, end !== null]);

  useLayoutEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.target as HTMLElement).closest("input:not([type=checkbox]), textarea, select")
      )
        return;
      const move = decision?.moves[keys.indexOf(event.key)];
      if (move !== undefined) choose(move);
      else if (end && event.key.toLowerCase() === "n") next();
    };
    document.addEventListener("keydown", keyed);
    return () => document.removeEventListener("keydown", keyed);
  });

  return (
    <section class="gk-panel desk-hand" aria-labelledby="desk-hand">
      <header class="gk-panel-head">
        <h2 id="desk-hand">
          {play === "hand" ? "Hand" : "Game"} {table.hand}
        </h2>
        <span class="gk-quiet">
          you are <bdi>{table.player}</bdi>
        </span>
      </header>
      <ol class="desk-seen" aria-label="What you have seen and done" aria-live="polite">
        {table.seen.length === 0 && <li class="gk-quiet">You know nothing yet.</li>}
        {table.seen.map((fact, index) =>
          table.fact_words[index] ? (
            <li key={index} class={fresh.has(fact) ? "desk-fresh gk-large" : "gk-large"} title={fact}>
              <Drawn words={table.fact_words[index]} look={table.fact_looks[index]} />
            </li>
          ) : null,
        )}
      </ol>
      <Boards
        boards={table.boards}
        name="The board as you see it"
        spots={(decision?.moves ?? []).map((move, index) => ({
          places: decision!.places[index] ?? [],
          tint: 0.08,
          colour: "var(--gk-accent)",
          title: decision!.labels[index]!,
          choose: busy ? undefined : () => choose(move),
        }))}
      />
      {decision && (
        <div class="desk-choices" role="group" aria-label="Your move">
          {decision.moves.map((move, index) => (
            <button
              key={move}
              ref={index === 0 ? first : undefined}
              type="button"
              class="desk-choice"
              style={{ "--desk-move": colours(move) }}
              aria-disabled={busy}
              aria-keyshortcuts={keys[index]}
              onClick={() => choose(move)}
            >
              <Drawn words={decision.labels[index]!} look={decision.looks[index]} />
              {keys[index] && <kbd aria-hidden="true">{keys[index]}</kbd>}
            </button>
          ))}
        </div>
      )}
      <p class={end ? "desk-payoff" : "gk-hidden"} role="status">
        {end && <Payoff end={end} player={table.player} />}
      </p>
      {end && (
        <div class="desk-end">
          <h3>What happened</h3>
          <Steps steps={end.history} you={table.player} />
          <button ref={first} type="button" class="gk-button gk-primary" aria-disabled={busy} onClick={next}>
            Next {play} <kbd aria-hidden="true">N</kbd>
          </button>
        </div>
      )}
    </section>
  );
}
