// How large the game is.
import { count } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { useStudy } from "../../shell/context";

export function SizeTable() {
  const { size, players } = useStudy().overview;
  const counted = (value: number | null | undefined) => (value === null || value === undefined ? "–" : count(value));
  const uncounted = Object.values(size).some((value) => value === null);
  return (
    <Panel title="Size">
      <table class="gk-table">
        <thead>
          <tr>
            <td />
            <th scope="col" class="gk-number">
              in all
            </th>
            {players.map((name) => (
              <th key={name} scope="col" class="gk-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">nodes</th>
            <td class="gk-number">{counted(size.nodes)}</td>
            <td colSpan={players.length} />
          </tr>
          <tr>
            <th scope="row">distinct states</th>
            <td class="gk-number">{counted(size.states)}</td>
            <td colSpan={players.length} />
          </tr>
          {(["information_sets", "sequences"] as const).map((what) => (
            <tr key={what}>
              <th scope="row">{what.replace("_", " ")}</th>
              <td class="gk-number">{counted(size[what]?.reduce((sum, own) => sum + own, 0))}</td>
              {players.map((name, player) => (
                <td key={name} class="gk-number">
                  {counted(size[what]?.[player])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {uncounted && <p class="gk-quiet">– was not counted: the method did not need it.</p>}
    </Panel>
  );
}
