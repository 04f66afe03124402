// A job under way: its stages, how far it is, how the gap falls.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Job } from "../answers";
import { count, decimal, many, seconds as time } from "../parts/numbers";
import { GapCurve } from "./chart/gap-curve";
import { small } from "./chart/scale";

const STAGES = [
  ["queued", "Waiting"],
  ["reading", "Reading the rules"],
  ["solving", "Solving"],
  ["solved", "Solved"],
] as const;

interface Props {
  job: Job;
  reportedAt: number;
  /** what can be done about it */
  children: ComponentChildren;
}

export function Solving({ job, reportedAt, children }: Props) {
  const { progress, trail } = job;
  const elapsed = useElapsed(progress?.seconds ?? 0, reportedAt);
  const at = STAGES.findIndex(([state]) => state === job.state);
  const share = progress?.total ? Math.min(1, progress.done / progress.total) : undefined;
  const gap = trail.at(-1)?.gap;
  return (
    <div class="desk-solving">
      <ol class="desk-stages" aria-label="Stages">
        {STAGES.map(([state, words], index) => (
          <li
            key={state}
            class={index < at ? "desk-done" : index === at ? "desk-now" : ""}
            aria-current={index === at ? "step" : undefined}
          >
            {words}
          </li>
        ))}
      </ol>
      <p role="status" class="desk-stage-words">
        {wordsOf(job)}
      </p>
      <progress
        class="desk-progress"
        aria-label="How far the job is"
        {...(share === undefined ? {} : { value: share })}
      />
      <dl class="desk-facts">
        <div>
          <dt>elapsed</dt>
          <dd>{time(elapsed)}</dd>
        </div>
        {progress && progress.done > 0 && (
          <div>
            <dt>done</dt>
            <dd>{progress.total ? `${count(progress.done)} of ${count(progress.total)}` : count(progress.done)}</dd>
          </div>
        )}
        {share !== undefined && share > 0.02 && (
          <div>
            {/* What stops at a gap may be done long before all its steps. */}
            <dt>{trail.length > 0 ? "at most about" : "about"}</dt>
            <dd>{time((elapsed * (1 - share)) / share)} to go</dd>
          </div>
        )}
        {gap !== undefined && (
          <div>
            <dt>gap</dt>
            <dd>{small(gap)}</dd>
          </div>
        )}
        {progress?.bounds && (
          <div>
            <dt>value, first player</dt>
            <dd>
              {decimal(progress.bounds[0])} to {decimal(progress.bounds[1])}
            </dd>
          </div>
        )}
      </dl>
      {children}
      {trail.length > 0 && <GapCurve trail={trail} wanted={job.order.gap} />}
    </div>
  );
}

function wordsOf(job: Job): string {
  if (job.state === "queued")
    return job.ahead ? `${many(job.ahead, "job")} ${job.ahead === 1 ? "is" : "are"} before it.` : "It is the next one.";
  // The numbers that stages end with stand elsewhere, and would be read out again and again.
  return job.progress?.stage.split(":")[0] ?? "It begins.";
}

/** Time goes on between what the server says. */
function useElapsed(seconds: number, reportedAt: number): number {
  const [now, setNow] = useState(reportedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return seconds + Math.max(0, now - reportedAt) / 1000;
}
