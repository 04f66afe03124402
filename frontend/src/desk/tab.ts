// The name of this tab: the same after a reload, another one in every other tab.

const KEY = "galakit-tab";
let own: string | undefined;

/** Taken out while the page is open, so that a copy of the tab finds none and makes up its own. */
function take(): string | undefined {
  try {
    const name = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return name;
  } catch {
    return undefined;
  }
}

export function tab(): string {
  if (own === undefined) {
    own = take() ?? `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    addEventListener("pagehide", () => {
      try {
        sessionStorage.setItem(KEY, own!);
      } catch {
        // Then a reload is another tab, which offers what this one kept.
      }
    });
    addEventListener("pageshow", ({ persisted }) => void (persisted && take()));
  }
  return own;
}
