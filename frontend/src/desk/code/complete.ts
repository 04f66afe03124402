// Completion in Gala: the language's words with what they mean, and the names that the text itself has.
import { autocompletion, completeAnyWord, type Completion, type CompletionContext } from "@codemirror/autocomplete";
import { words, type Word } from "./words";

const optionsOf = (section: Map<string, Word>, type: string, boost: number): Completion[] =>
  [...section].map(([label, { usage, meaning }]) => ({
    label,
    type,
    boost,
    detail: usage[0]!.slice(label.length).trim(),
    info: meaning.replaceAll("`", ""),
  }));

const LANGUAGE = [
  ...optionsOf(words.declarations, "keyword", 2),
  ...optionsOf(words.statements, "keyword", 2),
  ...optionsOf(words["built-ins"], "function", 1),
];
const STATE = optionsOf(words.state, "variable", 1);

function complete(context: CompletionContext) {
  const state = context.matchBefore(/\$\w*/);
  if (state) return { from: state.from + 1, options: STATE, validFor: /^\w*$/ };
  const word = context.matchBefore(/[a-z]\w*/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  return { from: word.from, options: LANGUAGE, validFor: /^\w*$/ };
}

// Nothing is selected at first, so that typing on inserts the typed text.
export const completion = autocompletion({ override: [complete, completeAnyWord], icons: false, selectOnOpen: false });
