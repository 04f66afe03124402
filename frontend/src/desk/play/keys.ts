/** Which key makes which move. */

/**
 * The key of each move: its place from 1 to 9. Where moves are numbers themselves a key that is another number would
 * mislead: there a move of one digit has that key, and the others have none.
 */
export function keysOf(moves: readonly string[]): (string | undefined)[] {
  const numbers = moves.some((move) => /^-?\d+$/.test(move));
  return moves.map((move, index) => {
    if (numbers) return /^\d$/.test(move) ? move : undefined;
    return index < 9 ? String(index + 1) : undefined;
  });
}
