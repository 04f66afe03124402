// Answers about another of the equilibria that were found.
import type { Question } from "./question";
import type { Source } from "./source";

/** The source of answers about the equilibrium of that number. */
export function ofEquilibrium(source: Source, number: number): Source {
  if (number === 1) return source;
  const about = <T>({ path }: Question<T>): Question<T> => ({
    path: `${path}${path.includes("?") ? "&" : "?"}equilibrium=${number}`,
  });
  return {
    known: (question) => source.known(about(question)),
    reply: (question) => source.reply(about(question)),
    answer: (question) => source.answer(about(question)),
    forget: (question) => source.forget(about(question)),
  };
}
