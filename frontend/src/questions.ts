// Made by `npm run types` from galakit.study.questions: do not edit.
import type { Boards, Committed, Comparison, CorrelatedAnswer, CredibilityAnswer, DominanceAnswer, Drill, Findings, FittedPrecision, Found, Graded, Grid, Hands, InformationSet, Node, OptimalRanges, Overview, Portrait, PublicSituations, QuantalCurves, ShrunkenAnswer, StabilityAnswer, TeamAnswer } from "./answers";
import { question, type Question } from "./data/question";

export const ask = {
  /** The game, the players' expected payoffs, and the certificate. */
  readOverview: (): Question<Overview> => question(`overview`),
  /** What a solution says, in words: what the game is worth, and what stands out in the strategies. */
  readFindings: (): Question<Findings> => question(`findings`),
  /** The public situations at which a player moves, a page of them. */
  listSituations: (player: number, query: {
    /** whether to average over what chance shows all players */
    aggregate?: boolean | undefined;
    /** how many to skip */
    offset?: number | undefined;
  } = {}): Question<PublicSituations> => question(`players/${encodeURIComponent(player)}/situations`, query, {"aggregate": false, "offset": 0}),
  /** A player's strategy: private information by public situation. */
  readGrid: (player: number, query: {
    /** one public situation only */
    situation?: string | undefined;
    /** whether to average over what chance shows all players */
    aggregate?: boolean | undefined;
    /** whether what differs only by an exchange of suits shares rows and columns */
    folded?: boolean | undefined;
    /** only situations that play comes to, the likeliest first, where situations are listed */
    reached?: boolean | undefined;
    /** how many to skip */
    offset?: number | undefined;
    /** how many rows to skip */
    row_offset?: number | undefined;
  } = {}): Question<Grid> => question(`players/${encodeURIComponent(player)}/grid`, query, {"aggregate": false, "folded": false, "reached": false, "offset": 0, "row_offset": 0}),
  /** The ranges of all players at a public situation: hands with their shares, moves, values and equities. */
  readHands: (player: number, query: {
    /** a public situation; default: the player's first */
    situation?: string | undefined;
    /** whether to tell apart what differs only by an exchange of suits */
    suits?: boolean | undefined;
    /** only hands that make this, such as `pair` or `flush draw` */
    makes?: string | undefined;
    /** only hands with this in their cards or facts */
    facts?: string | undefined;
    /** how many hands of each range to skip */
    offset?: number | undefined;
  } = {}): Question<Hands> => question(`players/${encodeURIComponent(player)}/hands`, query, {"suits": false, "makes": "", "facts": "", "offset": 0}),
  /** A report over all boards of a public situation: how often each move is made, values and equities. */
  readBoards: (player: number, query: {
    /** a public situation; default: the player's first */
    situation?: string | undefined;
    /** whether to tell apart what differs only by an exchange of suits */
    suits?: boolean | undefined;
    /** only boards with this in their cards or facts */
    facts?: string | undefined;
    /** `board`, `share`, `value`, `equity`, or a move: what they are sorted by */
    by?: string | undefined;
    /** whether the largest come first */
    falling?: boolean | undefined;
    /** how many to skip */
    offset?: number | undefined;
  } = {}): Question<Boards> => question(`players/${encodeURIComponent(player)}/boards`, query, {"suits": false, "facts": "", "by": "board", "falling": false, "offset": 0}),
  /** A spot to decide: an information set, drawn as often as play comes there, without what the solution plays. */
  readDrill: (player: number, query: {
    /** only where the public situation contains this */
    situation?: string | undefined;
    /** only hands that make this */
    makes?: string | undefined;
    /** only hands with this in their cards or facts */
    facts?: string | undefined;
    /** the same seed draws the same spot */
    seed?: number | undefined;
    /** this information set instead of one that is drawn */
    set?: string | undefined;
  } = {}): Question<Drill> => question(`players/${encodeURIComponent(player)}/drill`, query, {"situation": "", "makes": "", "facts": "", "seed": 0, "set": ""}),
  /** A graded decision: its loss is the value of the best move less that of the chosen one. */
  gradeMove: (set: string, query: {
    /** the move that is made, as the rules write it */
    move: string;
  }): Question<Graded> => question(`sets/${encodeURIComponent(set)}/grade`, query, {}),
  /** The information sets that include some facts, a page of them. */
  findSets: (query: {
    /** facts, with commas between them */
    facts?: string | undefined;
    /** only those of this player; default: of all players */
    player?: number | undefined;
    /** how many to skip */
    offset?: number | undefined;
  } = {}): Question<Found> => question(`sets`, query, {"facts": "", "offset": 0}),
  /** One information set: facts, moves, values, beliefs. */
  readSet: (set: string): Question<InformationSet> => question(`sets/${encodeURIComponent(set)}`),
  /** A node of the tree with its branches, a page of them; the id of the root is 0. */
  readNode: (node: string, query: {
    /** how many to skip */
    offset?: number | undefined;
  } = {}): Question<Node> => question(`nodes/${encodeURIComponent(node)}`, query, {"offset": 0}),
  /** How far a player's optimal strategies can differ, a page of information sets; some seconds are spent on each. */
  readRanges: (player: number, query: {
    /** one information set only */
    set?: string | undefined;
    /** how many to skip */
    offset?: number | undefined;
  } = {}): Question<OptimalRanges> => question(`players/${encodeURIComponent(player)}/ranges`, query, {"offset": 0}),
  /** Logit quantal response equilibria, from chance to best responses, a page of information sets with a choice. */
  readResponses: (query: {
    /** only information sets of this player */
    player?: number | undefined;
    /** how many to skip */
    offset?: number | undefined;
  } = {}): Question<QuantalCurves> => question(`responses`, query, {"offset": 0}),
  /** The precision of quantal responses that explains observed play best. */
  readPrecision: (query: {
    /** observed play: lines with the columns player, facts, move, count */
    observed: string;
  }): Question<FittedPrecision> => question(`precision`, query, {}),
  /** How play changes over time: vector field, rest points and paths. */
  readDynamics: (query: {
    /** how play changes */
    rule?: string | undefined;
    /** shares: `0.2, 0.8; 1/2, 1/2`; default: several starts */
    start?: string | undefined;
    /** whether each role has a population of its own, also in symmetric games */
    each?: boolean | undefined;
  } = {}): Question<Portrait> => question(`dynamics`, query, {"rule": "replicator", "start": "", "each": false}),
  /** The best strategy to announce, and the reply to it. */
  readCommitment: (query: {
    /** who announces a strategy and is bound to it */
    leader?: number | undefined;
    /** whether only moves can be announced, and no probabilities */
    pure?: boolean | undefined;
  } = {}): Question<Committed> => question(`commitment`, query, {"leader": 0, "pure": false}),
  /** What a team can be sure of against one adversary. */
  readTeam: (query: {
    /** the player whom all others face together */
    adversary?: number | undefined;
    /** whether the team can draw a joint plan beforehand */
    correlated?: boolean | undefined;
  } = {}): Question<TeamAnswer> => question(`team`, query, {"adversary": 0, "correlated": false}),
  /** The best correlated equilibrium: what a mediator recommends. */
  readMediation: (query: {
    /** when players may stop following */
    concept?: string | undefined;
    /** what to maximise: `welfare`, or a player's name */
    objective?: string | undefined;
  } = {}): Question<CorrelatedAnswer> => question(`mediation`, query, {"concept": "efce", "objective": "welfare"}),
  /** The symmetric equilibria of a game, and which are evolutionarily stable; all numbers are exact. */
  readEvolution: (): Question<StabilityAnswer> => question(`evolution`),
  /** What is dominated, round by round; all of it is proved in whole numbers. */
  readDominance: (query: {
    /** also weakly dominated strategies; equilibria may disappear */
    weak?: boolean | undefined;
    /** moves on the sequence form */
    moves?: boolean | undefined;
  } = {}): Question<DominanceAnswer> => question(`dominance`, query, {"weak": false, "moves": false}),
  /** The game in which isomorphic information sets are one, beside the game: its equilibria are some of the game's. */
  readShrunken: (): Question<ShrunkenAnswer> => question(`shrunken`),
  /** Whether the solution is a sequential equilibrium, also where play never comes, and which one is near if not. */
  readCredibility: (): Question<CredibilityAnswer> => question(`credibility`),
  /** This profile and another one of the same game: the information sets that differ most first. */
  compareProfiles: (query: {
    /** the id of another solved job of the same game */
    other: string;
    /** how many to skip */
    offset?: number | undefined;
  }): Question<Comparison> => question(`comparison`, query, {"offset": 0}),
};
