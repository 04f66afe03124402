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

/** The steps to a situation, and the next one; without a situation, the first. */
export function stepsOf(all: readonly PublicSituation[], situation: string | undefined): Step[] {
  const facts = all.find(({ id }) => id === situation)?.facts ?? [];
  const steps: Step[] = [];
  for (let depth = 0; depth <= facts.length; depth++) {
    const options = optionsAfter(all, facts.slice(0, depth));
    if (options.size === 0) break;
    steps.push({ taken: depth < facts.length ? options.get(facts[depth]!) : undefined, options: [...options.values()] });
  }
  return steps;
}

function optionsAfter(all: readonly PublicSituation[], before: readonly string[]): Map<string, Option> {
  const after = all.filter(({ facts }) => facts.length > before.length && before.every((fact, n) => fact === facts[n]));
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
