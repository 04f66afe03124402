// A question that a study answers. It is a path, the same everywhere: `sets/12`, `nodes/0.1?offset=200`.

/** A question whose answer is a `T`. */
export interface Question<T> {
  readonly path: string;
  /** never there: it tells the compiler what the answer is */
  readonly answer?: T;
}

type Query = Record<string, string | number | boolean | undefined>;

/** What is left at its default is left out, so that equal questions have equal paths. */
export function question<T>(words: string, query: Query = {}, defaults: Query = {}): Question<T> {
  const said = Object.entries(query).filter(([key, value]) => value !== "" && value !== defaults[key]);
  return { path: written(words, said) };
}

/** An address; what is not set is left out. */
export function path(words: string, query: Query = {}): string {
  return written(
    words,
    Object.entries(query).filter(([, value]) => value),
  );
}

function written(words: string, query: [string, Query[string]][]): string {
  const said = query.flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(String(value))}`],
  );
  return said.length ? `${words}?${said.join("&")}` : words;
}
