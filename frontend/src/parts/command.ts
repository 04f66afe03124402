// What to type in a terminal.
import type { Overview } from "../answers";

const PLAIN = /^[\w.,/=+-]+$/;

/** `galakit commit poker -p ranks=8`: values that a shell would take apart are quoted. */
export function commandFor(name: string, { game, params }: Pick<Overview, "game" | "params">): string {
  const given = Object.entries(params).map(([key, value]) => ` -p ${quoted(`${key}=${value}`)}`);
  return `galakit ${name} ${quoted(game)}${given.join("")}`;
}

const quoted = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
