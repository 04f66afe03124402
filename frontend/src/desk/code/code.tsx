// The source of a game: a plain field until the editor's code has arrived, then the editor.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../../answers";
import type { Editor } from "./editor";

export interface Place {
  line: number;
  column: number;
}

interface Props {
  text: string;
  file: string;
  /** changes when another text is opened, not while the user types */
  version: string;
  problems: readonly Problem[];
  /** where to put the cursor; a new object each time */
  place: Place | undefined;
  changed(text: string): void;
  solve(): void;
}

export function Code({ text, file, version, problems, place, changed, solve }: Props) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const [ready, setReady] = useState(false);
  // The editor outlives a render of this component: it calls the current callbacks.
  const current = useRef({ text, changed, solve });
  current.current = { text, changed, solve };

  useEffect(() => {
    let here = true;
    void import("./editor").then(({ openEditor }) => {
      if (!here) return;
      editor.current = openEditor(parent.current!, {
        label: "Rules of the game",
        text: current.current.text,
        file,
        changed: (now) => current.current.changed(now),
        solve: () => current.current.solve(),
      });
      setReady(true);
    });
    return () => {
      here = false;
      editor.current?.close();
      editor.current = undefined;
    };
  }, []);

  // At once, so that typing goes into the opened text.
  useLayoutEffect(() => editor.current?.open(current.current.text, file), [version, file]);
  useEffect(() => editor.current?.mark(problems), [problems, ready]);
  useEffect(() => {
    if (place) editor.current?.goTo(place.line, place.column);
  }, [place, ready]);

  return (
    <div class="desk-code">
      <div ref={parent} class="desk-code-editor" hidden={!ready} />
      {!ready && (
        <textarea
          aria-label="Rules of the game"
          spellcheck={false}
          value={text}
          onInput={(event) => changed(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
