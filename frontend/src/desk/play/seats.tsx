// Sitting down: as which player, with which seed.
import { useState } from "preact/hooks";
import { playerColour } from "../../parts/colours";
import { playOf } from "../../parts/prose";
import { told } from "../../parts/quantity";
import { useStudy } from "../../shell/context";
import { NumberField, SEED } from "../number-field";

export function Seats({ take }: { take(player: string, seed: number | null): void }) {
  const { overview } = useStudy();
  const { players } = overview;
  const play = playOf(overview);
  const [seed, setSeed] = useState<number | null>(null);
  return (
    <section class="gk-panel desk-seats" aria-labelledby="desk-seats">
      <h2 id="desk-seats">Who do you want to be?</h2>
      <p class="gk-quiet">
        {players.length > 1 && `${players.length > 2 ? "The others play" : "The other one plays"} the solution. `}
        Every decision of yours is graded.
      </p>
      <div class="desk-seat-row">
        {players.map((player, index) => (
          <button
            key={player}
            type="button"
            class="desk-seat"
            style={{ "--desk-player": playerColour(index) }}
            disabled={Number.isNaN(seed)}
            onClick={() => take(player, seed)}
          >
            <strong>{player}</strong>
            <span>expects {told(overview.values[index]!)} a {play}</span>
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
