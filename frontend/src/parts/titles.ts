// What a game is called in a heading.

/** Those whose names are more than their words. */
const TITLES: Readonly<Record<string, string>> = {
  beer_quiche: "Beer or quiche",
  first_price_auction: "First-price auction",
  kuhn: "Kuhn poker",
  leduc: "Leduc hold’em",
  liars_dice: "Liar’s dice",
  monty_hall: "Monty Hall",
  prisoners_dilemma: "Prisoner’s dilemma",
  rhode_island: "Rhode Island hold’em",
  rock_paper_scissors: "Rock, paper, scissors",
  tic_tac_toe: "Tic-tac-toe",
};

export const titleOf = (game: string): string => TITLES[game] ?? game.replaceAll("_", " ");
