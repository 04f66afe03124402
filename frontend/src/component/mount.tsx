// The component alone: views of a solution, with any source of answers.
import { render } from "preact";
import { sourceOf, type Ask } from "../data/source";
import { RouterContext } from "../shell/context";
import { hashRouter, memoryRouter, type Router } from "../shell/router";
import { StudyPage } from "../shell/study-page";
import "../styles/all.css";
import { studyViews } from "../views/study";

export interface Options {
  /** `hash`: the place is behind `#` in the address, as in a report; `memory`: the address is not touched */
  places?: "hash" | "memory";
  /** the first place: `/grid/0`, `/tree` */
  start?: string;
}

/** Shows a solution in an element; returns a function that removes it. */
export function mount(element: HTMLElement, ask: Ask, options: Options = {}): () => void {
  const router: Router = options.places === "hash" ? hashRouter() : memoryRouter(options.start);
  const root = options.places === "hash" ? document.documentElement : element;
  root.classList.add("galakit");
  render(
    <RouterContext.Provider value={router}>
      <StudyPage root={root} whole={options.places === "hash"} source={sourceOf(ask)} views={studyViews} />
    </RouterContext.Provider>,
    element,
  );
  return () => render(null, element);
}
