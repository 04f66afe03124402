// The recent jobs of this server, the newest first.
import { useEffect, useState } from "preact/hooks";
import type { Job } from "../answers";
import { Link } from "../shell/link";
import { aboutOf, ago, isOver, STATES } from "./job-words";
import { jobs } from "./operations";

const SHOWN = 6;
const OFTEN = 2000;

export function RecentJobs() {
  const items = useJobs();
  if (!items?.length) return null;
  return (
    <section class="desk-recent" aria-labelledby="desk-recent">
      <h2 id="desk-recent">Recent jobs</h2>
      <ul>
        {items.slice(0, SHOWN).map((job) => (
          <li key={job.id}>
            <Link to={`/jobs/${encodeURIComponent(job.id)}`} class="desk-job">
              <span class={`desk-state desk-state-${job.state}`}>{STATES[job.state]}</span>
              <Title title={job.title} />
              <span class="gk-quiet">{aboutOf(job)}</span>
              <span class="gk-quiet desk-when">{ago(job.created)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Title({ title }: { title: string }) {
  const [name, ...params] = title.split("  ");
  return (
    <span>
      <strong>{name}</strong> <span class="desk-job-params">{params.join(" ")}</span>
    </span>
  );
}

/** The jobs, the newest first; polled while one of them runs. */
export function useJobs(): Job[] | undefined {
  const [items, setItems] = useState<Job[]>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let here = true;
    const ask = async () => {
      const found = await jobs().then(
        (all) => all.items.toSorted((a, b) => (a.created < b.created ? 1 : -1)),
        () => undefined,
      );
      if (!here || !found) return;
      setItems(found);
      if (!found.every(isOver)) timer = setTimeout(() => void ask(), OFTEN);
    };
    void ask();
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, []);
  return items;
}
