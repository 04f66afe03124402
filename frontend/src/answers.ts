// Made by `npm run types` from the operations of galakit.web: do not edit.

export interface Everything {}
/**
 * A report over all boards of a public situation: how often each move is made, values and equities.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Boards".
 */
export interface Boards {
  situation: PublicSituation;
  /**
   * a page of them
   */
  lines: BoardLine[];
  whole: BoardLine;
  offset: number;
  /**
   * how many pass the filter
   */
  total: number;
  /**
   * whether boards are told apart that differ only by an exchange of suits
   */
  suits: boolean;
  /**
   * why equities are missing
   */
  note: string | null;
}
/**
 * A public situation: what a player knows besides their private information.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PublicSituation".
 */
export interface PublicSituation {
  id: string;
  player: number;
  /**
   * `gambler bet 1`, or `at the start`
   */
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * `bet(gambler,1)`
   */
  facts: string[];
  /**
   * the facts in words; empty texts where one is not shown
   */
  fact_words: string[];
  /**
   * the facts as they are drawn
   */
  fact_looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  /**
   * the moves as they are drawn
   */
  looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
  sets: number;
  reach: number | null;
  /**
   * how many others differ only by an exchange of suits, and share its column
   */
  alike: number;
}
/**
 * A text, with the blanks at its ends.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Words".
 */
export interface Words {
  type: "words";
  text: string;
}
/**
 * A playing card, face up.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Card".
 */
export interface Card {
  type: "card";
  /**
   * `K`, `10`, or the name that the rules give
   */
  rank: string;
  /**
   * `spades`, `hearts`, `diamonds`, `clubs`, or the name that the rules give; empty where suits do not matter
   */
  suit?: string;
  /**
   * the number of ranks below it, where that is known
   */
  height?: number | null;
}
/**
 * A playing card, face down.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Back".
 */
export interface Back {
  type: "back";
}
/**
 * A die that shows a face.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Die".
 */
export interface Die {
  type: "die";
  face: string;
}
/**
 * A coin that shows a side.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Coin".
 */
export interface Coin {
  type: "coin";
  side: string;
}
/**
 * Chips on the table.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Chips".
 */
export interface Chips {
  type: "chips";
  amount: string;
}
/**
 * An amount of money.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Money".
 */
export interface Money {
  type: "money";
  amount: string;
}
/**
 * A pile of things that are all alike.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Pile".
 */
export interface Pile {
  type: "pile";
  count: number;
}
/**
 * A piece of a board game.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Piece".
 */
export interface Piece {
  type: "piece";
  /**
   * in words
   */
  name: string;
  /**
   * one of `SHAPES`, or a sign; empty: its name is written on it
   */
  shape?: string;
  /**
   * whose it is, where it is a player's
   */
  player?: number | null;
}
/**
 * A place on a board.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Square".
 */
export interface Square {
  type: "square";
  name: string;
  /**
   * the name of the board, where there are several
   */
  board?: string;
  column?: number;
  /**
   * counted from 0
   */
  row?: number;
}
/**
 * A board, or all that differ only by an exchange of suits.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BoardLine".
 */
export interface BoardLine {
  /**
   * the public situation with it
   */
  situation: string;
  words: string;
  look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  facts: string;
  /**
   * how many boards are alike and counted here
   */
  combos: number;
  /**
   * how often it comes, where play comes to this situation
   */
  share: number;
  probabilities: number[];
  /**
   * the expected payoff of the player who moves
   */
  value: number | null;
  /**
   * their range's share of the pot if all further bets are checks and calls
   */
  equity: number | null;
}
/**
 * Errors and warnings about rules; their players and parameters as far as they can be read.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Checked".
 */
export interface Checked {
  /**
   * empty where nothing is wrong
   */
  problems: Problem[];
  players: string[];
  params: Parameter[];
}
/**
 * A diagnostic: problem, place, cause and remedy.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  /**
   * the id of its kind, such as GK513: there is a page on each
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
   * the remedy behind the hint, for interfaces with their own wording
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
 * A decision of a drill.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Choosing".
 */
