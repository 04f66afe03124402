// The words of Gala with their meaning, from the vocabulary that the language server uses.
import vocabulary from "../../../../src/galakit/editor/vocabulary.txt";

export interface Word {
  usage: string[];
  meaning: string;
}

type Section = "declarations" | "statements" | "state" | "built-ins";

function read(): Record<Section, Map<string, Word>> {
  const parts = vocabulary.split(/^== (.*)\n/m);
  const sections: Record<string, Map<string, Word>> = {};
  for (let at = 1; at + 1 < parts.length; at += 2) {
    const words = new Map<string, Word>();
    for (const line of parts[at + 1]!.trim().split("\n")) {
      const usage = line.split("|").map((part) => part.trim());
      const meaning = usage.pop() ?? "";
      words.set((usage[0] ?? "").split(/\W/)[0]!, { usage, meaning });
    }
    sections[parts[at]!] = words;
  }
  return sections as Record<Section, Map<string, Word>>;
}

export const words = read();

/** What a word of the language means, where it is one. */
export function meaningOf(name: string): Word | undefined {
  return (
    words.declarations.get(name) ?? words.statements.get(name) ?? words["built-ins"].get(name) ?? words.state.get(name)
  );
}
