// Made by `npm run types` from galakit.study.answers and galakit.jobs.messages: do not edit.

export interface Everything {}
/**
 * A number, or that it is undefined.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Quantity".
 */
export interface Quantity {
  value: number | null;
  text: string;
}
/**
 * How far a method had come at some time.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Moment".
 */
export interface Moment {
  seconds: number;
  gap: number;
}
/**
 * How large the game is; None where nobody counted.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Size".
 */
export interface Size {
  nodes: number | null;
  states: number | null;
  information_sets: number[] | null;
  sequences: number[] | null;
}
/**
 * The game, what everybody expects, and the certificate.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Overview".
 */
export interface Overview {
  game: string;
  params: {
    [k: string]: string;
  };
  players: string[];
  method: string;
  why: string;
  exact: boolean;
  values: Quantity[];
  gains: Quantity[];
  gap: Quantity;
  certified: string;
  meaning: string | null;
  size: Size;
  seconds: {
    [k: string]: number;
  };
  warnings: string[];
  trail: Moment[];
  listed: boolean;
  searchable: boolean;
  lockable: boolean;
  beliefs: boolean;
  dealt: boolean;
  locked: Locked[];
  locked_total: number;
  found: {
    [k: string]: string;
  };
}
/**
 * An information set that was told what to play.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Locked".
 */
export interface Locked {
  set: string;
  player: number;
  words: string;
  facts: string;
  moves: string[];
  labels: string[];
  probabilities: Quantity[];
}
/**
 * A public situation: what a player knows besides his private information.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Situation".
 */
export interface Situation {
  id: string;
  player: number;
  words: string;
  facts: string[];
  told: string[];
  moves: string[];
  labels: string[];
  sets: number;
  reach: number | null;
}
/**
 * A player's public situations, a page of them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Situations".
 */
export interface Situations {
  player: number;
  items: Situation[];
  offset: number;
  total: number;
}
/**
 * Private information: what stands at the left of a grid.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Row".
 */
export interface Row {
  words: string;
  facts: string;
  short: string;
  rank: string | null;
  suit: string | null;
  alike: number;
}
/**
 * What is played with some private information in some public situation.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Cell".
 */
export interface Cell {
  set: string | null;
  probabilities: number[];
  value: number | null;
  reach: number | null;
  sets: number;
}
/**
 * One public situation of a grid.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Column".
 */
export interface Column {
  situation: Situation;
  cells: (Cell | null)[];
}
/**
 * Private information by public situation: the strategy of a player at one glance.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Grid".
 */
export interface Grid {
  player: number;
  rows: Row[];
  columns: Column[];
  passive: string[];
  offset: number;
  total: number;
  row_offset: number;
  rows_total: number;
  averaged: string | null;
}
/**
 * A move at an information set.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Choice".
 */
export interface Choice {
  move: string;
  label: string;
  probability: Quantity;
  value: Quantity;
  regret: Quantity;
  best: boolean;
  next: Link[];
  next_total: number;
}
/**
 * A way to another information set.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Link".
 */
export interface Link {
  set: string;
  move: string;
  label: string;
  words: string;
  facts: string;
  reach: number | null;
}
/**
 * A move in a history.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
  who: string;
  move: string;
  label: string;
}
/**
 * A node at which the player may be.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Believed".
 */
export interface Believed {
  node: string;
  history: Step[];
  probability: Quantity;
}
/**
 * What another player may know, and how likely that is.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Holding".
 */
export interface Holding {
  words: string;
  facts: string;
  probability: Quantity;
}
/**
 * What one other player may know here, the likeliest first.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Holdings".
 */
export interface Holdings {
  player: number;
  items: Holding[];
  total: number;
}
/**
 * All there is to say about one information set.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "InformationSet".
 */
export interface InformationSet {
  id: string;
  player: number;
  facts: string[];
  told: string[];
  words: string;
  situation: string | null;
  moves: Choice[];
  value: Quantity;
  reach: Quantity;
  nodes: number | null;
  belief: Believed[];
  belief_total: number;
  note: string | null;
  holdings: Holdings[];
  before: Link[];
  locked: boolean;
  alike: number;
  pattern: string[];
  pattern_words: string;
}
/**
 * An information set in a list.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SetLine".
 */
