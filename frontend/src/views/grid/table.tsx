// The grid itself: a table whose cells are divided bars.
import { useMemo, useState } from "preact/hooks";
import type { Grid, SetRange } from "../../answers";
import type { Colours } from "../../parts/colours";
import { labelsOf } from "../../parts/labels";
import { useRouter, useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { spoken } from "./cell";
import { Heading } from "./heading";
import { Inside } from "./inside";
import { rove, positionOf } from "./roving";
import { largest, type Show } from "./shades";
import { Tip, type Pointed } from "./tip";
import { Drawn } from "../../parts/glyphs";

/** With more columns than this, cells have no room for a number. */
const ROOMY = 9;

/** A page of a strategy, as a table of cells or of lines (`lines.tsx`). */
export interface StrategyProps {
  grid: Grid;
  colours: Colours;
  show: Show;
  ranges: ReadonlyMap<string, SetRange>;
  /** shows an information set beside it */
  inspect: (set: string | null) => void;
  /** the place of the chart of a situation */
  chart: (situation: string) => string;
}

export function GridTable({ grid, colours, show, ranges, inspect, chart }: StrategyProps) {
  const study = useStudy();
  const router = useRouter();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const { exact } = study.overview;
  function open(target: EventTarget | null) {
    const position = positionOf(target);
    const place = position && cellPlace(grid, position.row, position.column, study.to);
    if (place) router.go(place);
  }
  function point(at: Pointed | null) {
    setPointed(at);
    if (at) inspect(grid.columns[at.column]?.cells[at.row]?.set ?? null);
  }
  // The same element is not rendered again when the pointer moves over cells.
  const label = `Strategy of ${study.overview.players[grid.player]}`;
  const table = useMemo(
    () => <Table grid={grid} colours={colours} exact={exact} label={label} show={show} chart={chart} ranges={ranges} />,
    [grid, colours, show, ranges],
  );
  return (
    <div
      class="gk-grid-scroll gk-grid-frame"
      style={grid.columns.length <= ROOMY ? { width: `min(100%, ${grid.columns.length * 25 + 4}rem)` } : undefined}
    >
      <div
        onPointerOver={(event) => event.pointerType !== "touch" && point(positionOf(event.target))}
        onPointerLeave={() => setPointed(null)}
        onFocusIn={(event) => {
          const position = positionOf(event.target);
          point(position?.element.matches(":focus-visible") ? position : null);
        }}
        onFocusOut={() => setPointed(null)}
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === " ") {
            if (!positionOf(event.target)) return;
            event.preventDefault();
            open(event.target);
          } else if (event.key === "Escape") setPointed(null);
          else rove(event, grid.rows.length, grid.columns.length);
        }}
        onClick={(event) => open(event.target)}
      >
        {table}
      </div>
      <Tip grid={grid} colours={colours} exact={exact} pointed={pointed} ranges={ranges} />
    </div>
  );
}

/** The target of a cell: its information set, or the list of those it averages. */
function cellPlace(
  grid: Grid,
  row: number,
  column: number,
  to: (...words: (string | number)[]) => string,
): string | null {
  const cell = grid.columns[column]?.cells[row];
  if (!cell) return null;
  if (cell.set !== null) return to("set", cell.set);
  const facts = [grid.rows[row]!.facts, ...grid.columns[column]!.situation.facts.filter((fact) => !fact.includes("…"))];
  return `${to("sets")}?player=${grid.player}&facts=${encodeURIComponent(facts.join(", "))}`;
}

interface TableProps extends Omit<StrategyProps, "inspect"> {
  exact: boolean;
  label: string;
}

function Table({ grid, colours, exact, label, show, chart, ranges }: TableProps) {
  const roomy = grid.columns.length <= ROOMY;
  const most = show === "value" ? largest(grid) : 0;
  const labels = grid.columns.map(({ situation }) => labelsOf(situation));
  return (
    <table
      role="grid"
      aria-label={label}
      aria-rowcount={grid.rows_total + 1}
      aria-colcount={grid.total + 1}
      class={roomy ? "gk-grid gk-roomy" : "gk-grid"}
    >
      <thead>
        <tr>
          <td class="gk-grid-corner" />
          {grid.columns.map((column, index) => (
            <th key={index} scope="col" class={column.situation.reach === 0 ? "gk-dim" : undefined}>
              <Link
                to={chart(column.situation.id)}
                title={`Chart: ${column.situation.facts.join(", ") || column.situation.words}`}
              >
                <Heading situation={column.situation} player={grid.player} />
                {column.situation.alike > 0 && <span class="gk-quiet"> ×{column.situation.alike + 1}</span>}
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.rows.map((row, index) => (
          <tr key={index}>
            <th scope="row" title={row.facts || row.words}>
              <Drawn words={row.short} look={row.short_look} />
              {row.alike > 0 && <span class="gk-quiet"> ×{row.alike + 1}</span>}
            </th>
            {grid.columns.map((column, other) => (
              <td
                key={other}
                data-position={`${index},${other}`}
                tabIndex={index === 0 && other === 0 ? 0 : -1}
                aria-label={spoken(grid, { row: index, column: other }, exact)}
              >
                <Inside
                  cell={column.cells[index] ?? null}
                  moves={column.situation.moves}
                  label={labels[other]!}
                  colours={colours}
                  roomy={roomy}
                  show={show}
                  most={most}
                  ranges={ranges}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
