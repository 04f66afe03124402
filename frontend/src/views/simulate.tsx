// Many plays by the solution: how average payoffs converge to the expected ones.
import { useState } from "preact/hooks";
import type { Problem, Simulated } from "../answers";
import { problemsOf } from "../data/problems";
import { Convergence } from "../desk/chart/convergence";
import { NumberField, SEED } from "../desk/number-field";
import { simulate } from "../desk/operations";
import { Steps } from "../desk/play/steps";
import { count, decimal } from "../parts/numbers";
import { Panel } from "../parts/panel";
import { Problems } from "../parts/problems";
import { textOf } from "../parts/quantity";
import { useStudy } from "../shell/context";

const NUMBERS = [1_000, 10_000, 100_000, 1_000_000];

export function SimulateView() {
  const study = useStudy();
  const [plays, setPlays] = useState(10_000);
  const [seed, setSeed] = useState<number | null>(null);
  const [simulated, setSimulated] = useState<Simulated>();
  const [problems, setProblems] = useState<Problem[]>();
  const [busy, setBusy] = useState(false);

  async function run() {
    if (busy || Number.isNaN(seed)) return;
    setBusy(true);
    setProblems(undefined);
    try {
      setSimulated(await simulate(study.job!, seed === null ? { plays } : { plays, seed }));
    } catch (thrown) {
      setProblems(problemsOf(thrown));
    }
    setBusy(false);
  }

  return (
    <div class="desk-view">
      <h1>Simulate</h1>
      <form
        class="desk-simulate-form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <label class="gk-field">
          Plays
          <select class="gk-input" value={plays} onChange={(event) => setPlays(Number(event.currentTarget.value))}>
            {NUMBERS.map((number) => (
              <option key={number} value={number}>
                {count(number)}
              </option>
            ))}
          </select>
        </label>
        <div class="gk-field">
          <label for="desk-seed">Seed</label>
          <NumberField id="desk-seed" range={SEED} hint="any" set={setSeed} />
        </div>
        <button type="submit" class="gk-button gk-press gk-primary" aria-disabled={busy || Number.isNaN(seed)}>
          {busy ? "Playing…" : "Simulate"}
        </button>
      </form>
      {problems && <Problems problems={problems} />}
      {!simulated && !problems && (
        <p class="gk-quiet">All players follow the solution; average payoffs should converge to the expected ones.</p>
      )}
      <p class="gk-hidden" role="status">
        {simulated && !busy && `${count(simulated.averages.at(-1)!.plays)} plays are over.`}
      </p>
      {simulated && <Result simulated={simulated} />}
    </div>
  );
}

function Result({ simulated }: { simulated: Simulated }) {
  const last = simulated.averages.at(-1)!;
  return (
    <div class="gk-stack">
      <div class="desk-table-scroll" role="region" aria-label="Averages" tabIndex={0}>
        <table class="desk-table">
          <caption>
            After {count(last.plays)} plays, seed {simulated.seed}
          </caption>
          <thead>
            <tr>
              <th scope="col">player</th>
              <th scope="col">average</th>
              <th scope="col">standard error</th>
              <th scope="col">promised</th>
              <th scope="col">off by</th>
            </tr>
          </thead>
          <tbody>
            {simulated.players.map((player, index) => (
              <tr key={player}>
                <th scope="row">{player}</th>
                <td>{decimal(last.means[index]!)}</td>
                <td>{decimal(last.errors[index] ?? null, 2)}</td>
                <td>{textOf(simulated.values[index]!)}</td>
                <td>{offBy(last.means[index]!, simulated.values[index]?.value ?? null, last.errors[index] ?? null)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="gk-columns">
        {simulated.players.map((player, index) => (
          <Panel key={player} title={`Average payoff of ${player}`}>
            <Convergence simulated={simulated} player={index} />
          </Panel>
        ))}
      </div>
      {simulated.examples.length > 0 && (
        <Panel title="Some of the plays">
          <ol class="desk-plays">
            {simulated.examples.map((steps, index) => (
              <li key={index}>
                <Steps steps={steps} />
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </div>
  );
}

function offBy(mean: number, promised: number | null, error: number | null): string {
  if (promised === null || error === null) return "–";
  if (error === 0) return decimal(mean - promised, 2);
  return `${decimal(Math.abs(mean - promised) / error, 2)} standard errors`;
}
