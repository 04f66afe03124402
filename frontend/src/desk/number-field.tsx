// A field for a number, with its error below.
import { useId, useState } from "preact/hooks";
import { numberIn, wrongNumber, type Range } from "./numbers";

/** What the server and every browser can hold. */
export const SEED: Range = { whole: true, least: 0, most: Number.MAX_SAFE_INTEGER };
/** A time limit. */
export const SECONDS = { above: 0, most: 86_400 } satisfies Range;

interface Props {
  id?: string;
  range: Range;
  /** what an empty field means */
  hint: string;
  /** what stands there at first */
  initial?: string;
  /** `null` where the field is empty, NaN where it is invalid */
  set(value: number | null): void;
}

export function NumberField({ id, range, hint, initial = "", set }: Props) {
  const below = useId();
  const [typed, setTyped] = useState(initial);
  const wrong = typed.trim() === "" ? undefined : wrongNumber(typed, range);
  return (
    <span class="desk-number">
      <input
        id={id}
        type="text"
        class="gk-input"
        inputMode={range.whole ? "numeric" : "decimal"}
        autocomplete="off"
        placeholder={hint}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong && below}
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          set(value.trim() === "" ? null : wrongNumber(value, range) ? Number.NaN : numberIn(value));
        }}
      />
      {wrong && (
        <span id={below} class="desk-wrong" role="alert">
          {wrong}
        </span>
      )}
    </span>
  );
}
