// Solving a job again around locks.
import type { Job, Order } from "../../answers";
import { order } from "../operations";
import { carry, sent, type NamedLock } from "./basket";

/** Orders it; the address at which the new job is followed. `more`: what is ordered besides the locks. */
export async function resolve(job: Job, locks: readonly NamedLock[], more: Partial<Order> = asBefore(job)): Promise<string> {
  const { game, source, file, params } = job.order;
  const what = game ? { game } : { source: source ?? null, ...(file ? { file } : {}) };
  const { id } = await order({ ...what, ...(params ? { params } : {}), locks: locks.map(sent), ...more });
  carry(id, locks);
  return `/jobs/${encodeURIComponent(id)}?from=${encodeURIComponent(job.id)}`;
}

const asBefore = ({ order: { method, options, gap, seconds } }: Job): Partial<Order> => ({
  method: method ?? "auto",
  options: options ?? {},
  gap: gap ?? null,
  seconds: seconds ?? null,
});
