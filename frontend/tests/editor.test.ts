// The editor: tokens of the languages, the words of Gala, and problems as marks.
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import type { Language } from "@codemirror/language";
import { Text } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "../src/answers";
import { problem } from "../src/data/problems";
import { gala } from "../src/desk/code/gala";
import { kif } from "../src/desk/code/kif";
import { marksOf, positionOf } from "../src/desk/code/marks";
import { meaningOf, words } from "../src/desk/code/words";

const names = tagHighlighter([
  { tag: tags.comment, class: "comment" },
  { tag: tags.number, class: "number" },
  { tag: tags.string, class: "string" },
  { tag: tags.variableName, class: "variable" },
  { tag: tags.special(tags.variableName), class: "state" },
  { tag: tags.standard(tags.variableName), class: "built-in" },
  { tag: tags.function(tags.variableName), class: "function" },
  { tag: tags.definitionKeyword, class: "definition" },
  { tag: tags.controlKeyword, class: "control" },
  { tag: tags.operatorKeyword, class: "word operator" },
  { tag: tags.keyword, class: "keyword" },
  { tag: tags.atom, class: "atom" },
]);

/** What the editor makes of a text, punctuation and operators aside: `token kind`. */
function tokens(language: Language, text: string): string[] {
  const found: string[] = [];
  highlightTree(language.parser.parse(text), names, (from, to, kind) => found.push(`${text.slice(from, to)} ${kind}`));
  return found;
}

test("a game in Gala has its tokens", () => {
  assert.deepEqual(tokens(gala, "game(g, [players : [a]]). % end"), [
    "game definition",
    "g atom",
    "players definition",
    "a atom",
    "% end comment",
  ]);
  assert.deepEqual(tokens(gala, "choose(nature, Card, member(Card, $deck)), N is 0xFF mod 3, own(x), 'a ''b'"), [
    "choose control",
    "nature keyword",
    "Card variable",
    "member built-in",
    "Card variable",
    "$deck state",
    "N variable",
    "is word operator",
    "0xFF number",
    "mod word operator",
    "3 number",
    "own function",
    "x atom",
    "'a ''b' string",
  ]);
});

test("a comment of several lines goes on until its end", () => {
  const found = tokens(gala, "/* one\ntwo */ a");
  assert.equal(found.at(-1), "a atom");
  assert.ok(found.slice(0, -1).every((token) => token.endsWith("comment")));
});

test("a game description has its tokens", () => {
  assert.deepEqual(tokens(kif, '(<= (LEGAL ?player (mark 3)) (true cell)) ; "x"'), [
    "<= definition",
    "LEGAL control",
    "?player variable",
    "mark atom",
    "3 number",
    "true control",
    "cell atom",
    '; "x" comment',
  ]);
});

test("every word of the language has a meaning and says how it is written", () => {
  for (const section of Object.values(words)) {
    assert.ok(section.size > 3);
    for (const [name, { usage, meaning }] of section) assert.ok(meaning && usage[0]!.startsWith(name), name);
  }
  assert.ok(meaningOf("choose")?.meaning);
  assert.equal(meaningOf("nonsense"), undefined);
});

const marked = (message: string, place: Partial<Problem>): Problem => ({ ...problem(message), ...place });

test("columns count characters, not units of UTF-16", () => {
  const text = Text.of(["a😀b", "cd"]);
  assert.equal(positionOf(text, 1, 1), 0);
  assert.equal(positionOf(text, 1, 3), 3);
  assert.equal(positionOf(text, 1, 99), 4);
  assert.equal(positionOf(text, 2, 2), 6);
  assert.equal(positionOf(text, 9, 1), 7);
  assert.equal(positionOf(text, 0, 1), 0);
});

test("problems with a place are marks, with what helps", () => {
  const text = Text.of(["first line", "second"]);
  const marks = marksOf(text, [
    marked("wrong", { id: "GK1", line: 2, column: 2, end_line: 2, end_column: 4, notes: ["why"], hint: "mend it" }),
    marked("note", { severity: "note", line: 1, column: 3 }),
    marked("backwards", { line: 1, column: 5, end_line: 1, end_column: 2 }),
    marked("of no place", {}),
  ]);
  assert.deepEqual(marks, [
    { from: 12, to: 14, severity: "error", source: "GK1", message: "wrong\nwhy\n→ mend it" },
    { from: 2, to: 2, severity: "info", source: "", message: "note" },
    { from: 4, to: 4, severity: "error", source: "", message: "backwards" },
  ]);
});
