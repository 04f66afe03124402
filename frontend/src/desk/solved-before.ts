// Whether a game has been solved before, so that it need not be solved twice.
import { jobs } from "./operations";

/** A job that has solved just this, if there is one. */
export async function solvedBefore(name: string, values: Record<string, string>): Promise<string | undefined> {
  const wanted = JSON.stringify(Object.entries(values).sort());
  return (await jobs()).items.find(
    ({ state, order: { game, params, locks, against, method } }) =>
      state === "solved" &&
      game === name &&
      JSON.stringify(Object.entries(params ?? {}).sort()) === wanted &&
      !locks?.length &&
      !against &&
      (method ?? "auto") === "auto",
  )?.id;
}
