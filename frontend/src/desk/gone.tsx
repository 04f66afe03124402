// A job that is not there (any more): why, the way to order it again, and those that are there.
import { useState } from "preact/hooks";
import type { Job, Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { Astray } from "../parts/astray";
import { Problems } from "../parts/problems";
import { useRouter } from "../shell/context";
import { order } from "./operations";
import { RecentJobs } from "./recent-jobs";

export function Gone({ id, job }: { id: string; job: Job | undefined }) {
  const router = useRouter();
  const [problems, setProblems] = useState<Problem[]>();
  // Rules that were sent as a text, and what a response was made from, are gone with it.
  const again = job?.order.game && !job.order.against ? job.order : undefined;
  return (
    <div class="gk-stack">
      <Astray
        title={job ? `This job is gone: ${job.title}` : `There is no job ${id}`}
        ways={[{ to: "/", words: "To the games and jobs" }]}
      >
        <p>
          {job
            ? "It was deleted, by another tab or by a program, or the server was started anew."
            : "It may have been deleted, or belong to a server that has ended: jobs are kept as long as their server runs."}
        </p>
        {again && (
          <p>
            <button
              type="button"
              class="gk-button gk-primary"
              onClick={() =>
                order(again).then(
                  ({ id: anew }) => router.go(`/jobs/${encodeURIComponent(anew)}`),
                  (thrown: unknown) => setProblems(problemsOf(thrown)),
                )
              }
            >
              Solve it again
            </button>
          </p>
        )}
      </Astray>
      {problems && <Problems problems={problems} />}
      <RecentJobs />
    </div>
  );
}
