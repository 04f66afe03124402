// A part of a view with a heading of its own.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  title: string;
  /** beside the heading */
  aside?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
}

export function Panel({ title, aside, children, class: name }: Props) {
  const id = useId();
  return (
    <section class={name ? `gk-panel ${name}` : "gk-panel"} aria-labelledby={id}>
      <header class="gk-panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
