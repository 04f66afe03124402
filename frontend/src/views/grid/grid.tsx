// The strategy grid: what a player does with each private information in each public situation.
import { useEffect, useMemo } from "preact/hooks";
import type { Grid, Overview } from "../../answers";
import { path, type Question } from "../../data/question";
import { ask } from "../../questions";
import { useAhead } from "../../data/use-ahead";
import { useAnswer } from "../../data/use-answer";
import { useRanges } from "../../data/use-ranges";
import { Shown } from "../../parts/answer";
import { Astray } from "../../parts/astray";
import { labelsOf } from "../../parts/labels";
import { Legend } from "../../parts/legend";
import { count, decimal, many } from "../../parts/numbers";
import { Pager } from "../../parts/pager";
import { PlayerTabs } from "../../parts/player-tabs";
import { RangeSwitch, RangeWords } from "../../parts/range-switch";
import { useColours } from "../../parts/use-colours";
import { useRouter, useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import type { Seen } from "../../shell/views";
import { GameMatrix } from "./bimatrix";
import { Docked } from "./inspector";
import { Navigator } from "./navigator";
import { isOneRow, Lines } from "./lines";
import { largest, shade, type Show } from "./shades";
import { Situation } from "./situation";
import { GridTable } from "./table";

/** The selected part of a grid, as in the address. */
export interface Asked {
  player: number;
  situation: string | undefined;
  aggregate: boolean;
  offset: number;
  row_offset: number;
  /** only what play comes to; undefined: where most is never reached */
  reached: boolean | undefined;
  /** whether suits are told apart where they could be folded */
  suits: boolean;
  show: Show;
}

export function GridView({ params, query }: Seen) {
  const study = useStudy();
  const router = useRouter();
  const { players } = study.overview;
  const given = params["player"] ?? "0";
  const named = players.indexOf(given);
  useEffect(() => {
    if (named >= 0) router.go(path(study.to("grid", named), Object.fromEntries(query)), "replace");
  }, [named]);
  const player = named >= 0 ? named : /^\d+$/.test(given) ? Number(given) : -1;
  if (!study.overview.grids) return <NoGrid />;
  return players[player] === undefined ? <NoPlayer given={given} /> : <OfPlayer player={player} query={query} />;
}

/** Where public situations are not listed, the tree leads to every decision. */
export function NoGrid() {
  const study = useStudy();
  return (
    <Astray title="This strategy is not a table" ways={[{ to: study.to("tree"), words: "Follow the tree" }]}>
      <p>The game is too large to list what its players may know: its tree leads to each decision.</p>
    </Astray>
  );
}

function NoPlayer({ given }: { given: string }) {
  const study = useStudy();
  const { players } = study.overview;
  return (
    <Astray
      title={`There is no player ${given}`}
      ways={players.map((name, index) => ({ to: study.to("grid", index), words: `${index}: ${name}` }))}
    >
      <p>
        {study.overview.game} has {many(players.length, "player")}, counted from 0.
      </p>
    </Astray>
  );
}

const offsetIn = (query: URLSearchParams, name: string): number =>
  Math.max(0, Math.floor(Number(query.get(name)) || 0));

function askedOf(player: number, query: URLSearchParams): Asked {
  return {
    player,
    situation: query.get("situation") ?? undefined,
    aggregate: query.get("aggregate") === "true",
    offset: offsetIn(query, "offset"),
    row_offset: offsetIn(query, "row_offset"),
    suits: query.get("suits") === "true",
    reached: query.has("reached") ? query.get("reached") === "true" : undefined,
    show: query.get("show") === "value" ? "value" : "moves",
  };
}

/** Whether most situations are never reached; the rule by which reports carry the rest (`study/questions.py`). */
const mostly = ({ reached, total }: Grid): boolean => reached !== null && reached !== undefined && 2 * reached < total;

const questionOf = ({ player, show: _, suits, ...query }: Asked, overview: Overview): Question<Grid> =>
  ask.readGrid(player, {
    ...query,
    reached: query.reached && query.situation === undefined,
    folded: overview.suits && !suits,
  });

function OfPlayer({ player, query }: { player: number; query: URLSearchParams }) {
  const study = useStudy();
  const given = askedOf(player, query);
  const { overview } = study;
  const everything = { ...given, reached: false, offset: 0, row_offset: 0 };
  const whole = useAnswer(study.source, given.situation === undefined ? questionOf(everything, overview) : null);
  const few = whole.value !== undefined && whole.value.player === player && mostly(whole.value);
  const asked = { ...given, reached: few && (given.reached ?? true) };
  const known = given.situation !== undefined || whole.problems || (whole.value && !whole.waiting);
  const grid = useAnswer(study.source, known ? questionOf(asked, overview) : null);
  // What the strip and the switches above the grid need is asked right after it, not when they are drawn.
  useMemo(() => {
    for (const aggregate of [false, true]) void study.source.reply(ask.listSituations(player, { aggregate }));
  }, [study.source, player]);
  useAhead(study.source, grid.waiting || !grid.value ? [] : nextTo(asked, grid.value, overview));
  return (
    <div class="gk-stack">
      <div class="gk-line gk-grid-head">
        <h1>
          {asked.situation === undefined ? "Strategy" : "One situation"}
          <span class="gk-hidden"> of {study.overview.players[player]}</span>
        </h1>
        <PlayerTabs player={player} to={(other) => path(study.to("grid", other), given.suits ? { suits: true } : {})} />
      </div>
      <Shown of={grid}>{(value) => <Body grid={value} asked={asked} few={few} />}</Shown>
      {grid.problems && (
        <p>
          <Link class="gk-button" to={study.to("grid", player)}>
            The whole strategy of <bdi>{study.overview.players[player]}</bdi>
          </Link>
        </p>
      )}
    </div>
  );
}

/** Prefetches the next page, and the other players' grids with their situations. */
function nextTo(asked: Asked, grid: Grid, overview: Overview): Question<unknown>[] {
  const next = grid.offset + grid.columns.length;
  const others = [...overview.players.keys()].filter((player) => player !== asked.player);
  const first = { ...askedOf(0, new URLSearchParams()), reached: false, suits: asked.suits };
  return [
    ...(next < grid.total ? [questionOf({ ...asked, offset: next, row_offset: 0 }, overview)] : []),
    ...others.flatMap((player) => [
      questionOf({ ...first, player }, overview),
      // Where nothing is listed, they take longer than what is looked at should wait.
      ...(overview.listed ? [ask.listSituations(player), ask.listSituations(player, { aggregate: true })] : []),
    ]),
  ];
}

function Body({ grid, asked, few }: { grid: Grid; asked: Asked; few: boolean }) {
  const study = useStudy();
  const moves = [...new Set(grid.columns.flatMap((column) => column.situation.moves))];
  const colours = useColours(grid.player, moves);
  const ranges = useRanges(study.source, grid.player);
  const place = (change: Partial<Asked>) => {
    const { player, show, reached, ...query } = { ...asked, ...change };
    return path(study.to("grid", player), {
      ...query,
      suits: query.suits || undefined,
      reached: few && reached === false ? "false" : undefined,
      show: show === "value" ? show : undefined,
    });
  };
  const averaged = place({ aggregate: true, situation: undefined, offset: 0, row_offset: 0 });
  const unreached = grid.columns.some((column) => column.cells.some((cell) => cell?.reach === 0));
  const Strategy = isOneRow(grid) ? Lines : GridTable;
  const single = grid.columns.length === 1 && grid.total === 1 ? grid.columns[0] : undefined;
  return (
    <div class="gk-stack">
      <div class="gk-line">
        {asked.show === "value" && !single ? (
          <Values grid={grid} />
        ) : (
          <Legend moves={moves} colours={colours} label={labelsOf(...grid.columns.map(({ situation }) => situation))}>
            {unreached && (
              <li>
                <span class="gk-swatch gk-swatch-unreached" />
                never reached
              </li>
            )}
          </Legend>
        )}
        <span class="gk-spring" />
        {!single && (
          <Switch on={asked.show === "value"} to={place({ show: asked.show === "value" ? "moves" : "value" })}>
            Show values
          </Switch>
        )}
        {few && !single && (
          <Switch on={asked.reached === true} to={place({ reached: !asked.reached, offset: 0, row_offset: 0 })}>
            Only what is reached
          </Switch>
        )}
        {study.overview.suits && (grid.folded || asked.suits) && (
          <Switch on={asked.suits} to={place({ suits: !asked.suits, offset: 0, row_offset: 0 })}>
            Tell suits apart
          </Switch>
        )}
        <RangeSwitch ranges={ranges} />
        <AggregateSwitch asked={asked} place={place} />
      </div>
      {asked.situation !== undefined && (
        <p>
          <Link to={place({ situation: undefined, row_offset: 0 })}>
            ← All situations of <bdi>{study.overview.players[grid.player]}</bdi>
          </Link>
        </p>
      )}
      <Navigator
        player={grid.player}
        situation={asked.situation === undefined ? undefined : grid.columns[0]?.situation}
        to={(situation) => place({ situation, offset: 0, row_offset: 0 })}
      />
      {single && <GameMatrix />}
      {single ? (
        <Situation grid={grid} column={single} colours={colours} ranges={ranges.sets} />
      ) : (
        <Docked>
          {(inspect) => (
            <Strategy
              grid={grid}
              colours={colours}
              show={asked.show}
              ranges={ranges.sets}
              inspect={inspect}
              chart={(id) => place({ situation: id, offset: 0, row_offset: 0 })}
            />
          )}
        </Docked>
      )}
      <RangeWords ranges={ranges} whole />
      <Pager
        offset={grid.row_offset}
        shown={grid.rows.length}
        total={grid.rows_total}
        what="rows"
        to={(row_offset) => place({ row_offset })}
      />
      <Pager
        offset={grid.offset}
        shown={grid.columns.length}
        total={grid.total}
        what="situations"
        to={(offset) => place({ offset, row_offset: 0 })}
      />
      {grid.reached === null && grid.total > grid.columns.length && (
        <p class="gk-quiet">
          These situations are worked out as they are looked at, so they stand in the order of the rules and cannot be
          sorted by how often play comes there. The menus of the strip above say how often each step is made
          {asked.aggregate ? "." : <>; <Link to={averaged}>averaged over chance</Link> there are fewer.</>}
        </p>
      )}
      <p class="gk-quiet">
        {!isOneRow(grid) && `${many(grid.rows_total, "row")} · `}
        {many(grid.total, "public situation")}
        {asked.reached && " that play comes to, the likeliest first"}
        {grid.averaged && ` · averaged over ${grid.averaged}`}
        {grid.rows.some((row) => row.alike > 0) &&
          ` · rows that are played alike are merged: ${count(grid.rows.reduce((sum, row) => sum + row.alike + 1, 0))} in all`}
      </p>
    </div>
  );
}

interface SwitchProps {
  asked: Asked;
  place: (change: Partial<Asked>) => string;
}

/** Merges what differs only in what chance showed. */
function AggregateSwitch({ asked, place }: SwitchProps) {
  const { source } = useStudy();
  const merged = useAnswer(source, ask.listSituations(asked.player, { aggregate: true })).value;
  const plain = useAnswer(source, ask.listSituations(asked.player)).value;
  if (!asked.aggregate && !(merged && plain && merged.total < plain.total)) return null;
  return (
    <Switch
      on={asked.aggregate}
      to={place({ aggregate: !asked.aggregate, situation: undefined, offset: 0, row_offset: 0 })}
    >
      Average over chance
    </Switch>
  );
}

/** What the shades mean. */
function Values({ grid }: { grid: Grid }) {
  const most = largest(grid);
  return (
    <ul class="gk-legend" aria-label="Shades of the values">
      {[-most, 0, most].map((value) => (
        <li key={value}>
          <span class="gk-swatch" style={{ background: shade(value, most) }} />
          {value === 0 ? "value 0" : decimal(value)}
        </li>
      ))}
    </ul>
  );
}

/** Something that is on or off, in the address. */
function Switch({ on, to, children }: { on: boolean; to: string; children: string }) {
  return (
    <Link class={on ? "gk-button gk-pressed" : "gk-button"} to={to} replace>
      <span aria-hidden="true">{on ? "☑" : "☐"}</span> {children}
      <span class="gk-hidden">{on ? " (on)" : " (off)"}</span>
    </Link>
  );
}
