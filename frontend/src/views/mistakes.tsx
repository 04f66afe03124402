// How players move who make mistakes: quantal responses, from chance at the left to best responses at the right.
import type { FittedPrecision, QuantalCurves, SetCurve } from "../answers";
import { useAnswer } from "../data/use-answer";
import { pathOf } from "../desk/chart/path";
import { linear, logarithmic } from "../desk/chart/scale";
import { ask } from "../questions";
import { Shown } from "../parts/answer";
import { commandFor } from "../parts/command";
import { idle } from "../parts/colours";
import { PlayerMark } from "../parts/player-mark";
import { decimal, many } from "../parts/numbers";
import { Pager } from "../parts/pager";
import { path } from "../data/question";
import { useColours } from "../parts/use-colours";
import { Words } from "../parts/words";
import { useRouter, useStudy } from "../shell/context";
import { Link } from "../shell/link";
import type { Seen } from "../shell/views";

const WIDTH = 330;
const HEIGHT = 190;
const BOX = { left: 40, right: WIDTH - 10, top: 8, bottom: HEIGHT - 34 };
/** The least precision that is drawn, in units of the largest difference between payoffs: almost chance. */
const LEAST = 0.1;

export function MistakesView({ query }: Seen) {
  const study = useStudy();
  const offset = Math.max(0, Math.floor(Number(query.get("offset")) || 0));
  const curves = useAnswer(study.source, ask.readResponses({ offset }));
  return (
    <div class="gk-stack">
      <h1>Mistakes</h1>
      <p>
        How players move who make mistakes, the more seldom the more costly: logit quantal response equilibria. At the
        left every move is as likely as every other; further right the precision λ grows, and players come closer to
        best responses.
      </p>
      <Observed query={query} />
      <Shown of={curves} command={commandFor("qre", study.overview)}>{(value) => <Body curves={value} />}</Shown>
    </div>
  );
}

const EXAMPLE = "player,facts,move,count";

/** Observed play: the precision that explains it best. It stands in the address. */
function Observed({ query }: { query: URLSearchParams }) {
  const study = useStudy();
  const router = useRouter();
  const observed = query.get("observed") ?? "";
  const fit = useAnswer(study.source, observed ? ask.readPrecision({ observed }) : null);
  const asked = (event: SubmitEvent) => {
    event.preventDefault();
    const seen = new FormData(event.currentTarget as HTMLFormElement).get("observed");
    router.go(path(study.to("mistakes"), { observed: String(seen ?? "").trim() }));
  };
  return (
    <details open={observed !== ""}>
      <summary>How precise were they?</summary>
      <form class="gk-stack" onSubmit={asked}>
        <label class="gk-stack">
          Observed play: lines with player, facts, move, count
          <textarea class="gk-input" name="observed" rows={6} defaultValue={observed} placeholder={EXAMPLE} maxLength={20_000} />
        </label>
        <p>
          <button type="submit" class="gk-button">
            Fit the precision
          </button>
        </p>
      </form>
      {observed !== "" && <Shown of={fit} command={commandFor("qre", study.overview)}>{(value) => <Fitted fit={value} />}</Shown>}
    </details>
  );
}

function Fitted({ fit }: { fit: FittedPrecision }) {
  return (
    <p>
      <strong>λ = {decimal(fit.precision, 4)}</strong> explains it best (95 %: {decimal(fit.least, 4)} to{" "}
      {decimal(fit.most, 4)}
      {fit.beyond && " and beyond"}); {many(fit.observations, "observation")}, log-likelihood{" "}
      {decimal(fit.log_likelihood, 2)}, {decimal(fit.log_likelihood - fit.uniform, 2)} above moves at random.
    </p>
  );
}

function Body({ curves }: { curves: QuantalCurves }) {
  const study = useStudy();
  if (curves.total === 0) return <p class="gk-quiet">No player has a choice.</p>;
  return (
    <div class="gk-stack">
      {!curves.complete && (
        <p class="gk-problem gk-problem-warning">
          There was time for the curves as far as λ = {decimal(Math.max(...curves.precisions), 2)} only:{" "}
          <code>{commandFor("qre", study.overview)}</code> in a terminal goes on for as long as you let it.
        </p>
      )}
      <div class="gk-curves">
        {curves.items.map((one) => (
          <Curve key={one.set} one={one} curves={curves} />
        ))}
      </div>
      <Pager
        offset={curves.offset}
        shown={curves.items.length}
        total={curves.total}
        what="information sets"
        to={(offset) => path(study.to("mistakes"), { offset })}
      />
      <p class="gk-quiet">
        {many(curves.total, "information set")} with a choice · λ from 0 to {decimal(Math.max(...curves.precisions))}
      </p>
    </div>
  );
}

function Curve({ one, curves }: { one: SetCurve; curves: QuantalCurves }) {
  const study = useStudy();
  const name = study.overview.players[one.player]!;
  const told = useColours(one.player, one.moves);
  const light = idle(one.moves); // too light for a line
  const colours = (move: string) => (light.has(move) ? "var(--gk-ink-2)" : told(move));
  const least = LEAST / curves.scale;
  const x = logarithmic([least, Math.max(...curves.precisions, 10 * least)], [BOX.left, BOX.right], 5);
  const y = linear([0, 1], [BOX.bottom, BOX.top], 2);
  const at = curves.precisions.map((precision) => x.at(Math.max(precision, least)));
  const ends = one.labels.map((label, move) => `${label} ${decimal(one.shares[move]!.at(-1), 3)}`).join(", ");
  return (
    <figure class="gk-panel">
      <figcaption>
        <PlayerMark player={one.player} /> <bdi>{name}</bdi>:{" "}
        <Link to={study.to("set", one.set)}>
          <Words words={one.words || "at the start"} look={one.words_look} facts={one.facts} />
        </Link>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`At the highest precision: ${ends}`}>
        {y.ticks.map(({ value, label }) => (
          <g key={value}>
            <line class="gk-rule" x1={BOX.left} x2={BOX.right} y1={y.at(value)} y2={y.at(value)} />
            <text class="gk-tick" x={BOX.left - 6} y={y.at(value) + 4} text-anchor="end">
              {label}
            </text>
          </g>
        ))}
        {x.ticks.map(({ value, label }) => (
          <text key={value} class="gk-tick" x={x.at(value)} y={BOX.bottom + 16} text-anchor="middle">
            {label}
          </text>
        ))}
        <text class="gk-tick" x={BOX.right} y={HEIGHT - 3} text-anchor="end">
          precision λ
        </text>
        {one.moves.map((move, index) => (
          <path
            key={move}
            class="gk-curve"
            style={{ stroke: colours(move) }}
            d={pathOf(one.shares[index]!.map((share, point) => [at[point]!, y.at(share)]))}
          />
        ))}
      </svg>
      <ul class="gk-legend" aria-label="Colours of the moves">
        {one.moves.map((move, index) => (
          <li key={move}>
            <span class="gk-swatch" style={{ background: colours(move) }} />
            <Words words={one.labels[index]!} facts={move} />
          </li>
        ))}
      </ul>
    </figure>
  );
}
