// Answers that a report or a notebook carries: a map from paths to answers, as JSON, compressed and written in base64.
import type { InformationSet } from "../answers";
import { problem, Refused } from "../data/problems";
import type { Ask } from "../data/source";
import { found } from "./search";

/** What was left out because it would be too large, and why: `{ nodes: "the tree has ..." }`. */
const LEFT_OUT = "left out";

interface Carried {
  answers: Map<string, unknown>;
  /** by the number of the equilibrium */
  sets: Map<string, InformationSet[]>;
  leftOut: Record<string, string>;
}

/** A source that reads the answers from a text. */
export function embedded(text: string): Ask {
  const carried = read(text);
  return async (path) => {
    const { answers, sets, leftOut } = await carried;
    const [words, query] = parts(path);
    if (words === "sets") return found(sets.get(query.get("equilibrium") ?? "1") ?? [], query);
    const answer = answers.get(plain(path)) ?? around(answers, path);
    if (answer !== undefined) return answer;
    const why = leftOut[words.split("/")[0]!] ?? "the report does not carry this answer";
    throw new Refused([problem(why, "`galakit serve` answers every question")]);
  };
}

async function read(text: string): Promise<Carried> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const all = (await new Response(stream).json()) as Record<string, unknown>;
  const entries = Object.entries(all).filter(([path]) => path !== LEFT_OUT);
  return {
    answers: new Map(entries.map(([path, answer]) => [plain(path), answer])),
    sets: setsOf(entries),
    leftOut: (all[LEFT_OUT] ?? {}) as Record<string, string>,
  };
}

function setsOf(entries: [string, unknown][]): Map<string, InformationSet[]> {
  const sets = new Map<string, InformationSet[]>();
  for (const [path, answer] of entries) {
    const [words, query] = parts(path);
    if (!words.startsWith("sets/")) continue;
    const number = query.get("equilibrium") ?? "1";
    if (!sets.has(number)) sets.set(number, []);
    sets.get(number)!.push(answer as InformationSet);
  }
  return sets;
}

/** The page that contains an offset: requests may start anywhere, but pages are stored by their first item. */
function around(answers: Map<string, unknown>, path: string): unknown {
  const [words, query] = parts(path);
  for (const name of ["row_offset", "offset"]) {
    for (let at = Number(query.get(name) ?? 0); at > 0; at--) {
      if (at > 1) query.set(name, String(at - 1));
      else query.delete(name);
      const answer = answers.get(plain(`${words}?${query}`));
      if (answer !== undefined) return answer;
    }
  }
  return undefined;
}

function parts(path: string): [string, URLSearchParams] {
  const cut = path.indexOf("?");
  return cut < 0 ? [path, new URLSearchParams()] : [path.slice(0, cut), new URLSearchParams(path.slice(cut))];
}

/** The canonical form of a question. */
function plain(path: string): string {
  const [words, query] = parts(path);
  query.sort();
  return `${decodeURIComponent(words)}?${query.toString()}`;
}
