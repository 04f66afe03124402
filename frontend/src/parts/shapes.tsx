// The shapes of pieces, each in a square of SIDE by SIDE.
import type { VNode } from "preact";
import type { Piece } from "../answers";
import { playerColour } from "./colours";

export const SIDE = 40;
const M = SIDE / 2;

/** Chess pieces: outlined for the first player, filled for the others. */
const CHESS: Record<string, readonly [string, string]> = {
  king: ["♔", "♚"],
  queen: ["♕", "♛"],
  rook: ["♖", "♜"],
  bishop: ["♗", "♝"],
  knight: ["♘", "♞"],
  pawn: ["♙", "♟"],
};

const DRAWN: Record<string, () => VNode> = {
  cross: () => <path class="gk-stroke" d="M11 11L29 29M29 11L11 29" />,
  nought: () => <circle class="gk-stroke" cx={M} cy={M} r="10" />,
  disc: () => <circle class="gk-solid" cx={M} cy={M} r="14" />,
  thing: () => <circle class="gk-thing" cx={M} cy={M} r="16" />,
  stone: () => <circle class="gk-solid" cx={M} cy={M} r="14" />,
  ship: () => <path class="gk-solid" d="M5 22h30l-5 10H10zM12 21v-6h5v-5h6v5h6v6z" />,
  hit: () => <path class="gk-hit" d="M20 5l3.5 9 9-4-4 9 8 3.500-9 2 3 9-8-5-5 8-2-9-9 3 5-8-8-5 9-1.500-3-9 8 5z" />,
  water: () => <path class="gk-water" d="M6 16q3.500-5 7 0t7 0 7 0 7 0M6 26q3.500-5 7 0t7 0 7 0 7 0" />,
  flag: () => <path class="gk-solid" d="M11 6h3v29h-3zM14 7q9-3 16 2-2 5 0 11-7-5-16-2z" />,
  bomb: () => <path class="gk-solid" d="M19 14a11 11 0 1 0 2 0l1-4q4-4 8 0l1-2q-6-6-11 0z" />,
  wall: () => <rect class="gk-wall" x="2" y="2" width="36" height="36" />,
};

/** A piece in its player's colour: a shape, a sign, or its name. */
export function Shape({ piece }: { piece: Piece }) {
  const { shape = "", name, player } = piece;
  const colour = player === null || player === undefined ? undefined : playerColour(player);
  const draw = DRAWN[shape];
  const sign = CHESS[shape]?.[player === 0 || player === null ? 0 : 1] ?? (shape || name);
  const size = sign.length > 2 ? Math.min(13, 62 / sign.length) : 27;
  return (
    <g class="gk-shape" style={colour ? { "--gk-whose": colour } : undefined}>
      {draw ? (
        draw()
      ) : (
        <text class="gk-sign" x={M} y={M + size * 0.36} font-size={size} text-anchor="middle">
          {sign}
        </text>
      )}
    </g>
  );
}
