// How play changes over time: a portrait with the vector field, rest points and paths; a click sets the start.
import { useState } from "preact/hooks";
import type { Portrait } from "../../answers";
import { useAnswer } from "../../data/use-answer";
import { Shown } from "../../parts/answer";
import { decimal } from "../../parts/numbers";
import { ask } from "../../questions";
import { useStudy } from "../../shell/context";
import { Drawing } from "./drawing";

const RULES = [
  ["replicator", "Imitation (replicator)"],
  ["best-response", "Best responses"],
  ["fictitious", "Fictitious play"],
] as const;

export function DynamicsView() {
  const study = useStudy();
  const [rule, setRule] = useState<string>("replicator");
  const [start, setStart] = useState("");
  const [each, setEach] = useState(false);
  const portrait = useAnswer(study.source, ask.readDynamics({ rule, start, each }));
  return (
    <div class="gk-stack">
      <h1>Dynamics</h1>
      <p>
        How would people ever get to an equilibrium? They copy what works, answer what they see, or learn from
        experience: this is where that leads, and from where.
      </p>
      {(portrait.value?.shape !== null || each) && (
        <div class="gk-line">
          <label class="gk-line">
            Rule
            <select class="gk-input" value={rule} onChange={(event) => setRule(event.currentTarget.value)}>
              {RULES.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label class="gk-line">
            <input
              type="checkbox"
              checked={each}
              onChange={(event) => {
                setStart("");
                setEach(event.currentTarget.checked);
              }}
            />
            A population for each role
          </label>
          <label class="gk-line">
            Start
            <input
              class="gk-input"
              type="text"
              value={start}
              placeholder="several"
              onChange={(event) => setStart(event.currentTarget.value)}
            />
          </label>
          {start !== "" && (
            <button class="gk-button" onClick={() => setStart("")}>
              Several starts
            </button>
          )}
        </div>
      )}
      <Shown of={portrait}>
        {(value) =>
          value.shape === null ? (
            <p class="gk-quiet">There is no portrait: {value.refused}.</p>
          ) : (
            <div class="gk-portrait-beside">
              <Drawing key={`${value.rule} ${start} ${each}`} portrait={value} shape={value.shape} onStart={setStart} />
              <div class="gk-stack">
                <RestPoints portrait={value} />
                <Paths portrait={value} />
              </div>
            </div>
          )
        }
      </Shown>
    </div>
  );
}

function RestPoints({ portrait }: { portrait: Portrait }) {
  if (portrait.rests.length === 0) return null;
  const names = portrait.populations.flatMap(({ strategies }) => strategies);
  return (
    <table class="gk-table">
      <caption>Where play rests</caption>
      <thead>
        <tr>
          {names.map((name, k) => (
            <th key={k} scope="col" class="gk-number">
              {name}
            </th>
          ))}
          <th scope="col">stability</th>
          <th scope="col">equilibrium</th>
        </tr>
      </thead>
      <tbody>
        {portrait.rests.map((rest, k) => (
          <tr key={k}>
            {rest.state.map((share, i) => (
              <td key={i} class="gk-number">
                {share.text}
              </td>
            ))}
            <td>{rest.kind ?? "–"}</td>
            <td>{rest.equilibrium ? "yes" : "no"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Paths({ portrait }: { portrait: Portrait }) {
  const shown = (state: number[]) => state.map((share) => decimal(share, 3)).join(" ");
  return (
    <div class="gk-grid-scroll" role="group" aria-label="Paths" tabIndex={0}>
      <table class="gk-table">
        <caption>Where play goes</caption>
        <thead>
          <tr>
            <th scope="col" class="gk-number">
              from
            </th>
            <th scope="col" class="gk-number">
              to
            </th>
            <th scope="col" class="gk-number">
              still moves
            </th>
            <th scope="col" class="gk-number">
              gap
            </th>
            <th scope="col" class="gk-number">
              average’s gap
            </th>
          </tr>
        </thead>
        <tbody>
          {portrait.paths.map((path, k) => (
            <tr key={k}>
              <td class="gk-number">{shown(path.states[0]!)}</td>
              <td class="gk-number">{shown(path.states.at(-1)!)}</td>
              <td class="gk-number">{decimal(path.moves, 3)}</td>
              <td class="gk-number">{decimal(path.last, 3)}</td>
              <td class="gk-number">{decimal(path.average, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
