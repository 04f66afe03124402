// Facts in words and pictures, with what the rules have as the title: it is what one types to find or name an information set.
import { Drawn, type Look } from "./glyphs";

interface Props {
  words: string;
  look?: Look | undefined;
  facts: string;
  class?: string | undefined;
}

export function Words({ words, look, facts, class: name }: Props) {
  return (
    <span class={name ? `gk-facts ${name}` : "gk-facts"} title={unlike(words, facts)}>
      <Drawn words={words} look={look} />
    </span>
  );
}

/** A title that says something new, or none. */
export const unlike = (words: string, facts: string): string | undefined =>
  facts && facts !== words ? facts : undefined;
