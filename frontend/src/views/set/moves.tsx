// The moves of an information set: probability, value and loss.
import { Fragment } from "preact";
import type { Choice, InformationSet, SetRange } from "../../answers";
import { drawn, type Colours } from "../../parts/colours";
import { many, percent } from "../../parts/numbers";
import { textOf } from "../../parts/quantity";
import { rangeText, ShareBar } from "../../parts/share-bar";
import { useWidth } from "../../parts/use-width";
import { unlike, Words } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { Drawn } from "../../parts/glyphs";

/** Below this width in pixels, the targets of a move are listed below it; below the second, there is no bar either. */
const [NARROW, NARROWEST] = [640, 480];

interface Props {
  set: InformationSet;
  colours: Colours;
  range?: SetRange | undefined;
}

export function Moves({ set, colours, range }: Props) {
  const rangeOf = (move: string) => range?.moves.find((one) => one.move === move && !one.unique);
  const choices = drawn(
    set.moves.map((choice) => choice.move),
    set.moves,
  );
  const [frame, width] = useWidth<HTMLDivElement>();
  const narrow = width > 0 && width < NARROW;
  const barred = width === 0 || width >= NARROWEST;
  const worst = Math.max(...set.moves.map((choice) => choice.regret.value ?? 0), 0);
  return (
    <div class="gk-grid-scroll" ref={frame} role="group" aria-label="Moves" tabIndex={0}>
      <table class="gk-table gk-moves">
        <thead>
          <tr>
            <th scope="col">move</th>
            {barred && (
              <th scope="col" class="gk-wide">
                <span class="gk-hidden">probability as a bar</span>
              </th>
            )}
            <th scope="col" class="gk-number">
              probability
            </th>
            <th scope="col" class="gk-number">
              value
            </th>
            <th scope="col" class="gk-number" title="how much less than the best move">
              regret
            </th>
            {!narrow && <th scope="col">leads to</th>}
          </tr>
        </thead>
        <tbody>
          {choices.map(({ move, value: choice }) => (
            <Fragment key={move}>
              <tr class={narrow ? "gk-split" : undefined}>
                <th scope="row">
                  <span class="gk-swatch" style={{ background: colours(move) }} />{" "}
                  <Words words={choice.label} look={choice.look} facts={move} />
                </th>
                {barred && (
                  <td>
                    <ShareBar share={choice.probability.value} colour={colours(move)} range={rangeOf(move)} />
                  </td>
                )}
                <td class="gk-number">
                  <strong>{textOf(choice.probability)}</strong>
                  {choice.probability.text.includes("/") && choice.probability.value !== null && (
                    <span class="gk-quiet"> {percent(choice.probability.value)}</span>
                  )}
                  {rangeOf(move) && <div class="gk-quiet">{rangeText(rangeOf(move)!)}</div>}
                </td>
                <td class="gk-number">{textOf(choice.value)}</td>
                <td class="gk-number">
                  <Regret choice={choice} worst={worst} />
                </td>
                {!narrow && (
                  <td>
                    <Next choice={choice} />
                  </td>
                )}
              </tr>
              {narrow && (
                <tr>
                  <td colSpan={barred ? 5 : 4} class="gk-next-row">
                    <span class="gk-hidden">{choice.label} leads to</span>
                    <Next choice={choice} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Regret({ choice, worst }: { choice: Choice; worst: number }) {
  const { value } = choice.regret;
  if (choice.best) return <span class="gk-best">best</span>;
  return (
    <span class="gk-regret">
      {value !== null && worst > 0 && (
        <span class="gk-regret-bar" aria-hidden="true" style={{ width: `${(value / worst) * 2.5}rem` }} />
      )}
      {textOf(choice.regret)}
    </span>
  );
}

const SHOWN = 3;

function Next({ choice }: { choice: Choice }) {
  const study = useStudy();
  if (choice.next_total === 0) return <span class="gk-quiet">no more decisions</span>;
  return (
    <details class="gk-next" open={choice.next_total <= SHOWN}>
      <summary>{many(choice.next_total, "information set")}</summary>
      <ul>
        {choice.next.map((link) => (
          <li key={link.set} class="gk-facts">
            <Link
              to={study.to("set", link.set)}
              class={link.reach === 0 ? "gk-dim" : undefined}
              title={unlike(link.words, link.facts)}
            >
              <Drawn words={link.words || "go on"} look={link.words_look} />
            </Link>
          </li>
        ))}
        {choice.next_total > choice.next.length && (
          <li class="gk-quiet">and {many(choice.next_total - choice.next.length, "other")}</li>
        )}
      </ul>
    </details>
  );
}
