// What a solution says: the headline, the main chart, findings in words; how it was solved is folded.
import type { Question } from "../../data/question";
import { useAnswer } from "../../data/use-answer";
import { GapCurve } from "../../desk/chart/gap-curve";
import { GoOn } from "../../desk/go-on";
import { ask } from "../../questions";
import { Shown } from "../../parts/answer";
import { count, seconds } from "../../parts/numbers";
import { minus } from "../../parts/prose";
import { Panel } from "../../parts/panel";
import { titleOf } from "../../parts/titles";
import { useStudy } from "../../shell/context";
import { Certificate } from "./certificate";
import { Downloads } from "./downloads";
import { Equilibria } from "./equilibria";
import { LockedSets } from "./locked";
import { MainChart } from "./main-chart";
import { Method } from "./method";
import { SizeTable } from "./size-table";
import { Onward, Told } from "./told";

/** The view's first question. */
export const overviewQuestion = (): Question<unknown> => ask.readFindings();

export function OverviewView() {
  const { overview, job, source } = useStudy();
  const params = Object.entries(overview.params);
  const findings = useAnswer(source, ask.readFindings());
  const spent = Object.values(overview.seconds).reduce((sum, time) => sum + time, 0);
  const { nodes, states } = overview.size;
  const size = nodes ? `${count(nodes)} nodes` : states ? `${count(states)} states` : undefined;
  return (
    <div class="gk-stack">
      <header class="gk-set-head">
        <h1>{titleOf(overview.game)}</h1>
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
      <Shown of={findings}>
        {(told) => (
          <div class="gk-stack">
            <p class="gk-headline">{minus(told.headline)}.</p>
            <Onward />
            {job !== undefined && <GoOn job={job} />}
            <div class="gk-landing">
              <MainChart findings={told} />
              <Told findings={told} />
            </div>
          </div>
        )}
      </Shown>
      <div class="gk-packed">
        <Certificate />
        <Equilibria />
        <LockedSets />
        {job !== undefined && <Downloads job={job} />}
      </div>
      <details class="gk-solved-by">
        <summary>
          How it was solved: {[`method ${overview.method}`, seconds(spent), size].filter(Boolean).join(", ")}
        </summary>
        <div class="gk-packed">
          <Method />
          {overview.trail.length > 1 && (
            <Panel title="How the gap fell">
              <GapCurve trail={overview.trail} height={220} />
            </Panel>
          )}
          <SizeTable />
        </div>
      </details>
    </div>
  );
}
