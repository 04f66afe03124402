// A public situation above a column: its facts in order. The player's own choices have the player's colour.
import type { PublicSituation } from "../../answers";
import { playerColour } from "../../parts/colours";

/** The maximal number of facts in a heading, the last ones. */
const SHOWN = 8;
const OWN = /^chose\(/;

export function Heading({ situation, player }: { situation: PublicSituation; player: number }) {
  const { facts, fact_words, words } = situation;
  if (facts.length === 0) return <span class="gk-heading">{words}</span>;
  const first = Math.max(0, facts.length - SHOWN);
  return (
    <span class="gk-heading">
      {first > 0 && <span class="gk-quiet">… </span>}
      {facts.slice(first).map((fact, index) => {
        const own = OWN.test(fact);
        const said = fact_words[first + index] ?? fact;
        return (
          <span key={index} class="gk-heading-fact" style={own ? { color: playerColour(player) } : undefined}>
            {own ? said.replace(/^chose /, "") : said}
          </span>
        );
      })}
    </span>
  );
}
