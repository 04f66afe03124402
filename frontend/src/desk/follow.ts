// Follows a job: by the server's events, or by polling where the connection fails.
import type { Job } from "../answers";
import { isOver } from "./job-words";
import { eventsOf, jobOf } from "./operations";

const PATIENCE = 1500;

export interface Listener {
  changed(job: Job): void;
  failed(error: unknown): void;
}

/** Reports the state of a job until it is over; returns a function that stops the reports. */
export function follow(id: string, listener: Listener): () => void {
  let stopped = false;
  let asking: ReturnType<typeof setTimeout> | undefined;
  const events = new EventSource(eventsOf(id));

  const stop = () => {
    stopped = true;
    events.close();
    clearTimeout(asking);
  };
  const report = (job: Job) => {
    if (stopped) return;
    if (isOver(job)) stop();
    listener.changed(job);
  };
  const ask = async () => {
    try {
      report(await jobOf(id));
    } catch (thrown) {
      if (!stopped) listener.failed(thrown);
      return stop();
    }
    if (!stopped) asking = setTimeout(() => void ask(), PATIENCE);
  };

  events.onmessage = ({ data }: MessageEvent<string>) => {
    clearTimeout(asking);
    asking = undefined;
    report(JSON.parse(data) as Job);
  };
  // The browser reconnects by itself; until it succeeds, or where it gives up, we poll.
  events.onerror = () => (asking ??= setTimeout(() => void ask(), PATIENCE));
  return stop;
}
