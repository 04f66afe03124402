// The command palette: games, views of the solution that is open, and its information sets by their facts.
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { Found, GameLine } from "../answers";
import { api } from "../data/api";
import { usePlace, useRouter } from "../shell/context";
import { jobViews } from "../views/desk";
import { studyViews } from "../views/study";
import { games } from "./operations";

interface Item {
  to: string;
  words: string;
  kind: string;
}

const STUDY = /^(\/jobs\/[^/]+)\/./;
const SHOWN = 9;
const PAUSE = 120;

export function Palette() {
  const router = useRouter();
  const { path } = usePlace();
  const base = STUDY.exec(path)?.[1];
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [marked, setMarked] = useState(0);
  const [known, setKnown] = useState<GameLine[]>([]);
  const [sets, setSets] = useState<Item[]>([]);

  useEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      setText("");
      setMarked(0);
      dialog.current?.showModal();
      input.current?.focus();
      void games().then(
        ({ items }) => setKnown(items),
        () => undefined,
      );
    };
    document.addEventListener("keydown", keyed);
    return () => document.removeEventListener("keydown", keyed);
  }, []);
  useEffect(() => {
    setSets([]);
    const wanted = text.trim();
    if (!base || !wanted) return;
    let here = true;
    const timer = setTimeout(
      () =>
        void api.get<Found>(`/api${base}/study/sets?facts=${encodeURIComponent(wanted)}`).then(
          ({ items }) =>
            here && setSets(items.map((one) => ({ to: `${base}/set/${one.id}`, words: one.words, kind: "facts" }))),
          () => undefined,
        ),
      PAUSE,
    );
    return () => ((here = false), clearTimeout(timer));
  }, [base, text]);

  const places = useMemo<Item[]>(
    () => [
      ...(base
        ? [...studyViews, ...jobViews].flatMap((view) =>
            view.label && !view.fits ? [{ to: `${base}/${view.path.replace(/\/:.*$/, "")}`, words: view.label, kind: "view" }] : [],
          )
        : []),
      { to: "/", words: "Games and jobs", kind: "page" },
      { to: "/edit", words: "Write a new game", kind: "page" },
      ...known.map(({ name }) => ({ to: `/games/${name}`, words: name.replaceAll("_", " "), kind: "game" })),
    ],
    [base, known],
  );
  const wanted = text.trim().toLowerCase();
  const items = [...places.filter(({ words }) => words.toLowerCase().includes(wanted)), ...sets].slice(0, SHOWN);
  const mark = Math.min(marked, items.length - 1);

  function choose(item: Item | undefined) {
    if (!item) return;
    dialog.current?.close();
    router.go(item.to);
  }
  return (
    <dialog
      ref={dialog}
      class="gk-dialog desk-palette"
      aria-label="Find a game, a view or facts"
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <input
        ref={input}
        role="combobox"
        list={undefined}
        aria-label="Game, view or facts"
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={items.length > 0 ? `${id}-${mark}` : undefined}
        placeholder="Game, view or facts"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setMarked(Math.min(mark + 1, items.length - 1));
          else if (event.key === "ArrowUp") setMarked(Math.max(mark - 1, 0));
          else if (event.key === "Enter") choose(items[mark]);
          else return;
          event.preventDefault();
        }}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Places" hidden={items.length === 0}>
        {items.map((item, index) => (
          <li
            key={item.to}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === mark}
            onPointerMove={() => setMarked(index)}
            onClick={() => choose(item)}
          >
            <bdi>{item.words}</bdi> <span class="gk-quiet">{item.kind}</span>
          </li>
        ))}
      </ul>
      {items.length === 0 && (
        <p class="gk-quiet" role="status">
          Nothing is called that.
        </p>
      )}
    </dialog>
  );
}
