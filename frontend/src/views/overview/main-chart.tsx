// The chart that shows most of a strategy: the matrix, the situation of the first finding, or the first decision.
import type { Branch, Findings } from "../../answers";
import { path } from "../../data/question";
import { useAnswer } from "../../data/use-answer";
import { ask } from "../../questions";
import { labelsOf } from "../../parts/labels";
import { Legend } from "../../parts/legend";
import { Panel } from "../../parts/panel";
import { useColours } from "../../parts/use-colours";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { Bars } from "../grid/bars";
import { GameMatrix } from "../grid/bimatrix";
import { fitsMatrix, isOneShot } from "../grid/one-shot";
import { Moves } from "../set/moves";
import { OnBoard } from "../set/on-board";
import { PlayerName } from "../../parts/player-mark";

const NO_RANGES = new Map();

export function MainChart({ findings }: { findings: Findings }) {
  const { overview } = useStudy();
  const told = findings.items.find(({ situation, player }) => situation !== null && player !== null);
  if (isOneShot(overview) && fitsMatrix(overview)) return <GameMatrix />;
  return told ? <OfSituation player={told.player!} situation={told.situation!} set={told.set} /> : <AtTheStart />;
}

interface OfSituationProps {
  player: number;
  situation: string;
  set: string | null;
}

function OfSituation({ player, situation, set }: OfSituationProps) {
  const study = useStudy();
  const grid = useAnswer(study.source, ask.readGrid(player, { situation })).value;
  const column = grid?.columns[0];
  const colours = useColours(player, column?.situation.moves);
  if (!grid || !column) return null;
  if (grid.rows_total === 1) return set === null ? null : <OfSet set={set} />;
  const { words, facts } = column.situation;
  return (
    <Panel
      title={`${study.overview.players[player]} ${facts.length ? `after ${words.replaceAll("chose ", "")}` : "at the start"}`}
      aside={<Link to={path(study.to("grid", player), { situation })}>every number</Link>}
    >
      <Bars grid={grid} column={column} colours={colours} ranges={NO_RANGES} />
      <Legend moves={column.situation.moves} colours={colours} label={labelsOf(column.situation)} />
    </Panel>
  );
}

function AtTheStart() {
  const { source } = useStudy();
  const root = useAnswer(source, ask.readNode("0")).value;
  // After the likeliest draw, where chance moves first.
  const draw = root?.branches.reduce<Branch | undefined>(
    (best, branch) => ((branch.probability.value ?? 0) > (best?.probability.value ?? -1) ? branch : best),
    undefined,
  );
  const set = root?.set ?? draw?.set;
  return set ? <OfSet set={set} /> : null;
}

function OfSet({ set: id }: { set: string }) {
  const study = useStudy();
  const set = useAnswer(study.source, ask.readSet(id)).value;
  const colours = useColours(
    set?.player ?? 0,
    set?.moves.map(({ move }) => move),
  );
  if (!set) return null;
  return (
    <div class="gk-stack">
      <OnBoard set={set} />
      <Panel
        title={set.facts.length ? set.words : "The first decision"}
        aside={
          <span class="gk-line">
            <PlayerName player={set.player} />
            <Link to={study.to("set", set.id)}>information set</Link>
          </span>
        }
      >
        <Moves set={set} colours={colours} />
      </Panel>
    </div>
  );
}
