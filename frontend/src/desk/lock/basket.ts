// The locks somebody has collected for a solution, kept by the browser until they are ordered.
import { useState } from "preact/hooks";
import type { Lock } from "../../answers";

const KEY = "galakit-locks:";

function recall(job: string): Lock[] | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + job) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

const isSamePlace = (one: Pick<Lock, "player" | "facts">, other: Pick<Lock, "player" | "facts">): boolean =>
  one.player === other.player && one.facts.join("\n") === other.facts.join("\n");

export interface Basket {
  locks: readonly Lock[];
  /** Adds a lock, or replaces the one at the same information set, and another one that it stands for now. */
  put(lock: Lock, instead?: Lock): void;
  remove(lock: Lock): void;
  at(player: string, facts: readonly string[]): Lock | undefined;
}

/** `first`: what is locked in the solution already. */
export function useBasket(job: string, first: readonly Lock[]): Basket {
  const [own, setOwn] = useState(() => recall(job));
  const locks = own ?? first;
  const become = (now: Lock[]) => {
    setOwn(now);
    try {
      sessionStorage.setItem(KEY + job, JSON.stringify(now));
    } catch {
      // Then a reload forgets them.
    }
  };
  const others = (lock: Lock) => locks.filter((here) => !isSamePlace(here, lock));
  return {
    locks,
    put: (lock, instead = lock) => become([...others(lock).filter((here) => !isSamePlace(here, instead)), lock]),
    remove: (lock) => become(others(lock)),
    at: (player, facts) => locks.find((here) => isSamePlace(here, { player, facts: [...facts] })),
  };
}
