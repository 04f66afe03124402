// Public situations as a tree of what is seen one after the other.
import type { PublicSituation } from "../../answers";
import type { Look } from "../../parts/glyphs";

/** One thing that can be seen next. */
export interface Option {
  words: string;
  look: Look;
  /** how often, of all that goes on from here; null where that is unknown or nothing does */
  share: number | null;
  /** where it leads: the situation itself, or the likeliest one behind it */
  situation: string;
}

export interface Step {
  /** what was seen here, on the way to the situation; undefined for the last step */
  taken: Option | undefined;
  options: Option[];
}

/** What chance showed is left open. */
export const OPEN = /…\)?$/;

/** Whether a fact is another one, or the same with what chance showed left open. */
const fits = (fact: string, given: string): boolean =>
  fact === given || (OPEN.test(fact) && (fact === "…" || given.startsWith(fact.slice(0, fact.indexOf("…")))));

/** The steps to the situation with these facts, as far as situations are known, and the next one. */
export function stepsOf(all: readonly PublicSituation[], facts: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (let depth = 0; depth <= facts.length; depth++) {
    const options = optionsAfter(all, facts.slice(0, depth));
    if (options.size === 0) break;
    const taken = depth < facts.length ? [...options].find(([fact]) => fits(fact, facts[depth]!))?.[1] : undefined;
    steps.push({ taken, options: [...options.values()] });
    if (!taken) break;
  }
  return steps;
}

function optionsAfter(all: readonly PublicSituation[], before: readonly string[]): Map<string, Option> {
  const after = all.filter(
    ({ facts }) => facts.length > before.length && before.every((fact, n) => fits(facts[n]!, fact)),
  );
  const total = after.reduce((sum, { reach }) => sum + (reach ?? 0), 0);
  const grouped = new Map<string, PublicSituation[]>();
  for (const one of after) {
    const fact = one.facts[before.length]!;
    grouped.set(fact, [...(grouped.get(fact) ?? []), one]);
  }
  const options = new Map<string, Option>();
  for (const [fact, group] of grouped) {
    const one = group[0]!;
    const shortest = Math.min(...group.map(({ facts }) => facts.length));
    const target = group
      .filter(({ facts }) => facts.length === shortest)
      .reduce((best, other) => ((other.reach ?? 0) > (best.reach ?? 0) ? other : best));
    const words = (one.fact_words[before.length] || fact).replace(/^chose /, "");
    options.set(fact, {
      words,
      look: one.fact_looks[before.length] ?? null,
      share: total > 0 ? group.reduce((sum, { reach }) => sum + (reach ?? 0), 0) / total : null,
      situation: target.id,
    });
  }
  return options;
}
