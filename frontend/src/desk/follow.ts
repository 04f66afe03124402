// A job as it goes on: told by the server as it happens, asked for now and then where the connection does not hold.
import type { Job } from "../answers";
import { isOver } from "./job-words";
import { eventsOf, jobOf } from "./operations";

const PATIENCE = 1500;

export interface Listener {
  told(job: Job): void;
  failed(error: unknown): void;
}

/** Tells how a job stands until it is over; the answer stops the telling. */
export function follow(id: string, listener: Listener): () => void {
  let stopped = false;
  let asking: ReturnType<typeof setTimeout> | undefined;
  const events = new EventSource(eventsOf(id));

  const stop = () => {
    stopped = true;
    events.close();
    clearTimeout(asking);
  };
  const tell = (job: Job) => {
    if (stopped) return;
    if (isOver(job)) stop();
    listener.told(job);
  };
  const ask = async () => {
    try {
      tell(await jobOf(id));
    } catch (thrown) {
      if (!stopped) listener.failed(thrown);
      return stop();
    }
    if (!stopped) asking = setTimeout(() => void ask(), PATIENCE);
  };

  events.onmessage = ({ data }: MessageEvent<string>) => {
    clearTimeout(asking);
    asking = undefined;
    tell(JSON.parse(data) as Job);
  };
  // The browser tries again by itself; until it succeeds, or where it gives up, we ask.
  events.onerror = () => (asking ??= setTimeout(() => void ask(), PATIENCE));
  return stop;
}
