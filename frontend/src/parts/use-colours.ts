// The colours of a player's moves, from all public situations, so that views agree.
import { useMemo } from "preact/hooks";
import { ask } from "../questions";
import { useAnswer } from "../data/use-answer";
import { useStudy } from "../shell/context";
import { coloursOf, type Colours } from "./colours";

/** The colours of every player's moves, for a list of information sets of several players. */
export function useEachColours(sets: readonly { player: number; moves: readonly string[] }[]): readonly Colours[] {
  const { players } = useStudy().overview; // as many in each call, as hooks must be
  return players.map((_, player) => useColours(player, sets.filter((set) => set.player === player).flatMap((set) => set.moves)));
}

/** `moves`: those of the view, in case the situations are so many that the first ones do not have them all. */
export function useColours(player: number, moves: readonly string[] = []): Colours {
  const { source, overview } = useStudy();
  const situations = useAnswer(source, overview.grids ? ask.listSituations(player) : null).value;
  const all = new Set(situations?.player === player ? situations.items.flatMap((item) => item.moves) : []);
  for (const move of moves) all.add(move);
  const key = [...all].join("\n");
  return useMemo(() => coloursOf(key ? key.split("\n") : []), [key]);
}
