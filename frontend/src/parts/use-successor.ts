// The focus where a button gives way to its answer.
import { useEffect, useRef } from "preact/hooks";

/** What takes the place of a pressed button takes its focus, too, and the keyboard goes on from there; `here`: whether it
 * has taken the place. What was there from the beginning takes nothing. */
export function useSuccessor<E extends HTMLElement>(here: boolean) {
  const element = useRef<E>(null);
  const before = useRef(here);
  useEffect(() => {
    if (here && !before.current) element.current?.focus({ preventScroll: true });
    before.current = here;
  }, [here]);
  return element;
}
