// Searching where there is no server: the rule of galakit.study.search, over the information sets that are carried.
import type { Found, InformationSet, SetLine } from "../answers";

const PAGE = 50;

export function found(sets: InformationSet[], query: URLSearchParams): Found {
  const player = query.get("player");
  const offset = Number(query.get("offset") ?? 0);
  const wanted = split((query.get("facts") ?? "").replaceAll("; ", ", "));
  const known = new Set(wanted.length ? sets.flatMap((set) => set.facts.map(normal)) : []);
  const words = new Set(wanted.length ? sets.flatMap((set) => set.told.map(folded)) : []);
  const items = sets
    .filter((set) => player === null || set.player === Number(player))
    .filter((set) => includes(set, wanted, known, words))
    .sort((one, other) => (other.reach.value ?? 0) - (one.reach.value ?? 0));
  return { items: items.slice(offset, offset + PAGE).map(line), offset, total: items.length };
}

/** As often as they are wanted; a text that is no fact of its own, nor one in words, may be a part of one. */
function includes(set: InformationSet, wanted: string[], known: Set<string>, words: Set<string>): boolean {
  return wanted.every((text) => {
    const [fact, said] = [normal(text), folded(text)];
    const matches = (index: number): boolean => {
      const [own, told] = [normal(set.facts[index]!), folded(set.told[index]!)];
      if (known.has(fact)) return own === fact;
      if (words.has(said)) return told === said;
      return own.toLowerCase().includes(fact.toLowerCase()) || told.includes(said);
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
    facts: set.facts.join(", "),
    reach: set.reach.value,
    moves: set.moves.map((choice) => choice.move),
    probabilities: set.moves.map((choice) => choice.probability.value ?? 0),
  };
}

/** Facts are separated by commas outside of brackets and quotes. */
function split(text: string): string[] {
  const facts: string[] = [];
  let depth = 0;
  let quote = "";
  let begin = 0;
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at] ?? "";
    if (at === text.length || (letter === "," && depth === 0 && !quote)) {
      facts.push(text.slice(begin, at).trim());
      begin = at + 1;
    } else if (quote) quote = letter === quote ? "" : quote;
    else if (letter === "'" || letter === '"') quote = letter;
    else if ("([{".includes(letter)) depth += 1;
    else if (")]}".includes(letter)) depth -= 1;
  }
  return facts.filter((fact) => fact !== "");
}

/** Words as they are compared. */
const folded = (text: string): string => text.replaceAll("−", "-").toLowerCase().split(/\s+/).filter(Boolean).join(" ");

/** Without the blanks that mean nothing. */
const normal = (fact: string): string =>
  fact.replace(/('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? "");
