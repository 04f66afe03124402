// The answers about concepts, as sentences and tables.
import type { ComponentChildren } from "preact";
import type {
  Committed,
  CorrelatedAnswer,
  CredibilityAnswer,
  PlayedAt,
  DominanceAnswer,
  EliminatedAnswer,
  Quantity,
  ShrunkenAnswer,
  StabilityAnswer,
  TeamAnswer,
} from "../../answers";
import { Drawn, type Look } from "../../parts/glyphs";
import { count } from "../../parts/numbers";
import { textOf } from "../../parts/quantity";
import { unlike, Words } from "../../parts/words";

/** Less than this is what rounding leaves of nothing. */
const ROUNDING = 1e-9;

export function Credible({ answer }: { answer: CredibilityAnswer }) {
  const { nearest } = answer;
  return (
    <div class="gk-stack">
      <p>
        <strong>{capital(answer.verdict)}.</strong>{" "}
        {(answer.gain.value ?? 1) < ROUNDING
          ? `No player would rather do something else at any of the ${count(answer.sets)} information sets`
          : `At one of the ${count(answer.sets)} information sets a player would gain ${textOf(answer.gain)} by doing something else`}
        ; play comes to {count(answer.reached)} of them. Beliefs {answer.beliefs}.
      </p>
      {answer.empty.length > 0 && (
        <Table caption="Where a player would rather do something else" head={["player", "knowing", "would rather", "gains", "reached"]}>
          {answer.empty.map((here, k) => (
            <Row
              key={k}
              cells={[
                here.player,
                known(here),
                <Move move={here.better} label={here.label} look={here.look} />,
                textOf(here.gain),
                here.reached ? "yes" : "never",
              ]}
            />
          ))}
        </Table>
      )}
      {answer.conflict.length > 0 && (
        <Table caption="What no consistent beliefs justify together" head={["player", "knowing"]}>
          {answer.conflict.map((here, k) => (
            <Row key={k} cells={[here.player, known(here)]} />
          ))}
        </Table>
      )}
      {nearest !== null && (
        <>
          <p>
            The nearest sequential equilibrium found is worth{" "}
            {Object.entries(nearest.values).map(([name, value]) => `${textOf(value)} to ${name}`).join(", ")}.
          </p>
          <Table caption="Where it differs" head={["player", "knowing", "instead of", "plays"]}>
            {nearest.differences.map((here, k) => (
              <Row key={k} cells={[here.player, known(here), mixture(here.before, here), mixture(here.instead, here)]} />
            ))}
          </Table>
        </>
      )}
      <LeftOut many={answer.left_out} />
    </div>
  );
}

export function Announcement({ answer }: { answer: Committed }) {
  const { leader, follower, equilibrium } = answer;
  return (
    <div class="gk-stack">
      <p>
        <strong>
          {leader} expects {textOf(answer.value)}
        </strong>
        , {follower} {textOf(answer.follower_value)}
        {equilibrium !== null && `; without announcing, the best equilibrium brings ${leader} ${textOf(equilibrium)}`}.{" "}
        {answer.proved
          ? `Proved ${answer.exact ? "exactly" : "in floating point"}: no announcement brings more.`
          : `No announcement brings more than ${textOf(answer.bound)}.`}
      </p>
      <Decisions caption="The announcement and the reply" items={answer.decisions} />
      <LeftOut many={answer.left_out} />
    </div>
  );
}

export function TeamPlay({ answer }: { answer: TeamAnswer }) {
  return (
    <div class="gk-stack">
      <p>
        <strong>
          {answer.team.join(", ")} are sure of {textOf(answer.value)}
        </strong>{" "}
        ({answer.paid === "each" ? "each of them" : "together"}) against {answer.adversary}, and of no more than{" "}
        {textOf(answer.bound)}.
      </p>
      {answer.lottery.length > 0 && (
        <Table caption="The joint plans to draw from" head={["with", "player", "knowing", "plays"]}>
          {answer.lottery.flatMap((joint, k) =>
            joint.decisions.map((one, i) => (
              <Row
                key={`${k} ${i}`}
                cells={[i === 0 ? textOf(joint.probability) : "", one.player, known(one), mixture(one.plays, one)]}
              />
            )),
          )}
        </Table>
      )}
      <Decisions caption={answer.correlated ? "The adversary" : "What each player does"} items={answer.decisions} />
      <LeftOut many={answer.left_out} />
    </div>
  );
}

export function Mediated({ answer }: { answer: CorrelatedAnswer }) {
  const followed = answer.exact ? "exactly: no player gains by not following" : "in floating point";
  return (
    <div class="gk-stack">
      <p>
        <strong>{answer.players.map((name, k) => `${name} expects ${textOf(answer.values[k]!)}`).join(", ")}</strong>: the{" "}
        {answer.concept_name} that is best for {answer.objective}, certified {followed}.
      </p>
      <Table caption="How the game ends" head={["with", ...answer.players]}>
        {answer.outcomes.map((one, k) => (
          <Row
            key={k}
            cells={[textOf(one.probability), ...answer.players.map((name) => (one.labels[name] ?? []).join(", "))]}
          />
        ))}
      </Table>
      <Decisions caption="What is recommended" items={answer.decisions} />
      <LeftOut many={answer.left_out} />
    </div>
  );
}

