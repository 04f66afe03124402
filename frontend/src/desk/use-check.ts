// Diagnostics while the user types: the rules are checked after a pause, and only the last answer counts.
import { useEffect, useState } from "preact/hooks";
import type { Checked } from "../answers";
import { problemsOf } from "../data/problems";
import { check } from "./operations";

const PAUSE = 250;

export interface Checking {
  /** of the text as it was when it was checked last */
  checked: Checked | undefined;
  /** whether the text has changed since */
  waiting: boolean;
}

interface Last {
  source: string;
  file: string;
  checked: Checked;
}

/** The last readable declarations, so that controls do not flicker while the user types. */
function after(before: Last | undefined, now: Last): Last {
  const { problems, players, params } = now.checked;
  const isUnread = players.length === 0 && params.length === 0 && before?.file === now.file;
  return isUnread ? { ...now, checked: { ...before.checked, problems } } : now;
}

export function useCheck(source: string | undefined, file: string): Checking {
  const [last, setLast] = useState<Last>();
  useEffect(() => {
    if (source === undefined) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      check({ source, file }, abort.signal).then(
        (checked) => setLast((before) => after(before, { source, file, checked })),
        (thrown: unknown) => {
          if (abort.signal.aborted) return;
          const checked = { problems: problemsOf(thrown), players: [], params: [] };
          setLast((before) => after(before, { source, file, checked }));
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [source, file]);
  return { checked: last?.checked, waiting: last?.source !== source || last?.file !== file };
}
