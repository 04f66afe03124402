// Finds information sets by facts, from any view: `/` focuses the field. Keys apply to the text typed before them, even if
// they follow quickly: they wait for the answer.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SetLine } from "../answers";
import { path } from "../data/question";
import { ask } from "../questions";
import { useAnswer } from "../data/use-answer";
import { count } from "../parts/numbers";
import { MoveBar } from "../parts/move-bar";
import { useEachColours } from "../parts/use-colours";
import { Words } from "../parts/words";
import { useRouter, useStudy } from "./context";

const PAUSE = 120;
const NARROW = 640;
/** Devices that seem to have a keyboard; the same query as in the style sheet. */
const KEYBOARD = `not ((pointer: coarse) or (max-width: ${NARROW}px))`;

interface Props {
  /** where an information set that was found is shown */
  place: (set: string) => string;
  /** whether to handle the key `/`: not in a notebook */
  shortcut: boolean;
}

export function Finder({ place, shortcut }: Props) {
  const study = useStudy();
  const router = useRouter();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState("");
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const [entered, setEntered] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const wanted = text.trim();
  const found = useAnswer(study.source, asked ? ask.findSets({ facts: asked }) : null);
  // The list is still that of an earlier text.
  const stale = asked !== wanted || found.waiting;
  const items = asked && open ? (found.value?.items.slice(0, innerWidth < NARROW ? 6 : 12) ?? []) : [];
  const total = items.length > 0 ? (found.value?.total ?? 0) : 0;
  // The last one of the list is all the others.
  const last = total > items.length ? items.length : items.length - 1;
  const mark = Math.max(0, stale ? marked : Math.min(marked, last));

  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  useLayoutEffect(() => {
    if (!entered || stale) return;
    setEntered(false);
    choose(mark);
  }, [entered, stale]);
  // Before the field is visible, so that no key is lost.
  useLayoutEffect(() => {
    if (!shortcut) return;
    const keyed = (event: KeyboardEvent) => {
      const writing = (event.target as HTMLElement).closest?.("input, textarea, select, [contenteditable=true]");
      if (event.key !== "/" || writing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", keyed);
    return () => document.removeEventListener("keydown", keyed);
  }, [shortcut]);

  function close() {
    setOpen(false);
    setEntered(false);
  }
  function choose(index: number) {
    const item = items[index];
    if (!item && index !== last) return;
    close();
    setText("");
    input.current?.blur();
    router.go(item ? place(item.id) : path(study.to("sets"), { facts: asked }));
  }
  return (
    <div
      class="gk-finder"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) close();
      }}
    >
      <input
        ref={input}
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Find information sets by facts"
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={items.length > 0 && !stale ? `${id}-${mark}` : undefined}
        aria-autocomplete="list"
        placeholder={shortcut && matchMedia(KEYBOARD).matches ? "Find by facts  /" : "Find by facts"}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onFocus={() => setOpen(true)}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setMarked(0);
          setEntered(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setMarked(mark + 1);
          else if (event.key === "ArrowUp") setMarked(mark - 1);
          else if (event.key === "Enter") (setAsked(wanted), setEntered(true));
          else if (event.key === "Escape") close();
          else return;
          event.preventDefault();
        }}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label="Information sets"
        class="gk-finder-list"
        aria-busy={stale}
        hidden={items.length === 0}
      >
        {items.length > 0 && (
          <Found items={items} id={id} mark={mark} choose={choose} point={(index) => stale || setMarked(index)} />
        )}
        {total > items.length && (
          <li
            id={`${id}-${last}`}
            role="option"
            aria-selected={mark === last}
            onPointerDown={(event) => (event.preventDefault(), choose(last))}
            onPointerMove={() => stale || setMarked(last)}
          >
            <span class="gk-finder-who">all {count(total)}</span>
          </li>
        )}
      </ul>
      {asked && open && found.value && (
        <p
          class={found.value.total > items.length || items.length === 0 ? "gk-finder-count" : "gk-hidden"}
          role="status"
        >
          {found.value.total === 0 ? "No information set has these facts." : `${count(found.value.total)} found`}
        </p>
      )}
    </div>
  );
}

interface FoundProps {
  items: readonly SetLine[];
  id: string;
  /** the one that the Enter key chooses */
  mark: number;
  choose: (index: number) => void;
  point: (index: number) => void;
}

/** A component of its own: colours are asked for when something is found, not when the page is opened. */
function Found({ items, id, mark, choose, point }: FoundProps) {
  const { players } = useStudy().overview;
  const colours = useEachColours(items);
  return (
    <>
      {items.map((item, index) => (
        <li
          key={item.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === mark}
          onPointerDown={(event) => (event.preventDefault(), choose(index))}
          onPointerMove={() => point(index)}
        >
          <span class="gk-finder-who">{players[item.player]}</span>
          <Words words={item.words} look={item.words_look} facts={item.facts} />
          <MoveBar
            moves={item.moves}
            probabilities={item.probabilities}
            colours={colours[item.player]}
            reach={item.reach}
          />
        </li>
      ))}
    </>
  );
}
