// Facts in words, with what the rules have as the title: it is what one types to find or name an information set.

interface Props {
  words: string;
  facts: string;
  class?: string | undefined;
}

export function Words({ words, facts, class: name }: Props) {
  return (
    <span class={name ? `gk-facts ${name}` : "gk-facts"} title={unlike(words, facts)}>
      {words}
    </span>
  );
}

/** A title that says something new, or none. */
export const unlike = (words: string, facts: string): string | undefined => (facts && facts !== words ? facts : undefined);
