// Buttons that sometimes cannot be pressed.
import type { ComponentChildren } from "preact";

interface Props {
  /** whether it cannot be pressed for now */
  unable: boolean;
  press(): void;
  /** whether it is the most important one */
  primary?: boolean;
  children: ComponentChildren;
}

/** A button that keeps the focus while it cannot be pressed: from one that is `disabled`, the keyboard falls back to the
 * top of the page. */
export function Press({ unable, press, primary, children }: Props) {
  return (
    <button
      type="button"
      class={primary ? "gk-button gk-press gk-primary" : "gk-button gk-press"}
      aria-disabled={unable}
      onClick={() => !unable && press()}
    >
      {children}
    </button>
  );
}
