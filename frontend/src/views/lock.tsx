// Locking: fix a strategy at information sets, then re-solve around it, or compute a best response to it.
import type { Job } from "../answers";
import { ask } from "../questions";
import { useAnswer } from "../data/use-answer";
import { locksOf, useBasket } from "../desk/lock/basket";
import { LockEditor } from "../desk/lock/lock-editor";
import { Ordering } from "../desk/lock/ordering";
import { SetFinder } from "../desk/lock/set-finder";
import { jobOf } from "../desk/operations";
import { useFetched } from "../desk/use-fetched";
import { Shown } from "../parts/answer";
import { Problems } from "../parts/problems";
import { useColours } from "../parts/use-colours";
import { Waiting } from "../parts/waiting";
import { useStudy } from "../shell/context";
import { Link } from "../shell/link";
import type { Seen } from "../shell/views";

export function LockView({ query }: Seen) {
  const study = useStudy();
  const { value: job, problems } = useFetched(() => jobOf(study.job!), study.job!);
  if (problems) return <Problems problems={problems} />;
  if (!study.overview.lockable)
    return (
      <div class="desk-view">
        <h1>Fix a strategy</h1>
        <p>Strategies of this solution cannot be fixed: its information sets are not listed.</p>
      </div>
    );
  return job ? <Locking job={job} set={query.get("set")} /> : <Waiting />;
}

function Locking({ job, set: id }: { job: Job; set: string | null }) {
  const study = useStudy();
  const basket = useBasket(job.id, locksOf(job.order.locks ?? [], study.overview));
  const set = useAnswer(study.source, id === null ? null : ask.readSet(id));
  const player = set.value?.player ?? 0;
  const colours = useColours(
    player,
    set.value?.moves.map(({ move }) => move),
  );
  return (
    <div class="desk-view">
      <header class="desk-head">
        <h1>Fix a strategy</h1>
        <p class="desk-lead">Choose what is played at some information sets; then see what that costs, and who gains.</p>
      </header>
      <div class="desk-lock-columns">
        <div class="gk-stack">
          {id === null ? (
            <SetFinder />
          ) : (
            <>
              <Shown of={set}>
                {(found) => <LockEditor key={found.id} set={found} colours={colours} basket={basket} />}
              </Shown>
              <p>
                <Link to={study.to("lock")}>Lock another information set</Link>
              </p>
            </>
          )}
        </div>
        <Ordering job={job} basket={basket} chosen={id !== null} />
      </div>
    </div>
  );
}
