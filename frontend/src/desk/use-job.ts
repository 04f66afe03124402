// A hook that follows a job.
import { useEffect, useState } from "preact/hooks";
import type { Job, Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { follow } from "./follow";

export interface Followed {
  job: Job | undefined;
  problems: Problem[] | undefined;
  /** the time of the last report, in milliseconds of the browser's clock */
  reportedAt: number;
}

const NOTHING: Followed = { job: undefined, problems: undefined, reportedAt: 0 };

export function useJob(id: string): Followed {
  const [followed, setFollowed] = useState(NOTHING);
  useEffect(() => {
    setFollowed(NOTHING);
    return follow(id, {
      changed: (job) => setFollowed({ job, problems: undefined, reportedAt: performance.now() }),
      failed: (thrown) => setFollowed((before) => ({ ...before, problems: problemsOf(thrown) })),
    });
  }, [id]);
  return followed;
}
