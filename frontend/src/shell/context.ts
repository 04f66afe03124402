// The context of every view: the current address, and the study.
import { createContext } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import type { Overview } from "../answers";
import type { Source } from "../data/source";
import { memoryRouter, placeOf, type Place, type Router } from "./router";

export const RouterContext = createContext<Router>(memoryRouter());

export const useRouter = (): Router => useContext(RouterContext);

/** The address, updated whenever it changes. */
export function usePlace(): Place {
  const router = useRouter();
  const [at, setAt] = useState(router.at());
  useEffect(() => {
    setAt(router.at());
    return router.watch(() => setAt(router.at()));
  }, [router]);
  return useMemo(() => placeOf(at), [at]);
}

/** A solution to look at. */
export interface Study {
  source: Source;
  /** the source of answers about one of the equilibria that were found, by its number */
  sourceOf(equilibrium: number): Source;
  overview: Overview;
  /** `/jobs/7` on a server, nothing elsewhere */
  base: string;
  /** the job on a server: views that need one (play, lock, ...) are there only then */
  job: string | undefined;
  /** the address of a view of this study: `to("set", id)` */
  to(...words: (string | number)[]): string;
  /** shows another of the equilibria that were found, by its number */
  flip(equilibrium: number): void;
}

export const StudyContext = createContext<Study | null>(null);

export function useStudy(): Study {
  const study = useContext(StudyContext);
  if (!study) throw new Error("a view of a study stands outside of one");
  return study;
}

export function studyOf(
  source: Source,
  sourceOf: (equilibrium: number) => Source,
  overview: Overview,
  base: string,
  job: string | undefined,
  flip: (equilibrium: number) => void,
): Study {
  return {
    source,
    sourceOf,
    overview,
    base,
    job,
    flip,
    to: (...words) => [base, ...words.map((word) => encodeURIComponent(String(word)))].join("/"),
  };
}
