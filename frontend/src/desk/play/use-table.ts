// A table: a person's hands, kept by the server; their decisions are kept here, too.
import { useEffect, useState } from "preact/hooks";
import type { Graded, Problem, Seating, Table } from "../../answers";
import { problemsOf } from "../../data/problems";
import { move, nextHand, sit, table as tableOf } from "../operations";

/** A decision of an earlier hand or of this one. */
export interface Decided {
  hand: number;
  grade: Graded;
}

export interface AtTable {
  table: Table | undefined;
  decided: readonly Decided[];
  problems: Problem[] | undefined;
  /** a move is on its way */
  busy: boolean;
  take(player: string, seed: number | null, against?: Seating["against"]): void;
  choose(move: string): void;
  next(): void;
  leave(): void;
}

const KEY = "galakit-table:";

interface Kept {
  table: string;
  decided: Decided[];
}

function recall(job: string): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + job) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(job: string, kept: Kept | undefined): void {
  try {
    if (kept) sessionStorage.setItem(KEY + job, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY + job);
  } catch {
    // Then a reload starts again.
  }
}

/** `player`: the seat that is asked for; null for none. */
export function useTable(job: string, player: string | null): AtTable {
  const [table, setTable] = useState<Table>();
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  const [problems, setProblems] = useState<Problem[]>();
  const [busy, setBusy] = useState(false);

  const stand = (now: Table, earlier: readonly Decided[]) => {
    const all = [
      ...earlier.filter(({ hand }) => hand !== now.hand),
      ...now.grades.map((grade) => ({ hand: now.hand, grade })),
    ];
    setTable(now);
    setDecided(all);
    keep(job, { table: now.id, decided: all });
  };
  const ask = async (question: Promise<Table>, earlier: readonly Decided[] = decided) => {
    setBusy(true);
    setProblems(undefined);
    try {
      stand(await question, earlier);
    } catch (thrown) {
      setProblems(problemsOf(thrown));
    }
    setBusy(false);
  };
  const leave = () => {
    keep(job, undefined);
    setTable(undefined);
    setDecided([]);
    setProblems(undefined);
  };

  const take = (as: string, seed: number | null, against: Seating["against"] = "solution") =>
    void ask(sit(job, { player: as, against, ...(seed !== null && { seed }) }), []);

  useEffect(() => {
    const kept = recall(job);
    const begin = () => (player === null ? leave() : take(player, null));
    if (!kept) return player === null ? undefined : begin();
    tableOf(job, kept.table).then(
      (found) => (player === null || player === found.player ? stand(found, kept.decided) : begin()),
      // Where the server no longer has the table, the person starts a new one.
      begin,
    );
  }, [job, player]);

  return {
    table,
    decided,
    problems,
    busy,
    take,
    choose: (chosen) => table && !busy && void ask(move(job, table.id, chosen)),
    next: () => table && !busy && void ask(nextHand(job, table.id)),
    leave,
  };
}
