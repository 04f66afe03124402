// A share of one as a bar; with a whisker, the range of it.
import type { MoveRange } from "../answers";

interface Props {
  share: number | null;
  colour?: string;
  range?: MoveRange | undefined;
}

export function ShareBar({ share, colour = "var(--gk-accent)", range }: Props) {
  const bar = (
    <span class="gk-share" aria-hidden="true">
      {share !== null && share > 0 && <span style={{ width: `${Math.min(share, 1) * 100}%`, background: colour }} />}
    </span>
  );
  if (!range || range.unique) return bar;
  return (
    <span class="gk-ranged">
      {bar}
      <Whisker range={range} />
    </span>
  );
}

/** A line from the least to the most, over a bar that begins at 0. */
export function Whisker({ range }: { range: MoveRange }) {
  const least = range.least.value ?? 0;
  const most = range.most.value ?? 1;
  return (
    <span
      class="gk-whisker"
      aria-hidden="true"
      style={{ left: `${100 * least}%`, width: `${100 * (most - least)}%` }}
    />
  );
}

/** `0 to 1/3`. */
export const rangeText = (range: MoveRange): string => `${range.least.text} to ${range.most.text}`;
