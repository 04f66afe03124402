// Remedies in terms of the page: where to look, what to press. Programs and agents have other wordings.
import type { Problem } from "../answers";

type Remedy = NonNullable<Problem["remedy"]>;

const WORDS: Record<Remedy, string> = {
  list_games: "The start page shows the games that come with Galakit.",
  list_jobs: "The start page lists the jobs there are.",
  wait: "Wait until it is solved: its page shows how far it has come.",
  order_again: "Solve the game again: its rules are in the editor.",
  forget_jobs: "Start the server again: it keeps no old jobs then.",
  less_or_sooner: "Choose smaller parameters, or give a time limit under “More” to stop with the best so far.",
  sooner: "Give a time limit under “More” to stop with the best so far.",
  less: "Choose smaller parameters.",
  simpler: "Make the rules smaller: fewer rounds, moves or draws.",
  give_parameter: "Give it a value under “Parameters”, beside the rules.",
  not_exact: "Do not ask for exact numbers under “More”, or choose another method there.",
  name_one_game: "Choose a game on the start page, or write rules in the editor.",
  name_both: "Say who is to exploit the strategy.",
  make_a_move: "Make a move first.",
  next_hand: "Press “Next hand”, or “Next game” where nothing is dealt.",
  new_table: "Choose again whom you play.",
};

/** What to do about a problem, if anything is known. */
export function remedyOf({ remedy, hint }: Problem): string | null {
  return remedy ? WORDS[remedy] : hint;
}

/** Too much to do, a process that ended, an answer that came too late, a mistake of Galakit; or no answer at all. */
const PASSING = new Set(["GK815", "GK817", "GK818", "GK829", ""]);

/** Whether the same question may be answered later: what a game is too large for will not be. */
export const passes = ({ id }: Problem): boolean => PASSING.has(id ?? "");
