// Gala for the editor: the same tokens as the Pygments lexer of `galakit.editor.highlighting`.
import { StreamLanguage, type StreamParser } from "@codemirror/language";
import { words } from "./words";

interface State {
  /** inside a comment of several lines */
  comment: boolean;
}

const parser: StreamParser<State> = {
  name: "gala",
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment) {
      if (stream.skipTo("*/")) {
        stream.match("*/");
        state.comment = false;
      } else stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    if (stream.match(/^%.*/)) return "comment";
    if (stream.match(/^\$\s*[a-z]\w*/) || stream.match(/^'\$[a-z]\w*'/)) return "variableName.special";
    if (stream.match(/^0'(?:\\x[0-9a-fA-F]+\\?|\\.|''|[^'\\])/)) return "character";
    if (stream.match(/^(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|\d[\d_]*r\d[\d_]*|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)/))
      return "number";
    if (stream.match(/^"(?:[^"\\]|\\.|"")*"?/) || stream.match(/^'(?:[^'\\]|\\.|'')*'?/)) return "string";
    if (stream.match(/^[A-Z_]\w*/)) return "variableName";
    const name = stream.match(/^[^\W\dA-Z_]\w*/);
    if (name) return ofName((name as RegExpMatchArray)[0], stream.string.slice(stream.pos));
    if (stream.match(/^[()[\]{},|]/)) return "punctuation";
    if (stream.match(/^!/)) return "keyword";
    if (stream.match(/^[#&*+\-./:<=>?@^~\\]+|^[;$]/)) return "operator";
    stream.next();
    return null;
  },
  languageData: {
    commentTokens: { line: "%", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{", "'"] },
  },
};

/** What a name is, by the language's words and by what comes after it. */
function ofName(name: string, rest: string): string {
  const called = rest.startsWith("(");
  if (name === "game" && called) return "definitionKeyword";
  if (words.declarations.has(name) && (/^\s*:(?![-=<])/.test(rest) || (called && name === "phase")))
    return "definitionKeyword";
  if (name === "gets" || name === "is" || name === "mod" || name === "rem" || name === "div") return "operatorKeyword";
  if (/^(?:end|nature|true|fail|false)$/.test(name)) return "keyword";
  if (called && words.statements.has(name)) return "controlKeyword";
  if (called && words["built-ins"].has(name)) return "variableName.standard";
  return called ? "variableName.function" : "atom";
}

export const gala = StreamLanguage.define(parser);
