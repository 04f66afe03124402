// One information set: facts, moves with their values, beliefs, and the others' ranges.
import type { InformationSet } from "../../answers";
import { path } from "../../data/question";
import { ask } from "../../questions";
import { useAnswer } from "../../data/use-answer";
import { useRanges } from "../../data/use-ranges";
import { Shown } from "../../parts/answer";
import { PlayerMark } from "../../parts/player-mark";
import { Facts } from "../../parts/facts";
import { many } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { RangeSwitch, RangeWords } from "../../parts/range-switch";
import { Figure } from "../../parts/quantity";
import { unlike } from "../../parts/words";
import { useColours } from "../../parts/use-colours";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import type { Seen } from "../../shell/views";
import { Belief } from "./belief";
import { OnBoard } from "./on-board";
import { RangePanel } from "./range";
import { Moves } from "./moves";
import { Neighbours } from "./neighbours";
import { Drawn } from "../../parts/glyphs";

export function SetView({ params }: Seen) {
  const study = useStudy();
  const set = useAnswer(study.source, ask.readSet(params["set"] ?? ""));
  return (
    <div class="gk-stack">
      {set.problems && <h1>Information set</h1>}
      <Shown of={set}>{(value) => <Body set={value} />}</Shown>
      {set.problems && (
        <p class="gk-line">
          {study.overview.searchable && (
            <Link class="gk-button" to={study.to("sets")}>
              All information sets
            </Link>
          )}
          <Link class="gk-button" to={study.to("grid")}>
            The strategies
          </Link>
        </p>
      )}
    </div>
  );
}

function Body({ set }: { set: InformationSet }) {
  const study = useStudy();
  const name = study.overview.players[set.player]!;
  const colours = useColours(
    set.player,
    set.moves.map((choice) => choice.move),
  );
  const ranges = useRanges(study.source, set.player, set.id);
  return (
    <div class="gk-stack">
      <Ways set={set} />
      <header class="gk-set-head">
        <h1>
          <PlayerMark player={set.player} /> <bdi>{name}</bdi>
          <span class="gk-set-knowing"> knows</span>
          {set.locked && <span class="gk-badge">locked</span>}
        </h1>
        <Facts facts={set.facts} words={set.fact_words} looks={set.fact_looks} player={set.player} />
      </header>
      <div class="gk-set">
        <div class="gk-stack">
          <OnBoard set={set} />
          <Panel title="Moves" aside={<RangeSwitch ranges={ranges} />}>
            <Moves set={set} colours={colours} range={ranges.sets.get(set.id)} />
            <RangeWords ranges={ranges} whole={false} />
          </Panel>
          {set.situation !== null && <Neighbours set={set} colours={colours} />}
        </div>
        <div class="gk-stack">
          <dl class="gk-figures">
            <Figure name="value" quantity={set.value} title={`expected payoff of ${name} here`} />
            <Figure name="reached" quantity={set.reach} title="probability of reaching it by the profile" />
            {set.nodes !== null && <Figure name="nodes" quantity={set.nodes.toLocaleString("en")} />}
          </dl>
          <Deeds set={set} name={name} />
          {set.ranges.map((range) => (
            <RangePanel key={range.player} range={range} />
          ))}
          <Belief set={set} />
        </div>
      </div>
    </div>
  );
}

/** Links back: the player's information sets before this one, and the grid. */
function Ways({ set }: { set: InformationSet }) {
  const study = useStudy();
  return (
    <nav class="gk-crumbs" aria-label="Before this">
      <Link to={path(study.to("grid", set.player), { situation: set.situation ?? undefined })}>
        <bdi>{study.overview.players[set.player]}</bdi>
      </Link>
      {set.before.map((link) => (
        <Link key={link.set} to={study.to("set", link.set)} title={unlike(link.words, link.facts)}>
          <Drawn words={link.words} look={link.words_look} /> <span class="gk-quiet">and chose</span>{" "}
          <Drawn words={link.label} look={link.look} />
        </Link>
      ))}
      <span aria-current="page">here</span>
    </nav>
  );
}

function Deeds({ set, name }: { set: InformationSet; name: string }) {
  const study = useStudy();
  const node = set.belief[0]?.node;
  return (
    <div class="gk-line gk-deeds">
      {node !== undefined && (
        <Link class="gk-button" to={path(study.to("tree"), { set: set.id })}>
          Show in the tree
        </Link>
      )}
      {study.job !== undefined && (
        <>
          <Link class="gk-button" to={path(study.to("lock"), { set: set.id })}>
            Lock…
          </Link>
          <Link class="gk-button" to={path(study.to("play"), { player: name })}>
            Play as <bdi>{name}</bdi>
          </Link>
        </>
      )}
      {set.belief_total === 0 && set.nodes !== null && <span class="gk-quiet">{many(set.nodes, "node")}</span>}
    </div>
  );
}
