// Which information sets a lock means: one alone, those that are alike to it too, or all that the player may hold there.
import type { ComponentChildren } from "preact";
import type { InformationSet } from "../../answers";
import { count } from "../../parts/numbers";
import { Words } from "../../parts/words";
import type { Basket, Held } from "./basket";

export type Extent = "set" | "alike" | "situation";

/** What a lock names, by how far it goes. */
export const namedBy = (set: InformationSet, extent: Extent): Pick<Held, "facts" | "words" | "alike"> =>
  extent === "situation"
    ? { facts: set.pattern, words: set.pattern_words }
    : { facts: set.facts, words: set.words, alike: extent === "alike" };

/** How far the lock goes that is there; without one, as far as the solution makes no difference. */
export function extentOf(set: InformationSet, player: string, basket: Basket): Extent {
  const own = basket.at(player, set.facts);
  if (own) return own.alike ? "alike" : "set";
  if (set.pattern.length && basket.at(player, set.pattern)) return "situation";
  return set.alike ? "alike" : "set";
}

interface Props {
  set: InformationSet;
  player: string;
  extent: Extent;
  choose(extent: Extent): void;
}

export function Extents({ set, player, extent, choose }: Props) {
  const ways: [Extent, ComponentChildren][] = [["set", "this information set alone"]];
  if (set.alike) ways.push(["alike", `this and ${count(set.alike)} alike, which differ in names such as suits only`]);
  if (set.pattern.length) {
    const words = <Words words={set.pattern_words} facts={set.pattern.join(", ")} />;
    ways.push([
      "situation",
      <span>
        all that {player} may hold here: {words}
      </span>,
    ]);
  }
  if (ways.length === 1) return null;
  return (
    <fieldset class="desk-extents">
      <legend>What is meant</legend>
      {ways.map(([way, words]) => (
        <label key={way} class="gk-line">
          <input type="radio" name="desk-extent" checked={extent === way} onChange={() => choose(way)} /> {words}
        </label>
      ))}
    </fieldset>
  );
}
