// An answer, or what stands in its place: that it is on its way, or why there is none.
import type { ComponentChildren } from "preact";
import type { Answered } from "../data/use-answer";
import { Problems } from "./problems";
import { passes } from "./remedies";
import { Waiting } from "./waiting";

interface Props<T> {
  of: Answered<T>;
  children: (value: T) => ComponentChildren;
}

export function Shown<T>({ of, children }: Props<T>) {
  if (of.problems) return <Problems problems={of.problems} again={of.problems.some(passes) ? of.again : undefined} />;
  if (of.value === undefined) return <Waiting />;
  return (
    <div class={of.waiting ? "gk-shown gk-stale" : "gk-shown"} aria-busy={of.waiting}>
      {children(of.value)}
    </div>
  );
}
