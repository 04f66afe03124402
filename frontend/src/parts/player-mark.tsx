// Who a player is, by shape and letter: colours alone are not told apart by everybody, and moves have theirs.
import { useStudy } from "../shell/context";
import { playerColour } from "./colours";

/** The outline of each player's mark, in a square of 20: circle, diamond, square, hexagon, triangle, shield. */
export const OUTLINES = [
  "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18Z",
  "M10 0.500 19.500 10 10 19.500 0.500 10Z",
  "M2 2h16v16H2Z",
  "M5.500 1.500h9L19.500 10l-5 8.500h-9L0.500 10Z",
  "M10 0.500 19.500 18.500H0.500Z",
  "M2 1.500h16V11q0 5-8 8.500Q2 16 2 11Z",
];

/** What stands on the marks of players: their initials, or numbers where initials are not enough. */
export function letters(players: readonly string[]): string[] {
  const initials = players.map((name) => [...name][0]?.toUpperCase() ?? "");
  const told = new Set(initials).size === players.length && initials.every((letter) => /\p{L}|\p{N}/u.test(letter));
  return told ? initials : players.map((_, index) => String(index + 1));
}

export function PlayerMark({ player }: { player: number }) {
  const { players } = useStudy().overview;
  return (
    <svg class="gk-mark-of" viewBox="0 0 20 20" aria-hidden="true">
      <path d={OUTLINES[player % OUTLINES.length]} style={{ fill: playerColour(player) }} />
      <text x="10" y={player % OUTLINES.length === 4 ? 16 : 14} text-anchor="middle">
        {letters(players)[player]}
      </text>
    </svg>
  );
}

/** The mark and the name of a player. */
export function PlayerName({ player }: { player: number }) {
  const { players } = useStudy().overview;
  return (
    <span class="gk-player">
      <PlayerMark player={player} /> <bdi>{players[player]}</bdi>
    </span>
  );
}
