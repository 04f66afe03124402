// A number with what it is called.
import type { Quantity } from "../answers";

/** As people write it: with a real minus. */
export const told = (quantity: Quantity): string => quantity.text.replace(/^-/, "−");

export function Figure({ name, quantity, title }: { name: string; quantity: Quantity | string; title?: string }) {
  return (
    <div class="gk-figure" title={title}>
      <dt>{name}</dt>
      <dd>{typeof quantity === "string" ? quantity : told(quantity)}</dd>
    </div>
  );
}
