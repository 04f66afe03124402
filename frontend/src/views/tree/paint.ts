// The colours of the theme for a canvas, which cannot read CSS variables.

export interface Paint {
  ink: string;
  quiet: string;
  line: string;
  paper: string;
  accent: string;
  soft: string;
  focus: string;
  chance: string;
  players: string[];
  sans: string;
  mono: string;
}

/** The values of the variables at an element. */
export function paintOf(element: HTMLElement): Paint {
  const style = getComputedStyle(element);
  const before = element.style.color;
  const colour = (name: string) => {
    element.style.color = `var(--gk-${name})`;
    return style.color;
  };
  const paint: Paint = {
    ink: colour("ink"),
    quiet: colour("ink-2"),
    line: colour("line-2"),
    paper: colour("panel"),
    accent: colour("accent"),
    soft: colour("accent-soft"),
    focus: colour("focus"),
    chance: colour("chance"),
    players: [1, 2, 3, 4, 5, 6].map((number) => colour(`player-${number}`)),
    sans: style.getPropertyValue("--gk-sans"),
    mono: style.getPropertyValue("--gk-mono"),
  };
  element.style.color = before;
  return paint;
}
