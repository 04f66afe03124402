// How a job stands, in words.
import type { Job } from "../answers";

export const STATES: Record<Job["state"], string> = {
  queued: "waiting",
  reading: "reading the rules",
  solving: "solving",
  solved: "solved",
  failed: "failed",
  cancelled: "cancelled",
};

export const isOver = ({ state }: Job): boolean => state === "solved" || state === "failed" || state === "cancelled";

/** What a job is of: its game and what was said about it. */
export function aboutOf({ order }: Job): string {
  const set = Object.keys(order.options ?? {});
  const said = [
    ...(order.method && order.method !== "auto" ? [`by ${order.method}`] : []),
    ...(set.length ? [`with ${set.join(", ")}`] : []),
    ...(order.locks?.length ? [`${order.locks.length} locked`] : []),
    ...(order.against ? [`exploiting as ${order.as_player}`] : []),
  ];
  return said.join(" · ");
}

/** Whether two jobs are about one game, so that they can be compared. */
export function isSameGame(one: Job, other: Job): boolean {
  const key = ({ order: { game, source, params } }: Job) =>
    JSON.stringify([game ?? null, source ?? null, sorted(params)]);
  return key(one) === key(other);
}

const sorted = (params: Record<string, string> = {}) => Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));

/** How long ago something was: `just now`, `5 min ago`; else the day. */
export function ago(created: string, now = Date.now()): string {
  const minutes = (now - Date.parse(created)) / 60_000;
  if (!(minutes >= 1)) return "just now";
  if (minutes < 60) return `${Math.floor(minutes)} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return new Date(created).toLocaleDateString("en-GB");
}
