// What a question about a concept is asked with: a choice among names, a box to tick.

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoice: (value: string) => void;
}

export function Choice({ label, value, options, onChoice }: ChoiceProps) {
  return (
    <label class="gk-line">
      {label}
      <select class="gk-input" value={value} onChange={(event) => onChoice(event.currentTarget.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TickProps {
  label: string;
  value: boolean;
  onTick: (value: boolean) => void;
}

export function Tick({ label, value, onTick }: TickProps) {
  return (
    <label class="gk-line">
      <input type="checkbox" checked={value} onChange={(event) => onTick(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