export interface Choosing {
  /**
   * the information set of the drill
   */
  set: string;
  /**
   * one of its moves
   */
  move: string;
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
 * The best strategy to announce, and the reply to it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Committed".
 */
export interface Committed {
  game: string;
  leader: string;
  follower: string;
  /**
   * whether the leader can commit to moves only
   */
  pure: boolean;
  value: Quantity;
  follower_value: Quantity;
  follower_gain: Quantity;
  bound: Quantity;
  /**
   * whether no announcement is better, up to rounding where `exact` is false
   */
  proved: boolean;
  exact: boolean;
  ties_against: Quantity;
  /**
   * what the best equilibrium brings the leader; null where it was not looked for
   */
  equilibrium: Quantity | null;
  decisions: PlayedAt[];
  left_out: number;
}
/**
 * A number, or an undefined value.
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
 * What a player does, or is advised to do, at one information set.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlayedAt".
 */
export interface PlayedAt {
  player: string;
  /**
   * the facts there, as the rules write them
   */
  knows: string;
  /**
   * the same in words
   */
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * move -> probability, without moves that are never made
   */
  plays: {
    [k: string]: Quantity;
  };
  /**
   * move -> the move in words
   */
  labels: {
    [k: string]: string;
  };
  /**
   * move -> the move as it is drawn; null where that is only words
   */
  looks: {
    [k: string]: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  };
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
   * the players' expected payoffs
   */
  ours: Quantity[];
  theirs: Quantity[];
  /**
   * what each player would gain by switching to our strategy while all others play theirs
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
   * why gains are unknown
   */
  note: string | null;
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
  /**
   * the same as it is drawn
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  facts: string;
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  ours: number[];
  theirs: number[];
  /**
   * total variation distance: 0 alike, 1 nothing in common
   */
  distance: number;
  /**
   * summed over those that differ alike
   */
  reach: number | null;
  /**
   * how many others differ alike and are counted here
   */
  alike: number;
}
/**
 * The best correlated equilibrium: what a mediator recommends.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CorrelatedAnswer".
 */
export interface CorrelatedAnswer {
  game: string;
  concept: string;
  concept_name: string;
  objective: string;
  players: string[];
  values: Quantity[];
  /**
   * what each player could gain by not following
   */
  could_gain: Quantity[];
  exact: boolean;
  outcomes: Advised[];
  /**
   * the recommendations at each information set, averaged over what the others hear
   */
  decisions: PlayedAt[];
  /**
   * outcomes and decisions
   */
  left_out: number;
}
/**
 * How the game ends when all follow a mediator.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Advised".
 */
export interface Advised {
  probability: Quantity;
  /**
   * player -> their moves
   */
  moves: {
    [k: string]: string[];
  };
  /**
   * the same in words
   */
  labels: {
    [k: string]: string[];
  };
}
/**
 * Whether the solution is a sequential equilibrium, also where play never comes, and which one is near if not.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CredibilityAnswer".
 */
export interface CredibilityAnswer {
  game: string;
  /**
   * null where that is undecided
   */
  sequential: boolean | null;
  verdict: string;
  /**
   * where the beliefs come from
   */
  beliefs: string;
  gain: Quantity;
  exact: boolean;
  sets: number;
  reached: number;
  empty: Threat[];
  /**
   * information sets that no consistent beliefs justify together
   */
  conflict: Known[];
  nearest: NearestAnswer | null;
  left_out: number;
}
/**
 * An information set at which the player would rather make another move.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Threat".
 */
export interface Threat {
  player: string;
  /**
   * the facts there, as the rules write them
   */
  knows: string;
  /**
   * the same in words
   */
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  better: string;
  /**
   * the better move in words
   */
  label: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  gain: Quantity;
  /**
   * whether play comes here; a threat is empty where it does not
   */
  reached: boolean;
}
/**
 * An information set.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Known".
 */
export interface Known {
  player: string;
  /**
   * the facts there, as the rules write them
   */
  knows: string;
  /**
   * the same in words
   */
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
}
/**
 * A sequential equilibrium near the solution.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "NearestAnswer".
 */
export interface NearestAnswer {
  /**
   * player -> what they expect
   */
  values: {
    [k: string]: Quantity;
  };
  differences: Departure[];
}
/**
 * An information set at which a sequential equilibrium nearby differs.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Departure".
 */
export interface Departure {
  player: string;
  /**
   * the facts there, as the rules write them
   */
  knows: string;
  /**
   * the same in words
   */
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  before: {
    [k: string]: Quantity;
  };
  instead: {
    [k: string]: Quantity;
  };
  /**
   * move -> the move in words
   */
  labels: {
    [k: string]: string;
  };
  /**
   * move -> the move as it is drawn; null where that is only words
   */
  looks: {
    [k: string]: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  };
}
/**
 * A decision of a drill: its grade, and the history with it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Decided".
 */
export interface Decided {
  grade: Graded;
  training: Training;
}
/**
 * A graded decision: its loss is the value of the best move less that of the chosen one.
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
   * the player's facts in words
   */
  words: string;
  /**
   * the same as they are drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * the same, as the rules write it
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
  /**
   * the move as it is drawn; null where that is only words
   */
  look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  loss: Quantity;
  /**
   * null where values are undefined; `words_of_level` says why
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
   * the moves as they are drawn
   */
  looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
  /**
   * the solution's probability of each
   */
  probabilities: number[];
  /**
   * the value of each
   */
  values: Quantity[];
}
/**
 * What a history of decisions says: the value lost, by situation, and the worst mistakes.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Training".
 */
export interface Training {
  decisions: number;
  /**
   * by all decisions together
   */
  lost: number;
  /**
   * how many decisions were best, good, an inaccuracy, a mistake, a blunder
   */
  levels: {
    [k: string]: number;
  };
  /**
   * the losses of the latest decisions, the last one last
   */
  recent: number[];
  /**
   * the public situations, where most was lost first
   */
  spots: Spot[];
  /**
   * the mistakes that cost most
   */
  worst: Mistake[];
  /**
   * the spots that are asked again, those that cost most first
   */
  missed: Missed[];
}
/**
 * How the decisions at a public situation went.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Spot".
 */
