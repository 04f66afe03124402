// How far optimal strategies can differ: asked for when the switch is on, page by page, since it takes time.
import { useEffect, useState } from "preact/hooks";
import type { Problem, SetRange } from "../answers";
import { ask } from "../questions";
import type { Source } from "./source";

export interface Ranges {
  on: boolean;
  toggle(): void;
  /** by information set, as far as they are known */
  sets: ReadonlyMap<string, SetRange>;
  total: number | undefined;
  /** whether the strategy is the only optimal one; undefined or null where that is not known */
  unique: boolean | null | undefined;
  problems: Problem[] | undefined;
}

/** Whether ranges are shown: one switch for all views, until the page is left. */
let shown = false;

type Known = Pick<Ranges, "sets" | "total" | "unique" | "problems">;
const NOTHING: Known = { sets: new Map(), total: undefined, unique: undefined, problems: undefined };

/** The ranges of a player, or of one information set only. */
export function useRanges(source: Source, player: number, set?: string): Ranges {
  const [on, setOn] = useState(shown);
  const [known, setKnown] = useState(NOTHING);
  useEffect(() => {
    setKnown(NOTHING);
    if (!on) return;
    let here = true;
    void (async () => {
      let sets: ReadonlyMap<string, SetRange> = NOTHING.sets;
      for (let offset = 0; here; ) {
        const { value, problems } = await source.reply(ask.readRanges(player, { set, offset }));
        if (!here) return;
        if (!value) return setKnown({ ...NOTHING, problems });
        sets = new Map([...sets, ...value.items.map((one) => [one.set, one] as const)]);
        setKnown({ sets, total: value.total, unique: value.unique, problems });
        offset += value.items.length;
        if (!value.items.length || offset >= value.total) return;
      }
    })();
    return () => void (here = false);
  }, [source, player, set, on]);
  return { on, toggle: () => setOn((shown = !on)), ...known };
}
