// Which colour is which move.
import { drawn, type Colours } from "./colours";
import type { Labels } from "./labels";
import { Words } from "./words";

export function Legend({
  moves,
  colours,
  label,
  children,
}: {
  moves: readonly string[];
  colours: Colours;
  label: Labels;
  children?: preact.ComponentChildren;
}) {
  return (
    <ul class="gk-legend" aria-label="Colours of the moves">
      {drawn(moves, moves).map(({ move }) => (
        <li key={move}>
          <span class="gk-swatch" style={{ background: colours(move) }} />
          <Words words={label(move)} look={label.look(move)} facts={move} />
        </li>
      ))}
      {children}
    </ul>
  );
}
