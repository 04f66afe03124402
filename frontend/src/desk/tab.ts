// The name of this tab: the same after a reload, another one in every other tab.

const KEY = "galakit-tab";
let own: string | undefined;

/** Removed while the page is open, so that a duplicated tab creates its own. */
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
        // Then a reload counts as another tab, which offers this one's draft.
      }
    });
    addEventListener("pageshow", ({ persisted }) => void (persisted && take()));
  }
  return own;
}
