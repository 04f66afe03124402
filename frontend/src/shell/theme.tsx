// Light or dark: the system's theme, unless the user chooses one.
import { useLayoutEffect, useState } from "preact/hooks";

export type Theme = "auto" | "light" | "dark";

const KEY = "galakit-theme";
const NEXT: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const WORDS: Record<Theme, string> = { auto: "as the system", light: "light", dark: "dark" };

/** The last choice; files and notebooks may have no storage. */
export function remembered(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : hosts();
  } catch {
    return hosts();
  }
}

/** Notebooks have themes of their own, which are not the system's. */
function hosts(): Theme {
  const jupyter = document.body.dataset["jpThemeLight"];
  if (jupyter) return jupyter === "true" ? "light" : "dark";
  const code = document.body.dataset["vscodeThemeKind"];
  return code ? (code.includes("dark") ? "dark" : "light") : "auto";
}

export function apply(root: HTMLElement, theme: Theme): void {
  if (theme === "auto") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  // Canvases must be redrawn.
  root.dispatchEvent(new CustomEvent("galakit-theme"));
}

/** Calls back when colours change, by the switch or by the system; returns how to stop that. */
export function watchTheme(root: HTMLElement, changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  root.addEventListener("galakit-theme", changed);
  system.addEventListener("change", changed);
  return () => {
    root.removeEventListener("galakit-theme", changed);
    system.removeEventListener("change", changed);
  };
}

export function ThemeSwitch({ root }: { root: HTMLElement }) {
  const [theme, setTheme] = useState<Theme>(remembered);
  useLayoutEffect(() => apply(root, theme), [root, theme]);
  function choose() {
    const next = NEXT[theme];
    setTheme(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Not remembered, then.
    }
  }
  const words = `Colours: ${WORDS[theme]}. Switch to ${WORDS[NEXT[theme]]}.`;
  return (
    <button type="button" class="gk-icon-button" onClick={choose} aria-label={words} title={words}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        {theme === "dark" ? (
          <path d="M13.5 10A6 6 0 0 1 6 2.5a6 6 0 1 0 7.5 7.5Z" fill="currentColor" />
        ) : theme === "light" ? (
          <g stroke="currentColor" stroke-width="1.4" stroke-linecap="round">
            <circle cx="8" cy="8" r="3" fill="currentColor" stroke="none" />
            <path d="M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6 13 13M3 13l1.4-1.4M11.6 4.4 13 3" />
          </g>
        ) : (
          <g>
            <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="1.4" />
            <path d="M8 2.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor" />
          </g>
        )}
      </svg>
    </button>
  );
}
