// Asking from a view: the last answer stays on the screen until the next one is there, so nothing flickers.
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { Problem } from "../answers";
import type { Question } from "./question";
import type { Source } from "./source";

export interface Answered<T> {
  /** the answer, or the last one while the next is on its way */
  value: T | undefined;
  problems: Problem[] | undefined;
  waiting: boolean;
  again(): void;
}

/** The answer to a question, which is asked at once, not only when the view is drawn; `null` asks nothing. */
export function useAnswer<T>(source: Source, question: Question<T> | null): Answered<T> {
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  const last = useRef<T | undefined>(undefined);
  const reply = question ? source.known(question) : undefined;
  const known = reply !== undefined;
  if (question && !known) void source.reply(question);
  // Before the view is painted: an answer that is there in a moment need not wait until it is.
  useLayoutEffect(() => {
    if (!question || known) return;
    let here = true;
    void source.reply(question).then(() => here && redraw());
    return () => void (here = false);
  }, [source, question?.path, known]);
  if (reply?.value !== undefined) last.current = reply.value;
  return {
    value: reply?.problems ? undefined : last.current,
    problems: reply?.problems,
    waiting: question !== null && !known,
    again() {
      if (question) source.forget(question);
      redraw();
    },
  };
}
