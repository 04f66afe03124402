// Whose strategy is looked at.
import { useStudy } from "../shell/context";
import { Link } from "../shell/link";
import { PlayerMark } from "./player-mark";
import { textOf } from "./quantity";

export function PlayerTabs({ player, to }: { player: number; to: (player: number) => string }) {
  const { players, values } = useStudy().overview;
  return (
    <nav class="gk-tabs" aria-label="Players">
      {players.map((name, index) => (
        <Link key={name} to={to(index)} aria-current={index === player ? "true" : undefined}>
          <PlayerMark player={index} />
          <bdi>{name}</bdi>
          <span class="gk-tab-value" title={`${name} expects ${values[index]?.text}`}>
            {values[index] && textOf(values[index])}
          </span>
        </Link>
      ))}
    </nav>
  );
}
