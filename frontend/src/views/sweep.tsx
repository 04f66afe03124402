// A study of many games: how far it is and its plots, live while it is swept.
import { useEffect, useState } from "preact/hooks";
import type { Problem, SweepStanding } from "../answers";
import { problemsOf } from "../data/problems";
import { studies, study } from "../desk/operations";
import { useFetched } from "../desk/use-fetched";
import { many, seconds } from "../parts/numbers";
import { Problems } from "../parts/problems";
import { Waiting } from "../parts/waiting";
import { Link } from "../shell/link";
import type { Seen } from "../shell/views";

/** Milliseconds between looks. */
const OFTEN = 2000;
const RUNNING = 5;

export function SweepsView() {
  const { value, problems } = useFetched(studies, "");
  if (problems) return <Problems problems={problems} />;
  if (!value) return <Waiting words="Looking for studies" />;
  return (
    <div class="gk-stack">
      <h1>Studies</h1>
      {value.items.length === 0 && (
        <p>
          None is shown. Start the server with <code>galakit serve --study cards.toml</code>.
        </p>
      )}
      <ul>
        {value.items.map((one) => (
          <li key={one.study}>
            <Link to={`/studies/${one.study}`}>{one.name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SweepView({ params }: Seen) {
  const number = Number(params.study);
  const { standing, picture, problems } = useSweep(number);
  if (problems) return <Problems problems={problems} />;
  if (!standing) return <Waiting words="Reading the table" />;
  const missing = standing.cells - standing.done;
  return (
    <div class="gk-stack">
      <h1>{standing.name}</h1>
      <p role="status">
        {standing.done} of {many(standing.cells, "cell")}
        {Object.entries(standing.statuses).map(([status, cells]) => ` · ${cells} ${status}`)}
        {standing.sweeps > 0 && missing > 0 && standing.seconds_left !== null
          ? ` · about ${seconds(standing.seconds_left)} left`
          : ""}
      </p>
      <progress max={standing.cells} value={standing.done} aria-label="Cells that are done" />
      {standing.running.length > 0 && (
        <p class="gk-quiet">
          In progress: {standing.running.slice(0, RUNNING).join(", ")}
          {standing.running.length > RUNNING ? ", …" : ""}
        </p>
      )}
      {missing > 0 && standing.sweeps === 0 && (
        <p class="gk-quiet">
          No sweep runs. <code>galakit sweep</code> with the study file goes on.
        </p>
      )}
      {picture ? (
        <img
          class="desk-sweep"
          alt={`The plots of ${standing.name}`}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`}
        />
      ) : (
        standing.nothing && <p class="gk-quiet">{standing.nothing}</p>
      )}
      {standing.shortcomings.length > 0 && (
        <ul aria-label="What went wrong">
          {standing.shortcomings.map((one) => (
            <li key={one.status + one.reason}>
              {many(one.cells, "cell")} {one.status}: {one.reason}
            </li>
          ))}
        </ul>
      )}
      <p class="gk-quiet">{standing.folder}</p>
    </div>
  );
}

/** Looks again and again; the plots are asked for only when there are more results. */
function useSweep(number: number) {
  const [standing, setStanding] = useState<SweepStanding>();
  const [picture, setPicture] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problem[]>();
  useEffect(() => {
    let here = true;
    let drawn = -1;
    let timer: ReturnType<typeof setTimeout>;
    async function look() {
      try {
        let found = await study(number, false);
        if (found.done !== drawn) {
          found = await study(number, true);
          if (here) setPicture(found.picture);
          drawn = found.done;
        }
        if (here) setStanding((before) => ({ ...found, nothing: found.nothing ?? before?.nothing ?? null }));
        if (here) setProblems(undefined);
      } catch (thrown) {
        if (here) setProblems(problemsOf(thrown));
      }
      if (here) timer = setTimeout(() => void look(), OFTEN);
    }
    void look();
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [number]);
  return { standing, picture, problems };
}
