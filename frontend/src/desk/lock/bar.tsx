// What is locked but not solved yet, in a bar below every view: how much, and the way to solve it again.
import { useEffect, useState } from "preact/hooks";
import type { Job, Problem } from "../../answers";
import { problemsOf } from "../../data/problems";
import { Press } from "../../parts/press";
import { Problems } from "../../parts/problems";
import { usePlace, useRouter, useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { jobOf } from "../operations";
import { collected, isAsOrdered, watchBasket, type NamedLock } from "./basket";
import { resolve } from "./resolve";

export function LockBar() {
  const study = useStudy();
  const router = useRouter();
  const { path } = usePlace();
  const job = study.job!;
  const [locks, setLocks] = useState<readonly NamedLock[] | undefined>(() => collected(job));
  const [ordered, setOrdered] = useState<Job>();
  const [problems, setProblems] = useState<Problem[]>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const look = () => setLocks(collected(job));
    look();
    return watchBasket(look);
  }, [job]);
  const some = locks !== undefined;
  useEffect(() => {
    let here = true;
    if (some) jobOf(job).then((found) => here && setOrdered(found), () => undefined);
    return () => void (here = false);
  }, [job, some]);
  if (!locks || ordered?.id !== job || path.startsWith(study.to("lock"))) return null;
  if (isAsOrdered(locks, ordered.order.locks ?? [])) return null;

  async function again() {
    setBusy(true);
    try {
      router.go(await resolve(ordered!, locks!));
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
      <Press primary unable={busy} press={() => void again()}>
        Re-solve
      </Press>
      {problems && <Problems problems={problems} />}
    </aside>
  );
}
