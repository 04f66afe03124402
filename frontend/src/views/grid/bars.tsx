// The bluffing chart (Koller & Pfeffer 1997, figures 17 and 18): how often each move is made, by private information.
// Passive moves are light, so that the bars show how often the player acts.
import { drawn, idle } from "../../parts/colours";
import { useStudy } from "../../shell/context";
import { useWidth } from "../../parts/use-width";
import type { Charted } from "./situation";
import { isRed } from "../../parts/glyphs";

const HEIGHT = 190;
const LEFT = 40;
const BELOW = 22;
const TOP = 8;
/** pixels of a column at most */
const WIDEST = 120;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

export function Bars({ grid, column, colours, ranges }: Charted) {
  const [figure, width] = useWidth<HTMLElement>();
  const { players } = useStudy().overview;
  const { moves } = column.situation;
  const count = grid.rows.length;
  const step = Math.min((Math.max(width, 200) - LEFT - 8) / count, WIDEST);
  const thick = step > 8 ? step * 0.78 : Math.max(step - 1, 1);
  const labels = Math.ceil((longest(grid.rows.map((row) => row.short)) * 7.2 + 8) / step);
  const y = (share: number) => TOP + (1 - share) * HEIGHT;
  const acts = idle(moves).size > 0 ? "acts" : "plays";
  return (
    <figure ref={figure} class="gk-bars">
      <svg
        width={LEFT + step * count + 8}
        height={TOP + HEIGHT + BELOW}
        role="img"
        aria-label={`How ${players[grid.player]} ${acts} with each of ${count} kinds of private information; the numbers are in the table below`}
      >
        {TICKS.map((tick) => (
          <g key={tick}>
            <line class="gk-rule" x1={LEFT} x2={LEFT + step * count} y1={y(tick)} y2={y(tick)} />
            <text class="gk-tick" x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {tick * 100}%
            </text>
          </g>
        ))}
        {grid.rows.map((row, index) => {
          const cell = column.cells[index];
          const x = LEFT + index * step + (step - thick) / 2;
          const range = cell?.set ? ranges.get(cell.set) : undefined;
          // Whiskers begin at 0: more than two moves then stand side by side.
          const beside = range !== undefined && moves.length > 2;
          const wide = beside ? thick / moves.length : thick;
          const order = drawn(moves, moves).map(({ move }) => move);
          const whiskers = (range?.moves ?? []).filter(
            (one) => !one.unique && (beside || one.move === order[0]), // of two moves, the other has the rest
          );
          let before = 0;
          return (
            <g
              key={row.facts}
              data-position={cell ? `${index},0` : undefined}
              class={cell?.reach === 0 ? "gk-column gk-column-unreached" : "gk-column"}
            >
              <rect x={LEFT + index * step} y={TOP} width={step} height={HEIGHT + BELOW} fill="transparent" />
              {cell &&
                drawn(moves, cell.probabilities).map(({ move, value }, place) => {
                  const top = beside ? value : (before += value);
                  return value > 0 ? (
                    <rect
                      key={move}
                      x={beside ? x + place * wide : x}
                      y={y(top)}
                      width={wide}
                      height={value * HEIGHT}
                      style={{ fill: colours(move) }}
                    />
                  ) : null;
                })}
              {whiskers.map((one) => {
                const middle = x + ((beside ? order.indexOf(one.move) : 0) + 0.5) * wide;
                const [low, high] = [y(one.least.value ?? 0), y(one.most.value ?? 1)];
                const cap = wide / 4;
                return (
                  <path
                    key={one.move}
                    class="gk-whisker-line"
                    d={`M${middle - cap} ${low}h${2 * cap}M${middle} ${low}V${high}M${middle - cap} ${high}h${2 * cap}`}
                  />
                );
              })}
              {index % labels === 0 && (
                <text
                  class={isRed(row.short_look) ? "gk-tick gk-tick-red" : "gk-tick"}
                  x={x + thick / 2}
                  y={TOP + HEIGHT + 15}
                  text-anchor="middle"
                >
                  {row.short}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

const longest = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length));
