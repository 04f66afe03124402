// The state of a session: hands, winnings, losses by decisions, and every decision with a link to its information set.
import type { Table } from "../../answers";
import { decimal, many } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { playOf } from "../../parts/prose";
import { textOf } from "../../parts/quantity";
import { useStudy } from "../../shell/context";
import { SetLink } from "./grade";
import { LevelBadge, Tally } from "./levels";
import type { Decided } from "./use-table";
import { Drawn } from "../../parts/glyphs";

export function Sitting({ table, decided }: { table: Table; decided: readonly Decided[] }) {
  const study = useStudy();
  const play = playOf(study.overview);
  const promised = study.overview.values[study.overview.players.indexOf(table.player)];
  const decisions = Object.values(table.levels).reduce((sum, number) => sum + number, 0);
  return (
    <div class="gk-stack">
      <Panel title="So far">
        <dl class="desk-figures">
          <Figure name={`${play}s`} text={String(table.hands)} />
          <Figure name="you got" text={textOf(table.total)} />
          <Figure
            name={`a ${play}`}
            text={table.hands && table.total.value !== null ? decimal(table.total.value / table.hands, 3) : "–"}
            note={promised ? `the solution expects ${textOf(promised)}` : undefined}
          />
          <Figure name="given away" text={table.lost.text} />
          <Figure
            name="a decision"
            text={decisions && table.lost.value !== null ? decimal(table.lost.value / decisions, 3) : "–"}
            note={many(decisions, "decision")}
          />
        </dl>
        <Tally levels={table.levels} />
        <p class="gk-quiet">seed {table.seed}</p>
      </Panel>
      {decided.length > 0 && (
        <Panel title="Your decisions">
          <ol class="desk-decisions" tabIndex={0} aria-label="Your decisions, the latest first">
            {decided.toReversed().map(({ hand, grade }, index) => (
              <li key={decided.length - index}>
                <span class="gk-quiet">{hand}</span>
                <LevelBadge level={grade.level} />
                <span>
                  <SetLink grade={grade} /> →{" "}
                  <strong>
                    <Drawn words={grade.label} look={grade.look} />
                  </strong>
                </span>
                <span class="gk-number">{grade.loss.value ? `−${grade.loss.text}` : ""}</span>
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </div>
  );
}

export function Figure({ name, text, note }: { name: string; text: string; note?: string | undefined }) {
  return (
    <div class="desk-figure">
      <dt>{name}</dt>
      <dd>
        {text}
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
