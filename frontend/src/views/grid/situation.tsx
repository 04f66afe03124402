// One public situation: the chart, the cards as rank by suit, and every number.
import { useState } from "preact/hooks";
import type { Column, Grid, SetRange } from "../../answers";
import { ask } from "../../questions";
import { useAnswer } from "../../data/use-answer";
import { Shown } from "../../parts/answer";
import type { Colours } from "../../parts/colours";
import { Panel } from "../../parts/panel";
import { useRouter, useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { Moves } from "../set/moves";
import { Bars } from "./bars";
import { Matrix } from "./matrix";
import { Numbers } from "./numbers-table";
import { positionOf } from "./roving";
import { Tip, type Pointed } from "./tip";

export interface Charted {
  grid: Grid;
  column: Column;
  colours: Colours;
  /** how far optimal strategies can differ, by information set; empty where that is not shown */
  ranges: ReadonlyMap<string, SetRange>;
}

export function Situation(charted: Charted) {
  const only = charted.grid.rows_total === 1 ? charted.column.cells[0]?.set : null;
  return only ? <Single set={only} {...charted} /> : <Charts {...charted} />;
}

/** Without private information there is one information set: its moves are the whole view. */
function Single({ set, column, colours, ranges }: Charted & { set: string }) {
  const study = useStudy();
  const answer = useAnswer(study.source, ask.readSet(set));
  return (
    <Panel title={titled(column)} aside={<Link to={study.to("set", set)}>information set</Link>} class="gk-numbers">
      <Shown of={answer}>{(value) => <Moves set={value} colours={colours} range={ranges.get(set)} />}</Shown>
    </Panel>
  );
}

function Charts({ grid, column, colours, ranges }: Charted) {
  const study = useStudy();
  const router = useRouter();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const cards = grid.rows.length > 1 && grid.rows.every((row) => row.rank !== null && row.suit !== null);
  return (
    <div
      class="gk-situation"
      onPointerOver={(event) => event.pointerType !== "touch" && setPointed(positionOf(event.target))}
      onPointerLeave={() => setPointed(null)}
      onClick={(event) => {
        const position = positionOf(event.target);
        const set = position && column.cells[position.row]?.set;
        if (set) router.go(study.to("set", set));
      }}
    >
      <div class="gk-stack">
        <Panel title={titled(column)}>
          <Bars grid={grid} column={column} colours={colours} ranges={ranges} />
        </Panel>
        {cards && (
          <Panel title="Rank by suit">
            <Matrix grid={grid} column={column} colours={colours} ranges={ranges} />
          </Panel>
        )}
      </div>
      <Panel title="Numbers">
        <Numbers grid={grid} column={column} colours={colours} ranges={ranges} />
      </Panel>
      <Tip grid={grid} colours={colours} exact={study.overview.exact} pointed={pointed} ranges={ranges} />
    </div>
  );
}

const titled = ({ situation }: Column): string => (situation.facts.length ? situation.words : "At the start");
