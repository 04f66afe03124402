// A job until it is solved: progress, the falling gap, a button to cancel; then the page opens the solution.
import { useEffect, useState } from "preact/hooks";
import type { Job, Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { Gone } from "../desk/gone";
import { aboutOf } from "../desk/job-words";
import { cancel, order, stop } from "../desk/operations";
import { ProblemList } from "../desk/problem-list";
import { Solving } from "../desk/solving";
import { useJob } from "../desk/use-job";
import { useStanding } from "../desk/use-standing";
import { Problems } from "../parts/problems";
import { Waiting } from "../parts/waiting";
import { useRouter } from "../shell/context";
import { Link } from "../shell/link";
import type { Seen } from "../shell/views";

export function JobView({ params, query }: Seen) {
  const id = params["job"]!;
  const router = useRouter();
  const { job, problems, reportedAt } = useJob(id);
  const { gone } = useStanding(id);
  const [refused, setRefused] = useState<Problem[]>();
  const original = query.get("from");

  useEffect(() => {
    if (job?.state === "solved") router.go(solvedPlace(job, original, query.get("then")), "replace");
  }, [job?.state]);

  if (gone) return <Gone id={id} job={job} />;
  if (problems) return <Problems problems={problems} />;
  if (!job || job.state === "solved") return <Waiting words="Opening the job" />;
  return (
    <div class="desk-job-view">
      <header>
        <h1>{job.title}</h1>
        <p class="desk-lead">{aboutOf(job)}</p>
      </header>
      {job.state === "failed" ? (
        <Failed job={job} />
      ) : job.state === "cancelled" ? (
        <Cancelled job={job} failed={setRefused} />
      ) : (
        <Solving job={job} reportedAt={reportedAt}>
          <p>
            {job.trail.length > 0 && (
              <>
                <button
                  type="button"
                  class="gk-button gk-primary"
                  title="Keep the strategies found so far, with their certificate"
                  onClick={() => stop(id).catch((thrown: unknown) => setRefused(problemsOf(thrown)))}
                >
                  Stop here
                </button>{" "}
              </>
            )}
            <button
              type="button"
              class="gk-button"
              onClick={() => cancel(id).catch((thrown: unknown) => setRefused(problemsOf(thrown)))}
            >
              Cancel
            </button>
          </p>
        </Solving>
      )}
      {refused && <Problems problems={refused} />}
    </div>
  );
}

/** The address of a solved job: the view that was wished for, or its comparison with the job it was derived from. */
function solvedPlace(job: Job, original: string | null, then: string | null): string {
  const base = `/jobs/${encodeURIComponent(job.id)}`;
  const from = original ?? job.order.against;
  return from ? `${base}/compare?with=${encodeURIComponent(from)}` : `${base}/${then === "play" ? "play" : "overview"}`;
}

function Failed({ job }: { job: Job }) {
  const router = useRouter();
  const edit = `/edit?job=${encodeURIComponent(job.id)}`;
  const place = job.problems.find(({ line }) => line !== null);
  return (
    <section class="desk-outcome" aria-labelledby="desk-failed">
      <h2 id="desk-failed">This could not be solved</h2>
      <ProblemList
        problems={job.problems}
        goTo={({ line, column }) => router.go(`${edit}&line=${line}&column=${column}`)}
      />
      <Link class="gk-button gk-primary" to={place ? `${edit}&line=${place.line}&column=${place.column ?? 1}` : edit}>
        Back to the rules
      </Link>
    </section>
  );
}

function Cancelled({ job, failed }: { job: Job; failed(problems: Problem[]): void }) {
  const router = useRouter();
  return (
    <section class="desk-outcome" aria-labelledby="desk-cancelled">
      <h2 id="desk-cancelled">Cancelled</h2>
      <p>Nothing of it is kept.</p>
      <div class="desk-row">
        <Link class="gk-button gk-primary" to={`/edit?job=${encodeURIComponent(job.id)}`}>
          Back to the rules
        </Link>
        <button
          type="button"
          class="gk-button"
          onClick={() =>
            order(job.order).then(
              ({ id }) => router.go(`/jobs/${encodeURIComponent(id)}`),
              (thrown: unknown) => failed(problemsOf(thrown)),
            )
          }
        >
          Solve again
        </button>
      </div>
    </section>
  );
}
