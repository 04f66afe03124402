// Made by `npm run types` from the operations of galakit.web: do not edit.

export interface Everything {}
/**
 * What is wrong or doubtful in rules; their players and parameters as far as they can be read.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Checked".
 */
export interface Checked {
  /**
   * none where nothing is wrong
   */
  problems: Problem[];
  players: string[];
  params: Parameter[];
}
/**
 * A diagnostic: what is wrong, where, why, and what to do about it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  /**
   * the kind of problem, as GK513: there is a page on each
   */
  id: string;
  severity: "error" | "note" | "warning";
  /**
   * what is wrong
   */
  message: string;
  /**
   * more about it
   */
  notes: string[];
  /**
   * what to do about it
   */
  hint: string | null;
  /**
   * what the hint says, for those who say it in other words
   */
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
  /**
   * where it is in the text, from 1
   */
  line: number | null;
  /**
   * from 1
   */
  column: number | null;
  end_line: number | null;
  end_column: number | null;
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
 * A person's move.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Chosen".
 */
export interface Chosen {
  /**
   * one of `decision.moves`
   */
  move: string;
}
/**
 * This profile and another one of the same game: the information sets that differ most first.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Comparison".
 */
export interface Comparison {
  players: string[];
  /**
   * what everybody expects
   */
  ours: Quantity[];
  theirs: Quantity[];
  /**
   * what each player would get by playing our strategy while everybody else plays theirs, less what theirs brings
   */
  gains_against: Quantity[];
  /**
   * a page of differences
   */
  items: Difference[];
  /**
   * where the page begins
   */
  offset: number;
  /**
   * how many there are in all
   */
  total: number;
  /**
   * information sets at which both play the same
   */
  alike: number;
  /**
   * why gains are not known
   */
  note: string | null;
}
/**
 * A number, or that it is undefined.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Quantity".
 */
export interface Quantity {
  /**
   * null where it is undefined
   */
  value: number | null;
  /**
   * as people read it: `1/3`, `0.25`, `–`
   */
  text: string;
}
/**
 * One information set in two profiles.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Difference".
 */
export interface Difference {
  set: string;
  /**
   * the same information set in the other study
   */
  other: string;
  player: number;
  words: string;
  facts: string;
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  ours: number[];
  theirs: number[];
  /**
   * half the sum of the differences: 0 alike, 1 nothing in common
   */
  distance: number;
  /**
   * of all that are alike together
   */
  reach: number | null;
  /**
   * how many others differ just so, and stand here, too
   */
  alike: number;
}
/**
 * The information sets that include some facts, a page of them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Found".
 */
export interface Found {
  /**
   * a page of them
   */
  items: SetLine[];
  /**
   * where the page begins
   */
  offset: number;
  /**
   * how many there are in all
   */
  total: number;
}
/**
 * An information set in a list.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SetLine".
 */
