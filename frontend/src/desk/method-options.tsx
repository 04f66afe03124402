// A method's own options, as texts: the method knows what they may be, and says so where they are wrong.
import { Fragment } from "preact";
import { useId } from "preact/hooks";
import type { MethodLine } from "../answers";

const LONGEST = 1_000; // characters, as the server takes them

/** As they are ordered: without the blanks around them. */
export const trimmed = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));

interface Props {
  method: MethodLine;
  values: Readonly<Record<string, string>>;
  change(values: Record<string, string>): void;
}

export function MethodOptions({ method, values, change }: Props) {
  const id = useId();
  const put = (name: string, value: string) => {
    const { [name]: _, ...others } = values;
    change(value.trim() === "" ? others : { ...others, [name]: value });
  };
  return (
    <>
      {Object.entries(method.options).map(([name, meaning]) => (
        <Fragment key={`${method.name} ${name}`}>
          <label for={`${id}-${name}`}>{name}</label>
          <input
            id={`${id}-${name}`}
            type="text"
            class="gk-input"
            value={values[name] ?? ""}
            maxLength={LONGEST}
            placeholder="default"
            spellcheck={false}
            autocomplete="off"
            aria-describedby={`${id}-${name}-meaning`}
            onInput={(event) => put(name, event.currentTarget.value)}
          />
          <p id={`${id}-${name}-meaning`} class="gk-quiet desk-wide">
            {meaning}
          </p>
        </Fragment>
      ))}
    </>
  );
}
