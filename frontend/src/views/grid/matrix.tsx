// Cards as people lay them out: ranks beside each other, suits below each other.
import { gradient } from "../../parts/move-bar";
import { spoken } from "./cell";
import { useStudy } from "../../shell/context";
import type { Charted } from "./situation";

export function Matrix({ grid, column, colours }: Charted) {
  const study = useStudy();
  const { ranks, suits } = grid;
  const rowOf = new Map(grid.rows.map((row, index) => [`${row.rank}\n${row.suit}`, index]));
  return (
    <div class="gk-grid-scroll">
      <table class="gk-matrix">
        <caption class="gk-hidden">{column.situation.words}: rank by suit</caption>
        <thead>
          <tr>
            <td />
            {ranks.map((rank) => (
              <th key={rank} scope="col">
                {rank}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {suits.map((suit) => (
            <tr key={suit}>
              <th scope="row">{suit}</th>
              {ranks.map((rank) => {
                const row = rowOf.get(`${rank}\n${suit}`);
                const cell = row === undefined ? null : column.cells[row];
                if (row === undefined || !cell) return <td key={rank} />;
                return (
                  <td key={rank} data-position={`${row},0`}>
                    <span
                      role="img"
                      aria-label={spoken(grid, { row, column: 0 }, study.overview.exact)}
                      class={cell.reach === 0 ? "gk-bar gk-unreached" : "gk-bar"}
                      style={{ "--gk-parts": gradient(column.situation.moves, cell.probabilities, colours) }}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
