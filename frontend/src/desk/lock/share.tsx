// The probability of one move, by a slider or as a number.
import { useId, useState } from "preact/hooks";
import { numberIn, wrongNumber } from "../numbers";

interface Props {
  move: string;
  colour: string;
  share: number;
  solved: string;
  set(value: number): void;
}

const PERCENT = { least: 0, most: 100 };

export function Share({ move, colour, share, solved, set }: Props) {
  const id = useId();
  const hundredths = Number((share * 100).toFixed(1));
  // While the user types, the field keeps the text, even if it is not a number yet.
  const [typed, setTyped] = useState<string>();
  const wrong = typed === undefined || typed === "" ? undefined : wrongNumber(typed, PERCENT);
  return (
    <div class="desk-share">
      <label for={id}>
        <span class="gk-swatch" style={{ background: colour }} /> {move}
      </label>
      <input
        id={id}
        type="range"
        min="0"
        max="100"
        step="1"
        style={{ "--desk-move": colour, "--desk-part": `${hundredths}%` }}
        value={hundredths}
        aria-valuetext={`${hundredths} percent`}
        onInput={(event) => set(event.currentTarget.valueAsNumber / 100)}
      />
      <span class="desk-percent">
        <input
          type="text"
          inputMode="decimal"
          class="gk-input"
          aria-label={`${move} in percent`}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong && `${id}-wrong`}
          autocomplete="off"
          value={typed ?? hundredths}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            if (value !== "" && !wrongNumber(value, PERCENT)) set(numberIn(value) / 100);
          }}
          onBlur={() => setTyped(undefined)}
        />
        %
      </span>
      <span class="gk-quiet">solved: {solved}</span>
      {wrong && (
        <span id={`${id}-wrong`} class="desk-wrong" role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}
