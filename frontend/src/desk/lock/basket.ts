// The locks somebody has collected for a solution, kept by the browser until they are ordered.
import { useState } from "preact/hooks";
import type { Lock, Overview } from "../../answers";

/** A lock with what it names as people read it; only the facts, where nobody has told the words. */
export interface Held extends Lock {
  words?: string;
  /** of the moves */
  labels?: Record<string, string>;
}

/** What is sent: the facts and moves of the rules. */
export const sent = ({ player, facts, probabilities, alike }: Held): Lock => ({
  player,
  facts,
  probabilities,
  ...(alike ? { alike } : {}),
});

/** The locks of an order, with the words of what was locked by it. */
export function heldBy(locks: readonly Lock[], { players, locked }: Overview): Held[] {
  const labels = Object.fromEntries(locked.flatMap(({ moves, labels }) => moves.map((move, n) => [move, labels[n]!])));
  return locks.map((lock) => {
    const facts = lock.facts.join(", ");
    const words = locked.find((here) => players[here.player] === lock.player && here.facts === facts)?.words;
    return { ...lock, labels, ...(words === undefined ? {} : { words }) };
  });
}

const KEY = "galakit-locks:";

function recall(job: string): Held[] | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + job) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(job: string, locks: readonly Held[]): void {
  try {
    sessionStorage.setItem(KEY + job, JSON.stringify(locks));
  } catch {
    // Then a reload forgets them.
  }
}

const isSamePlace = (one: Pick<Lock, "player" | "facts">, other: Pick<Lock, "player" | "facts">): boolean =>
  one.player === other.player && one.facts.join("\n") === other.facts.join("\n");

export interface Basket {
  locks: readonly Held[];
  /** Adds a lock, or replaces the one at the same information set, and another one that it stands for now. */
  put(lock: Held, instead?: Lock): void;
  remove(lock: Lock): void;
  at(player: string, facts: readonly string[]): Held | undefined;
  /** Has them in the basket of another job, too, with their words. */
  carry(job: string): void;
}

/** `first`: what is locked in the solution already. */
export function useBasket(job: string, first: readonly Held[]): Basket {
  const [own, setOwn] = useState(() => recall(job));
  const locks = own ?? first;
  const become = (now: Held[]) => {
    setOwn(now);
    keep(job, now);
  };
  const others = (lock: Lock) => locks.filter((here) => !isSamePlace(here, lock));
  return {
    locks,
    put: (lock, instead = lock) => become([...others(lock).filter((here) => !isSamePlace(here, instead)), lock]),
    remove: (lock) => become(others(lock)),
    carry: (other) => keep(other, locks),
    at: (player, facts) => locks.find((here) => isSamePlace(here, { player, facts: [...facts] })),
  };
}
