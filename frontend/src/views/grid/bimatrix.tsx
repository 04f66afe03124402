// The matrix of a game in which both choose once: payoffs, mixtures at the margins, best responses, equilibria.
import { useEffect, useState } from "preact/hooks";
import { playerColour } from "../../parts/colours";
import { Drawn } from "../../parts/glyphs";
import { Panel } from "../../parts/panel";
import { textOf } from "../../parts/quantity";
import { ShareBar } from "../../parts/share-bar";
import { useStudy } from "../../shell/context";
import { isOneShot, matrixOf, type Bimatrix, type Line, type Outcome } from "./one-shot";

/** The matrix, where the game is one. */
export function GameMatrix() {
  const { overview, source, sourceOf } = useStudy();
  const [matrix, setMatrix] = useState<Bimatrix | null>(null);
  const fits = isOneShot(overview);
  useEffect(() => {
    let here = true;
    if (fits) void matrixOf(sourceOf, overview).then((found) => here && setMatrix(found));
    return () => void (here = false);
  }, [source, fits]);
  return matrix && <Picture matrix={matrix} />;
}

function Picture({ matrix }: { matrix: Bimatrix }) {
  const { players, equilibrium: here } = useStudy().overview;
  const { equilibria } = matrix;
  const [row, column] = matrix.players;
  const several = equilibria.length > 1;
  const called = (number: number) => (
    <th key={number} scope="col" class={number === here ? "gk-bimatrix-here" : "gk-quiet"}>
      <span class="gk-hidden">equilibrium</span> {number}
    </th>
  );
  return (
    <Panel title="The game as a matrix">
      <div class="gk-grid-scroll" role="group" aria-label="Payoffs" tabIndex={0}>
        <table class="gk-bimatrix">
          <caption class="gk-hidden">
            Payoffs of {players[row]} and {players[column]}
          </caption>
          <thead>
            <tr>
              <td class="gk-bimatrix-who">
                <bdi style={{ color: playerColour(row) }}>{players[row]}</bdi> \{" "}
                <bdi style={{ color: playerColour(column) }}>{players[column]}</bdi>
              </td>
              {several ? equilibria.map(called) : <td />}
              {matrix.columns.map((line) => (
                <th key={line.move} scope="col" style={{ color: playerColour(column) }}>
                  <Drawn words={line.label} look={line.look} />
                </th>
              ))}
            </tr>
            {equilibria.map((number, index) => (
              <tr key={number}>
                <td />
                <td colSpan={equilibria.length} class={number === here ? "gk-bimatrix-which gk-bimatrix-here" : "gk-bimatrix-which gk-quiet"}>
                  {several && `equilibrium ${number}`}
                </td>
                {matrix.columns.map((line) => (
                  <td key={line.move}>
                    <Share share={line.probabilities[index]!} player={column} />
                  </td>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {matrix.rows.map((line, index) => (
              <tr key={line.move}>
                <th scope="row" style={{ color: playerColour(row) }}>
                  <Drawn words={line.label} look={line.look} />
                </th>
                {line.probabilities.map((share, number) => (
                  <td key={number}>
                    <Share share={share} player={row} />
                  </td>
                ))}
                {matrix.outcomes[index]!.map((outcome, other) => (
                  <Cell key={other} outcome={outcome} players={matrix.players} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="gk-quiet">
        Underlined: nothing is better against this choice of the other. Circled: a pure equilibrium. At the margins: how
        often each move is made{several ? " in each equilibrium that was found" : " in this equilibrium"}.
      </p>
    </Panel>
  );
}

function Share({ share, player }: { share: Line["probabilities"][number]; player: number }) {
  return (
    <span class="gk-bimatrix-share">
      <span class="gk-number">{textOf(share)}</span>
      <ShareBar share={share.value} colour={playerColour(player)} />
    </span>
  );
}

function Cell({ outcome: { payoffs, best }, players }: { outcome: Outcome; players: readonly [number, number] }) {
  return (
    <td class={best[0] && best[1] ? "gk-outcome gk-outcome-pure" : "gk-outcome"}>
      {players.map((player, index) => (
        <span key={player}>
          {index === 1 && ", "}
          <span class={best[index] ? "gk-outcome-best" : undefined} style={{ color: playerColour(player) }}>
            {textOf(payoffs[player]!)}
          </span>
        </span>
      ))}
    </td>
  );
}
