// The editor: CodeMirror with our languages, in a separate chunk that is fetched on demand.
import { completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Problem } from "../../answers";
import { completion } from "./complete";
import { hover } from "./hover";
import { languageOf } from "./languages";
import { look } from "./look";
import { marksOf, positionOf } from "./marks";

export interface Options {
  label: string;
  text: string;
  file: string;
  changed(text: string): void;
  solve(): void;
}

export interface Editor {
  /** Another text, as when another file is opened: nothing to undo. */
  open(text: string, file: string): void;
  mark(problems: readonly Problem[]): void;
  goTo(line: number, column: number): void;
  close(): void;
}

export function openEditor(parent: HTMLElement, options: Options): Editor {
  // A root of its own: the editor's styles are then a style sheet object, which a strict content policy allows.
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  const language = new Compartment();
  const extensions = [
    lineNumbers(),
    lintGutter(),
    history(),
    // Invisible characters are shown, above all those that change the direction of text.
    highlightSpecialChars({ addSpecialChars: /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    bracketMatching(),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    hover,
    completion,
    search({ top: true }),
    highlightSelectionMatches(),
    look,
    Prec.highest(
      keymap.of([
        {
          key: "Mod-Enter",
          run: () => {
            options.solve();
            return true;
          },
        },
      ]),
    ),
    keymap.of([...completionKeymap, ...searchKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
    EditorView.contentAttributes.of({ "aria-label": options.label, tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.changed(update.state.doc.toString());
    }),
  ];
  const stateOf = (text: string, file: string) =>
    EditorState.create({ doc: text, extensions: [...extensions, language.of(languageOf(file))] });
  const view = new EditorView({ state: stateOf(options.text, options.file), parent: root as unknown as Element, root });
  return {
    open: (text, file) => view.setState(stateOf(text, file)),
    mark: (problems) => view.dispatch(setDiagnostics(view.state, marksOf(view.state.doc, problems))),
    goTo(line, column) {
      const at = positionOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
