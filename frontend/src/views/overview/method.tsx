// The method, why it was picked, and how long each stage took.
import { Panel } from "../../parts/panel";
import { minus } from "../../parts/prose";
import { seconds } from "../../parts/numbers";
import { useStudy } from "../../shell/context";

export function Method() {
  const { method, why, exact, found, seconds: spent } = useStudy().overview;
  const stages = Object.entries(spent);
  const total = stages.reduce((sum, [, time]) => sum + time, 0);
  return (
    <Panel title="Method" aside={<span class="gk-facts">{method}</span>}>
      {why && <p>{`${why.charAt(0).toUpperCase()}${why.slice(1)}.`}</p>}
      <p class="gk-quiet">{exact ? "Solved in exact arithmetic." : "Solved in floating point."}</p>
      {Object.keys(found).length > 0 && (
        <dl class="gk-learnt">
          {Object.entries(found).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{minus(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {stages.length > 0 && (
        <ul class="gk-held gk-times" aria-label="Time">
          {stages.map(([stage, time]) => (
            <li key={stage}>
              <span>{stage}</span>
              <span class="gk-share" aria-hidden="true">
                <span style={{ width: `${(100 * time) / Math.max(total, 1e-9)}%`, background: "var(--gk-line-2)" }} />
              </span>
              <span class="gk-number">{seconds(time)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
