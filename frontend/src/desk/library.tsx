// The library: solutions that outlive the server.
import { useEffect, useState } from "preact/hooks";
import type { KeptSolution, Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { Problems } from "../parts/problems";
import { minus } from "../parts/prose";
import { useSuccessor } from "../parts/use-successor";
import { useRouter } from "../shell/context";
import { ago } from "./job-words";
import { discard, keep, library, reopen } from "./operations";

export function Library() {
  const router = useRouter();
  const [items, setItems] = useState<KeptSolution[]>([]);
  const [problems, setProblems] = useState<Problem[]>();
  const tell = (thrown: unknown) => setProblems(problemsOf(thrown));
  useEffect(() => void library().then((found) => setItems(found.items), tell), []);
  if (!items.length) return problems ? <Problems problems={problems} /> : null;
  return (
    <section class="desk-recent" aria-labelledby="desk-library">
      <h2 id="desk-library">Library</h2>
      {problems && <Problems problems={problems} />}
      <ul>
        {items.map((item) => (
          <li key={item.name} class="desk-kept">
            <strong>{item.title.split("  ")[0]}</strong>
            <span class="desk-job-params">{item.title.split("  ").slice(1).join(" ")}</span>
            <span class="gk-quiet">{minus(`values ${item.values.join(", ")}`)}</span>
            <span class="gk-quiet desk-when">{ago(item.kept)}</span>
            <button
              type="button"
              class="gk-button"
              aria-label={`Open ${item.title}`}
              onClick={() => void reopen(item.name).then((job) => router.go(`/jobs/${encodeURIComponent(job.id)}`), tell)}
            >
              Open
            </button>
            <button
              type="button"
              class="gk-button"
              aria-label={`Delete ${item.title}`}
              onClick={() =>
                void discard(item.name).then(() => setItems(items.filter((one) => one !== item)), tell)
              }
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The button that keeps the solution of a job. */
export function Keep({ job }: { job: string }) {
  const [kept, setKept] = useState(false);
  const words = useSuccessor<HTMLParagraphElement>(kept);
  const [problems, setProblems] = useState<Problem[]>();
  return (
    <div class="gk-stack">
      {kept ? (
        <p role="status" tabIndex={-1} ref={words}>
          It is in the library, and opens from the start page, also after the server has stopped.
        </p>
      ) : (
        <button
          type="button"
          class="gk-button"
          onClick={() => void keep(job).then(() => setKept(true), (thrown) => setProblems(problemsOf(thrown)))}
        >
          Keep in the library
        </button>
      )}
      {problems && <Problems problems={problems} />}
    </div>
  );
}
