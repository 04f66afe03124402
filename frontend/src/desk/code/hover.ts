// A word of Gala under the pointer says how it is written and what it means.
import { hoverTooltip } from "@codemirror/view";
import { meaningOf, type Word } from "./words";

const NAME = /[a-z]\w*/g;

/** Words that are only words of the language in their place: before a bracket or a colon, or after `$`. */
function isUsed(text: string, from: number, to: number): boolean {
  return (
    /^\(|^\s*:|^\s+gets\b/.test(text.slice(to)) ||
    text[from - 1] === "$" ||
    /^(?:end|nature|gets|is)$/.test(text.slice(from, to))
  );
}

function card({ usage, meaning }: Word): HTMLElement {
  const box = document.createElement("div");
  box.className = "gala-word";
  for (const line of usage) box.appendChild(document.createElement("code")).textContent = line;
  box.appendChild(document.createElement("span")).textContent = meaning.replaceAll("`", "");
  return box;
}

export const hover = hoverTooltip((view, position) => {
  const line = view.state.doc.lineAt(position);
  for (const match of line.text.matchAll(NAME)) {
    const from = match.index;
    const to = from + match[0].length;
    if (line.from + from > position || line.from + to < position) continue;
    const word = meaningOf(match[0]);
    if (!word || !isUsed(line.text, from, to) || line.text.slice(0, from).includes("%")) return null;
    return { pos: line.from + from, end: line.from + to, above: true, create: () => ({ dom: card(word) }) };
  }
  return null;
});
