// Two solutions of one game: expected payoffs, and the information sets at which they differ most.
import type { Comparison, Job } from "../answers";
import { ask } from "../questions";
import { useAnswer } from "../data/use-answer";
import { Differences } from "../desk/compare/differences";
import { Expected } from "../desk/compare/expected";
import { aboutOf, ago, isSameGame } from "../desk/job-words";
import { jobs } from "../desk/operations";
import { useFetched } from "../desk/use-fetched";
import { Shown } from "../parts/answer";
import { Pager } from "../parts/pager";
import { Panel } from "../parts/panel";
import { othersDo } from "../parts/prose";
import { Problems } from "../parts/problems";
import { Waiting } from "../parts/waiting";
import { useRouter, useStudy } from "../shell/context";
import { Link } from "../shell/link";
import type { Seen } from "../shell/views";
import { LockedList } from "./overview/locked";

export function CompareView({ query }: Seen) {
  const study = useStudy();
  const router = useRouter();
  const { value: all, problems } = useFetched(jobs, study.job!);
  const other = query.get("with");
  const place = (id: string, offset = 0) =>
    `${study.to("compare")}?with=${encodeURIComponent(id)}${offset ? `&offset=${offset}` : ""}`;
  const offset = Number(query.get("offset")) || 0;
  const comparison = useAnswer(study.source, other === null ? null : ask.compareProfiles({ other, offset }));

  if (problems) return <Problems problems={problems} />;
  if (!all) return <Waiting />;
  const ours = all.items.find(({ id }) => id === study.job);
  const theirs = all.items.find(({ id }) => id === other);
  const others = all.items.filter((job) => job !== ours && job.state === "solved" && ours && isSameGame(job, ours));

  return (
    <div class="desk-view">
      <header class="desk-head">
        <h1>Compare</h1>
        {others.length === 0 && other === null ? (
          <p class="desk-lead">
            There is no other solution of this game yet. <Link to={study.to("lock")}>Lock an information set</Link> or{" "}
            <Link to={`/edit?job=${encodeURIComponent(study.job!)}`}>solve it by another method</Link>.
          </p>
        ) : (
          <label class="gk-line">
            with
            <select
              class="gk-input"
              value={other ?? ""}
              onChange={(event) => router.go(place(event.currentTarget.value))}
            >
              {other === null && <option value="">choose…</option>}
              {(theirs && !others.includes(theirs) ? [theirs, ...others] : others).map((job) => (
                <option key={job.id} value={job.id}>
                  {nameOf(job)}
                </option>
              ))}
            </select>
          </label>
        )}
      </header>
      {other === null && others.length > 0 && (
        <p class="gk-quiet">Choose another solution of this game to compare expected payoffs and strategies.</p>
      )}
      {ours && <About job={ours} />}
      {other !== null && (
        <Shown of={comparison}>
          {(value: Comparison) => (
            <div class="gk-stack">
              <Expected comparison={value} other={other} />
              <Differences comparison={value} other={other} />
              <Pager
                offset={value.offset}
                shown={value.items.length}
                total={value.total}
                what="information sets"
                to={(next) => place(other, next)}
              />
            </div>
          )}
        </Shown>
      )}
    </div>
  );
}

const nameOf = (job: Job): string => [aboutOf(job) || "nothing locked", ago(job.created), job.id].join(" · ");

/** The locks of this solution, and who exploits whom. */
function About({ job }: { job: Job }) {
  const { locks = [], against, as_player: exploiter } = job.order;
  const { players } = useStudy().overview;
  if (!locks.length && !against) return null;
  return (
    <Panel title={`This solution: ${against ? `${exploiter} exploits` : "all players adapt to the locks"}`}>
      <div class="gk-stack">
        {against && (
          <p>
            {exploiter} plays a best response; {othersDo(players, exploiter ?? undefined, "play")}{" "}
            <Link to={`/jobs/${encodeURIComponent(against)}/grid`}>the other solution</Link>
            {locks.length > 0 && ", except for what is locked"}.
          </p>
        )}
        {locks.length > 0 && <LockedList />}
      </div>
    </Panel>
  );
}
