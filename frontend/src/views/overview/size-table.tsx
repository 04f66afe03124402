// The size of the game, a row for each player, so that long names wrap and all numbers stay visible.
import { count } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { useStudy } from "../../shell/context";

export function SizeTable() {
  const { size, players } = useStudy().overview;
  const counted = (value: number | null | undefined) => (value === null || value === undefined ? "–" : count(value));
  const sum = (values: readonly number[] | null) => values?.reduce((all, own) => all + own, 0);
  const uncounted = Object.values(size).some((value) => value === null);
  const rows = [
    ...players.map((name, player) => [name, size.information_sets?.[player], size.sequences?.[player]] as const),
    ["in all", sum(size.information_sets), sum(size.sequences)] as const,
  ];
  return (
    <Panel title="Size">
      <dl class="gk-learnt gk-size">
        <div>
          <dt>nodes</dt>
          <dd class="gk-number">{counted(size.nodes)}</dd>
        </div>
        <div>
          <dt>distinct states</dt>
          <dd class="gk-number">{counted(size.states)}</dd>
        </div>
      </dl>
      <table class="gk-table gk-size">
        <thead>
          <tr>
            <td />
            <th scope="col" class="gk-number">
              information sets
            </th>
            <th scope="col" class="gk-number">
              sequences
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, sets, sequences], index) => (
            <tr key={index}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td class="gk-number">{counted(sets)}</td>
              <td class="gk-number">{counted(sequences)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {uncounted && <p class="gk-quiet">–: not counted, as the method did not need it.</p>}
    </Panel>
  );
}
