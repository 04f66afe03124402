// Ranges: what players may hold at a public situation, how they play it, and what each board changes.
import { useId } from "preact/hooks";
import type { Hands, PublicSituation } from "../../answers";
import { path } from "../../data/question";
import { useAnswer } from "../../data/use-answer";
import { Shown } from "../../parts/answer";
import { Astray } from "../../parts/astray";
import { labelsOf } from "../../parts/labels";
import { Legend } from "../../parts/legend";
import { Pager } from "../../parts/pager";
import { PlayerTabs } from "../../parts/player-tabs";
import { useColours } from "../../parts/use-colours";
import { ask } from "../../questions";
import { useRouter, useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import type { Seen } from "../../shell/views";
import { Drawn } from "../../parts/glyphs";
import { NoGrid } from "../grid/grid";
import { OPEN } from "../grid/steps";
import { BoardsPanel } from "./boards";
import type { Measure } from "./chart";
import { RangePanel } from "./range";

type Change = Record<string, string | number | boolean | undefined>;
const MEASURES: readonly Measure[] = ["moves", "value", "equity"];

const isOpen = (situation: PublicSituation) => situation.facts.some((fact) => OPEN.test(fact));

export function HandsView(seen: Seen) {
  const { overview, to } = useStudy();
  if (!overview.grids) return <NoGrid />;
  if (overview.cards) return <OfSituations {...seen} />;
  return (
    <Astray title="No player holds cards here" ways={[{ to: to("grid"), words: "To the strategy" }]}>
      <p>Ranges are about games in which players hold cards that the others do not see.</p>
    </Astray>
  );
}

function OfSituations({ params, query }: Seen) {
  const study = useStudy();
  const player = Number(params["player"] ?? 0) || 0;
  const offset = Number(query.get("from")) || 0;
  const situations = useAnswer(study.source, ask.listSituations(player, { aggregate: true, offset }));
  const to = (change: Change) => {
    const kept: Change = { ...Object.fromEntries(query), ...change };
    return path(study.to("hands", player), kept);
  };
  return (
    <div class="gk-stack">
      <div class="gk-line gk-grid-head">
        <h1>
          Ranges<span class="gk-hidden"> where {study.overview.players[player]} moves</span>
        </h1>
        <PlayerTabs player={player} to={(other) => study.to("hands", other)} />
      </div>
      <Shown of={situations}>
        {(value) => {
          const here = value.items.find((one) => one.id === query.get("situation")) ?? value.items[0];
          return here ? (
            <div class="gk-stack">
              <Where situations={value.items} here={here} query={query} to={to} player={player} />
              <Pager
                offset={value.offset}
                shown={value.items.length}
                total={value.total}
                what="situations"
                to={(from) => to({ from, situation: undefined, board: undefined })}
              />
              <Here key={here.id} player={player} here={here} query={query} to={to} />
            </div>
          ) : (
            <p>{study.overview.players[player]} decides nothing in this game.</p>
          );
        }}
      </Shown>
    </div>
  );
}

/** Where in the game: the public situation, and one of its boards or all. */
function Where({
  situations,
  here,
  query,
  to,
  player,
}: {
  situations: readonly PublicSituation[];
  here: PublicSituation;
  query: URLSearchParams;
  to: (change: Change) => string;
  player: number;
}) {
  const { source } = useStudy();
  const router = useRouter();
  const ids = [useId(), useId(), useId()];
  const boards = useAnswer(source, isOpen(here) ? ask.readBoards(player, { situation: here.id }) : null);
  const go = (change: Change) => router.go(to(change));
  return (
    <div class="gk-line gk-where">
      <label for={ids[0]}>Situation</label>
      <select
        id={ids[0]}
        class="gk-input"
        value={here.id}
        onChange={(event) =>
          go({
            situation: event.currentTarget.value,
            board: undefined,
            makes: undefined,
            offset: undefined,
            by: undefined,
            falling: undefined,
          })
        }
      >
        {situations.map((one) => (
          <option key={one.id} value={one.id}>
            {one.words}
          </option>
        ))}
      </select>
      {isOpen(here) && boards.value && (
        <>
          <label for={ids[1]}>Board</label>
          <select
            id={ids[1]}
            class="gk-input"
            value={query.get("board") ?? ""}
            onChange={(event) => go({ board: event.currentTarget.value || undefined, makes: undefined })}
          >
            <option value="">all boards</option>
            {boards.value.lines.map((line) => (
              <option key={line.situation} value={line.situation}>
                {line.words}
                {line.combos > 1 ? ` ×${line.combos}` : ""}
              </option>
            ))}
          </select>
        </>
      )}
      <label for={ids[2]}>Only</label>
      <input
        id={ids[2]}
        class="gk-input"
        type="text"
        placeholder="K, Qs, pair, …"
        value={query.get("facts") ?? ""}
        onChange={(event) => go({ facts: event.currentTarget.value || undefined })}
      />
    </div>
  );
}

function Here({
  player,
  here,
  query,
  to,
}: {
  player: number;
  here: PublicSituation;
  query: URLSearchParams;
  to: (change: Change) => string;
}) {
  const { source } = useStudy();
  const board = query.get("board") ?? undefined;
  const hands = useAnswer(
    source,
    ask.readHands(player, { situation: board ?? here.id, suits: query.get("suits") === "true" }),
  );
  const colours = useColours(player, here.moves);
  const label = labelsOf(here);
  const text = query.get("facts") ?? "";
  return (
    <div class="gk-stack">
      {isOpen(here) && board === undefined && (
        <BoardsPanel
          player={player}
          situation={here.id}
          by={query.get("by") ?? "board"}
          falling={query.get("falling") === "true"}
          text={text}
          offset={Number(query.get("offset")) || 0}
          label={label}
          colours={colours}
          to={to}
        />
      )}
      <Shown of={hands}>
        {(value) => (
          <Ranges
            hands={value}
            query={query}
            to={to}
            colours={colours}
            text={board === undefined && isOpen(here) ? "" : text}
          />
        )}
      </Shown>
    </div>
  );
}

function Ranges({
  hands,
  query,
  to,
  colours,
  text,
}: {
  hands: Hands;
  query: URLSearchParams;
  to: (change: Change) => string;
  colours: ReturnType<typeof useColours>;
  text: string;
}) {
  const router = useRouter();
  const label = labelsOf(hands.situation);
  const asked = query.get("show");
  const show = MEASURES.find((one) => one === asked) ?? "moves";
  const equities = hands.ranges.some((range) => range.equity !== null);
  const suits = query.get("suits") === "true";
  return (
    <div class="gk-stack">
      <div class="gk-line">
        {hands.board && (
          <span class="gk-facts">
            <Drawn words={hands.board} look={hands.board_look} />
          </span>
        )}
        <Legend moves={hands.situation.moves} colours={colours} label={label} />
        <span class="gk-spring" />
        {hands.rows.length > 0 &&
          MEASURES.filter((one) => one !== "equity" || equities).map((one) => (
            <Link
              key={one}
              class={one === show ? "gk-button gk-pressed" : "gk-button"}
              aria-current={one === show ? "true" : undefined}
              to={to({ show: one === "moves" ? undefined : one })}
            >
              {one}
            </Link>
          ))}
        {(suits || !hands.suits) && (
          <Link class={suits ? "gk-button gk-pressed" : "gk-button"} to={to({ suits: suits ? undefined : true })}>
            Tell suits apart
          </Link>
        )}
      </div>
      {!hands.reached && <p class="gk-quiet">Play never comes here: the moves of those who must have erred do not count.</p>}
      <div class="gk-ranges">
        {hands.ranges.map((range) => (
          <RangePanel
            key={`${range.player} ${hands.situation.id}`}
            hands={hands}
            range={range}
            label={label}
            colours={colours}
            show={show}
            makes={query.get("makes") ?? ""}
            text={text}
            filter={(makes) => router.go(to({ makes: makes || undefined }))}
          />
        ))}
      </div>
      <p class="gk-quiet">
        A cell is filled as high as its hands are played to here. Equity is the share of the pot if all further bets are
        checks and calls, against the others&rsquo; ranges. {hands.note}
      </p>
    </div>
  );
}
