// Game descriptions (GDL) as s-expressions, for the editor.
import { StreamLanguage } from "@codemirror/language";

const KEYWORDS = new Set([
  "role",
  "init",
  "true",
  "does",
  "next",
  "legal",
  "goal",
  "terminal",
  "base",
  "input",
  "sees",
  "random",
  "distinct",
  "not",
  "or",
  "and",
]);

export const kif = StreamLanguage.define({
  name: "kif",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return "comment";
    if (stream.match("<=")) return "definitionKeyword";
    if (stream.match(/^[()]/)) return "punctuation";
    if (stream.match(/^\?[\w+\-]+/)) return "variableName";
    if (stream.match(/^"[^"]*"?/)) return "string";
    const word = stream.match(/^[^\s();]+/) as RegExpMatchArray | null;
    if (!word) {
      stream.next();
      return null;
    }
    if (KEYWORDS.has(word[0].toLowerCase())) return "controlKeyword";
    return /^[+-]?\d+$/.test(word[0]) ? "number" : "atom";
  },
  languageData: { commentTokens: { line: ";" } },
});