export interface Spot {
  player: string;
  situation: string;
  decisions: number;
  /**
   * by all of them together
   */
  lost: number;
  /**
   * the share of decisions that were best
   */
  best: number;
}
/**
 * A decision that cost something.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Mistake".
 */
export interface Mistake {
  set: string;
  player: string;
  /**
   * what the player knew
   */
  words: string;
  /**
   * the move that was made, in words
   */
  label: string;
  /**
   * the best moves, in words
   */
  best: string;
  loss: number;
  level: string;
  /**
   * whether it has not been decided better since: it is asked again
   */
  again: boolean;
}
/**
 * A spot that is asked again: its latest decision cost something.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Missed".
 */
export interface Missed {
  player: string;
  set: string;
}
/**
 * What is dominated, round by round; all of it is proved in whole numbers.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DominanceAnswer".
 */
export interface DominanceAnswer {
  game: string;
  of: "moves" | "strategies";
  rounds: EliminatedAnswer[][];
  /**
   * player -> strategies, or sequences of moves, of the whole game
   */
  before: {
    [k: string]: number;
  };
  left: {
    [k: string]: number;
  };
  /**
   * player -> the strategies that are left; none of moves
   */
  kept: {
    [k: string]: string[];
  };
  /**
   * False where the time was over first
   */
  complete: boolean;
  /**
   * dominated ones, and strategies that are left
   */
  left_out: number;
}
/**
 * A dominated strategy or move.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EliminatedAnswer".
 */
export interface EliminatedAnswer {
  player: string;
  /**
   * empty for a whole strategy
   */
  knows: string;
  /**
   * the same in words
   */
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  eliminated: string;
  kind: "equally" | "strictly" | "weakly";
  /**
   * what dominates it, with its weights; a move, for each continuation after it
   */
  by: {
    [k: string]: string;
  };
  /**
   * of moves: what is eliminated, and by what, in words
   */
  labels: {
    [k: string]: string;
  };
  /**
   * the same as they are drawn; null where that is only words
   */
  looks: {
    [k: string]: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  };
}
/**
 * A spot to decide: an information set, drawn as often as play comes there, without what the solution plays.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Drill".
 */
export interface Drill {
  set: string;
  player: number;
  /**
   * the public situation in words, with what chance showed left open
   */
  situation: string;
  /**
   * all that the player knows
   */
  words: string;
  /**
   * all that the player knows, as the rules write it
   */
  facts: string[];
  /**
   * the facts in words; empty texts where one is not shown
   */
  fact_words: string[];
  /**
   * the facts as they are drawn
   */
  fact_looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
  /**
   * what stands on the boards, as far as the player knows
   */
  boards: Board[];
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  /**
   * the moves as they are drawn
   */
  looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
}
/**
 * A board and what stands on it, as far as a player knows.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Board".
 */
export interface Board {
  /**
   * empty where there is only one
   */
  name: string;
  shape: "dots" | "graph" | "grid" | "heaps" | "hexes";
  /**
   * their names; of a graph, those of its nodes
   */
  columns: string[];
  /**
   * their names, from the first on
   */
  rows: string[];
  /**
   * whether the first row is at the top
   */
  top?: boolean;
  /**
   * those that are not empty
   */
  squares?: Standing[];
  /**
   * the lines that are drawn between dots
   */
  lines?: Line[];
  /**
   * of a graph: which nodes are linked
   */
  links?: [number, number][];
}
/**
 * A square on which something stands, or that has a mark.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Standing".
 */
export interface Standing {
  name: string;
  column: number;
  row: number;
  piece?: Piece | null;
  /**
   * `hit`, `water`, `tried`
   */
  marks?: string[];
}
/**
 * A line between two dots, from the corner (column, row) to the right or upwards.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Line".
 */
export interface Line {
  column: number;
  row: number;
  across: boolean;
  /**
   * who drew it, where that is known
   */
  player?: number | null;
}
/**
 * What a solution says, in words: what the game is worth, and what stands out in the strategies.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Findings".
 */
export interface Findings {
  headline: string;
  /**
   * the most telling first
   */
  items: Finding[];
}
/**
 * Something worth knowing about a strategy, in a sentence.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Finding".
 */
export interface Finding {
  kind: "always" | "bluff" | "mixture" | "play" | "threshold" | "trap";
  /**
   * whose strategy it is about; null where it is about a play
   */
  player: number | null;
  /**
   * `second bluffs with J after check: bet one time in three, check two times in three`
   */
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * an information set that shows it
   */
  set: string | null;
  /**
   * the public situation it is about, of the grid of the player
   */
  situation: string | null;
}
/**
 * The precision of quantal responses that explains observed play best.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "FittedPrecision".
 */
