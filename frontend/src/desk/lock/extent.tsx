// The extent of a lock: one information set, those alike by symmetry, or all private information in the situation.
import type { ComponentChildren } from "preact";
import type { InformationSet } from "../../answers";
import { count } from "../../parts/numbers";
import { Words } from "../../parts/words";
import type { Basket, NamedLock } from "./basket";

export type Extent = "set" | "alike" | "situation";

/** The facts of a lock of some extent. */
export const namedBy = (set: InformationSet, extent: Extent): Pick<NamedLock, "facts" | "words" | "alike"> =>
  extent === "situation"
    ? { facts: set.pattern, words: set.pattern_words }
    : { facts: set.facts, words: set.words, alike: extent === "alike" };

/** The extent of the existing lock; without one, all that the solution plays alike. */
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
  const options: [Extent, ComponentChildren][] = [["set", "this information set alone"]];
  if (set.alike) options.push(["alike", `this and ${count(set.alike)} alike, which differ only in names such as suits`]);
  if (set.pattern.length) {
    const words = <Words words={set.pattern_words} facts={set.pattern.join(", ")} />;
    options.push([
      "situation",
      <span>
        all private information of {player} here: {words}
      </span>,
    ]);
  }
  if (options.length === 1) return null;
  return (
    <fieldset class="desk-extents">
      <legend>Lock</legend>
      {options.map(([option, words]) => (
        <label key={option} class="gk-line">
          <input type="radio" name="desk-extent" checked={extent === option} onChange={() => choose(option)} /> {words}
        </label>
      ))}
    </fieldset>
  );
}
