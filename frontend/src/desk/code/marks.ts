// Problems as marks of the editor: a place in lines and columns becomes a range of the text.
import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { Problem } from "../../answers";
import { remedyOf } from "../../parts/remedies";

/** The position of a place; columns count characters from 1, as Python does, not units of UTF-16. */
function positionOf(text: Text, line: number, column: number): number {
  if (line > text.lines) return text.length;
  const { from, text: words } = text.line(Math.max(1, line));
  let at = 0;
  for (let characters = column - 1; characters > 0 && at < words.length; characters--)
    at += words.codePointAt(at)! > 0xffff ? 2 : 1;
  return from + at;
}

export function marksOf(text: Text, problems: readonly Problem[]): Diagnostic[] {
  return problems.flatMap((problem) => {
    if (problem.line === null) return [];
    const from = positionOf(text, problem.line, problem.column ?? 1);
    const to = problem.end_line === null ? from : positionOf(text, problem.end_line, problem.end_column ?? 1);
    return [
      {
        from,
        to: Math.max(from, to),
        severity: problem.severity === "note" ? "info" : problem.severity,
        source: problem.id,
        message: [problem.message, ...problem.notes, ...(remedyOf(problem) ? [`→ ${remedyOf(problem)}`] : [])].join("\n"),
      },
    ];
  });
}

export { positionOf };