export interface FittedPrecision {
  precision: number;
  /**
   * where its 95 % interval begins, by the likelihood ratio
   */
  least: number;
  /**
   * where it ends
   */
  most: number;
  /**
   * whether the interval goes on where the curve ends
   */
  beyond: boolean;
  log_likelihood: number;
  /**
   * the logarithm of the likelihood if all moves were as likely
   */
  uniform: number;
  observations: number;
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
   * the player who moves
   */
  player: number;
  /**
   * the facts in words
   */
  words: string;
  /**
   * the same as it is drawn
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * the same, as the rules write it
   */
  facts: string;
  /**
   * how likely play comes there
   */
  reach: number | null;
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
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
  /**
   * where the game comes from
   */
  reference: string;
  measured: Measured;
  players: string[];
  params: Parameter[];
  text: string;
}
/**
 * How large a shipped game is with its default parameters, and how long it takes to solve.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Measured".
 */
export interface Measured {
  players: number;
  sum: "constant" | "general" | "zero";
  /**
   * information sets of all players; null where they are too many to list
   */
  sets: number | null;
  /**
   * about how long solving takes on two cores: 1, 10, 60 or 600; null where it takes longer
   */
  seconds: number | null;
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
  measured: Measured;
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
   * what the cells average over, in words
   */
  averaged: string | null;
  /**
   * how many public situations play comes to; null where that is not counted
   */
  reached: number | null;
  /**
   * whether hands or boards that differ only by an exchange of suits share rows or columns
   */
  folded: boolean;
  /**
   * where the rows are cards: all ranks, lowest first
   */
  ranks: string[];
  /**
   * where they are cards: all suits; where they are hands of two cards, the ranks again
   */
  suits: string[];
}
/**
 * Private information: the label of a row of a grid.
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
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * `myhand([2])`; empty where nothing is private
   */
  facts: string;
  /**
   * `2`: the same without what all rows share
   */
  short: string;
  short_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  rank: string | null;
  /**
   * where the private information is one card of a rank and a suit; of hands of two cards, where similar hands share
   * one row, the ranks of both cards: suited hands lie above the diagonal of a chart, the others below
   */
  suit: string | null;
  /**
   * how many other hands share this row
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
  situation: PublicSituation;
  /**
   * one for each row; null where this private information is impossible here
   */
  cells: (Cell | null)[];
}
/**
 * The strategy with some private information in some public situation.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Cell".
 */
export interface Cell {
  /**
   * the information set; null where the cell averages over several that no exchange of suits makes equal
   */
  set: string | null;
  /**
   * of the column's moves, in their order
   */
  probabilities: number[];
  value: number | null;
  /**
   * 0 is drawn grey: the profile never reaches it
   */
  reach: number | null;
  /**
   * how many information sets it averages over
   */
  sets: number;
}
/**
 * The ranges of all players at a public situation: hands with their shares, moves, values and equities.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Hands".
 */
export interface Hands {
  situation: PublicSituation;
  /**
   * the player who moves first
   */
  ranges: HandRange[];
  /**
   * what chance showed all players, in words; empty where nothing
   */
  board: string;
  board_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * how many boards it averages over
   */
  boards: number;
  /**
   * of the chart, the highest rank first; empty where hands are not one or two cards
   */
  rows: string[];
  columns: string[];
  /**
   * whether hands are told apart that differ only by an exchange of suits
   */
  suits: boolean;
  /**
   * whether play comes here; if not, the moves of those who must have erred do not count
   */
  reached: boolean;
  /**
   * why equities or the others' hands are missing
   */
  note: string | null;
  offset: number;
}
/**
 * What a player may hold.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HandRange".
 */
export interface HandRange {
  player: number;
  /**
   * the hands that pass the filter, a page of them
   */
  hands: Hand[];
  /**
   * how many pass it
   */
  total: number;
  /**
   * how many hands there are in all, suits counted
   */
  combos: number;
  /**
   * the part of the range that passes the filter
   */
  share: number;
  /**
   * how often each move is made with those; empty for players who do not move
   */
  probabilities: number[];
  /**
   * the player's expected payoff with those
   */
  value: number | null;
  equity: number | null;
  /**
   * what the whole range makes, the best first
   */
  kinds: HandKind[];
  /**
   * the whole range to copy: `AsKs:1, AsKh:0.25`, how often the player plays to here with each hand
   */
  text: string;
}
/**
 * A hand of a range; where suits are folded, all that differ only by an exchange of suits.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Hand".
 */
export interface Hand {
  /**
   * `A♠ K♥`
   */
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * the private facts of one of them, as the rules write them
   */
  facts: string;
  /**
   * the row of the chart it belongs to: the rank of its first card; null where it is not one or two cards
   */
  row: string | null;
  /**
   * the columns: the rank of the other card, so that suited hands of two cards lie above the diagonal; the suits of a
   * single card
   */
  columns: string[];
  /**
   * how many hands are alike and counted here
   */
  combos: number;
  /**
   * its share of the player's range; all shares add up to 1
   */
  share: number;
  /**
   * how often the player plays to here with it, where they are dealt it: 1 if they always do
   */
  played: number | null;
  /**
   * how often each move is made; empty for players who do not move
   */
  probabilities: number[];
  /**
   * the player's expected payoff with it
   */
  value: number | null;
  /**
   * its share of the pot against the others' ranges if all further bets are checks and calls
   */
  equity: number | null;
  /**
   * what it makes with the board: `pair`, `top pair`, `flush draw`
   */
  makes: string[];
}
/**
 * The part of a range that makes the same.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HandKind".
 */
