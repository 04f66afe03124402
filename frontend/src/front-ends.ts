// Made by `npm run types` from galakit.frontends.registry: do not edit.
export const ENDINGS = [".gala", ".efg", ".nfg", ".kif", ".gdl"];

export const HIGHLIGHTING: Record<string, string> = {".efg": "efg", ".nfg": "efg", ".kif": "kif"};