export interface SetLine {
  id: string;
  player: number;
  words: string;
  facts: string;
  reach: number | null;
  moves: string[];
  probabilities: number[];
}
/**
 * A page of the information sets that include some facts.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Found".
 */
export interface Found {
  items: SetLine[];
  offset: number;
  total: number;
}
/**
 * A move at a node.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Branch".
 */
export interface Branch {
  node: string;
  move: string;
  label: string;
  probability: Quantity;
  mover: string;
  set: string | null;
  branches: number;
  payoffs: Quantity[];
}
/**
 * A node of the tree with its branches, a page of them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Node".
 */
export interface Node {
  id: string;
  mover: string;
  set: string | null;
  history: Step[];
  known: string[];
  facts: string[];
  reach: Quantity;
  values: Quantity[];
  payoffs: Quantity[];
  branches: Branch[];
  offset: number;
  total: number;
  parent: string | null;
}
/**
 * One information set in two profiles.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Difference".
 */
export interface Difference {
  set: string;
  other: string;
  player: number;
  words: string;
  facts: string;
  moves: string[];
  labels: string[];
  ours: number[];
  theirs: number[];
  distance: number;
  reach: number | null;
  alike: number;
}
/**
 * Two profiles of one game, the information sets that differ most first.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Comparison".
 */
export interface Comparison {
  players: string[];
  ours: Quantity[];
  theirs: Quantity[];
  gains_against: Quantity[];
  items: Difference[];
  offset: number;
  total: number;
  alike: number;
  note: string | null;
}
/**
 * What a player is told to play where he knows some facts.
 *
 *     All facts of an information set name it alone, others every one that includes them. `card(…)` leaves open which
 *     card: with it they name all that the player may hold there.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Lock".
 */
export interface Lock {
  player: string;
  /**
   * @maxItems 1000
   */
  facts: string[];
  probabilities: {
    [k: string]: number;
  };
  alike?: boolean;
}
/**
 * A game to solve: a shipped one by name, or the text of its rules.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Order".
 */
export interface Order {
  game?: string | null;
  source?: string | null;
  file?: string;
  params?: {
    [k: string]: string | number | boolean | (string | number | boolean | (string | number | boolean)[])[];
  };
  method?: string;
  options?: {
    [k: string]: string;
  };
  exact?: boolean | null;
  gap?: number | null;
  seconds?: number | null;
  /**
   * @maxItems 1000
   */
  locks?: Lock[];
  against?: string | null;
  as_player?: string | null;
}
/**
 * An order as it was taken: every parameter is a text, written as rules are.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Taken".
 */
export interface Taken {
  game?: string | null;
  source?: string | null;
  file?: string;
  params?: {
    [k: string]: string;
  };
  method?: string;
  options?: {
    [k: string]: string;
  };
  exact?: boolean | null;
  gap?: number | null;
  seconds?: number | null;
  /**
   * @maxItems 1000
   */
  locks?: Lock[];
  against?: string | null;
  as_player?: string | null;
}
/**
 * A diagnostic: what is wrong, where, why, and what to do about it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  id: string;
  severity: "error" | "note" | "warning";
  message: string;
  notes: string[];
  hint: string | null;
  remedy:
    | (
        | "forget_jobs"
        | "give_parameter"
        | "less"
        | "less_or_sooner"
        | "list_games"
        | "list_jobs"
        | "make_a_move"
        | "name_both"
        | "name_one_game"
        | "new_table"
        | "next_hand"
        | "not_exact"
        | "order_again"
        | "simpler"
        | "sooner"
        | "wait"
      )
    | null;
  line: number | null;
  column: number | null;
  end_line: number | null;
  end_column: number | null;
}
/**
 * How far a job has come.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Progress".
 */
export interface Progress {
  stage: string;
  done: number;
  total: number | null;
  seconds: number;
  bounds: number[] | null;
}
/**
 * A job, as it stands; when it is solved, it can be studied.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Job".
 */
