// A player's facts in words and pictures; own choices have the player's colour. The facts of the rules can be copied.
import { playerColour } from "./colours";
import { Drawn, unchosen, type Look } from "./glyphs";
import { unlike } from "./words";

const OWN = /^chose\(/;

interface Props {
  facts: readonly string[];
  /** the same in words; empty where one is not shown */
  words: readonly string[];
  /** the same as they are drawn */
  looks: readonly Look[];
  player: number;
}

export function Facts({ facts, words, looks, player }: Props) {
  if (facts.length === 0) return <p class="gk-quiet">nothing yet</p>;
  return (
    <div class="gk-known">
      <ol class="gk-fact-list">
        {facts.map((fact, index) => {
          const own = OWN.test(fact);
          const text = words[index] ?? fact;
          if (!text) return null;
          return (
            <li
              key={index}
              class="gk-facts"
              title={unlike(text, fact)}
              style={own ? { "--gk-own": playerColour(player) } : undefined}
            >
              {own ? (
                <>
                  <span class="gk-quiet">chose</span> <Drawn {...unchosen(text, looks[index])} />
                </>
              ) : (
                <Drawn words={text} look={looks[index]} />
              )}
            </li>
          );
        })}
      </ol>
      <details class="gk-raw">
        <summary>as facts</summary>
        <code>{facts.join(", ")}</code>
      </details>
    </div>
  );
}
