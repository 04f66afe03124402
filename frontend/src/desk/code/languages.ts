// Which language a file is written in: its ending tells.
import type { StreamLanguage } from "@codemirror/language";
import { HIGHLIGHTING } from "../../front-ends";
import { efg } from "./efg";
import { gala } from "./gala";
import { kif } from "./kif";

const LANGUAGES: Record<string, StreamLanguage<unknown>> = { efg, kif };

export function languageOf(file: string): StreamLanguage<unknown> {
  const ending = file.slice(file.lastIndexOf(".")).toLowerCase();
  return LANGUAGES[HIGHLIGHTING[ending] ?? ""] ?? (gala as StreamLanguage<unknown>);
}
