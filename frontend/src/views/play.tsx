// Playing against the solution, hand after hand, with graded decisions.
import { useState } from "preact/hooks";
import { Grade } from "../desk/play/grade";
import { Hand } from "../desk/play/hand";
import { Seats } from "../desk/play/seats";
import { Sitting } from "../desk/play/sitting";
import { useTable } from "../desk/play/use-table";
import { Problems } from "../parts/problems";
import { titleOf } from "../parts/titles";
import { useColours } from "../parts/use-colours";
import { Waiting } from "../parts/waiting";
import { useStudy } from "../shell/context";
import type { Seen } from "../shell/views";

export function PlayView({ query }: Seen) {
  const study = useStudy();
  const at = useTable(study.job!, query.get("player"));
  const [coached, setCoached] = useState(true);
  const { table } = at;
  const me = table ? study.overview.players.indexOf(table.player) : 0;
  const colours = useColours(Math.max(0, me), table?.decision?.moves);
  const grades = table && (coached || table.end) ? table.grades : [];
  return (
    <div class="desk-view desk-play">
      <header class="desk-play-head">
        <h1>Play {titleOf(study.overview.game)}</h1>
        {table && (
          <span class="gk-line">
            <label class="desk-check">
              <input type="checkbox" checked={coached} onChange={(event) => setCoached(event.currentTarget.checked)} />
              Grade at once
            </label>
            <button type="button" class="gk-button" onClick={at.leave}>
              Another seat
            </button>
          </span>
        )}
      </header>
      {at.problems && <Problems problems={at.problems} />}
      {!table && (at.busy ? <Waiting words="Sitting down" /> : <Seats take={at.take} />)}
      {table && (
        <div class="desk-play-columns">
          <div class="gk-stack">
            <Hand table={table} colours={colours} busy={at.busy} choose={at.choose} next={at.next} />
            <section class="gk-stack desk-grades" aria-label="Grades" aria-live="polite">
              {grades.toReversed().map((grade, index) => (
                <Grade key={grades.length - index} grade={grade} colours={colours} />
              ))}
            </section>
          </div>
          <Sitting
            table={table}
            decided={coached || table.end ? at.decided : at.decided.filter(({ hand }) => hand !== table.hand)}
          />
        </div>
      )}
    </div>
  );
}
