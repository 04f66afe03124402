// What went wrong, as the server says it: errors are data here, too.
import type { Problem } from "../answers";

/** A question or an order that was refused, with the reasons. */
export class Refused extends Error {
  constructor(
    readonly problems: Problem[],
    readonly status = 0,
  ) {
    super(problems.map((problem) => problem.message).join("; "));
  }
}

export function problem(message: string, hint: string | null = null): Problem {
  return {
    id: "",
    severity: "error",
    message,
    notes: [],
    hint,
    remedy: null,
    line: null,
    column: null,
    end_line: null,
    end_column: null,
  };
}

/** The reasons behind anything that was thrown. */
export function problemsOf(thrown: unknown): Problem[] {
  if (thrown instanceof Refused) return thrown.problems;
  return [problem(thrown instanceof Error ? thrown.message : String(thrown))];
}
