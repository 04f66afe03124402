// Where answers come from: a server, a report that carries them, or a notebook's kernel. Views know only this.
import type { Problem } from "../answers";
import { problemsOf } from "./problems";
import type { Question } from "./question";

/** Answers a question given as a path. */
export type Ask = (path: string) => Promise<unknown>;

export type Reply<T> = { value: T; problems?: undefined } | { value?: undefined; problems: Problem[] };

export interface Source {
  /** The reply, where it is known already. */
  known<T>(question: Question<T>): Reply<T> | undefined;
  /** The reply: never throws, what went wrong is in it. */
  reply<T>(question: Question<T>): Promise<Reply<T>>;
  /** The answer; throws where it is refused. */
  answer<T>(question: Question<T>): Promise<T>;
  /** Ask again next time. */
  forget(question: Question<unknown>): void;
}

// A solution does not change, so an answer stays true; only memory ends its life.
const KEPT = 2000;
/** What is refused may be answered later: milliseconds until it is asked again. */
const REFUSED = 10_000;

export function sourceOf(ask: Ask): Source {
  const replies = new Map<string, Reply<unknown>>();
  const asked = new Map<string, Promise<Reply<unknown>>>();

  function keep(path: string, reply: Reply<unknown>): Reply<unknown> {
    asked.delete(path);
    replies.set(path, reply);
    if (reply.problems) setTimeout(() => replies.get(path) === reply && replies.delete(path), REFUSED);
    if (replies.size > KEPT) replies.delete(replies.keys().next().value!);
    return reply;
  }

  const source: Source = {
    known: <T>(question: Question<T>) => replies.get(question.path) as Reply<T> | undefined,
    reply<T>({ path }: Question<T>) {
      const known = replies.get(path);
      if (known) return Promise.resolve(known as Reply<T>);
      let reply = asked.get(path);
      if (!reply) {
        reply = ask(path).then(
          (value) => keep(path, { value }),
          (thrown: unknown) => keep(path, { problems: problemsOf(thrown) }),
        );
        asked.set(path, reply);
      }
      return reply as Promise<Reply<T>>;
    },
    async answer<T>(question: Question<T>) {
      const reply = await source.reply(question);
      if (reply.problems) throw new Error(reply.problems.map((found) => found.message).join("; "));
      return reply.value;
    },
    forget: ({ path }) => void replies.delete(path),
  };
  return source;
}
