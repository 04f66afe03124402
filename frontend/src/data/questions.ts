// The questions a study answers. Each is a path, the same everywhere: `sets/12`, `nodes/0.1?offset=200`.
import type { Comparison, Found, Grid, InformationSet, Node, Overview, Situations } from "../answers";

/** A question whose answer is a `T`. */
export interface Question<T> {
  readonly path: string;
  /** never there: it tells the compiler what the answer is */
  readonly answer?: T;
}

type Query = Record<string, string | number | boolean | undefined>;

/** What is left at its default is left out, so that equal questions have equal paths. */
export function path(words: string, query: Query = {}): string {
  const said = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === "" || value === false || value === 0
      ? []
      : [`${key}=${encodeURIComponent(String(value))}`],
  );
  return said.length ? `${words}?${said.join("&")}` : words;
}

export interface GridQuery extends Query {
  /** only this public situation */
  situation?: string;
  /** merge public situations that differ in what chance did */
  aggregate?: boolean;
  /** the first column */
  offset?: number;
  row_offset?: number;
}

export const ask = {
  overview: (): Question<Overview> => ({ path: "overview" }),
  situations: (player: number, query: { aggregate?: boolean; offset?: number } = {}): Question<Situations> => ({
    path: path(`players/${player}/situations`, query),
  }),
  grid: (player: number, query: GridQuery = {}): Question<Grid> => ({ path: path(`players/${player}/grid`, query) }),
  set: (id: string): Question<InformationSet> => ({ path: `sets/${encodeURIComponent(id)}` }),
  node: (id: string, offset = 0): Question<Node> => ({ path: path(`nodes/${encodeURIComponent(id)}`, { offset }) }),
  /** Information sets that include some facts; `player` undefined: anybody's. */
  search: (facts: string, player?: number, offset = 0): Question<Found> => ({
    path: path("sets", { facts, player: player === undefined ? undefined : String(player), offset }),
  }),
  compare: (other: string, offset = 0): Question<Comparison> => ({ path: path("comparison", { other, offset }) }),
};
