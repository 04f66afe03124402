// The locked information sets with their probabilities.
import type { Locked } from "../../answers";
import { PlayerMark } from "../../parts/player-mark";
import { MoveBar } from "../../parts/move-bar";
import { count } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { textOf } from "../../parts/quantity";
import { useColours } from "../../parts/use-colours";
import { Words } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";

export function LockedSets() {
  const { locked, locked_total: total } = useStudy().overview;
  if (!locked.length) return null;
  return (
    <Panel
      title="Locked information sets"
      aside={
        total > locked.length && (
          <span class="gk-quiet">
            the first {locked.length} of {count(total)}
          </span>
        )
      }
    >
      <LockedList />
    </Panel>
  );
}

export function LockedList() {
  return (
    <ul class="gk-locked">
      {useStudy().overview.locked.map((lock) => (
        <Line key={lock.set} lock={lock} />
      ))}
    </ul>
  );
}

function Line({ lock }: { lock: Locked }) {
  const study = useStudy();
  const colours = useColours(lock.player, lock.moves);
  const played = lock.labels.flatMap((move, n) => {
    const probability = lock.probabilities[n]!;
    return probability.value === 0 ? [] : [`${move}: ${textOf(probability)}`];
  });
  return (
    <li>
      <span>
        <PlayerMark player={lock.player} />{" "}
        <bdi>{study.overview.players[lock.player]}</bdi>:{" "}
        <Link to={study.to("set", lock.set)}>
          <Words words={lock.words} look={lock.words_look} facts={lock.facts} />
        </Link>
      </span>
      <MoveBar moves={lock.moves} probabilities={lock.probabilities.map(({ value }) => value ?? 0)} colours={colours} />
      <span class="gk-quiet">{played.join(", ")}</span>
    </li>
  );
}
