// A notebook's kernel answers: an anywidget sends each question as a message and matches the answer by its number.
import type { Problem } from "../answers";
import { Refused } from "../data/problems";
import type { Ask } from "../data/source";
import { embedded } from "./embedded";
import { mount } from "./mount";

/** The part of anywidget's model that we use. */
interface Model {
  get(name: string): unknown;
  send(message: unknown): void;
  on(event: "msg:custom", heard: (message: unknown) => void): void;
  off(event: "msg:custom", heard: (message: unknown) => void): void;
}

/** `{ question: 3, path: "sets/12" }` goes out, `{ question: 3, answer: ... }` or `{ question: 3, problems: [...] }` comes back. */
interface Reply {
  question: number;
  answer?: unknown;
  problems?: Problem[];
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const open = new Map<number, { answered: (answer: unknown) => void; refused: (why: Refused) => void }>();
  let questions = 0;
  const heard = (message: unknown) => {
    const { question, answer, problems } = message as Reply;
    const waiting = open.get(question);
    if (!waiting) return;
    open.delete(question);
    if (problems) waiting.refused(new Refused(problems));
    else waiting.answered(answer);
  };
  // A small game's answers are part of the widget, which then works without a kernel.
  const carried = String(model.get("answers") ?? "");
  const ask: Ask = carried
    ? embedded(carried)
    : (path) =>
        new Promise((answered, refused) => {
          const question = ++questions;
          open.set(question, { answered, refused });
          model.send({ question, path });
        });
  model.on("msg:custom", heard);
  const gone = mount(el, ask, { places: "memory", start: String(model.get("start") ?? "/") });
  return () => {
    model.off("msg:custom", heard);
    gone();
  };
}

export default { render };
