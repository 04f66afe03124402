// The locks that the user has collected for a solution, kept by the browser until they are ordered.
import { useState } from "preact/hooks";
import type { Lock, Overview } from "../../answers";

/** A lock with its facts in words, where they are known. */
export interface NamedLock extends Lock {
  words?: string;
  /** of the moves */
  labels?: Record<string, string>;
}

/** A lock as it is sent to the server. */
export const sent = ({ player, facts, probabilities, alike }: NamedLock): Lock => ({
  player,
  facts,
  probabilities,
  ...(alike ? { alike } : {}),
});

/** The locks of an order, with their facts in words. */
export function locksOf(locks: readonly Lock[], { players, locked }: Overview): NamedLock[] {
  const labels = Object.fromEntries(locked.flatMap(({ moves, labels }) => moves.map((move, n) => [move, labels[n]!])));
  return locks.map((lock) => {
    const facts = lock.facts.join(", ");
    const words = locked.find((here) => players[here.player] === lock.player && here.facts === facts)?.words;
    return { ...lock, labels, ...(words === undefined ? {} : { words }) };
  });
}

const KEY = "galakit-locks:";

function recall(job: string): NamedLock[] | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + job) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

const watching = new Set<() => void>();

function keep(job: string, locks: readonly NamedLock[]): void {
  try {
    sessionStorage.setItem(KEY + job, JSON.stringify(locks));
  } catch {
    // Then a reload forgets them.
  }
  for (const look of watching) look();
}

/** The locks that were collected for a job, if any were. */
export const collected = (job: string): readonly NamedLock[] | undefined => recall(job);

/** Calls back when locks change; returns how to stop that. */
export function watchBasket(look: () => void): () => void {
  watching.add(look);
  return () => void watching.delete(look);
}

/** Gives the locks to another job. */
export const carry = (job: string, locks: readonly NamedLock[]): void => keep(job, locks);

/** Whether a job was ordered with just these locks. */
export function isAsOrdered(locks: readonly Lock[], ordered: readonly Lock[]): boolean {
  return locks.length === ordered.length && locks.every((lock) => ordered.some((other) => isSameLock(lock, other)));
}

function isSameLock(one: Lock, other: Lock): boolean {
  const moves = [...Object.keys(one.probabilities), ...Object.keys(other.probabilities)];
  const share = (lock: Lock, move: string) => lock.probabilities[move] ?? 0;
  return (
    isSameTarget(one, other) &&
    (one.alike ?? false) === (other.alike ?? false) &&
    moves.every((move) => Math.abs(share(one, move) - share(other, move)) < 1e-6)
  );
}

const isSameTarget = (one: Pick<Lock, "player" | "facts">, other: Pick<Lock, "player" | "facts">): boolean =>
  one.player === other.player && one.facts.join("\n") === other.facts.join("\n");

export interface Basket {
  locks: readonly NamedLock[];
  /** Adds a lock in place of the one at the same information set, and of `instead`. */
  put(lock: NamedLock, instead?: Lock): void;
  remove(lock: Lock): void;
  at(player: string, facts: readonly string[]): NamedLock | undefined;
}

/** `first`: the locks of the solution. */
export function useBasket(job: string, first: readonly NamedLock[]): Basket {
  const [own, setOwn] = useState(() => recall(job));
  const locks = own ?? first;
  const become = (now: NamedLock[]) => {
    setOwn(now);
    keep(job, now);
  };
  const others = (lock: Lock) => locks.filter((here) => !isSameTarget(here, lock));
  return {
    locks,
    put: (lock, instead = lock) => become([...others(lock).filter((here) => !isSameTarget(here, instead)), lock]),
    remove: (lock) => become(others(lock)),
    at: (player, facts) => locks.find((here) => isSameTarget(here, { player, facts: [...facts] })),
  };
}
