// Prefetches the answers that are likely to be needed next.
import { useEffect } from "preact/hooks";
import type { Question } from "./question";
import type { Source } from "./source";

/** Milliseconds of quiet after which it is asked: what is looked at now comes first. */
const QUIET = 150;

export function useAhead(source: Source, questions: readonly Question<unknown>[]): void {
  const paths = questions.map((question) => question.path).join("\n");
  useEffect(() => {
    const timer = setTimeout(() => questions.forEach((question) => void source.reply(question)), QUIET);
    return () => clearTimeout(timer);
  }, [source, paths]);
}
