// Data fetched from the server when a view opens: the answer, or why there is none.
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../answers";
import { problemsOf } from "../data/problems";

export interface Fetched<T> {
  value: T | undefined;
  problems: Problem[] | undefined;
}

/** Asks again when `key` changes. */
export function useFetched<T>(fetch: () => Promise<T>, key: string): Fetched<T> {
  const [found, setFound] = useState<Fetched<T> & { key: string }>();
  useEffect(() => {
    let here = true;
    fetch().then(
      (value) => here && setFound({ key, value, problems: undefined }),
      (thrown: unknown) => here && setFound({ key, value: undefined, problems: problemsOf(thrown) }),
    );
    return () => void (here = false);
  }, [key]);
  return found?.key === key ? found : { value: undefined, problems: undefined };
}
