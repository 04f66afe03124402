// Search without a server: the rule of galakit.study.search, over the embedded information sets.
import type { Found, InformationSet, SetLine } from "../answers";

const PAGE = 50;

export function found(sets: InformationSet[], query: URLSearchParams): Found {
  const player = query.get("player");
  const offset = Number(query.get("offset") ?? 0);
  const wanted = split((query.get("facts") ?? "").replaceAll("; ", ", "));
  const known = new Set(wanted.length ? sets.flatMap((set) => set.facts.map(normal)) : []);
  const words = new Set(wanted.length ? sets.flatMap((set) => set.fact_words.map(folded)) : []);
  const items = sets
    .filter((set) => player === null || set.player === Number(player))
    .filter((set) => includes(set, wanted, known, words))
    .sort((one, other) => (other.reach.value ?? 0) - (one.reach.value ?? 0));
  return { items: items.slice(offset, offset + PAGE).map(line), offset, total: items.length };
}

/** Whether the facts include each wanted text as often; a text that equals no fact may be a part of one. */
function includes(set: InformationSet, wanted: string[], known: Set<string>, words: Set<string>): boolean {
  return wanted.every((text) => {
    const [fact, said] = [normal(text), folded(text)];
    const matches = (index: number): boolean => {
      const [own, phrase] = [normal(set.facts[index]!), folded(set.fact_words[index]!)];
      if (known.has(fact)) return own === fact;
      if (words.has(said)) return phrase === said;
      return own.toLowerCase().includes(fact.toLowerCase()) || phrase.includes(said);
    };
    const found = set.facts.filter((_, index) => matches(index)).length;
    return found >= wanted.filter((other) => other === text).length;
  });
}

function line(set: InformationSet): SetLine {
  return {
    id: set.id,
    player: set.player,
    words: set.words,
    words_look: set.words_look,
    facts: set.facts.join(", "),
    reach: set.reach.value,
    moves: set.moves.map((choice) => choice.move),
    labels: set.moves.map((choice) => choice.label),
    probabilities: set.moves.map((choice) => choice.probability.value ?? 0),
  };
}

/** Facts are separated by commas outside of brackets and quotes. */
function split(text: string): string[] {
  const facts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (const sign of text.matchAll(new RegExp(`${QUOTED}|[\\][(){},]`, "g"))) {
    if ("([{".includes(sign[0])) depth += 1;
    else if (")]}".includes(sign[0])) depth -= 1;
    else if (sign[0] === "," && depth === 0) {
      facts.push(text.slice(begin, sign.index).trim());
      begin = sign.index + 1;
    }
  }
  facts.push(text.slice(begin).trim());
  return facts.filter((fact) => fact !== "");
}

/** Normalised words for comparison. */
const folded = (text: string): string => text.replaceAll("−", "-").toLowerCase().split(/\s+/).filter(Boolean).join(" ");

/** Without insignificant blanks. */
const normal = (fact: string): string =>
  fact.replace(new RegExp(`(${QUOTED})|\\s+`, "g"), (_, quoted: string | undefined) => quoted ?? "");

/** A quoted name as rules write it: in it `\'` is a quote, and `\x24\` a dollar. */
const QUOTED = String.raw`'(?:[^'\\]|\\x[0-9a-fA-F]+\\|\\.)*'|"(?:[^"\\]|\\x[0-9a-fA-F]+\\|\\.)*"`;
