// Whether a job still exists: another tab or a program may have deleted it while its solution is open.
import { useEffect, useState } from "preact/hooks";
import type { Job } from "../answers";
import { jobs } from "./operations";

export interface Standing {
  /** its last known state, without the text of its rules */
  job: Job | undefined;
  gone: boolean;
  /** Looks again; what it finds is known when the promise is kept. */
  look(): Promise<void>;
}

const OFTEN = 10_000;

export function useStanding(id: string): Standing {
  const [standing, setStanding] = useState<{ id: string; job?: Job | undefined; gone: boolean }>({ id, gone: false });
  const look = () =>
    jobs().then(
      ({ items }) => {
        const job = items.find((item) => item.id === id);
        setStanding((before) => ({ id, job: job ?? (before.id === id ? before.job : undefined), gone: !job }));
      },
      // A server that does not answer does not mean that the job is gone.
      () => undefined,
    );
  useEffect(() => {
    const seen = () => document.visibilityState === "visible" && void look();
    void look();
    const timer = setInterval(seen, OFTEN);
    addEventListener("focus", seen);
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", seen);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [id]);
  return standing.id === id ? { job: standing.job, gone: standing.gone, look } : { job: undefined, gone: false, look };
}
