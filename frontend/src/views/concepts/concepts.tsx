// Other concepts than an equilibrium of all players: credibility, announcements, teams, mediators, dominance, evolution.
import { useState } from "preact/hooks";
import { useAnswer } from "../../data/use-answer";
import { Shown } from "../../parts/answer";
import { ask } from "../../questions";
import { useStudy } from "../../shell/context";
import { Announcement, Credible, Dominated, Mediated, Stable, TeamPlay } from "./answers";
import { Choice, Tick } from "./controls";

const CONCEPTS = [
  ["credibility", "Is it credible?", "A threat is empty if its player would rather not carry it out."],
  ["commitment", "What if a player can commit?", "One player announces a strategy and is bound to it; the other replies."],
  ["team", "What can a team be sure of?", "All players but one act together against the one who is left."],
  ["mediation", "What could a mediator achieve?", "A mediator recommends moves in private, and it pays to follow."],
  ["dominance", "What does no sensible player do?", "Strategies that are worse than others, whatever the others do."],
  ["evolution", "What can mutants invade?", "Which symmetric equilibria resist small groups that play otherwise."],
] as const;

type Concept = (typeof CONCEPTS)[number][0];

export function ConceptsView() {
  const { overview } = useStudy();
  const suits = (concept: Concept) =>
    concept === "team" ? overview.players.length > 2 : concept !== "commitment" || overview.players.length === 2;
  const [concept, setConcept] = useState<Concept>("credibility");
  const about = CONCEPTS.find(([name]) => name === concept)![2];
  return (
    <div class="gk-stack">
      <h1>Concepts</h1>
      <div class="gk-line">
        <Choice
          label="Question"
          value={concept}
          options={CONCEPTS.filter(([name]) => suits(name)).map(([name, label]) => [name, label])}
          onChoice={(name) => setConcept(name as Concept)}
        />
      </div>
      <p>{about}</p>
      <Asked key={concept} concept={concept} />
    </div>
  );
}

function Asked({ concept }: { concept: Concept }) {
  if (concept === "commitment") return <Commitment />;
  if (concept === "team") return <Team />;
  if (concept === "mediation") return <Mediation />;
  if (concept === "dominance") return <Dominance />;
  return concept === "evolution" ? <Evolution /> : <Credibility />;
}

function Credibility() {
  const answer = useAnswer(useStudy().source, ask.readCredibility());
  return <Shown of={answer}>{(value) => <Credible answer={value} />}</Shown>;
}

function Commitment() {
  const study = useStudy();
  const [leader, setLeader] = useState("0");
  const [pure, setPure] = useState(false);
  const answer = useAnswer(study.source, ask.readCommitment({ leader: Number(leader), pure }));
  const players = study.overview.players.map((name, k) => [String(k), name] as const);
  return (
    <div class="gk-stack">
      <div class="gk-line">
        <Choice label="Who announces" value={leader} options={players} onChoice={setLeader} />
        <Tick label="Only moves, no probabilities" value={pure} onTick={setPure} />
      </div>
      <Shown of={answer}>{(value) => <Announcement answer={value} />}</Shown>
    </div>
  );
}

function Team() {
  const study = useStudy();
  const players = study.overview.players.map((name, k) => [String(k), name] as const);
  const [adversary, setAdversary] = useState(String(players.length - 1));
  const [correlated, setCorrelated] = useState(false);
  const answer = useAnswer(study.source, ask.readTeam({ adversary: Number(adversary), correlated }));
  return (
    <div class="gk-stack">
      <div class="gk-line">
        <Choice label="Against" value={adversary} options={players} onChoice={setAdversary} />
        <Tick label="They draw a joint plan beforehand" value={correlated} onTick={setCorrelated} />
      </div>
      <Shown of={answer}>{(value) => <TeamPlay answer={value} />}</Shown>
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

function Mediation() {
  const study = useStudy();
  const [concept, setConcept] = useState("efce");
  const [objective, setObjective] = useState("welfare");
  const answer = useAnswer(study.source, ask.readMediation({ concept, objective }));
  const objectives = ["welfare", ...study.overview.players].map((name) => [name, name] as const);
  return (
    <div class="gk-stack">
      <div class="gk-line">
        <Choice label="Best for" value={objective} options={objectives} onChoice={setObjective} />
        <Choice label="Players may stop following" value={concept} options={WHEN} onChoice={setConcept} />
      </div>
      <Shown of={answer}>{(value) => <Mediated answer={value} />}</Shown>
    </div>
  );
}

function Dominance() {
  const [weak, setWeak] = useState(false);
  const [moves, setMoves] = useState(false);
  const answer = useAnswer(useStudy().source, ask.readDominance({ weak, moves }));
  return (
    <div class="gk-stack">
      <div class="gk-line">
        <Tick label="Weakly, too" value={weak} onTick={setWeak} />
        <Tick label="Moves instead of strategies" value={moves} onTick={setMoves} />
      </div>
      <Shown of={answer}>{(value) => <Dominated answer={value} />}</Shown>
    </div>
  );
}

function Evolution() {
  const answer = useAnswer(useStudy().source, ask.readEvolution());
  return <Shown of={answer}>{(value) => <Stable answer={value} />}</Shown>;
}
