// An answer, or what stands in its place: that it is on its way, or why there is none.
import type { ComponentChildren } from "preact";
import type { Answered } from "../data/use-answer";
import { Problems } from "./problems";
import { passes } from "./remedies";
import { Unanswered } from "./unanswered";
import { Waiting } from "./waiting";

interface Props<T> {
  of: Answered<T>;
  /** the command that asks the same in a terminal, where the game may well be one that the question has no answer about */
  command?: string;
  children: (value: T) => ComponentChildren;
}

export function Shown<T>({ of, command, children }: Props<T>) {
  if (of.problems && command && !of.problems.some(passes)) return <Unanswered problems={of.problems} command={command} />;
  if (of.problems) return <Problems problems={of.problems} again={of.problems.some(passes) ? of.again : undefined} />;
  if (of.value === undefined) return <Waiting />;
  return (
    <div class={of.waiting ? "gk-shown gk-stale" : "gk-shown"} aria-busy={of.waiting}>
      {children(of.value)}
    </div>
  );
}
