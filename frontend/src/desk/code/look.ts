// The look of the editor: the page's colours, so that it follows the theme.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const tokens = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.definitionKeyword], color: "var(--code-declaration)", fontWeight: "600" },
  { tag: [tags.controlKeyword, tags.keyword], color: "var(--code-keyword)" },
  { tag: tags.operatorKeyword, color: "var(--code-keyword)" },
  { tag: tags.special(tags.variableName), color: "var(--code-state)" },
  { tag: tags.standard(tags.variableName), color: "var(--code-builtin)" },
  { tag: tags.function(tags.variableName), color: "var(--code-name)" },
  { tag: tags.variableName, color: "var(--code-variable)" },
  { tag: tags.atom, color: "var(--code-text)" },
  { tag: [tags.number, tags.character], color: "var(--code-number)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.operator, tags.punctuation], color: "var(--code-quiet)" },
]);

const frame = EditorView.theme({
  "&": { color: "var(--code-text)", backgroundColor: "var(--code-surface)", fontSize: "0.875rem", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code-font)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--code-text)", paddingBlock: "0.75rem" },
  ".cm-cursor": { borderLeftColor: "var(--code-text)" },
  ".cm-gutters": {
    backgroundColor: "var(--code-surface)",
    color: "var(--code-comment)",
    border: "none",
    paddingLeft: "0.25rem",
  },
  ".cm-specialChar": { color: "var(--code-error)", fontWeight: "700" },
  ".cm-activeLine": { backgroundColor: "var(--code-line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--code-line)", color: "var(--code-text)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground, ::selection": {
    backgroundColor: "var(--code-selection) !important",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-selection)", outline: "none" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", color: "var(--code-error)" },
  ".cm-tooltip": {
    color: "var(--code-text)",
    backgroundColor: "var(--code-raised)",
    border: "1px solid var(--code-border)",
    borderRadius: "6px",
    boxShadow: "0 4px 16px rgb(0 0 0 / 0.18)",
    maxWidth: "34rem",
    fontFamily: "var(--code-prose)",
    fontSize: "0.875rem",
  },
  ".cm-tooltip .cm-diagnostic": { padding: "0.5rem 0.75rem", borderLeftWidth: "3px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--code-error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--code-warning)" },
  ".cm-diagnosticSource": { opacity: 1, color: "var(--code-quiet)", fontFamily: "var(--code-font)" },
  ".cm-lintRange": { backgroundImage: "none", textDecoration: "underline wavy 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecorationColor: "var(--code-error)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--code-warning)" },
  ".cm-lintRange-info": { textDecorationColor: "var(--code-accent)" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--code-error)" },
  ".cm-lint-marker": { content: "none", width: "0.6em", height: "0.6em", borderRadius: "50%", margin: "0.5em 0.1em" },
  ".cm-lint-marker-error": { backgroundColor: "var(--code-error)" },
  ".cm-lint-marker-warning": { backgroundColor: "var(--code-warning)", borderRadius: "1px" },
  ".cm-lint-marker-info": { backgroundColor: "var(--code-accent)" },
  ".cm-selectionMatch": { backgroundColor: "var(--code-line)", outline: "1px solid var(--code-border)" },
  ".cm-panels": { color: "var(--code-text)", backgroundColor: "var(--code-raised)", fontFamily: "var(--code-prose)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--code-border)" },
  ".cm-panel.cm-search": { padding: "0.5rem 2rem 0.5rem 0.75rem" },
  ".cm-textfield, .cm-button": {
    color: "inherit",
    background: "var(--code-surface)",
    border: "1px solid var(--code-border)",
    borderRadius: "4px",
    fontSize: "0.8125rem",
    padding: "0.2rem 0.5rem",
  },
  ".cm-panel.cm-search [name=close]": { color: "inherit", cursor: "pointer" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--code-font)", maxHeight: "14rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--code-text)",
    background: "var(--code-selection)",
  },
  ".cm-completionDetail": { color: "var(--code-quiet)", fontStyle: "normal" },
  ".cm-completionInfo": { padding: "0.5rem 0.75rem", maxWidth: "22rem" },
  ".gala-word": { padding: "0.5rem 0.75rem", display: "grid", gap: "0.25rem" },
  ".gala-word code": { fontFamily: "var(--code-font)", color: "var(--code-keyword)" },
});

export const look = [frame, syntaxHighlighting(tokens)];
