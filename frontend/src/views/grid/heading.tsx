// A public situation above a column: its facts in order. The player's own choices have the player's colour.
import type { PublicSituation } from "../../answers";
import { playerColour } from "../../parts/colours";
import { Drawn, unchosen } from "../../parts/glyphs";

/** The maximal number of facts in a heading, the last ones. */
const SHOWN = 8;
const OWN = /^chose\(/;

export function Heading({ situation, player }: { situation: PublicSituation; player: number }) {
  const { facts, fact_words, fact_looks, words } = situation;
  if (facts.length === 0) return <span class="gk-heading">{words}</span>;
  const first = Math.max(0, facts.length - SHOWN);
  return (
    <span class="gk-heading">
      {first > 0 && <span class="gk-quiet">… </span>}
      {facts.slice(first).map((fact, index) => {
        const own = OWN.test(fact);
        const said = { words: fact_words[first + index] ?? fact, look: fact_looks[first + index] };
        if (!said.words) return null;
        return (
          <span key={index} class="gk-heading-fact" style={own ? { color: playerColour(player) } : undefined}>
            <Drawn {...(own ? unchosen(said.words, said.look) : said)} />
          </span>
        );
      })}
    </span>
  );
}
