// Help: what the words mean, and which keys there are. `?` opens it from anywhere.
import { useEffect, useRef, useState } from "preact/hooks";

const WORDS: readonly (readonly [string, string])[] = [
  ["Strategy", "What a player does in every situation, with which probability."],
  ["Equilibrium", "A strategy for each player such that none of them gains by changing theirs alone."],
  ["Zero-sum", "What one player wins, the other loses. Then an equilibrium strategy is the best there is."],
  ["Information set", "All situations that a player cannot tell apart: what they know when they decide."],
  ["Expects, worth", "The payoff on average, if everybody plays the solution."],
  ["Could gain, gap", "How much a player could win more by playing otherwise: 0 proves the solution."],
  ["Certified", "The gap was computed anew by code that shares nothing with the solver."],
  ["Regret", "How much a move gives away against the best one."],
  ["Belief", "How likely it is, given what a player knows, that each of the possible situations is the real one."],
  ["Reached", "How often play comes here. Hatched: never, unless a player errs."],
  ["Bluff", "To act with a weak hand as if it were strong, so that strong hands are paid."],
  ["Locked", "A strategy that you have fixed; the rest is solved around it."],
];
const KEYS: readonly (readonly [string, string])[] = [
  ["?", "this help"],
  ["Ctrl K", "find a game, a view or facts"],
  ["/", "find information sets by facts"],
  ["← ↑ ↓ →", "from cell to cell, from node to node"],
  ["Enter", "open what is marked"],
  ["Esc", "close"],
  ["1 2 3 …", "when playing: make a move"],
  ["N", "when playing: the next hand"],
];

/** Whether a key goes to a field that is being written in. */
export const isWriting = (event: KeyboardEvent): boolean =>
  Boolean((event.target as HTMLElement).closest?.("input, textarea, select, [contenteditable=true]"));

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  useEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      if (event.key !== "?" || isWriting(event) || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", keyed);
    return () => document.removeEventListener("keydown", keyed);
  }, []);
  return (
    <>
      <button
        type="button"
        class="gk-icon-button"
        aria-label="Help"
        title="Help  ?"
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.6" fill="none" stroke="currentColor" stroke-width="1.4" />
          <path d="M6 6.300a2 2 0 1 1 2.900 1.800q-.9.5-.9 1.300" fill="none" stroke="currentColor" stroke-width="1.4" />
          <circle cx="8" cy="11.600" r=".9" fill="currentColor" />
        </svg>
      </button>
      {open && (
      <dialog
        ref={dialog}
        class="gk-dialog"
        aria-labelledby="gk-help"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      >
        <div class="gk-dialog-body">
          <div class="gk-line">
            <h2 id="gk-help">Help</h2>
            <span class="gk-spring" />
            <button type="button" class="gk-button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          <div class="gk-help">
            <section aria-label="Words">
              <h3>What the words mean</h3>
              <dl>
                {WORDS.map(([word, meaning]) => (
                  <div key={word}>
                    <dt>{word}</dt>
                    <dd>{meaning}</dd>
                  </div>
                ))}
              </dl>
            </section>
            <section aria-label="Keys">
              <h3>Keys</h3>
              <dl class="gk-help-keys">
                {KEYS.map(([key, does]) => (
                  <div key={key}>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
              <p class="gk-quiet">
                The documentation comes with Galakit, in its folder <code>docs</code>; <code>galakit --help</code> lists
                the commands.
              </p>
            </section>
          </div>
        </div>
      </dialog>
      )}
    </>
  );
}
