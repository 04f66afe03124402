// Drafts, kept by the browser so that a reload loses nothing. Each tab keeps its own, so that two of them
// do not write over each other; what another tab kept last can be taken up.
import { tab } from "./tab";

export interface Draft {
  text: string;
  file: string;
  /** parameters that are not at their defaults */
  params: Record<string, string>;
}

export interface Kept {
  /** what is edited: `game:kuhn`, `file:mine.gala`, `new` */
  key: string;
  draft: Draft;
  /** the original text of a file that was opened here */
  original?: Draft;
  /** when, in milliseconds */
  when: number;
}

const PREFIX = "galakit-draft:";
/** The oldest give way to new ones. */
const MOST = 30;

const placeOf = (key: string, of = tab()): string => `${PREFIX}${of}:${key}`;

function read(place: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? "null") as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** All that is kept, the latest first. */
function all(): { place: string; kept: Kept }[] {
  let places: string[] = [];
  try {
    places = Object.keys(localStorage).filter((place) => place.startsWith(PREFIX));
  } catch {
    // Not allowed: then nothing is kept.
  }
  return places
    .flatMap((place) => {
      const kept = read(place);
      return kept?.draft ? [{ place, kept }] : [];
    })
    .sort((one, other) => other.kept.when - one.kept.when);
}

/** What this tab has made of something. */
export const recall = (key: string): Kept | undefined => read(placeOf(key));

/** What any other tab has made of it last. */
export const latest = (key: string): Kept | undefined =>
  all().find(({ place, kept }) => kept.key === key && place !== placeOf(key))?.kept;

export function keep(key: string, draft: Draft, original?: Draft): void {
  const place = placeOf(key);
  const text = JSON.stringify({ key, draft, when: Date.now(), ...(original ? { original } : {}) } satisfies Kept);
  try {
    if (localStorage.getItem(place) === null) dropBeyond(MOST - 1, place);
    localStorage.setItem(place, text);
  } catch {
    // No room, or not allowed.
    const others = all().filter((other) => other.place !== place).length;
    if (others > 0 && dropBeyond(others - 1, place)) keep(key, draft, original);
  }
}

/** Forgets the oldest where there are more than so many; whether there was one. */
function dropBeyond(most: number, except: string): boolean {
  const old = all()
    .filter(({ place }) => place !== except)
    .slice(most);
  for (const { place } of old) localStorage.removeItem(place);
  return old.length > 0;
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(placeOf(key));
  } catch {
    // Nothing was kept, then.
  }
}

/** The names of the files opened here that are kept, the latest first. */
export const keptFiles = (): string[] => [
  ...new Set(all().flatMap(({ kept: { key } }) => (key.startsWith("file:") ? [key.slice("file:".length)] : []))),
];

/** A game to begin with: small, solved at once, everything in it used. */
export const NEW_GAME = `% Matching pennies with a prize for heads.

game(my_game, [
    players : [hider, seeker],
    params : [prize = 3],

    flow : (choose(hider, Side, member(Side, [heads, tails])),
            choose(seeker, Guess, member(Guess, [heads, tails])),
            if(Guess = Side, found(Side), outcome([1, -1]))),

    % The seeker sees nothing before guessing; finding heads pays more.
    found(side) :
        if($side = heads, (Loss is -($prize), outcome([Loss, $prize])),
           outcome([-1, 1]))
]).
`;
