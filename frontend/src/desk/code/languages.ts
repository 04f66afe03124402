// Which language a file is written in: its ending tells.
import type { StreamLanguage } from "@codemirror/language";
import { efg } from "./efg";
import { gala } from "./gala";
import { kif } from "./kif";

export function languageOf(file: string): StreamLanguage<unknown> {
  const ending = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "efg" || ending === "nfg") return efg;
  if (ending === "kif") return kif;
  return gala as StreamLanguage<unknown>;
}
