// The methods there are, asked for once.
import { useEffect, useState } from "preact/hooks";
import type { MethodLine } from "../answers";
import { methods } from "./operations";

let known: readonly MethodLine[] = [];

export function useMethods(): readonly MethodLine[] {
  const [found, setFound] = useState(known);
  useEffect(() => {
    // Without the list there is still the method that the game picks.
    if (!known.length)
      methods().then(
        ({ items }) => setFound((known = items)),
        () => undefined,
      );
  }, []);
  return found;
}
