// The server's REST interface. What it refuses arrives as `Refused`, with the problems it names.
import type { Problem } from "../answers";
import { problem, Refused } from "./problems";
import type { Ask } from "./source";

/** What cannot be asked is no error of the page: with this preference a browser does not log it as one. */
const PREFERENCE = "refusals=answered";
/** or 404, or 409: what the page says of it is the same */
const INVALID = 422;

export interface Api {
  get<T>(path: string, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T>;
  remove<T>(path: string): Promise<T>;
}

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    method,
    signal: signal ?? null,
    headers: {
      Accept: "application/json",
      Prefer: PREFERENCE,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((thrown: unknown) => {
    if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
    throw new Refused([problem("the server does not answer", "is `galakit serve` still running?")]);
  });
  const text = await response.text();
  const status = response.headers.get("Preference-Applied") === PREFERENCE ? INVALID : response.status;
  if (response.ok && status !== INVALID) return (text ? JSON.parse(text) : undefined) as T;
  throw new Refused(problemsIn(text) ?? [problem(`the server says ${status}`)], status);
}

function problemsIn(text: string): Problem[] | undefined {
  try {
    const { problems } = JSON.parse(text) as { problems?: Problem[] };
    return problems?.length ? problems.map(forPeople) : undefined;
  } catch {
    return undefined;
  }
}

/** What to call next is a remedy for programs: a person has buttons. */
const forPeople = (found: Problem): Problem => (found.hint?.includes("/api/") ? { ...found, hint: null } : found);

/** Paths are those of the OpenAPI document: `/api/jobs`. */
export const api: Api = {
  get: (path, signal) => call("GET", path, undefined, signal),
  post: (path, body, signal) => call("POST", path, body, signal),
  remove: (path) => call("DELETE", path),
};

/** Asks the study of a job. */
export function askJob(job: string): Ask {
  return (path) => api.get(`/api/jobs/${encodeURIComponent(job)}/study/${path}`);
}
