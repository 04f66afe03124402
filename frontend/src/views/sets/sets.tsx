// The information sets that include some facts, as a list.
import { path } from "../../data/question";
import { ask } from "../../questions";
import { useAnswer } from "../../data/use-answer";
import { mostPlayed } from "../../parts/acting";
import { Shown } from "../../parts/answer";
import { MoveBar } from "../../parts/move-bar";
import { many, percent } from "../../parts/numbers";
import { Pager } from "../../parts/pager";
import { useEachColours } from "../../parts/use-colours";
import { Words } from "../../parts/words";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import type { Seen } from "../../shell/views";

export function SetsView({ query }: Seen) {
  const study = useStudy();
  const facts = query.get("facts") ?? "";
  const player = query.get("player") ?? undefined;
  const offset = Number(query.get("offset")) || 0;
  const found = useAnswer(
    study.source,
    ask.findSets({ facts, player: player === undefined ? undefined : Number(player), offset }),
  );
  const colours = useEachColours(found.value?.items ?? []);
  const who = player === undefined ? undefined : (study.overview.players[Number(player)] ?? `player ${player}`);
  return (
    <div class="gk-stack">
      <h1>Information sets</h1>
      {(who || facts) && (
        <p>
          {who && <>of {who}</>} {facts && <>with <span class="gk-facts">{facts}</span></>}
        </p>
      )}
      <Shown of={found}>
        {(value) => (
          <div class="gk-stack">
            <p class="gk-quiet">
              {value.total === 0
                ? "No information set has these facts."
                : `${many(value.total, "information set")}, those most often reached first: how they are played, the move played most often, and how often play comes there`}
            </p>
            <ul class="gk-found">
              {value.items.map((item) => (
                <li key={item.id}>
                  <Link to={study.to("set", item.id)}>
                    <bdi class="gk-quiet">{study.overview.players[item.player]}</bdi>{" "}
                    <Words words={item.words} look={item.words_look} facts={item.facts} />
                  </Link>
                  <MoveBar
                    moves={item.moves}
                    probabilities={item.probabilities}
                    colours={colours[item.player]}
                    reach={item.reach}
                  />
                  <span class="gk-quiet">
                    {item.probabilities.length > 0 && mostPlayed(item.labels, item.probabilities, (label) => label)}
                  </span>
                  <span class="gk-number gk-quiet">
                    {item.reach === null ? "–" : item.reach === 0 ? "never" : percent(item.reach)}
                  </span>
                </li>
              ))}
            </ul>
            <Pager
              offset={value.offset}
              shown={value.items.length}
              total={value.total}
              what="information sets"
              to={(offset) => path(study.to("sets"), { facts, player, offset })}
            />
          </div>
        )}
      </Shown>
    </div>
  );
}
