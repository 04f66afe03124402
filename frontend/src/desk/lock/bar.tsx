// What is locked but not solved yet, in a bar below every view: how much, and the way to solve it again.
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../../answers";
import { problemsOf } from "../../data/problems";
import { Problems } from "../../parts/problems";
import { usePlace, useRouter, useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { jobOf } from "../operations";
import { collected, isAsSolved, watchBasket, type NamedLock } from "./basket";
import { resolve } from "./resolve";

export function LockBar() {
  const study = useStudy();
  const router = useRouter();
  const { path } = usePlace();
  const job = study.job!;
  const [locks, setLocks] = useState<readonly NamedLock[] | undefined>(() => collected(job));
  const [problems, setProblems] = useState<Problem[]>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const look = () => setLocks(collected(job));
    look();
    return watchBasket(look);
  }, [job]);
  if (!locks || path.startsWith(study.to("lock")) || isAsSolved(locks, study.overview)) return null;

  async function again() {
    setBusy(true);
    try {
      router.go(await resolve(await jobOf(job), locks!));
    } catch (thrown) {
      setProblems(problemsOf(thrown));
    }
    setBusy(false);
  }
  return (
    <aside class="desk-lock-bar" aria-label="Locks">
      <span>
        <Link to={study.to("lock")}>{locks.length} locked</Link>
      </span>
      <button type="button" class="gk-button gk-primary" disabled={busy} onClick={() => void again()}>
        Re-solve
      </button>
      {problems && <Problems problems={problems} />}
    </aside>
  );
}