export function Dominated({ answer }: { answer: DominanceAnswer }) {
  const left = Object.entries(answer.left).map(([name, many]) => `${many} of ${answer.before[name]} for ${name}`);
  return (
    <div class="gk-stack">
      <p>
        {answer.of === "moves" ? "Sequences" : "Strategies"} that are left: <strong>{left.join(", ")}</strong>
        {answer.complete ? "" : "; the time was over before the end"}.
      </p>
      {answer.rounds.some((gone) => gone.length > 0) ? (
        <Table caption="What is dominated" head={["round", "player", "knowing", "eliminated", "how", "by"]}>
          {answer.rounds.flatMap((gone, k) =>
            gone.map((one, i) => (
              <Row
                key={`${k} ${i}`}
                cells={[
                  String(k + 1),
                  one.player,
                  answer.of === "moves" ? known(one) : "",
                  called(one.eliminated, one),
                  one.kind,
                  weighted(one),
                ]}
              />
            )),
          )}
        </Table>
      ) : (
        <p class="gk-quiet">Nothing is dominated.</p>
      )}
      <LeftOut many={answer.left_out} />
    </div>
  );
}

export function Stable({ answer }: { answer: StabilityAnswer }) {
  return (
    <div class="gk-stack">
      <Table caption="Symmetric equilibria" head={["plays", "payoff", "stability", "because"]}>
        {answer.equilibria.map((one, k) => (
          <Row
            key={k}
            cells={[
              mixture(one.plays),
              textOf(one.payoff),
              one.verdict,
              one.mutant === null
                ? ""
                : `${mixture(one.mutant.plays)} earns ${textOf(one.mutant.own)} among its own, where residents earn ${textOf(one.mutant.residents)}`,
            ]}
          />
        ))}
      </Table>
      <LeftOut many={answer.left_out} />
    </div>
  );
}

export function Smaller({ answer }: { answer: ShrunkenAnswer }) {
  const sizes = [
    ["as it is", answer.before],
    ["without what makes no difference", answer.after],
  ] as const;
  return (
    <div class="gk-stack">
      <Table caption="How large it is" head={["game", "nodes", ...answer.players.map((name) => `sets of ${name}`)]}>
        {sizes.map(([name, size]) => (
          <Row key={name} cells={[name, count(size.nodes ?? 0), ...answer.players.map((_, k) => count(size.information_sets?.[k] ?? 0))]} />
        ))}
      </Table>
      {answer.merged.length > 0 && (
        <Table caption="Information sets that are one" head={["player", "knowing"]}>
          {answer.merged.map(({ members }, k) => (
            <Row
              key={k}
              cells={[
                members[0]!.player,
                members.map((one, i) => (
                  <span key={i}>
                    {i > 0 && " = "}
                    {known(one)}
                  </span>
                )),
              ]}
            />
          ))}
        </Table>
      )}
      {answer.merged.length === 0 && answer.left_out === 0 && <p class="gk-quiet">No two information sets are isomorphic.</p>}
      <LeftOut many={answer.left_out} />
    </div>
  );
}

function Decisions({ caption, items }: { caption: string; items: PlayedAt[] }) {
  if (items.length === 0) return null;
  return (
    <Table caption={caption} head={["player", "knowing", "plays"]}>
      {items.map((one, k) => (
        <Row key={k} cells={[one.player, known(one), mixture(one.plays, one)]} />
      ))}
    </Table>
  );
}

function Table({ caption, head, children }: { caption: string; head: string[]; children: ComponentChildren }) {
  return (
    <table class="gk-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((name, k) => (
            <th key={k} scope="col">
              <bdi>{name}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Row({ cells }: { cells: ComponentChildren[] }) {
  return (
    <tr>
      {cells.map((text, k) => (
        <td key={k}>
          <bdi>{text}</bdi>
        </td>
      ))}
    </tr>
  );
}

function LeftOut({ many }: { many: number }) {
  return many > 0 ? <p class="gk-quiet">{many} more are left out.</p> : null;
}

interface Place {
  knows: string;
  words: string;
  words_look?: Look | undefined;
}

/** What a player knows, in words and pictures. */
const known = (here: Place) => <Words words={here.words} look={here.words_look} facts={here.knows} />;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface Called {
  labels: Record<string, string>;
  looks: Record<string, Look>;
}

const UNCALLED: Called = { labels: {}, looks: {} };

function Move({ move, label, look }: { move: string; label: string; look?: Look | undefined }) {
  return (
    <span title={unlike(label, move)}>
      <Drawn words={label} look={look} />
    </span>
  );
}

const called = (move: string, { labels, looks }: Called) => (
  <Move move={move} label={labels[move] ?? move} look={looks[move]} />
);

/** `beer: 1/3, quiche: 2/3`; a move that is sure stands alone. */
function mixture(plays: Record<string, Quantity>, names: Called = UNCALLED): ComponentChildren {
  const every = Object.entries(plays);
  if (every.length === 1) return called(every[0]![0], names);
  return every.map(([move, p], k) => (
    <span key={move}>
      {k > 0 && ", "}
      {called(move, names)}: {textOf(p)}
    </span>
  ));
}

function weighted(one: EliminatedAnswer): ComponentChildren {
  const every = Object.entries(one.by);
  if (every.length === 1) return called(every[0]![0], one);
  return every.map(([name, weight], k) => (
    <span key={name}>
      {k > 0 && " + "}
      {weight} ({called(name, one)})
    </span>
  ));
}
