// The strategy with other private information in the same public situation.
import type { InformationSet } from "../../answers";
import { path } from "../../data/question";
import { ask } from "../../questions";
import { useAnswer } from "../../data/use-answer";
import { mostPlayed } from "../../parts/acting";
import type { Colours } from "../../parts/colours";
import { labelsOf } from "../../parts/labels";
import { MoveBar } from "../../parts/move-bar";
import { Panel } from "../../parts/panel";
import { unlike, Words } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { Drawn } from "../../parts/glyphs";

/** Rows on each side of the current one. */
const AROUND = 8;

export function Neighbours({ set, colours }: { set: InformationSet; colours: Colours }) {
  const study = useStudy();
  const situation = set.situation ?? "";
  const grid = useAnswer(study.source, ask.readGrid(set.player, { situation })).value;
  const column = grid?.columns[0];
  if (!grid || !column || column.situation.id !== situation || grid.rows.length < 2) return null;
  const here = column.cells.findIndex((cell) => cell?.set === set.id);
  const from = Math.max(0, Math.min(here - AROUND, grid.rows.length - 2 * AROUND - 1));
  return (
    <Panel
      title={study.overview.dealt ? "Your other hands" : "Other private information"}
      aside={
        <Link to={path(study.to("grid", set.player), { situation })} class="gk-quiet">
          chart of {grid.rows_total}
        </Link>
      }
    >
      <ul class="gk-neighbours">
        {grid.rows.slice(from, from + 2 * AROUND + 1).map((row, index) => {
          const cell = column.cells[from + index];
          if (!cell) return null;
          const current = cell.set === set.id;
          return (
            <li key={row.facts} aria-current={current ? "true" : undefined}>
              {current || cell.set === null ? (
                <Words words={row.words} look={row.words_look} facts={row.facts} />
              ) : (
                <Link to={study.to("set", cell.set)} class="gk-facts" title={unlike(row.words, row.facts)}>
                  <Drawn words={row.words} look={row.words_look} />
                </Link>
              )}
              <MoveBar
                moves={column.situation.moves}
                probabilities={cell.probabilities}
                colours={colours}
                reach={cell.reach}
              />
              <span class="gk-number gk-quiet">
                {mostPlayed(column.situation.moves, cell.probabilities, labelsOf(column.situation))}
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
