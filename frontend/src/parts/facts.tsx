// What a player knows, fact by fact, in words; his own choices have his colour. As the rules have it, one can copy it.
import { playerColour } from "./colours";
import { unlike } from "./words";

const OWN = /^chose\(/;

interface Props {
  facts: readonly string[];
  /** the same in words */
  told: readonly string[];
  player: number;
}

export function Facts({ facts, told, player }: Props) {
  if (facts.length === 0) return <p class="gk-quiet">nothing yet</p>;
  return (
    <div class="gk-known">
      <ol class="gk-fact-list">
        {facts.map((fact, index) => {
          const own = OWN.test(fact);
          const words = told[index] ?? fact;
          return (
            <li
              key={index}
              class="gk-facts"
              title={unlike(words, fact)}
              style={own ? { "--gk-own": playerColour(player) } : undefined}
            >
              {own ? (
                <>
                  <span class="gk-quiet">chose</span> {words.replace(/^chose /, "")}
                </>
              ) : (
                words
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
