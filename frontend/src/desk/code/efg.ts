// Gambit's files for the editor: what begins a node, names in quotes, numbers.
import { StreamLanguage } from "@codemirror/language";

export const efg = StreamLanguage.define({
  name: "efg",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.sol() && stream.match(/^(?:EFG|NFG)\b.*?(?="|$)|^[cpt](?=\s)/)) return "controlKeyword";
    if (stream.match(/^[-+]?\d+(?:\.\d+|\/\d+)?(?:[eE][-+]?\d+)?/)) return "number";
    if (stream.match(/^[{},]/)) return "punctuation";
    stream.next();
    return null;
  },
});
