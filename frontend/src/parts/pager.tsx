// Pages of something long: which part is shown, and ways to the others.
import { Link } from "../shell/link";

interface Props {
  offset: number;
  shown: number;
  total: number;
  /** `situations` */
  what: string;
  /** the place of the page that begins with this one */
  to: (offset: number) => string;
}

export function Pager({ offset, shown, total, what, to }: Props) {
  if (shown >= total) return null;
  const size = Math.max(shown, 1);
  const before = Math.max(0, offset - size);
  return (
    <nav class="gk-pager" aria-label={`Pages of ${what}`}>
      {offset > 0 ? (
        <Link to={to(before)} class="gk-button" rel="prev">
          ← Before
        </Link>
      ) : (
        <span class="gk-button gk-off">← Before</span>
      )}
      <span class="gk-pager-words">
        {(offset + 1).toLocaleString("en")}–{(offset + shown).toLocaleString("en")} of {total.toLocaleString("en")}{" "}
        {what}
      </span>
      {offset + shown < total ? (
        <Link to={to(offset + shown)} class="gk-button" rel="next">
          Next →
        </Link>
      ) : (
        <span class="gk-button gk-off">Next →</span>
      )}
    </nav>
  );
}
