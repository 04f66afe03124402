// A player's facts in words; own choices have the player's colour. The facts of the rules can be copied.
import { playerColour } from "./colours";
import { unlike } from "./words";

const OWN = /^chose\(/;

interface Props {
  facts: readonly string[];
  /** the same in words */
  words: readonly string[];
  player: number;
}

export function Facts({ facts, words, player }: Props) {
  if (facts.length === 0) return <p class="gk-quiet">nothing yet</p>;
  return (
    <div class="gk-known">
      <ol class="gk-fact-list">
        {facts.map((fact, index) => {
          const own = OWN.test(fact);
          const text = words[index] ?? fact;
          return (
            <li
              key={index}
              class="gk-facts"
              title={unlike(text, fact)}
              style={own ? { "--gk-own": playerColour(player) } : undefined}
            >
              {own ? (
                <>
                  <span class="gk-quiet">chose</span> {text.replace(/^chose /, "")}
                </>
              ) : (
                text
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
