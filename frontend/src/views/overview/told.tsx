// The findings in words, and whether the optimal strategies are the only ones.
import { useState } from "preact/hooks";
import type { Finding, Findings, MoveRange, SetRange } from "../../answers";
import { path } from "../../data/question";
import { useAnswer } from "../../data/use-answer";
import { ask } from "../../questions";
import { Drawn } from "../../parts/glyphs";
import { many } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { PlayerMark, PlayerName } from "../../parts/player-mark";
import { minus } from "../../parts/prose";
import { rangeText } from "../../parts/share-bar";
import { useSuccessor } from "../../parts/use-successor";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";

export function Told({ findings }: { findings: Findings }) {
  const study = useStudy();
  return (
    <Panel title="What it says">
      {findings.items.length === 0 && <p class="gk-quiet">Nothing stands out: look at the strategies themselves.</p>}
      <ul class="gk-findings">
        {findings.items.map((finding, index) => (
          <li key={index}>
            {finding.player !== null && <PlayerMark player={finding.player} />}
            <span>
              <Drawn {...withMinus(finding)} />.{" "}
              {placeOf(finding, study.to) && <Link to={placeOf(finding, study.to)!}>Show it</Link>}
            </span>
          </li>
        ))}
      </ul>
      <Uniqueness />
    </Panel>
  );
}

/** Numbers in a sentence have a real minus, in words and in pictures. */
const withMinus = ({ words, words_look: look }: Finding) => ({
  words: minus(words),
  look: look?.map((part) => (part.type === "words" ? { ...part, text: minus(part.text) } : part)) ?? null,
});

function placeOf({ set, situation, player }: Finding, to: (...words: (string | number)[]) => string): string | null {
  if (set !== null) return to("set", set);
  return situation !== null && player !== null ? path(to("grid", player), { situation }) : null;
}

/** Games of so many nodes are asked about at once. */
const QUICK = 2000;
/** Ranges that are told. */
const SHOWN = 2;

/** Whether optimal strategies are unique, and between what they lie where they are not. */
function Uniqueness() {
  const { overview } = useStudy();
  const [asked, setAsked] = useState((overview.size.nodes ?? Infinity) <= QUICK);
  const others = useSuccessor<HTMLUListElement>(asked);
  if (!overview.ranged || overview.equilibrium > 1) return null;
  if (!asked)
    return (
      <p class="gk-range-words">
        <button type="button" class="gk-button" onClick={() => setAsked(true)}>
          Are there other optimal strategies?
        </button>
      </p>
    );
  return (
    <ul ref={others} tabIndex={-1} class="gk-findings gk-unique" aria-label="Other optimal strategies">
      {overview.players.map((_, player) => (
        <Other key={player} player={player} />
      ))}
    </ul>
  );
}

function Other({ player }: { player: number }) {
  const study = useStudy();
  const { value, problems } = useAnswer(study.source, ask.readRanges(player));
  if (problems) return null;
  const differing = (value?.items ?? []).flatMap((one) => {
    const move = one.moves.find(({ unique }) => !unique);
    return move ? [{ one, move }] : [];
  });
  return (
    <li>
      <PlayerMark player={player} />
      <span role="status">
        {!value ? (
          <span class="gk-quiet">comparing the optimal strategies …</span>
        ) : value.unique ? (
          <>
            <bdi>{study.overview.players[player]}</bdi> has no other optimal strategy.
          </>
        ) : differing.length === 0 ? (
          <>
            <bdi>{study.overview.players[player]}</bdi>: all optimal strategies compared so far play alike.
          </>
        ) : (
          <>
            <bdi>{study.overview.players[player]}</bdi> has other optimal strategies, too:{" "}
            {differing.slice(0, SHOWN).map(({ one, move }, index) => (
              <>
                {index > 0 && "; "}
                <Between one={one} move={move} />
              </>
            ))}
            {differing.length > SHOWN && ` and more at ${many(differing.length - SHOWN, "other information set")}`}.
          </>
        )}
      </span>
    </li>
  );
}

function Between({ one, move }: { one: SetRange; move: MoveRange }) {
  const study = useStudy();
  return (
    <>
      <Drawn words={move.label} look={move.look} /> {rangeText(move)} with{" "}
      <Link to={study.to("set", one.set)}>
        <Drawn words={one.words || "no facts"} look={one.words_look} />
      </Link>
    </>
  );
}

/** What to do next. */
export function Onward() {
  const study = useStudy();
  return (
    <p class="gk-line">
      {study.job !== undefined && (
        <Link class="gk-button gk-primary" to={study.to("play")}>
          {study.overview.players.length > 1 ? "Play against it" : "Play it"}
        </Link>
      )}
      {(study.overview.grids ? study.overview.players : []).map((name, player) => (
        <Link key={name} class="gk-button" to={study.to("grid", player)}>
          <span class="gk-hidden">Strategy of </span>
          <PlayerName player={player} />
        </Link>
      ))}
      <Link class="gk-button" to={study.to("tree")}>
        Tree
      </Link>
    </p>
  );
}
