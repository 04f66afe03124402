// The frame of every view: skip link, heading with navigation, the view itself.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { usePlace } from "./context";
import { Help } from "./help";
import { Link } from "./link";
import { ThemeSwitch } from "./theme";

interface Props {
  root: HTMLElement;
  /** the page of a server has a way home and is the whole document */
  whole: boolean;
  /** names the view, for the browser's title and for the move of the focus */
  title: string;
  head?: ComponentChildren;
  nav?: ComponentChildren;
  children: ComponentChildren;
}

/** The address at which the document was loaded, and whether the user has left it since. */
let loaded: string | undefined;
let gone = false;

export function Page({ root, whole, title, head, nav, children }: Props) {
  const main = useRef<HTMLElement>(null);
  const { path } = usePlace();
  useEffect(() => {
    if (whole) document.title = title ? `${title} – Galakit` : "Galakit";
  }, [whole, title]);
  const here = useRef(path);
  // As after a page load, focus moves to the new view, unless the view has set it: also where the new view has a frame of
  // its own, but not before the user has gone anywhere.
  useEffect(() => {
    if (whole) loaded ??= path;
    gone ||= whole && path !== loaded;
    const came = here.current !== path || (gone && document.activeElement === document.body);
    here.current = path;
    if (came && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path]);
  const id = whole ? "main" : undefined;
  const Main = whole ? "main" : "div";
  return (
    <div class="gk-shell">
      {whole && (
        <a class="gk-skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
          Skip to the content
        </a>
      )}
      <header class="gk-top" role={whole ? "banner" : undefined}>
        <div class="gk-top-line">
          {whole && (
            <Link to="/" class="gk-brand" aria-label="Galakit">
              <Mark />
              <span>Galakit</span>
            </Link>
          )}
          <div class="gk-top-head">{head}</div>
          {whole && <Help />}
          <ThemeSwitch root={root} />
        </div>
        {nav}
      </header>
      <Main id={id} class="gk-main" ref={main as never} tabIndex={-1}>
        {children}
      </Main>
    </div>
  );
}

/** A small game tree. */
function Mark() {
  return (
    <svg class="gk-mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="M10 4 5 15M10 4l5 11" stroke="currentColor" stroke-width="1.6" fill="none" />
      <path d="M5 15h10" stroke="currentColor" stroke-width="1.4" stroke-dasharray="1.5 2" />
      <circle cx="10" cy="4" r="2.6" fill="var(--gk-player-1)" />
      <circle cx="5" cy="15" r="2.6" fill="var(--gk-player-2)" />
      <circle cx="15" cy="15" r="2.6" fill="var(--gk-player-2)" />
    </svg>
  );
}
