// A public situation above a column: what happened, in order. The player's own choices have his colour.
import type { Situation } from "../../answers";
import { playerColour } from "../../parts/colours";

/** More facts than these are more than a heading can hold: the last ones tell most. */
const SHOWN = 8;
const OWN = /^chose\(/;

export function Heading({ situation, player }: { situation: Situation; player: number }) {
  const { facts, told, words } = situation;
  if (facts.length === 0) return <span class="gk-heading">{words}</span>;
  const first = Math.max(0, facts.length - SHOWN);
  return (
    <span class="gk-heading">
      {first > 0 && <span class="gk-quiet">… </span>}
      {facts.slice(first).map((fact, index) => {
        const own = OWN.test(fact);
        const said = told[first + index] ?? fact;
        return (
          <span key={index} class="gk-heading-fact" style={own ? { color: playerColour(player) } : undefined}>
            {own ? said.replace(/^chose /, "") : said}
          </span>
        );
      })}
    </span>
  );
}
