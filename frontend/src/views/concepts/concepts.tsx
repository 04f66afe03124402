// Other concepts than an equilibrium of all players: credibility, announcements, teams, mediators, dominance, ...
// The question, and what it is asked with, stand in the address.
import { path } from "../../data/question";
import { useAnswer } from "../../data/use-answer";
import { Shown } from "../../parts/answer";
import { commandFor } from "../../parts/command";
import { ask } from "../../questions";
import { useRouter, useStudy } from "../../shell/context";
import type { Seen } from "../../shell/views";
import { Announcement, Credible, Dominated, Mediated, Smaller, Stable, TeamPlay } from "./answers";
import { Choice, Tick } from "./controls";

const CONCEPTS = [
  ["credibility", "Is it credible?", "A threat is empty if its player would rather not carry it out."],
  ["commitment", "What if a player can commit?", "One player announces a strategy and is bound to it; the other replies."],
  ["team", "What can a team be sure of?", "All players but one act together against the one who is left."],
  ["mediation", "What could a mediator achieve?", "A mediator recommends moves in private, and it pays to follow."],
  ["dominance", "What does no sensible player do?", "Strategies that are worse than others, whatever the others do."],
  ["evolution", "What can mutants invade?", "Which symmetric equilibria resist small groups that play otherwise."],
  ["smaller", "What makes no difference?", "Information sets that are isomorphic can be one: the game is then smaller."],
] as const;

type Concept = (typeof CONCEPTS)[number][0];

interface Asking {
  query: URLSearchParams;
  /** asks the same otherwise; what is empty is left at its default */
  change: (given: Record<string, string>) => void;
}

export function ConceptsView({ query }: Seen) {
  const study = useStudy();
  const router = useRouter();
  const { players } = study.overview;
  const suits = (concept: Concept) => (concept === "team" ? players.length > 2 : concept !== "commitment" || players.length === 2);
  if (!study.overview.listed)
    return (
      <div class="gk-stack">
        <h1>Concepts</h1>
        <p>These questions are about games whose information sets are listed; this one is too large.</p>
      </div>
    );
  const offered = CONCEPTS.filter(([name]) => suits(name));
  const [concept, , about] = offered.find(([name]) => name === query.get("question")) ?? offered[0]!;
  const to = (given: Record<string, string>) => router.go(path(study.to("concepts"), given));
  return (
    <div class="gk-stack">
      <h1>Concepts</h1>
      <div class="gk-line">
        <Choice
          label="Question"
          value={concept}
          options={offered.map(([name, label]) => [name, label])}
          onChoice={(name) => to({ question: name })}
        />
      </div>
      <p>{about}</p>
      <Asked
        key={concept}
        concept={concept}
        query={query}
        change={(given) => to({ ...Object.fromEntries(query), question: concept, ...given })}
      />
    </div>
  );
}

function Asked({ concept, ...asking }: Asking & { concept: Concept }) {
  if (concept === "commitment") return <Commitment {...asking} />;
  if (concept === "team") return <Team {...asking} />;
  if (concept === "mediation") return <Mediation {...asking} />;
  if (concept === "dominance") return <Dominance {...asking} />;
  if (concept === "smaller") return <Shrunken />;
  return concept === "evolution" ? <Evolution /> : <Credibility />;
}

const ticked = (query: URLSearchParams, name: string): boolean => query.get(name) === "true";
const tick = (value: boolean): string => (value ? "true" : "");

/** One of some names that the address gives, or the default. */
function chosen(query: URLSearchParams, name: string, known: readonly string[], otherwise: string): string {
  const given = query.get(name);
  return given !== null && known.includes(given) ? given : otherwise;
}

const useCommand = (name: string): string => commandFor(name, useStudy().overview);

/** The players as choices, by their numbers. */
function usePlayers() {
  return useStudy().overview.players.map((name, k) => [String(k), name] as const);
}