export interface HandKind {
  /**
   * `pair`
   */
  name: string;
  combos: number;
  /**
   * of the range
   */
  share: number;
  /**
   * how often each move is made with it; empty for players who do not move
   */
  probabilities: number[];
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
   * the player who moves
   */
  player: number;
  /**
   * without those that only repeat which moves there were
   */
  facts: string[];
  /**
   * the facts in words; empty texts where one is not shown
   */
  fact_words: string[];
  /**
   * the facts as they are drawn; null where that is only words
   */
  fact_looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
  /**
   * all of them
   */
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * what stands on the boards, as far as the player knows
   */
  boards: Board[];
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
  ranges: Range[];
  /**
   * the player's information set before this one, with the move made there
   */
  before: Link[];
  locked: boolean;
  /**
   * how many others differ only by a symmetry, such as an exchange of suits, and are played alike
   */
  alike: number;
  /**
   * the facts with private information left open, `card(…)`: a lock that names them holds for all of it;
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
  /**
   * the move as it is drawn; null where that is only words
   */
  look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * where on the boards it is made
   */
  places: Place[];
  probability: Quantity;
  value: Quantity;
  regret: Quantity;
  /**
   * whether no move has a higher value; differences within the certified gap do not count
   */
  best: boolean;
  /**
   * the player's next information sets after this move, the likeliest first
   */
  next: Link[];
  next_total: number;
}
/**
 * A place on one of the boards: a square, a node, or a line between dots.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Place".
 */
export interface Place {
  board: string;
  column: number;
  row: number;
  /**
   * `across` or `down`, where it is a line
   */
  line?: string;
}
/**
 * A link to another information set.
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
   * the move as it is drawn; null where that is only words
   */
  look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * the new facts there; for the information set before, all its facts
   */
  words: string;
  /**
   * the same as it is drawn
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * the same, as the rules write it
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
  /**
   * the move as it is drawn; null where that is only words
   */
  look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
}
/**
 * The range of another player: what they may know here, the likeliest first.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Range".
 */
export interface Range {
  player: number;
  items: RangeItem[];
  total: number;
}
/**
 * Information that another player may have, with its probability.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RangeItem".
 */
export interface RangeItem {
  words: string;
  /**
   * the same as it is drawn
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  facts: string;
  probability: Quantity;
}
/**
 * A job in its current state; solved ones can be studied.
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
   * the time of the order, in UTC
   */
  created: string;
  /**
   * the number of jobs before it in the queue
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
  /**
   * whether it was stopped, or its time limit came, before it had what was asked for
   */
  early: boolean;
  /**
   * whether it can go on from where it was stopped, or its time limit came
   */
  resumable: boolean;
}
/**
 * An accepted order: every parameter is a text, in the syntax of the rules.
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
   * the file name of the source; its ending determines the language
   */
  file?: string;
  /**
   * parameter -> value, where it differs from the default
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
   * whether answers must be fractions; default: where that is not slow
   */
  exact?: boolean | null;
  /**
   * stop when no player can gain more than this
   */
  gap?: number | null;
  /**
   * stop after so many seconds with the best so far
   */
  seconds?: number | null;
  /**
   * fixed strategies; the rest is solved around them
   *
   * @maxItems 1000
   */
  locks?: Lock[];
  /**
   * another job: find the best response of `as_player` to its profile; without a game, of its game
   */
  against?: string | null;
  /**
   * the player who responds to the profile of `against`, by name
   */
  as_player?: string | null;
}
/**
 * A fixed strategy of a player where they know some facts.
 *
 *     All facts of an information set name it alone, others name every one that includes them. `card(…)` leaves the card
 *     open, and names all private information that the player may have there.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Lock".
 */
export interface Lock {
  /**
   * the player, by name
   */
  player: string;
  /**
   * the player's facts there, each as the rules write it
   *
   * @maxItems 1000
   */
  facts: string[];
  /**
   * move -> probability; they sum to 1
   */
  probabilities: {
    [k: string]: number;
  };
  /**
   * also where the facts differ only by a symmetry, such as an exchange of suits
   */
  alike?: boolean;
}
/**
 * The progress of a job.
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
   * the amount done of this stage
   */
  done: number;
  /**
   * the total; null where it is unknown
   */
  total: number | null;
  /**
   * since the job began
   */
  seconds: number;
  /**
   * proved bounds of the first player's value; null where there are none
   */
  bounds: number[] | null;
}
/**
 * The progress of a method at some time.
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
 * A solution in the library, which outlives the server.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "KeptSolution".
 */
