// Which colour is which move: at most eight entries; amounts that are a scale share one.
import { drawn, type Colours } from "./colours";
import type { Labels } from "./labels";
import { Words } from "./words";

const MOST = 8;
const SCALE = "var(--gk-scale-";

interface Props {
  moves: readonly string[];
  colours: Colours;
  label: Labels;
  children?: preact.ComponentChildren;
}

export function Legend({ moves, colours, label, children }: Props) {
  const entries = entriesOf(
    drawn(moves, moves).map(({ move }) => move),
    colours,
  );
  const shown = entries.length > MOST ? entries.slice(0, MOST - 1) : entries;
  const rest = entries.slice(shown.length).reduce((sum, { length }) => sum + length, 0);
  return (
    <ul class="gk-legend" aria-label="Colours of the moves">
      {shown.map((entry) => (
        <li key={entry[0]}>
          <span
            class={entry.length > 1 ? "gk-swatch gk-swatch-scale" : "gk-swatch"}
            style={{ background: entry.length > 1 ? blend(entry, colours) : colours(entry[0]!) }}
          />
          <Words words={label(entry[0]!)} look={label.look(entry[0]!)} facts={entry[0]!} />
          {entry.length > 1 && (
            <>
              {" … "}
              <Words words={label(entry.at(-1)!)} look={label.look(entry.at(-1)!)} facts={entry.at(-1)!} />
            </>
          )}
        </li>
      ))}
      {rest > 0 && <li class="gk-quiet">and {rest} others: point at a cell</li>}
      {children}
    </ul>
  );
}

/** Moves one by one; where these are too many, what is a scale is one entry. */
export function entriesOf(moves: readonly string[], colours: Colours): string[][] {
  if (moves.length <= MOST) return moves.map((move) => [move]);
  const entries: string[][] = [];
  for (const move of moves) {
    const before = entries.at(-1);
    const scaled = colours(move).startsWith(SCALE);
    if (before && scaled && colours(before[0]!).startsWith(SCALE)) before.push(move);
    else entries.push([move]);
  }
  return entries;
}

const blend = (moves: readonly string[], colours: Colours): string =>
  `linear-gradient(to right, ${moves.map(colours).join(", ")})`;
