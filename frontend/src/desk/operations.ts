// The server's operations: one function for each.
import type {
  Checked,
  Choosing,
  Decided,
  Games,
  GameText,
  Job,
  Jobs,
  KeptSolution,
  KeptSolutions,
  Methods,
  Order,
  Plays,
  Seating,
  Simulated,
  Sweeps,
  SweepStanding,
  Table,
  Text,
  Training,
} from "../answers";
import { api } from "../data/api";

const job = (id: string, ...more: string[]): string =>
  ["/api/jobs", ...[id, ...more].map(encodeURIComponent)].join("/");

export const games = () => api.get<Games>("/api/games");
export const game = (name: string) => api.get<GameText>(`/api/games/${encodeURIComponent(name)}`);
export const methods = () => api.get<Methods>("/api/methods");
export const check = (text: Text, signal: AbortSignal) => api.post<Checked>("/api/checks", text, signal);

export const studies = () => api.get<Sweeps>("/api/studies");
export const study = (number: number, picture: boolean) =>
  api.get<SweepStanding>(`/api/studies/${number}?picture=${picture}`);

export const order = (wanted: Order) => api.post<Job>("/api/jobs", wanted);
export const jobs = () => api.get<Jobs>("/api/jobs");
export const jobOf = (id: string) => api.get<Job>(job(id));
export const cancel = (id: string) => api.remove<Job | undefined>(job(id));
export const stop = (id: string) => api.post<Job>(job(id, "stop"), {});
export const goOn = (id: string) => api.post<Job>(job(id, "runs"), {});
export const eventsOf = (id: string) => job(id, "events");

const inLibrary = (name: string): string => `/api/library/${encodeURIComponent(name)}`;
export const keep = (id: string) => api.post<KeptSolution>(job(id, "kept"), {});
export const library = () => api.get<KeptSolutions>("/api/library");
export const reopen = (name: string) => api.post<Job>(`${inLibrary(name)}/jobs`, {});
export const discard = (name: string) => api.remove<KeptSolution>(inLibrary(name));

export const simulate = (id: string, plays: Plays) => api.post<Simulated>(job(id, "simulations"), plays);
export const sit = (id: string, seating: Seating) => api.post<Table>(job(id, "tables"), seating);
export const table = (id: string, at: string) => api.get<Table>(job(id, "tables", at));
export const move = (id: string, at: string, chosen: string) =>
  api.post<Table>(job(id, "tables", at, "moves"), { move: chosen });
export const nextHand = (id: string, at: string) => api.post<Table>(job(id, "tables", at, "hands"), {});

export const decide = (id: string, choosing: Choosing) => api.post<Decided>(job(id, "decisions"), choosing);
export const training = (id: string) => api.get<Training>(job(id, "decisions"));
export const forgetTraining = (id: string) => api.remove<Training>(job(id, "decisions"));
