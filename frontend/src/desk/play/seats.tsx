// Sitting down: as which player, against whom, with which seed.
import { useState } from "preact/hooks";
import type { Seating } from "../../answers";
import { playerColour } from "../../parts/colours";
import { playOf } from "../../parts/prose";
import { textOf } from "../../parts/quantity";
import { useStudy } from "../../shell/context";
import { NumberField, SEED } from "../number-field";

export type Agent = NonNullable<Seating["against"]>;

const AGENTS: Record<Agent, string> = {
  solution: "the solution",
  search: "a search over information sets",
  mcts: "Monte Carlo tree search",
  hyperplay: "random plays from what it may hold",
  minimax: "alpha-beta",
  random: "random moves",
  legal: "always the first move",
};

export function Seats({ take }: { take(player: string, seed: number | null, against: Agent): void }) {
  const { overview } = useStudy();
  const { players } = overview;
  const play = playOf(overview);
  const [seed, setSeed] = useState<number | null>(null);
  const [against, setAgainst] = useState<Agent>("solution");
  return (
    <section class="gk-panel desk-seats" aria-labelledby="desk-seats">
      <h2 id="desk-seats">Who do you want to be?</h2>
      <p class="gk-quiet">Every decision of yours is graded against the solution.</p>
      {players.length > 1 && (
        <div class="gk-field">
          <label for="desk-against">{players.length > 2 ? "Your opponents play" : "Your opponent plays"}</label>
          <select
            id="desk-against"
            class="gk-input"
            value={against}
            onChange={(event) => setAgainst(event.currentTarget.value as Agent)}
          >
            {Object.entries(AGENTS).map(([agent, words]) => (
              <option key={agent} value={agent}>
                {words}
              </option>
            ))}
          </select>
        </div>
      )}
      <div class="desk-seat-row">
        {players.map((player, index) => (
          <button
            key={player}
            type="button"
            class="desk-seat"
            style={{ "--desk-player": playerColour(index) }}
            disabled={Number.isNaN(seed)}
            onClick={() => take(player, seed, against)}
          >
            <strong>{player}</strong>
            <span>
              expects {textOf(overview.values[index]!)} a {play}
            </span>
          </button>
        ))}
      </div>
      <div class="gk-field desk-seed">
        <label for="desk-seed">Seed, to meet the same {play}s again</label>
        <NumberField id="desk-seed" range={SEED} hint="any" set={setSeed} />
      </div>
    </section>
  );
}
