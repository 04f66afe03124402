// All equilibria that were found, with what they are worth to each player.
import { count } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { textOf } from "../../parts/quantity";
import { useStudy } from "../../shell/context";

export function Equilibria() {
  const { overview, flip } = useStudy();
  const { equilibria, equilibria_total: total, equilibrium: here } = overview;
  if (total < 2) return null;
  return (
    <Panel
      title="Equilibria"
      aside={
        <span class="gk-quiet">
          {total > equilibria.length ? `the first ${equilibria.length} of ${count(total)}` : `${count(total)} found`}
        </span>
      }
    >
      <table class="gk-table">
        <thead>
          <tr>
            <th scope="col" class="gk-number">
              number
            </th>
            {overview.players.map((name) => (
              <th key={name} scope="col" class="gk-number">
                <bdi>{name}</bdi>
              </th>
            ))}
            <th scope="col" class="gk-number">
              gap
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {equilibria.map((one, index) => (
            <tr key={index} aria-current={index + 1 === here ? "true" : undefined}>
              <th scope="row" class="gk-number">
                {index + 1}
              </th>
              {one.values.map((value, player) => (
                <td key={player} class="gk-number">
                  {textOf(value)}
                </td>
              ))}
              <td class="gk-number">{textOf(one.gap)}</td>
              <td>
                {index + 1 === here ? (
                  <span class="gk-quiet">shown</span>
                ) : (
                  <button type="button" class="gk-button" onClick={() => flip(index + 1)}>
                    Show<span class="gk-hidden"> equilibrium {index + 1}</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
