// The current place of the page: a path with a query (`/jobs/7/grid/0?situation=3`), however the browser stores it.

export interface Router {
  /** the current place */
  at(): string;
  go(place: string, how?: "push" | "replace"): void;
  /** the href of a link to a place; undefined where links have no address */
  href(place: string): string | undefined;
  /** Calls back when the place changes; returns how to stop that. */
  watch(changed: () => void): () => void;
}

export interface Place {
  /** `/jobs/7/grid/0` */
  path: string;
  query: URLSearchParams;
}

export function placeOf(at: string): Place {
  const cut = at.indexOf("?");
  return cut < 0
    ? { path: at, query: new URLSearchParams() }
    : { path: at.slice(0, cut), query: new URLSearchParams(at.slice(cut)) };
}

/** The page of a server: places are addresses. */
export function historyRouter(): Router {
  return browserRouter(
    () => location.pathname + location.search,
    (place) => place,
  );
}

/** A file: the place is behind `#`. */
export function hashRouter(): Router {
  return browserRouter(
    () => (location.hash.startsWith("#/") ? location.hash.slice(1) : "/"),
    (place) => `#${place}`,
  );
}

/** A part of another page, as in a notebook: the address is not ours. */
export function memoryRouter(start = "/"): Router {
  const listeners = new Set<() => void>();
  let place = start;
  return {
    at: () => place,
    go(to) {
      place = to;
      for (const listener of listeners) listener();
    },
    href: () => undefined,
    watch: (changed) => (listeners.add(changed), () => void listeners.delete(changed)),
  };
}

function browserRouter(at: () => string, href: (place: string) => string): Router {
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  return {
    at,
    href,
    go(place, how = "push") {
      if (place === at()) return;
      if (how === "push") history.pushState(null, "", href(place));
      else history.replaceState(null, "", href(place));
      tell();
    },
    watch(changed) {
      if (listeners.size === 0) addEventListener("popstate", tell);
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) removeEventListener("popstate", tell);
      };
    },
  };
}
