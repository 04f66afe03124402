// Words that depend on the game: what one play of it is called, and who else plays.
import type { Overview } from "../answers";

/** Where something is dealt, one play is a hand; else it is a game. */
export const playOf = (overview: Overview): string => (overview.dealt ? "hand" : "game");

/** All players but one, with a verb: `gambler plays`, `the others play`; empty for a single player. */
export function othersDo(players: readonly string[], player: string | undefined, verb: string): string {
  const others = players.filter((name) => name !== player);
  if (players.length < 2) return "";
  return players.length === 2 && others.length === 1 ? `${others[0]} ${verb}s` : `the others ${verb}`;
}

/** Numbers in a sentence have a real minus. */
export const minus = (text: string): string => text.replace(/(^|[\s(=,:;])-(?=\d)/g, "$1−");

/** Words as a sentence. */
export const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
