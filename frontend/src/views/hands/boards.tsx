// A report over boards: what each public card changes, as a table to sort, filter and save.
import type { Boards } from "../../answers";
import { useAnswer } from "../../data/use-answer";
import { Shown } from "../../parts/answer";
import { drawn, type Colours } from "../../parts/colours";
import { Drawn } from "../../parts/glyphs";
import type { Labels } from "../../parts/labels";
import { MoveBar } from "../../parts/move-bar";
import { decimal, percent } from "../../parts/numbers";
import { Pager } from "../../parts/pager";
import { Panel } from "../../parts/panel";
import { ask } from "../../questions";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { csv, save } from "./model";

interface Props {
  player: number;
  situation: string;
  by: string;
  falling: boolean;
  text: string;
  offset: number;
  label: Labels;
  colours: Colours;
  /** the same view with other parts of the address */
  to: (change: Record<string, string | number | boolean | undefined>) => string;
}

export function BoardsPanel(props: Props) {
  const { source } = useStudy();
  const { player, situation, by, falling, text, offset } = props;
  const boards = useAnswer(source, ask.readBoards(player, { situation, by, falling, facts: text, offset }));
  return <Shown of={boards}>{(value) => <Report boards={value} {...props} />}</Shown>;
}

function Report({ boards, by, falling, label, colours, to }: Props & { boards: Boards }) {
  const { overview } = useStudy();
  const { moves } = boards.situation;
  const order = drawn(moves, moves).map(({ move }) => moves.indexOf(move));
  const sorted = (column: string) => (by === column ? (falling ? "descending" : "ascending") : undefined);
  const head = (column: string, words: string) => (
    <th key={column} scope="col" class={column === "board" ? undefined : "gk-number"} aria-sort={sorted(column)}>
      <Link to={to({ by: column, falling: by === column ? !falling : column !== "board", offset: undefined })}>
        {words}
        {by === column && <span aria-hidden="true">{falling ? " ↓" : " ↑"}</span>}
      </Link>
    </th>
  );
  const asCsv = () =>
    csv([
      ["board", "facts", "combos", "share", ...moves.map(label), "value", "equity"],
      ...[...boards.lines, boards.whole].map((line) => [
        line.words,
        line.facts,
        line.combos,
        line.share,
        ...line.probabilities,
        line.value,
        line.equity,
      ]),
    ]);
  return (
    <Panel
      title="All boards"
      aside={
        <span class="gk-line">
          <button
            type="button"
            class="gk-button"
            onClick={() => save(`${overview.game}-boards.csv`, "text/csv", asCsv())}
          >
            CSV
          </button>
          <button
            type="button"
            class="gk-button"
            onClick={() => save(`${overview.game}-boards.json`, "application/json", JSON.stringify(boards, null, 2))}
          >
            JSON
          </button>
        </span>
      }
    >
      <div class="gk-grid-scroll" role="group" aria-label="Boards" tabIndex={0}>
        <table class="gk-table gk-number-table">
          <thead>
            <tr>
              {head("board", "board")}
              <th scope="col" class="gk-wide">
                plays
              </th>
              {order.map((move) => head(moves[move]!, label(moves[move]!)))}
              {head("share", "share")}
              {head("value", "value")}
              {head("equity", "equity")}
            </tr>
          </thead>
          <tbody>
            {[...boards.lines, boards.whole].map((line, index) => (
              <tr key={index} class={line === boards.whole ? "gk-board-sum" : undefined}>
                <th scope="row" class="gk-facts" title={line.facts || undefined}>
                  {line === boards.whole ? (
                    line.words
                  ) : (
                    <Link to={to({ board: line.situation, offset: undefined })}>
                      <Drawn words={line.words} look={line.look} />
                    </Link>
                  )}
                  {line.combos > 1 && <span class="gk-quiet"> ×{line.combos}</span>}
                </th>
                <td class="gk-wide">
                  <MoveBar moves={moves} probabilities={line.probabilities} colours={colours} reach={line.share} />
                </td>
                {order.map((move) => (
                  <td key={move} class="gk-number">
                    {percent(line.probabilities[move] ?? 0)}
                  </td>
                ))}
                <td class="gk-number">{percent(line.share)}</td>
                <td class="gk-number">{decimal(line.value)}</td>
                <td class="gk-number">{line.equity === null ? "–" : percent(line.equity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {boards.note && <p class="gk-quiet">{boards.note}</p>}
      <Pager
        offset={boards.offset}
        shown={boards.lines.length}
        total={boards.total}
        what="boards"
        to={(offset) => to({ offset })}
      />
    </Panel>
  );
}
