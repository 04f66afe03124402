// The registry of views: a view says under which path it is found, and which part of the page it belongs to.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Overview } from "../answers";
import type { Question } from "../data/question";
import { Waiting } from "../parts/waiting";

export type Params = Readonly<Record<string, string>>;

export interface Seen {
  /** the parts of the path that were named: `{ player: "0" }` */
  params: Params;
  query: URLSearchParams;
}

export interface View {
  /** `grid/:player?`: below the study for views of a study, below `/` for those of the page */
  path: string;
  /** what the navigation calls it; views without a label are reached from others */
  label?: string;
  /** where the label leads, if not to the path without its optional parts */
  home?: string;
  /** the view with a label that this one belongs to, by its path */
  within?: string;
  /** what stands in the browser's title */
  title: string;
  Body: ComponentType<Seen>;
  /** which games it is about; others have no link to it */
  fits?: (overview: Overview) => boolean;
  /** whether it is about the first equilibrium, where there are several */
  first?: boolean;
  /** what it asks for first: there is no need to know anything of the study before */
  asks?: (seen: Seen) => Question<unknown> | null;
}

/** The parts a path names, or undefined where it is not of this form. */
export function match(pattern: string, path: string): Params | undefined {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  if (given.length > wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, word] of wanted.entries()) {
    const part = given[index];
    if (!word.startsWith(":")) {
      if (part !== word) return undefined;
    } else if (part !== undefined) params[word.replace(/^:|\?$/g, "")] = decode(part);
    else if (!word.endsWith("?")) return undefined;
  }
  return params;
}

/** A decoded part of an address; one that is not properly encoded is kept as it is. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The first view found under a path, with the parts of the path it names. */
export function find(views: readonly View[], path: string): { view: View; params: Params } | undefined {
  for (const view of views) {
    const params = match(view.path, path);
    if (params) return { view, params };
  }
  return undefined;
}

/** A view whose code is fetched when it is first opened: `Body: later(() => import("./editor").then((m) => m.Editor))`. */
export function later(load: () => Promise<ComponentType<Seen>>): ComponentType<Seen> {
  let loaded: ComponentType<Seen> | undefined;
  return function Later(seen: Seen) {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (loaded) return;
      void load().then((body) => {
        loaded = body;
        redraw(1);
      });
    }, []);
    const Body = loaded;
    return Body ? <Body {...seen} /> : <Waiting />;
  };
}
