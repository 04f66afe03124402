// Parameters of a game as controls: whole numbers with steps, anything else as text, each with a way back to its default.
import { useId, useState } from "preact/hooks";
import type { Parameter } from "../answers";

interface Props {
  params: readonly Parameter[];
  values: Readonly<Record<string, string>>;
  change(values: Record<string, string>): void;
}

export function Parameters({ params, values, change }: Props) {
  if (!params.length) return <p class="gk-quiet">This game has no parameters.</p>;
  return (
    <div class="desk-params">
      {params.map((param) => (
        <Control
          key={param.name}
          param={param}
          value={values[param.name] === param.default ? "" : (values[param.name] ?? "")}
          change={(value) => {
            const { [param.name]: _, ...others } = values;
            change(value === "" || value === param.default ? others : { ...others, [param.name]: value });
          }}
        />
      ))}
    </div>
  );
}

const WHOLE = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(\d+(\.\d+)?|\d+\/\d+)$/;

/** Where the rules have a number, something else is most likely a slip; they have the last word. */
function doubt({ name, default: usual }: Parameter, shown: string): string | undefined {
  if (shown.trim() === "") return usual === null ? `${name} has no default: give a value.` : undefined;
  if (usual === null || !NUMBER.test(usual) || NUMBER.test(shown.trim())) return undefined;
  return `The rules have a number here, such as ${usual}.`;
}

function Control({ param, value, change }: { param: Parameter; value: string; change(value: string): void }) {
  const id = useId();
  // While the user types, the field keeps the text, even if it is empty.
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === "" ? (param.default ?? "") : value);
  const isWhole = WHOLE.test(shown.trim());
  const wrong = doubt(param, shown);
  const step = (by: number) => {
    setTyped(undefined);
    change(String(Number(shown) + by));
  };
  return (
    <div class={value === "" ? "desk-param" : "desk-param desk-param-set"}>
      <label for={id}>{param.name}</label>
      <div class="desk-stepper">
        {isWhole && (
          <button type="button" aria-label={`${param.name}: one less`} onClick={() => step(-1)}>
            −
          </button>
        )}
        <input
          id={id}
          value={shown}
          inputMode={isWhole ? "numeric" : "text"}
          spellcheck={false}
          autocomplete="off"
          required={param.default === null}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong && `${id}-wrong`}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            change(event.currentTarget.value.trim());
          }}
          onBlur={() => setTyped(undefined)}
          onKeyDown={(event) => {
            if (!isWhole || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
            event.preventDefault();
            step(event.key === "ArrowUp" ? 1 : -1);
          }}
        />
        {isWhole && (
          <button type="button" aria-label={`${param.name}: one more`} onClick={() => step(1)}>
            +
          </button>
        )}
      </div>
      {value !== "" && param.default !== null && (
        <button
          type="button"
          class="desk-reset"
          onClick={() => change("")}
          aria-label={`${param.name}: back to ${param.default}`}
        >
          ↺ {param.default}
        </button>
      )}
      {wrong && (
        <span id={`${id}-wrong`} class="desk-wrong desk-wide" role="status">
          {wrong}
        </span>
      )}
    </div>
  );
}