export interface KeptSolution {
  /**
   * its name in addresses
   */
  name: string;
  /**
   * `poker  ranks=8`
   */
  title: string;
  /**
   * how it was solved
   */
  method: string;
  /**
   * each player's expected payoff
   */
  values: string[];
  /**
   * the largest gain that any player had from deviating when it was kept; opening it certifies it again
   */
  gap: string;
  /**
   * when, in UTC
   */
  kept: string;
  /**
   * the size of its file
   */
  bytes: number;
}
/**
 * The library, the latest first.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "KeptSolutions".
 */
export interface KeptSolutions {
  items: KeptSolution[];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Methods".
 */
export interface Methods {
  items: MethodLine[];
}
/**
 * A method that solves games.
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
   * the options that an order may set -> what they mean
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
   * each player's facts in words
   */
  known: string[];
  /**
   * the same as they are drawn
   */
  known_looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
  /**
   * the boards, as each player sees them
   */
  sights: Sight[];
  /**
   * the same, as the rules write it
   */
  facts: string[];
  reach: Quantity;
  /**
   * the players' expected payoffs here; undefined where the tree is not kept
   */
  values: Quantity[];
  /**
   * at an end, one payoff for each player
   */
  payoffs: Quantity[];
  branches: Branch[];
  offset: number;
  total: number;
  parent: string | null;
}
/**
 * The boards as some players see them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Sight".
 */
