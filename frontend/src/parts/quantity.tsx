// A number with its name.
import type { Quantity } from "../answers";

/** Its text with a real minus sign. */
export const textOf = (quantity: Quantity): string => quantity.text.replace(/^-/, "−");

export function Figure({ name, quantity, title }: { name: string; quantity: Quantity | string; title?: string }) {
  return (
    <div class="gk-figure" title={title}>
      <dt>{name}</dt>
      <dd>{typeof quantity === "string" ? quantity : textOf(quantity)}</dd>
    </div>
  );
}
