// One player's range: the chart, what it makes, and every hand as a line.
import { useState } from "preact/hooks";
import type { Hand, HandRange, Hands } from "../../answers";
import { drawn, type Colours } from "../../parts/colours";
import { Drawn } from "../../parts/glyphs";
import type { Labels } from "../../parts/labels";
import { MoveBar } from "../../parts/move-bar";
import { decimal, many, percent } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { useStudy } from "../../shell/context";
import { Chart, handsIn, type Measure } from "./chart";
import { inShort, passing, together } from "./model";

interface Props {
  hands: Hands;
  range: HandRange;
  label: Labels;
  colours: Colours;
  show: Measure;
  makes: string;
  text: string;
  filter: (makes: string) => void;
}

const SHOWN = 60;

export function RangePanel({ hands, range: whole, label, colours, show, makes, text, filter }: Props) {
  const { players } = useStudy().overview;
  const [chosen, choose] = useState<string | undefined>(undefined);
  const [all, setAll] = useState(false);
  const name = players[whole.player]!;
  const range = { ...whole, hands: passing(whole.hands, makes, text) };
  const cell = chosen === undefined ? [] : handsIn(range, hands.rows, hands.columns, chosen);
  const listed = cell.length > 0 ? cell : range.hands;
  const moves = whole.probabilities.length ? hands.situation.moves : [];
  const sum = makes || text ? together(range.hands) : { ...whole, played: null };
  const shown = all ? listed : listed.slice(0, SHOWN);
  return (
    <Panel title={moves.length ? `${name} moves` : name} aside={<Copy text={whole.text} />} class="gk-range-panel">
      <p class="gk-range-sum">
        <span>{many(whole.combos, "hand")}</span>
        {(makes || text) && <span>{percent(sum.share)} pass the filter</span>}
        <span>value {decimal(sum.value)}</span>
        {sum.equity !== null && <span>equity {percent(sum.equity)}</span>}
      </p>
      {moves.length > 0 && <MoveBar moves={moves} probabilities={sum.probabilities} colours={colours} />}
      {hands.rows.length > 0 && (
        <Chart
          range={range}
          name={name}
          rows={hands.rows}
          columns={hands.columns}
          moves={moves}
          label={label}
          colours={colours}
          show={show}
          chosen={cell.length ? chosen : undefined}
          choose={(cellName) => choose(cellName === chosen ? undefined : cellName)}
        />
      )}
      <Kinds range={whole} moves={moves} colours={colours} makes={makes} filter={filter} />
      {cell.length > 0 && (
        <p class="gk-quiet">
          {chosen}: {many(cell.length, "line")}{" "}
          <button type="button" class="gk-button" onClick={() => choose(undefined)}>
            Show all hands
          </button>
        </p>
      )}
      <Lines hands={shown} moves={moves} label={label} colours={colours} name={name} />
      {listed.length > shown.length && (
        <button type="button" class="gk-button" onClick={() => setAll(true)}>
          {many(listed.length - shown.length, "more hand")}
        </button>
      )}
      {whole.total > whole.hands.length && (
        <p class="gk-quiet">
          The first {whole.hands.length} of {many(whole.total, "hand")}; fold the suits to see all.
        </p>
      )}
    </Panel>
  );
}

function Copy({ text }: { text: string }) {
  const [said, say] = useState("");
  if (!text) return null;
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => say("copied"),
      () => say("not allowed here"),
    );
  return (
    <span class="gk-line">
      <span role="status" class="gk-quiet">
        {said}
      </span>
      <button type="button" class="gk-button" onClick={copy} title={text.slice(0, 200)}>
        Copy range
      </button>
    </span>
  );
}

/** What the range makes; a click filters by it. */
function Kinds({
  range,
  moves,
  colours,
  makes,
  filter,
}: {
  range: HandRange;
  moves: readonly string[];
  colours: Colours;
  makes: string;
  filter: (makes: string) => void;
}) {
  if (range.kinds.length < 2) return null;
  return (
    <ul class="gk-hand-kinds" aria-label="What the range makes">
      {range.kinds.map((kind) => (
        <li key={kind.name}>
          <button
            type="button"
            class={kind.name === makes ? "gk-button gk-pressed" : "gk-button"}
            aria-pressed={kind.name === makes}
            onClick={() => filter(kind.name === makes ? "" : kind.name)}
          >
            {kind.name} <span class="gk-number">{percent(kind.share)}</span>
          </button>
          {moves.length > 0 && <MoveBar moves={moves} probabilities={kind.probabilities} colours={colours} />}
        </li>
      ))}
    </ul>
  );
}

function Lines({
  hands,
  moves,
  label,
  colours,
  name,
}: {
  hands: readonly Hand[];
  moves: readonly string[];
  label: Labels;
  colours: Colours;
  name: string;
}) {
  const order = drawn(moves, moves).map(({ move }) => moves.indexOf(move));
  return (
    <div class="gk-grid-scroll" role="group" aria-label={`Hands of ${name}`} tabIndex={0}>
      <table class="gk-table gk-number-table">
        <thead>
          <tr>
            <th scope="col">hand</th>
            {moves.length > 0 && (
              <th scope="col" class="gk-wide">
                plays
              </th>
            )}
            {order.map((move) => (
              <th key={move} scope="col" class="gk-number gk-roomy-only">
                {label(moves[move]!)}
              </th>
            ))}
            <th scope="col" class="gk-number">
              of range
            </th>
            <th scope="col" class="gk-number gk-roomy-only">
              played
            </th>
            <th scope="col" class="gk-number">
              value
            </th>
            <th scope="col" class="gk-number">
              equity
            </th>
            <th scope="col" class="gk-roomy-only">
              makes
            </th>
          </tr>
        </thead>
        <tbody>
          {hands.map((hand) => (
            <tr key={hand.facts} class={hand.share === 0 ? "gk-dim" : undefined}>
              <th scope="row" class="gk-facts" title={hand.facts}>
                <Drawn words={hand.words} look={hand.look} />
                {hand.combos > 1 && <span class="gk-quiet"> ×{hand.combos}</span>}
                <span class="gk-tight-only gk-quiet">{inShort(hand, order, (move) => label(moves[move]!))}</span>
              </th>
              {moves.length > 0 && (
                <td class="gk-wide">
                  <MoveBar moves={moves} probabilities={hand.probabilities} colours={colours} reach={hand.share} />
                </td>
              )}
              {order.map((move) => (
                <td key={move} class="gk-number gk-roomy-only">
                  {percent(hand.probabilities[move] ?? 0)}
                </td>
              ))}
              <td class="gk-number">{percent(hand.share)}</td>
              <td class="gk-number gk-roomy-only">{hand.played === null ? "–" : percent(hand.played)}</td>
              <td class="gk-number">{decimal(hand.value)}</td>
              <td class="gk-number">{hand.equity === null ? "–" : percent(hand.equity)}</td>
              <td class="gk-makes gk-roomy-only">{hand.makes.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
