// The payoffs of a hand.
import type { HandEnd } from "../../answers";
import { useStudy } from "../../shell/context";

export function Payoff({ end, player }: { end: HandEnd; player: string }) {
  const { players } = useStudy().overview;
  const payoffs = end.payoffs.map((payoff) => payoff.replace(/^-/, "−"));
  const mine = payoffs[players.indexOf(player)] ?? "–";
  return (
    <>
      {mine.startsWith("−") ? "You lost" : "You got"} <strong>{mine.replace("−", "")}</strong>
      {players.length > 2 && (
        <span class="gk-quiet"> ({players.map((name, index) => `${name} ${payoffs[index]}`).join(", ")})</span>
      )}
    </>
  );
}