function Credibility() {
  const answer = useAnswer(useStudy().source, ask.readCredibility());
  return <Shown of={answer} command={useCommand("sequential")}>{(value) => <Credible answer={value} />}</Shown>;
}

function Commitment({ query, change }: Asking) {
  const players = usePlayers();
  const leader = chosen(query, "leader", players.map(([k]) => k), "0");
  const pure = ticked(query, "pure");
  const answer = useAnswer(useStudy().source, ask.readCommitment({ leader: Number(leader), pure }));
  return (
    <div class="gk-stack">
      <div class="gk-line">
        <Choice label="Who announces" value={leader} options={players} onChoice={(name) => change({ leader: name })} />
        <Tick label="Only moves, no probabilities" value={pure} onTick={(value) => change({ pure: tick(value) })} />
      </div>
      <Shown of={answer} command={useCommand("commit")}>{(value) => <Announcement answer={value} />}</Shown>
    </div>
  );
}

function Team({ query, change }: Asking) {
  const players = usePlayers();
  const adversary = chosen(query, "adversary", players.map(([k]) => k), String(players.length - 1));
  const correlated = ticked(query, "correlated");
  const answer = useAnswer(useStudy().source, ask.readTeam({ adversary: Number(adversary), correlated }));
  return (
    <div class="gk-stack">
      <div class="gk-line">
        <Choice label="Against" value={adversary} options={players} onChoice={(name) => change({ adversary: name })} />
        <Tick
          label="They draw a joint plan beforehand"
          value={correlated}
          onTick={(value) => change({ correlated: tick(value) })}
        />
      </div>
      <Shown of={answer} command={useCommand("team")}>{(value) => <TeamPlay answer={value} />}</Shown>
    </div>
  );
}

const WHEN = [
  ["nfce", "after hearing the whole strategy"],
  ["efce", "after hearing a move"],
  ["efcce", "before hearing a move"],
  ["nfcce", "before the game"],
  ["afce", "in one move only"],
] as const;

function Mediation({ query, change }: Asking) {
  const study = useStudy();
  const objectives = ["welfare", ...study.overview.players].map((name) => [name, name] as const);
  const concept = chosen(query, "concept", WHEN.map(([name]) => name), "efce");
  const objective = chosen(query, "objective", objectives.map(([name]) => name), "welfare");
  const answer = useAnswer(study.source, ask.readMediation({ concept, objective }));
  return (
    <div class="gk-stack">
      <div class="gk-line">
        <Choice label="Best for" value={objective} options={objectives} onChoice={(name) => change({ objective: name })} />
        <Choice
          label="Players may stop following"
          value={concept}
          options={WHEN}
          onChoice={(name) => change({ concept: name })}
        />
      </div>
      <Shown of={answer} command={useCommand("correlate")}>{(value) => <Mediated answer={value} />}</Shown>
    </div>
  );
}

function Dominance({ query, change }: Asking) {
  const [weak, moves] = [ticked(query, "weak"), ticked(query, "moves")];
  const answer = useAnswer(useStudy().source, ask.readDominance({ weak, moves }));
  return (
    <div class="gk-stack">
      <div class="gk-line">
        <Tick label="Weakly, too" value={weak} onTick={(value) => change({ weak: tick(value) })} />
        <Tick label="Moves instead of strategies" value={moves} onTick={(value) => change({ moves: tick(value) })} />
      </div>
      <Shown of={answer} command={useCommand("dominance")}>{(value) => <Dominated answer={value} />}</Shown>
    </div>
  );
}

function Evolution() {
  const answer = useAnswer(useStudy().source, ask.readEvolution());
  return <Shown of={answer} command={useCommand("stability")}>{(value) => <Stable answer={value} />}</Shown>;
}

function Shrunken() {
  const answer = useAnswer(useStudy().source, ask.readShrunken());
  return <Shown of={answer} command={`${useCommand("size")} --shrink`}>{(value) => <Smaller answer={value} />}</Shown>;
}
