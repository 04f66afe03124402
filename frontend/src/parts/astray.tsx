// An address that leads nowhere: what is wrong with it, and where to go instead.
import type { ComponentChildren } from "preact";
import { Link } from "../shell/link";

export interface Way {
  to: string;
  words: string;
}

interface Props {
  title: string;
  children?: ComponentChildren;
  ways: readonly Way[];
}

export function Astray({ title, children, ways }: Props) {
  return (
    <section class="gk-astray" role="alert">
      <h1>{title}</h1>
      {children}
      <p class="gk-line">
        {ways.map(({ to, words }) => (
          <Link key={to} class="gk-button" to={to}>
            {words}
          </Link>
        ))}
      </p>
    </section>
  );
}
