// A graded decision: its level and loss, and the solution's probability and value of each move.
import type { Graded } from "../../answers";
import { percent } from "../../parts/numbers";
import type { Colours } from "../../parts/colours";
import { textOf } from "../../parts/quantity";
import { ShareBar } from "../../parts/share-bar";
import { unlike, Words } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { LevelBadge } from "./levels";
import { Drawn } from "../../parts/glyphs";

export function Grade({ grade, colours }: { grade: Graded; colours: Colours }) {
  const { gap } = useStudy().overview;
  // What the gap cannot tell apart is best alike.
  const best = Math.max(...grade.values.map(({ value }) => value ?? -Infinity)) - Math.max(gap.value ?? 0, 1e-9);
  return (
    <article class="desk-grade">
      <header class="desk-grade-head">
        <LevelBadge level={grade.level} />
        <span>
          You played{" "}
          <strong>
            <Drawn words={grade.label} look={grade.look} />
          </strong>
          : {grade.words_of_level}
        </span>
        <span class="desk-loss">
          {grade.loss.value !== null && (grade.loss.value === 0 ? "costs nothing" : `costs ${grade.loss.text}`)}
        </span>
      </header>
      <table class="desk-moves">
        <caption class="gk-hidden">What the solution plays with {grade.words}</caption>
        <thead>
          <tr>
            <th scope="col">move</th>
            <th scope="col" class="gk-number">
              solution plays
            </th>
            <td aria-hidden="true" />
            <th scope="col" class="gk-number">
              value
            </th>
          </tr>
        </thead>
        <tbody>
          {grade.moves.map((move, index) => {
            const value = grade.values[index]!;
            return (
              <tr key={move} class={move === grade.move ? "desk-chosen" : ""}>
                <th scope="row">
                  <Drawn words={grade.labels[index]!} look={grade.looks[index]} />
                  {move === grade.move && <span class="desk-yours"> yours</span>}
                </th>
                <td class="gk-number">{percent(grade.probabilities[index]!)}</td>
                <td class="desk-moves-bar">
                  <ShareBar share={grade.probabilities[index]!} colour={colours(move)} />
                </td>
                <td class={(value.value ?? -Infinity) >= best ? "gk-number desk-best" : "gk-number"}>
                  {textOf(value)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="gk-quiet">
        <SetLink grade={grade} />
      </p>
    </article>
  );
}

/** The information set of a decision, as a link where it has a name. */
export function SetLink({ grade: { set, words, words_look: look, facts } }: { grade: Graded }) {
  const study = useStudy();
  if (set === null) return <Words words={words} look={look} facts={facts} />;
  return (
    <Link to={study.to("set", set)} class="gk-facts" title={unlike(words, facts)}>
      <Drawn words={words} look={look} />
    </Link>
  );
}
