// A job as it goes on, from a view.
import { useEffect, useState } from "preact/hooks";
import type { Job, Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { follow } from "./follow";

export interface Followed {
  job: Job | undefined;
  problems: Problem[] | undefined;
  /** when it was told last, in milliseconds of the browser's clock */
  told: number;
}

const NOTHING: Followed = { job: undefined, problems: undefined, told: 0 };

export function useJob(id: string): Followed {
  const [followed, setFollowed] = useState(NOTHING);
  useEffect(() => {
    setFollowed(NOTHING);
    return follow(id, {
      told: (job) => setFollowed({ job, problems: undefined, told: performance.now() }),
      failed: (thrown) => setFollowed((before) => ({ ...before, problems: problemsOf(thrown) })),
    });
  }, [id]);
  return followed;
}