export interface Sight {
  /**
   * all who see them so
   */
  players: number[];
  boards: Board[];
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
  /**
   * the move as it is drawn; null where that is only words
   */
  look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  probability: Quantity;
  /**
   * the mover there: a player, `chance`, or `end`
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
 * How far a player's optimal strategies can differ, a page of information sets; some seconds are spent on each.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OptimalRanges".
 */
export interface OptimalRanges {
  player: number;
  /**
   * whether the ranges are proved, in fractions
   */
  exact: boolean;
  /**
   * whether there is only one optimal strategy, as far as the information sets asked about so far tell; null where
   * others may differ
   */
  unique: boolean | null;
  /**
   * a page of them
   */
  items: SetRange[];
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
 * The ranges of the moves at one information set.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SetRange".
 */
export interface SetRange {
  set: string;
  /**
   * the facts in words
   */
  words: string;
  /**
   * the same as they are drawn
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * the same, as the rules write it
   */
  facts: string;
  /**
   * empty where no optimal strategy comes here
   */
  moves: MoveRange[];
}
/**
 * The least and the greatest probability of a move in optimal strategies.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MoveRange".
 */
export interface MoveRange {
  move: string;
  /**
   * the move in words
   */
  label: string;
  /**
   * the move as it is drawn; null where that is only words
   */
  look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  least: Quantity;
  most: Quantity;
  /**
   * whether all optimal strategies make it equally often
   */
  unique: boolean;
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
   * the file name of the source; its ending determines the language
   */
  file?: string;
  /**
   * parameter -> value, where it differs from the default
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
   * whether answers must be fractions; default: where that is not slow
   */
  exact?: boolean | null;
  /**
   * stop when no player can gain more than this
   */
  gap?: number | null;
  /**
   * stop after so many seconds with the best so far
   */
  seconds?: number | null;
  /**
   * fixed strategies; the rest is solved around them
   *
   * @maxItems 1000
   */
  locks?: Lock[];
  /**
   * another job: find the best response of `as_player` to its profile; without a game, of its game
   */
  against?: string | null;
  /**
   * the player who responds to the profile of `against`, by name
   */
  as_player?: string | null;
}
/**
 * The game, the players' expected payoffs, and the certificate.
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
   * their names; elsewhere a player is an index of this list
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
   * each player's expected payoff
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
   * what the certificate counts where strategies are locked, or that there may be other equilibria
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
   * whether strategies can be shown as grids: public situations are known
   */
  grids: boolean;
  /**
   * whether information sets can be searched for by their facts
   */
  searchable: boolean;
  /**
   * whether strategies can be locked at information sets
   */
  lockable: boolean;
  /**
   * whether nodes and beliefs are known
   */
  beliefs: boolean;
  /**
   * whether chance deals private information: cards
   */
  dealt: boolean;
  /**
   * whether players hold cards that can be drawn: then their ranges and boards can be studied
   */
  cards: boolean;
  /**
   * whether cards have suits, so that grids may be folded
   */
  suits: boolean;
  /**
   * the first of the locked information sets
   */
  locked: Locked[];
  locked_total: number;
  /**
   * further results of the method: `gap where play is free`, `first is sure of`
   */
  found: {
    [k: string]: string;
  };
  /**
   * whether the ranges of optimal strategies can be asked for
   */
  ranged: boolean;
  /**
   * which of the equilibria this is, from 1 on
   */
  equilibrium: number;
  /**
   * the values of the first equilibria that the method found, this one included
   */
  equilibria: Worth[];
  /**
   * how many it found
   */
  equilibria_total: number;
}
/**
 * How large the game is; None where it was not counted.
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
 * An information set with a locked strategy.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Locked".
 */
export interface Locked {
  set: string;
  player: number;
  words: string;
  /**
   * the same as it is drawn; null where that is only words
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * the same, as the rules write it
   */
  facts: string;
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  /**
   * the moves as they are drawn
   */
  looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
  probabilities: Quantity[];
}
/**
 * What an equilibrium is worth.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Worth".
 */
export interface Worth {
  /**
   * to each player
   */
  values: Quantity[];
  gap: Quantity;
}
/**
 * Plays to simulate.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Plays".
 */
export interface Plays {
  /**
   * how many; agents that search play fewer
   */
  plays?: number;
  /**
   * player -> agent; default: the solution
   */
  agents?: {
    [k: string]: "hyperplay" | "legal" | "mcts" | "minimax" | "random" | "search" | "solution";
  };
  /**
   * the seed of random numbers; drawn at random where it is left out
   */
  seed?: number | null;
}
/**
 * How play changes over time: vector field, rest points and paths.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Portrait".
 */
export interface Portrait {
  /**
   * one population with two strategies, two with two, one with three, several with three; null where there is no
   * portrait
   */
  shape: ("line" | "square" | "triangle" | "triangles") | null;
  /**
   * why there is none
   */
  refused: string | null;
  rule: string;
  /**
   * of smoothed best responses
   */
  precision: number | null;
  populations: PortraitPopulation[];
  field: Arrow[];
  /**
   * of a square: the states in which each population is indifferent (with a precision: does not change), if any
   */
  nullclines: number[][][];
  rests: Rest[];
  paths: PlayPath[];
}
/**
 * A population that plays the game, or one role in it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PortraitPopulation".
 */
export interface PortraitPopulation {
  name: string;
  strategies: string[];
}
/**
 * How play changes in one state.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Arrow".
 */
export interface Arrow {
  /**
   * the share of each strategy, population after population
   */
  state: number[];
  velocity: number[];
}
/**
 * A state that does not change.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Rest".
 */
export interface Rest {
  state: Quantity[];
  /**
   * what the linearisation says; null where the rule has none
   */
  kind: ("centre" | "saddle" | "sink" | "source" | "undecided") | null;
  /**
   * whether it is a Nash equilibrium
   */
  equilibrium: boolean;
}
/**
 * Play from one start.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlayPath".
 */
export interface PlayPath {
  times: number[];
  states: number[][];
  /**
   * the largest gain that any player has from deviating at the end
   */
  last: number;
  /**
   * the same where everyone plays the average over time
   */
  average: number;
  /**
   * by how much a share still changes in the second half of the time: 0 where play has settled
   */
  moves: number;
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
 * The public situations at which a player moves, a page of them.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PublicSituations".
 */
export interface PublicSituations {
  player: number;
  /**
   * a page of them
   */
  items: PublicSituation[];
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
 * Logit quantal response equilibria, from chance to best responses, a page of information sets with a choice.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "QuantalCurves".
 */
export interface QuantalCurves {
  /**
   * lambda at the points of the curves; it falls where the branch turns back
   */
  precisions: number[];
  /**
   * whether there was time to follow the curves to best responses
   */
  complete: boolean;
  /**
   * the largest difference between payoffs: a precision matters in its unit
   */
  scale: number;
  /**
   * a page of them
   */
  items: SetCurve[];
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
 * How often each move is made at an information set by players who make mistakes.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SetCurve".
 */
export interface SetCurve {
  set: string;
  player: number;
  /**
   * the facts in words
   */
  words: string;
  /**
   * the same as they are drawn
   */
  words_look: (Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null;
  /**
   * the same, as the rules write it
   */
  facts: string;
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  /**
   * one curve for each move, with a point for each precision
   */
  shares: number[][];
}
/**
 * A person who wants to play against the profile, or another agent.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Seating".
 */
export interface Seating {
  /**
   * the player whose seat it is, by name
   */
  player: string;
  /**
   * the agent that plays the others
   */
  against?: "hyperplay" | "legal" | "mcts" | "minimax" | "random" | "search" | "solution";
  /**
   * the seed of random numbers; drawn at random where it is left out
   */
  seed?: number | null;
}
/**
 * The game in which isomorphic information sets are one, beside the game: its equilibria are some of the game's.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ShrunkenAnswer".
 */
export interface ShrunkenAnswer {
  game: string;
  players: string[];
  before: Size;
  after: Size;
  /**
   * those that became one
   */
  merged: MergedSets[];
  /**
   * information sets that became one with others and are not listed
   */
  left_out: number;
}
/**
 * Information sets that are one in the smaller game.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MergedSets".
 */
export interface MergedSets {
  members: Known[];
}
/**
 * How average payoffs converge to the profile's expected payoffs.
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
   * the same seed gives the same plays
   */
  seed: number;
  /**
   * each player's expected payoff by the solution
   */
  values: Quantity[];
  /**
   * averages after more and more plays
   */
  averages: Average[];
  /**
   * the first plays, move by move
   */
  examples: Step[][];
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Average".
 */
export interface Average {
  /**
   * the number of plays
   */
  plays: number;
  /**
   * the average payoff of each player
   */
  means: number[];
  /**
   * standard errors; null after fewer than three plays
   */
  errors: (number | null)[];
}
/**
 * The symmetric equilibria of a game, and which are evolutionarily stable; all numbers are exact.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StabilityAnswer".
 */
export interface StabilityAnswer {
  game: string;
  strategies: string[];
  equilibria: StableAnswer[];
  left_out: number;
}
/**
 * A symmetric equilibrium, and whether it resists mutants.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StableAnswer".
 */
export interface StableAnswer {
  plays: {
    [k: string]: Quantity;
  };
  payoff: Quantity;
  verdict: "evolutionarily stable" | "neutrally stable" | "unstable";
  mutant: MutantAnswer | null;
  /**
   * False where it stands for infinitely many equilibria with the same strategies
   */
  isolated: boolean;
}
/**
 * Mutants that can invade, or drift in.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MutantAnswer".
 */
export interface MutantAnswer {
  plays: {
    [k: string]: Quantity;
  };
  own: Quantity;
  residents: Quantity;
}
/**
 * How far a study is, and what it shows.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SweepStanding".
 */
export interface SweepStanding {
  study: number;
  name: string;
  folder: string;
  cells: number;
  /**
   * cells that have a row, whatever it says
   */
  done: number;
  /**
   * solved, failed, timed out, … -> cells
   */
  statuses: {
    [k: string]: number;
  };
  /**
   * the most frequent ones first
   */
  shortcomings: Shortcoming[];
  /**
   * cells in progress, in words
   */
  running: string[];
  /**
   * the sweeps that run
   */
  sweeps: number;
  /**
   * until they are done, as far as they can tell
   */
  seconds_left: number | null;
  /**
   * the plots as SVG; null where they were not asked for, or there is nothing to draw yet
   */
  picture: string | null;
  /**
   * why there is nothing to draw
   */
  nothing: string | null;
}
/**
 * Why cells have no result, or lack some of it.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Shortcoming".
 */
export interface Shortcoming {
  status: string;
  reason: string;
  cells: number;
}
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Sweeps".
 */
export interface Sweeps {
  items: SweepLine[];
}
/**
 * A study in a list.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SweepLine".
 */
export interface SweepLine {
  /**
   * its number
   */
  study: number;
  name: string;
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
   * the player whose seat it is
   */
  player: string;
  /**
   * the same seed deals the same hands
   */
  seed: number;
  /**
   * the number of this one, from 1
   */
  hand: number;
  /**
   * null where the hand is over: request the next one
   */
  decision: Decision | null;
  /**
   * the player's facts in this hand, in order
   */
  seen: string[];
  /**
   * the same in words, in the second person
   */
  fact_words: string[];
  /**
   * the same as they are drawn, without the person
   */
  fact_looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
  /**
   * what stands on the boards, as far as the player knows
   */
  boards: Board[];
  /**
   * of this hand
   */
  grades: Graded[];
  /**
   * null until the hand is over
   */
  end: HandEnd | null;
  /**
   * the number of finished hands
   */
  hands: number;
  total: Quantity;
  lost: Quantity;
  /**
   * the number of decisions of each level
   */
  levels: {
    [k: string]: number;
  };
}
/**
 * A choice that a person must make.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Decision".
 */
export interface Decision {
  facts: string[];
  /**
   * new facts since their last decision
   */
  learnt: string[];
  moves: string[];
  /**
   * the moves in words
   */
  labels: string[];
  /**
   * the moves as they are drawn
   */
  looks: ((Words | Card | Back | Die | Coin | Chips | Money | Pile | Piece | Square)[] | null)[];
  /**
   * where on the boards each of them is made
   */
  places: Place[][];
}
/**
 * A complete hand, including hidden moves.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HandEnd".
 */
export interface HandEnd {
  /**
   * all moves, with the facts that chance revealed
   */
  history: Step[];
  /**
   * one for each player
   */
  payoffs: string[];
  /**
   * the boards in the end, as each player sees them
   */
  sights: Sight[];
}
/**
 * What a team can be sure of against one adversary.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TeamAnswer".
 */
export interface TeamAnswer {
  game: string;
  team: string[];
  adversary: string;
  correlated: boolean;
  /**
   * whether payoffs are those of each member, or their sum
   */
  paid: "each" | "together";
  value: Quantity;
  bound: Quantity;
  /**
   * whether value and bound are as close as they should be
   */
  close: boolean;
  exact: boolean;
  exact_bound: boolean;
  /**
   * with correlation: the joint plans to draw from
   */
  lottery: JointPlan[];
  /**
   * of the members and the adversary; with correlation of the adversary only
   */
  decisions: PlayedAt[];
  /**
   * joint plans and decisions
   */
  left_out: number;
}
/**
 * A plan for all members of a team, drawn with a probability.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "JointPlan".
 */
export interface JointPlan {
  probability: Quantity;
  decisions: PlayedAt[];
}
/**
 * Rules to check, with values for parameters that differ from their defaults.
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
   * the file name of the source; its ending determines the language
   */
  file?: string;
  /**
   * parameter -> value, where it differs from the default
   */
  params?: {
    [k: string]: string | number | boolean | (string | number | boolean | (string | number | boolean)[])[];
  };
}
