// The players' expected payoffs, and what each could gain by deviating: the certificate.
import { PlayerMark } from "../../parts/player-mark";
import { decimal } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { minus, sentence } from "../../parts/prose";
import { textOf } from "../../parts/quantity";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";

export function Certificate() {
  const study = useStudy();
  const { overview } = study;
  return (
    <Panel title="Expected and certified" class="gk-certificate">
      <table class="gk-table">
        <thead>
          <tr>
            <th scope="col">player</th>
            <th scope="col" class="gk-number">
              expects
            </th>
            <th scope="col" class="gk-number">
              could gain
            </th>
          </tr>
        </thead>
        <tbody>
          {overview.players.map((name, player) => {
            const value = overview.values[player]!;
            return (
              <tr key={name}>
                <th scope="row">
                  <PlayerMark player={player} />
                  {"\u00a0"}
                  <Link to={study.to("grid", player)}>
                    <bdi>{name}</bdi>
                  </Link>
                </th>
                <td class="gk-number">
                  <strong class="gk-large">{textOf(value)}</strong>
                  {value.text.includes("/") && <span class="gk-quiet"> {decimal(value.value)}</span>}
                </td>
                <td class="gk-number">{textOf(overview.gains[player]!)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div class="gk-certified">
        <p>{minus(sentence(overview.certified))}</p>
        {overview.meaning && <p>{minus(sentence(overview.meaning))}</p>}
      </div>
    </Panel>
  );
}
