// How to solve: what few people need to say, so it is folded away.
import { useId } from "preact/hooks";
import type { MethodLine, Order } from "../answers";
import { MethodOptions } from "./method-options";
import { NumberField, SECONDS } from "./number-field";

/** Numbers are NaN where what was typed is none. */
export type Options = Pick<Order, "method" | "options" | "gap" | "seconds" | "exact">;

const GAP = { least: 0 };

export const isWrong = ({ gap, seconds }: Options): boolean => Number.isNaN(gap) || Number.isNaN(seconds);

interface Props {
  options: Options;
  methods: readonly MethodLine[];
  change(options: Options): void;
}

export function HowToSolve({ options, methods, change }: Props) {
  const id = useId();
  const set = (more: Partial<Options>) => change({ ...options, ...more });
  const chosen = methods.find(({ name }) => name === options.method);
  return (
    <details class="desk-more">
      <summary>More: method, gap, time limit</summary>
      <div class="desk-fields">
        <label for={`${id}-method`}>Method</label>
        <select
          id={`${id}-method`}
          value={options.method ?? "auto"}
          onChange={(event) => set({ method: event.currentTarget.value, options: {} })}
        >
          <option value="auto">picked automatically</option>
          {methods.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {chosen && <p class="gk-quiet desk-wide">Needs {chosen.needs}.</p>}
        {chosen && (
          <MethodOptions method={chosen} values={options.options ?? {}} change={(values) => set({ options: values })} />
        )}
        <label for={`${id}-gap`}>Stop at a gap of</label>
        <NumberField id={`${id}-gap`} range={GAP} hint="the method's default" set={(gap) => set({ gap })} />
        <label for={`${id}-seconds`}>Stop after seconds</label>
        <NumberField id={`${id}-seconds`} range={SECONDS} hint="no limit" set={(seconds) => set({ seconds })} />
        <label for={`${id}-exact`}>Arithmetic</label>
        <select
          id={`${id}-exact`}
          value={options.exact === null || options.exact === undefined ? "" : String(options.exact)}
          onChange={({ currentTarget: { value } }) => set({ exact: value === "" ? null : value === "true" })}
        >
          <option value="">exact where it is quick</option>
          <option value="true">exact</option>
          <option value="false">floating point</option>
        </select>
      </div>
    </details>
  );
}
