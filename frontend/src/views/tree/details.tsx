// The selected node: its history, and the players' facts and expected payoffs.
import { useEffect, useRef } from "preact/hooks";
import { PlayerMark } from "../../parts/player-mark";
import { ask } from "../../questions";
import { useAnswer } from "../../data/use-answer";
import { Shown } from "../../parts/answer";
import { Boards } from "../../parts/board";
import { playerColour } from "../../parts/colours";
import { History } from "../../parts/history";
import { many } from "../../parts/numbers";
import { textOf } from "../../parts/quantity";
import { ShareBar } from "../../parts/share-bar";
import { unlike } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { Drawn } from "../../parts/glyphs";

interface Props {
  id: string;
  choose(id: string): void;
}

/** Branches listed; the picture has the others. */
const LISTED = 10;

export function Details({ id, choose }: Props) {
  const study = useStudy();
  const { players } = study.overview;
  const node = useAnswer(study.source, ask.readNode(id));
  // The next node takes the place of the branch that led to it, and its heading the focus.
  const heading = useRef<HTMLHeadingElement>(null);
  const led = useRef(false);
  useEffect(() => {
    if (!led.current || node.value?.id !== id) return;
    led.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [node.value, id]);
  return (
    <Shown of={node}>
      {(value) => {
        const mover = players.indexOf(value.mover);
        const ended = value.mover === "end";
        return (
          <div class="gk-stack gk-node">
            <h2 ref={heading} tabIndex={-1}>
              <span>
                {ended ? (
                  "The end"
                ) : mover < 0 ? (
                  "Chance moves"
                ) : (
                  <>
                    <bdi>{value.mover}</bdi> moves
                  </>
                )}
              </span>
              {value.set !== null && (
                <Link class="gk-button" to={study.to("set", value.set)}>
                  Information set
                </Link>
              )}
            </h2>
            <p>
              <History steps={value.history} />
            </p>
            <table class="gk-table">
              <thead>
                <tr>
                  <th scope="col">player</th>
                  <th scope="col">knows</th>
                  <th scope="col" class="gk-number">
                    {ended ? "gets" : "expects"}
                  </th>
                </tr>
              </thead>
              <tbody>
                {players.map((name, player) => {
                  const quantity = (ended ? value.payoffs : value.values)[player];
                  return (
                    <tr key={name}>
                      <th scope="row">
                        <PlayerMark player={player} /> <bdi>{name}</bdi>
                      </th>
                      <td class="gk-facts" title={unlike(value.known[player]!, value.facts[player]!)}>
                        <Drawn words={value.known[player]!} look={value.known_looks[player]} />
                      </td>
                      <td class="gk-number">{quantity ? textOf(quantity) : "–"}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            {value.sights.map((sight) => (
              <div key={sight.players.join()}>
                {sight.players.length < players.length && (
                  <p class="gk-quiet">as {sight.players.map((player) => players[player]).join(" and ")} sees it</p>
                )}
                <Boards boards={sight.boards} name="The board" scale={0.5} />
              </div>
            ))}
            <p class="gk-quiet">
              reached with probability {textOf(value.reach)}
              {value.total > 0 && ` · ${many(value.total, "branch").replace("branchs", "branches")}`}
            </p>
            {value.branches.length > 0 && (
              <ul class="gk-held gk-node-branches">
                {value.branches.slice(0, LISTED).map((branch) => (
                  <li key={branch.node}>
                    <button
                      type="button"
                      class="gk-plain gk-facts"
                      title={unlike(branch.label, branch.move)}
                      onClick={() => {
                        led.current = true;
                        choose(branch.node);
                      }}
                    >
                      <Drawn words={branch.label} look={branch.look} />
                    </button>
                    <ShareBar
                      share={branch.probability.value}
                      colour={mover < 0 ? "var(--gk-chance)" : playerColour(mover)}
                    />
                    <span class="gk-number">{textOf(branch.probability)}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      }}
    </Shown>
  );
}