export interface Job {
  id: string;
  state: "cancelled" | "failed" | "queued" | "reading" | "solved" | "solving";
  order: Taken;
  title: string;
  created: string;
  ahead: number;
  progress: Progress | null;
  trail: Moment[];
  problems: Problem[];
}
/**
 * All jobs, the latest first.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Jobs".
 */
export interface Jobs {
  items: Job[];
}
/**
 * Why something was refused.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Problems".
 */
export interface Problems {
  problems: Problem[];
}
/**
 * A way to solve games.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MethodLine".
 */
export interface MethodLine {
  name: string;
  summary: string;
  needs: string;
  cost: string;
  automatic: boolean;
  options: {
    [k: string]: string;
  };
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Methods".
 */
export interface Methods {
  items: MethodLine[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Parameter".
 */
export interface Parameter {
  name: string;
  default: string | null;
}
/**
 * A shipped game in a list.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GameLine".
 */
export interface GameLine {
  name: string;
  kind: string;
  summary: string;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Games".
 */
export interface Games {
  items: GameLine[];
}
/**
 * A shipped game: its rules and parameters.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GameText".
 */
export interface GameText {
  name: string;
  file: string;
  kind: string;
  summary: string;
  description: string;
  players: string[];
  params: Parameter[];
  text: string;
}
/**
 * Rules to check, with values for their parameters where others than the defaults are meant.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Text".
 */
export interface Text {
  source: string;
  file?: string;
  params?: {
    [k: string]: string | number | boolean | (string | number | boolean | (string | number | boolean)[])[];
  };
}
/**
 * What is wrong or doubtful in rules; their players and parameters as far as they can be read.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Checked".
 */
export interface Checked {
  problems: Problem[];
  players: string[];
  params: Parameter[];
}
/**
 * A person who wants to play against a profile.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Seating".
 */
export interface Seating {
  player: string;
  seed?: number | null;
}
/**
 * A person's move.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Chosen".
 */
export interface Chosen {
  move: string;
}
/**
 * What a decision was worth: the loss is the value of the best move less that of the chosen one.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Graded".
 */
export interface Graded {
  set: string | null;
  words: string;
  facts: string;
  move: string;
  label: string;
  loss: Quantity;
  level: ("best" | "blunder" | "good" | "inaccuracy" | "mistake") | null;
  words_of_level: string;
  moves: string[];
  labels: string[];
  probabilities: number[];
  values: Quantity[];
}
/**
 * What happens right after a move.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Reply".
 */
export interface Reply {
  who: string;
  move: string | null;
  label: string | null;
  probability: Quantity;
}
/**
 * A move at a decision, graded.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Option".
 */
export interface Option {
  move: string;
  label: string;
  probability: Quantity;
  value: Quantity;
  loss: Quantity;
  level: ("best" | "blunder" | "good" | "inaccuracy" | "mistake") | null;
  words: string;
  replies: Reply[];
}
/**
 * A decision of a player with all his moves, graded.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Weighed".
 */
export interface Weighed {
  set: string | null;
  facts: string[];
  told: string[];
  note: string | null;
  strayed: boolean;
  moves: Option[];
}
/**
 * A person is to choose.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Decision".
 */
export interface Decision {
  facts: string[];
  learnt: string[];
  moves: string[];
  labels: string[];
}
/**
 * What happened in a hand, with what was hidden.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HandEnd".
 */
export interface HandEnd {
  history: Step[];
  payoffs: string[];
}
/**
 * A person at play: hand after hand, graded.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Table".
 */
export interface Table {
  id: string;
  player: string;
  seed: number;
  hand: number;
  decision: Decision | null;
  seen: string[];
  told: string[];
  grades: Graded[];
  end: HandEnd | null;
  hands: number;
  total: Quantity;
  lost: Quantity;
  levels: {
    [k: string]: number;
  };
}
/**
 * Plays to simulate.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Plays".
 */
export interface Plays {
  plays?: number;
  seed?: number | null;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Average".
 */
export interface Average {
  plays: number;
  means: number[];
  errors: (number | null)[];
}
/**
 * How the average payoff came to what the profile promises.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Simulated".
 */
export interface Simulated {
  players: string[];
  seed: number;
  values: Quantity[];
  averages: Average[];
  told: Step[][];
}
