// What the editor was opened with: a shipped game, a kept file, a job's order, or a new game; and what was made of it.
import { useEffect, useState } from "preact/hooks";
import type { GameText, Job, Order, Problem } from "../answers";
import { problem, problemsOf, Refused } from "../data/problems";
import { forget, keep, latest, NEW_GAME, recall, type Draft, type Kept } from "./drafts";
import { game as gameText, games, jobOf } from "./operations";

export interface Opened {
  /** under which name the draft is kept */
  key: string;
  /** as it came: to go back to, and to know whether it was changed */
  original: Draft;
  draft: Draft;
  /** the shipped game it is, where it is one */
  game?: GameText | undefined;
  /** the job whose rules these are */
  job?: Job | undefined;
  /** what another tab has made of it last, where this one has made nothing yet */
  offered?: Kept | undefined;
}

export interface Editing {
  opened: Opened | undefined;
  problems: Problem[] | undefined;
  change(change: Partial<Draft>): void;
  /** Back to how it came. */
  reset(): void;
  /** Goes on with what another tab has made of it, or not. */
  answer(takes: boolean): void;
}

async function open(query: URLSearchParams): Promise<Opened> {
  const [name, file, job] = [query.get("game"), query.get("file"), query.get("job")];
  if (name !== null) return shipped(await gameText(name), {});
  if (job !== null) return ordered(await jobOf(job));
  if (file !== null) return kept(file);
  return drafted("new", { text: NEW_GAME, file: "my_game.gala", params: {} });
}

async function ordered(job: Job): Promise<Opened> {
  const { game, source, file = "game.gala", params = {} } = job.order;
  const key = `job:${job.id}`;
  // A saved solution brings its rules along: where they are those of a shipped game, it is that.
  const name = game ?? (await shippedAs(file));
  const known = name ? await gameText(name) : undefined;
  if (known && (game || known.text === source)) return { ...shipped(known, params, key), job };
  return { ...drafted(key, { text: source ?? "", file, params }), job };
}

async function shippedAs(file: string): Promise<string | undefined> {
  const stem = file.replace(/\.[^.]*$/, "");
  return (await games()).items.find(({ name }) => name === stem)?.name;
}

function kept(file: string): Opened {
  const original = (recall(`file:${file}`) ?? latest(`file:${file}`))?.original;
  if (original) return drafted(`file:${file}`, original);
  throw new Refused([
    problem(
      `there is no file ${file} in this browser`,
      "open it from the start page: files are kept where they were opened",
    ),
  ]);
}

function drafted(key: string, original: Draft): Opened {
  const own = recall(key)?.draft;
  const other = own ? undefined : latest(key);
  return {
    key,
    original,
    draft: own ?? original,
    offered: other && !isSame(other.draft, original) ? other : undefined,
  };
}

function shipped(game: GameText, params: Record<string, string>, key = `game:${game.name}`): Opened {
  return { ...drafted(key, { text: game.text, file: game.file, params }), game };
}

export function useOpened(query: URLSearchParams): Editing {
  const [opened, setOpened] = useState<Opened>();
  const [problems, setProblems] = useState<Problem[]>();
  const which = ["game", "file", "job"].map((key) => query.get(key)).join("\n");

  useEffect(() => {
    let here = true;
    setProblems(undefined);
    open(query).then(
      (found) => here && setOpened(found),
      (thrown: unknown) => here && setProblems(problemsOf(thrown)),
    );
    return () => void (here = false);
  }, [which]);

  const become = (draft: Draft) => {
    if (!opened) return;
    const isFile = opened.key.startsWith("file:");
    if (isSame(draft, opened.original) && !isFile) forget(opened.key);
    else keep(opened.key, draft, isFile ? opened.original : undefined);
    setOpened({ ...opened, draft, offered: undefined });
  };
  return {
    opened,
    problems,
    change: (change) => opened && become({ ...opened.draft, ...change }),
    reset: () => opened && become(opened.original),
    answer(takes) {
      if (opened?.offered && takes) become(opened.offered.draft);
      else if (opened) setOpened({ ...opened, offered: undefined });
    },
  };
}

function isSame(a: Draft, b: Draft): boolean {
  return a.text === b.text && a.file === b.file && JSON.stringify(a.params) === JSON.stringify(b.params);
}

export const isChanged = ({ draft, original }: Opened): boolean => draft.text !== original.text;

/** What to order: the shipped game by its name as long as its rules are as they came. */
export function orderOf(opened: Opened, known: readonly string[]): Order {
  const { draft, game } = opened;
  const params = Object.fromEntries(
    Object.entries(draft.params).filter(([name, value]) => value !== "" && known.includes(name)),
  );
  return game && !isChanged(opened) ? { game: game.name, params } : { source: draft.text, file: draft.file, params };
}