export interface SetLine {
  /**
   * its name in addresses
   */
  id: string;
  /**
   * whose it is
   */
  player: number;
  /**
   * what he knows, for people
   */
  words: string;
  /**
   * the same, as the rules write it
   */
  facts: string;
  /**
   * how likely play comes there
   */
  reach: number | null;
  moves: string[];
  probabilities: number[];
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
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Games".
 */
export interface Games {
  items: GameLine[];
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
 * A player's strategy: private information by public situation.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Grid".
 */
export interface Grid {
  player: number;
  rows: Row[];
  columns: Column[];
  /**
   * moves that do nothing (pass, fold, a bet of 0): drawn light
   */
  passive: string[];
  /**
   * the first column's number among `total`
   */
  offset: number;
  total: number;
  row_offset: number;
  rows_total: number;
  /**
   * over what the cells average, in words
   */
  averaged: string | null;
}
/**
 * Private information: what stands at the left of a grid.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Row".
 */
export interface Row {
  /**
   * `my hand 2`
   */
  words: string;
  /**
   * `myhand([2])`; empty where nothing is private
   */
  facts: string;
  /**
   * `2`: the same without what all rows have in common
   */
  short: string;
  rank: string | null;
  /**
   * where the private information is one card of a rank and a suit; of hands of two cards, where those of a kind are
   * one row, the ranks of both, so that suited ones lie above the diagonal of a chart and the others below
   */
  suit: string | null;
  /**
   * how many others are played just so, and stand for this row, too
   */
  alike: number;
}
/**
 * One public situation of a grid.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Column".
 */
export interface Column {
  situation: Situation;
  /**
   * one for each row; null where this private information cannot be held here
   */
  cells: (Cell | null)[];
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
  /**
   * `gambler bet 1`, or `at the start`
   */
  words: string;
  /**
   * `bet(gambler,1)`
   */
  facts: string[];
  /**
   * the facts in words
   */
  told: string[];
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  sets: number;
  reach: number | null;
}
/**
 * What is played with some private information in some public situation.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Cell".
 */
export interface Cell {
  /**
   * the information set; null where the cell averages over several
   */
  set: string | null;
  /**
   * of the column's moves, in their order
   */
  probabilities: number[];
  value: number | null;
  /**
   * 0 is drawn grey: play by the profile never leads here
   */
  reach: number | null;
  /**
   * over how many information sets it averages
   */
  sets: number;
}
/**
 * One information set: facts, moves, values, beliefs.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "InformationSet".
 */
export interface InformationSet {
  /**
   * its name in addresses
   */
  id: string;
  /**
   * whose it is
   */
  player: number;
  /**
   * without those that only repeat which moves there were
   */
  facts: string[];
  /**
   * the facts in words
   */
  told: string[];
  /**
   * all of them
   */
  words: string;
  situation: string | null;
  moves: Choice[];
  value: Quantity;
  reach: Quantity;
  /**
   * how many it has
   */
  nodes: number | null;
  /**
   * the likeliest nodes; empty where it is undefined
   */
  belief: Believed[];
  belief_total: number;
  /**
   * why there is no belief
   */
  note: string | null;
  holdings: Holdings[];
  /**
   * the player's information set before this one, with the move he made there
   */
  before: Link[];
  locked: boolean;
  /**
   * how many others differ only in names that may be exchanged, as suits, and are played just so
   */
  alike: number;
  /**
   * the facts with what only the player knows left open, `card(…)`: a lock that names them holds for all he may hold;
   * empty where that is not known
   */
  pattern: string[];
  /**
   * all of them in words
   */
  pattern_words: string;
}
/**
 * A move at an information set.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Choice".
 */
export interface Choice {
  /**
   * as the rules write it
   */
  move: string;
  /**
   * the move in words
   */
  label: string;
  probability: Quantity;
  value: Quantity;
  regret: Quantity;
  /**
   * whether no move is worth more, as far as that can be told: differences within the certified gap say nothing
   */
  best: boolean;
  /**
   * the player's next information sets after this move, the likeliest first
   */
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
  /**
   * the move in words
   */
  label: string;
  /**
   * what is new there; of the information set before, all that was known
   */
  words: string;
  /**
   * the same, as the rules have it
   */
  facts: string;
  reach: number | null;
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
 * A move in a history.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
  /**
   * a player, or `chance`
   */
  who: string;
  move: string;
  /**
   * the move in words
   */
  label: string;
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
 * A job, as it stands; when it is solved, it can be studied.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Job".
 */
export interface Job {
  /**
   * its name in addresses
   */
  id: string;
  /**
   * `solved`, `failed` and `cancelled` are the ends
   */
  state: "cancelled" | "failed" | "queued" | "reading" | "solved" | "solving";
  order: Taken;
  /**
   * `poker  ranks=8`
   */
  title: string;
  /**
   * when, in UTC
   */
  created: string;
  /**
   * jobs that are before it in the queue
   */
  ahead: number;
  /**
   * null while it waits
   */
  progress: Progress | null;
  /**
   * how the gap fell
   */
  trail: Moment[];
  /**
   * why it failed
   */
  problems: Problem[];
}
/**
 * An order as it was taken: every parameter is a text, written as rules are.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Taken".
 */
export interface Taken {
  /**
   * the name of a shipped game; or give its `source`
   */
  game?: string | null;
  /**
   * the text of the rules; or name a `game`
   */
  source?: string | null;
  /**
   * what the source would be called: the ending tells the language
   */
  file?: string;
  /**
   * parameter -> value, where it shall not be the default
   */
  params?: {
    [k: string]: string;
  };
  /**
   * the name of a method; `auto` picks one
   */
  method?: string;
  /**
   * option of the method -> value, as a text; /api/methods lists them
   */
  options?: {
    [k: string]: string;
  };
  /**
   * whether answers shall be fractions; where it is left out, whenever that is not slow
   */
  exact?: boolean | null;
  /**
   * stop when no player can gain more than this
   */
  gap?: number | null;
  /**
   * stop after so long with the best so far
   */
  seconds?: number | null;
  /**
   * what players are told to play, whatever is best; the rest is solved around it
   *
   * @maxItems 1000
   */
  locks?: Lock[];
  /**
   * another job: take its profile as what the others play, and exploit it as `as_player`; without a game, its game
   */
  against?: string | null;
  /**
   * who exploits the profile of `against`, by name
   */
  as_player?: string | null;
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
  /**
   * whose information sets they are, by name
   */
  player: string;
  /**
   * what he knows there, each as the rules write it
   *
   * @maxItems 1000
   */
  facts: string[];
  /**
   * move -> how often he makes it; they sum to 1
   */
  probabilities: {
    [k: string]: number;
  };
  /**
   * also where the facts differ only in names that may be exchanged, as suits
   */
  alike?: boolean;
}
/**
 * How far a job has come.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Progress".
 */
export interface Progress {
  /**
   * what is being done
   */
  stage: string;
  /**
   * how much of this stage
   */
  done: number;
  /**
   * of so much; null where nobody knows
   */
  total: number | null;
  /**
   * since the job began
   */
  seconds: number;
  /**
   * between what the first player's value is proved to be; null where that is not known, or does not make sense
   */
  bounds: number[] | null;
}
/**
 * How far a method had come at some time.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Moment".
 */
export interface Moment {
  /**
   * since the job began
   */
  seconds: number;
  /**
   * the largest gain that any player still had
   */
  gap: number;
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
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Methods".
 */
export interface Methods {
  items: MethodLine[];
}
/**
 * A way to solve games.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MethodLine".
 */
export interface MethodLine {
  name: string;
  /**
   * what it promises
   */
  summary: string;
  needs: string;
  cost: string;
  /**
   * whether it is picked where no method is named
   */
  automatic: boolean;
  /**
   * option -> what it means: those that an order may set
   */
  options: {
    [k: string]: string;
  };
}
/**
 * A node of the tree with its branches, a page of them; the id of the root is 0.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Node".
 */
export interface Node {
  /**
   * its name in addresses
   */
  id: string;
  /**
   * a player, `chance`, or `end`
   */
  mover: string;
  /**
   * the information set it belongs to
   */
  set: string | null;
  history: Step[];
  /**
   * what each player knows, in words
   */
  known: string[];
  /**
   * the same, as the rules have it
   */
  facts: string[];
  reach: Quantity;
  /**
   * what everybody expects here; undefined where the tree is not kept
   */
  values: Quantity[];
  /**
   * at an end, one for each player
   */
  payoffs: Quantity[];
  branches: Branch[];
  offset: number;
  total: number;
  parent: string | null;
}
/**
 * A move at a node.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Branch".
 */
export interface Branch {
  /**
   * where it leads
   */
  node: string;
  move: string;
  /**
   * the move in words
   */
  label: string;
  probability: Quantity;
  /**
   * who moves there: a player, `chance`, or `end`
   */
  mover: string;
  /**
   * the information set of that node
   */
  set: string | null;
  /**
   * how many moves there are there
   */
  branches: number;
  /**
   * where it is the end
   */
  payoffs: Quantity[];
}
/**
 * A game to solve: a shipped one by name, or the text of its rules.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Order".
 */
export interface Order {
  /**
   * the name of a shipped game; or give its `source`
   */
  game?: string | null;
  /**
   * the text of the rules; or name a `game`
   */
  source?: string | null;
  /**
   * what the source would be called: the ending tells the language
   */
  file?: string;
  /**
   * parameter -> value, where it shall not be the default
   */
  params?: {
    [k: string]: string | number | boolean | (string | number | boolean | (string | number | boolean)[])[];
  };
  /**
   * the name of a method; `auto` picks one
   */
  method?: string;
  /**
   * option of the method -> value, as a text; /api/methods lists them
   */
  options?: {
    [k: string]: string;
  };
  /**
   * whether answers shall be fractions; where it is left out, whenever that is not slow
   */
  exact?: boolean | null;
  /**
   * stop when no player can gain more than this
   */
  gap?: number | null;
  /**
   * stop after so long with the best so far
   */
  seconds?: number | null;
  /**
   * what players are told to play, whatever is best; the rest is solved around it
   *
   * @maxItems 1000
   */
  locks?: Lock[];
  /**
   * another job: take its profile as what the others play, and exploit it as `as_player`; without a game, its game
   */
  against?: string | null;
  /**
   * who exploits the profile of `against`, by name
   */
  as_player?: string | null;
}
/**
 * The game, what everybody expects, and the certificate.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Overview".
 */
export interface Overview {
  /**
   * its name
   */
  game: string;
  params: {
    [k: string]: string;
  };
  /**
   * their names; elsewhere a player is his place in this list
   */
  players: string[];
  /**
   * how it was solved
   */
  method: string;
  /**
   * why this method was picked
   */
  why: string;
  /**
   * whether all numbers are fractions
   */
  exact: boolean;
  /**
   * what each player expects
   */
  values: Quantity[];
  /**
   * what each player could gain by deviating: the certificate
   */
  gains: Quantity[];
  gap: Quantity;
  /**
   * the certificate in words
   */
  certified: string;
  /**
   * what the certificate counts where somebody was told what to play, or that there may be other equilibria
   */
  meaning: string | null;
  size: Size;
  seconds: {
    [k: string]: number;
  };
  warnings: string[];
  /**
   * how the gap fell; empty where the method does not work step by step
   */
  trail: Moment[];
  /**
   * whether all information sets are listed
   */
  listed: boolean;
  /**
   * whether information sets can be searched for by their facts
   */
  searchable: boolean;
  /**
   * whether information sets can be told what to play
   */
  lockable: boolean;
  /**
   * whether nodes and beliefs are known
   */
  beliefs: boolean;
  /**
   * whether chance tells somebody what others do not learn: cards
   */
  dealt: boolean;
  /**
   * the information sets that were told what to play, the first of them
   */
  locked: Locked[];
  locked_total: number;
  /**
   * what else the method learnt: `gap where play is free`, `first is sure of`
   */
  found: {
    [k: string]: string;
  };
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
  /**
   * one number for each player
   */
  information_sets: number[] | null;
  sequences: number[] | null;
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
  /**
   * the same, as the rules have it
   */
  facts: string;
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  probabilities: Quantity[];
}
/**
 * Plays to simulate.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Plays".
 */
export interface Plays {
  /**
   * how many; where agents have to think, fewer are played
   */
  plays?: number;
  /**
   * who plays each player; the solution where none is named
   */
  agents?: {
    [k: string]: "hyperplay" | "legal" | "mcts" | "minimax" | "random" | "search" | "solution";
  };
  /**
   * for random numbers; one is drawn where it is left out
   */
  seed?: number | null;
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
 * A person who wants to play against the profile, or another agent.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Seating".
 */
export interface Seating {
  /**
   * whose seat it is, by name
   */
  player: string;
  /**
   * who plays the others
   */
  against?: "hyperplay" | "legal" | "mcts" | "minimax" | "random" | "search" | "solution";
  /**
   * for random numbers; one is drawn where it is left out
   */
  seed?: number | null;
}
/**
 * How the average payoff came to what the profile promises.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Simulated".
 */
export interface Simulated {
  /**
   * their names
   */
  players: string[];
  /**
   * the same one plays the same
   */
  seed: number;
  /**
   * what the solution promises each player
   */
  values: Quantity[];
  /**
   * after more and more plays
   */
  averages: Average[];
  /**
   * a few plays
   */
  told: Step[][];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Average".
 */
export interface Average {
  /**
   * after so many
   */
  plays: number;
  /**
   * the average payoff of each player
   */
  means: number[];
  /**
   * standard errors; null after fewer than three plays, which do not show how far off an average is
   */
  errors: (number | null)[];
}
/**
 * The public situations at which a player moves, a page of them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Situations".
 */
export interface Situations {
  player: number;
  /**
   * a page of them
   */
  items: Situation[];
  /**
   * where the page begins
   */
  offset: number;
  /**
   * how many there are in all
   */
  total: number;
}
/**
 * A person at play: hand after hand, graded.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Table".
 */
export interface Table {
  /**
   * its name in addresses
   */
  id: string;
  /**
   * who sits here
   */
  player: string;
  /**
   * the same one deals the same hands
   */
  seed: number;
  /**
   * the number of this one, from 1
   */
  hand: number;
  /**
   * null where the hand is over: ask for the next one
   */
  decision: Decision | null;
  /**
   * what the player has learnt and done in this hand, in order
   */
  seen: string[];
  /**
   * the same in words, said to him
   */
  told: string[];
  /**
   * of this hand
   */
  grades: Graded[];
  /**
   * null until the hand is over
   */
  end: HandEnd | null;
  /**
   * that are over
   */
  hands: number;
  total: Quantity;
  lost: Quantity;
  /**
   * decisions of each level, in all
   */
  levels: {
    [k: string]: number;
  };
}
/**
 * A person is to choose.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Decision".
 */
export interface Decision {
  facts: string[];
  /**
   * what is new since his last decision
   */
  learnt: string[];
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
}
/**
 * What a decision was worth: the loss is the value of the best move less that of the chosen one.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Graded".
 */
export interface Graded {
  /**
   * null where information sets are not numbered
   */
  set: string | null;
  /**
   * what the player knew
   */
  words: string;
  /**
   * the same, as the rules have it
   */
  facts: string;
  /**
   * the one that was made
   */
  move: string;
  /**
   * the move in words
   */
  label: string;
  loss: Quantity;
  /**
   * null where values are undefined, as `words_of_level` says then
   */
  level: ("best" | "blunder" | "good" | "inaccuracy" | "mistake") | null;
  words_of_level: string;
  /**
   * all there were
   */
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  /**
   * how often the solution makes each
   */
  probabilities: number[];
  /**
   * what each is worth
   */
  values: Quantity[];
}
/**
 * What happened in a hand, with what was hidden.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HandEnd".
 */
export interface HandEnd {
  /**
   * all moves, with what chance let players learn
   */
  history: Step[];
  /**
   * one for each player
   */
  payoffs: string[];
}
/**
 * Rules to check, with values for their parameters where others than the defaults are meant.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Text".
 */
export interface Text {
  /**
   * the rules
   */
  source: string;
  /**
   * what the source would be called: the ending tells the language
   */
  file?: string;
  /**
   * parameter -> value, where it shall not be the default
   */
  params?: {
    [k: string]: string | number | boolean | (string | number | boolean | (string | number | boolean)[])[];
  };
}
