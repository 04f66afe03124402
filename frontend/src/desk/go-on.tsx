// A job that was stopped goes on from where it was, as a new job.
import { useState } from "preact/hooks";
import type { Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { Problems } from "../parts/problems";
import { useRouter } from "../shell/context";
import { goOn, jobOf } from "./operations";
import { useFetched } from "./use-fetched";

export function GoOn({ job }: { job: string }) {
  const router = useRouter();
  const known = useFetched(() => jobOf(job), job).value;
  const [problems, setProblems] = useState<Problem[]>();
  const [busy, setBusy] = useState(false);
  if (!known?.resumable) return null;

  async function again() {
    setBusy(true);
    try {
      router.go(`/jobs/${encodeURIComponent((await goOn(job)).id)}`);
    } catch (thrown) {
      setProblems(problemsOf(thrown));
      setBusy(false);
    }
  }
  return (
    <>
      <p class="gk-line">
        <button type="button" class="gk-button" disabled={busy} onClick={() => void again()}>
          Go on
        </button>
        <span class="gk-quiet">It was stopped early: solving goes on from there, and this solution stays.</span>
      </p>
      {problems && <Problems problems={problems} />}
    </>
  );
}
