// Information sets to choose from: the most reached ones, or those that include some facts.
import { useState } from "preact/hooks";
import { ask } from "../../questions";
import { useAnswer } from "../../data/use-answer";
import { Shown } from "../../parts/answer";
import { MoveBar } from "../../parts/move-bar";
import { useEachColours } from "../../parts/use-colours";
import { Words } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";

const SHOWN = 30;

export function SetFinder() {
  const study = useStudy();
  const [facts, setFacts] = useState("");
  const [player, setPlayer] = useState("");
  const found = useAnswer(
    study.source,
    ask.findSets({ facts: facts.trim(), player: player === "" ? undefined : Number(player) }),
  );
  const colours = useEachColours(found.value?.items.slice(0, SHOWN) ?? []);
  return (
    <section class="gk-panel" aria-labelledby="desk-finder">
      <header class="gk-panel-head">
        <h2 id="desk-finder">Choose an information set to lock</h2>
      </header>
      <div class="gk-line">
        <label class="gk-field">
          Player
          <select class="gk-input" value={player} onChange={(event) => setPlayer(event.currentTarget.value)}>
            <option value="">any</option>
            {study.overview.players.map((name, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="gk-field">
          Facts
          <input
            type="text"
            class="gk-input"
            placeholder="any"
            value={facts}
            onInput={(event) => setFacts(event.currentTarget.value)}
          />
        </label>
      </div>
      <Shown of={found}>
        {({ items, total }) => (
          <>
            <ul class="desk-sets">
              {items.slice(0, SHOWN).map((set) => (
                <li key={set.id}>
                  <Link to={`${study.to("lock")}?set=${encodeURIComponent(set.id)}`}>
                    <span>{study.overview.players[set.player]}</span>
                    <Words words={set.words} look={set.words_look} facts={set.facts} />
                    <MoveBar
                      moves={set.moves}
                      probabilities={set.probabilities}
                      colours={colours[set.player]}
                      reach={set.reach}
                    />
                  </Link>
                </li>
              ))}
            </ul>
            {total > SHOWN && <p class="gk-quiet">{total.toLocaleString("en")} in all: name facts to find others.</p>}
          </>
        )}
      </Shown>
    </section>
  );
}
