// The game, the players' expected payoffs, the certificate, and the method.
import { GapCurve } from "../../desk/chart/gap-curve";
import { minus } from "../../parts/prose";
import { Panel } from "../../parts/panel";
import { useStudy } from "../../shell/context";
import { Certificate } from "./certificate";
import { Downloads } from "./downloads";
import { Equilibria } from "./equilibria";
import { LockedSets } from "./locked";
import { Method } from "./method";
import { SizeTable } from "./size-table";

export function OverviewView() {
  const study = useStudy();
  const { overview, job } = study;
  const params = Object.entries(overview.params);
  return (
    <div class="gk-stack">
      <header class="gk-set-head">
        <h1>{overview.game}</h1>
        {params.length > 0 && (
          <ul class="gk-params" aria-label="Parameters">
            {params.map(([name, value]) => (
              <li key={name}>
                <span class="gk-quiet">{name}</span> {value}
              </li>
            ))}
          </ul>
        )}
      </header>
      {overview.warnings.length > 0 && (
        <ul class="gk-stack" aria-label="Warnings">
          {overview.warnings.map((warning) => (
            <li key={warning} class="gk-problem gk-problem-warning">
              {minus(warning)}
            </li>
          ))}
        </ul>
      )}
      <div class="gk-packed">
        <Certificate />
        <Equilibria />
        <LockedSets />
        <Method />
        {overview.trail.length > 1 && (
          <Panel title="How the gap fell">
            <GapCurve trail={overview.trail} height={220} />
          </Panel>
        )}
        <SizeTable />
        {job !== undefined && <Downloads job={job} />}
      </div>
    </div>
  );
}
