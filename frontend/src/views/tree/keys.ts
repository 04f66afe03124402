// The keyboard in the tree: the arrows go where they point.
import type { Laid, Picture } from "./layout";
import type { Spot } from "./model";

/** Where a key leads from a node: another node, or what is to be done with this one. */
export type Led = { to: Laid } | { open: Spot } | { toggle: Spot } | { more: Spot } | null;

export function led(key: string, picture: Picture, from: Laid): Led {
  const beside = picture.laid.filter((laid) => laid.spot.depth + (laid.more ? 1 : 0) === depth(from));
  const place = beside.indexOf(from);
  switch (key) {
    case "ArrowLeft":
      return from.parent && { to: from.parent };
    case "ArrowRight": {
      if (from.more) return { more: from.spot };
      if (from.spot.total === 0) return null;
      if (!from.spot.open) return { open: from.spot };
      const below = picture.laid.find((laid) => laid.parent === from);
      return below ? { to: below } : null;
    }
    case "ArrowUp":
      return beside[place - 1] ? { to: beside[place - 1]! } : null;
    case "ArrowDown":
      return beside[place + 1] ? { to: beside[place + 1]! } : null;
    case "Home":
      return { to: picture.laid[0]! };
    case "Enter":
    case " ":
      return from.more ? { more: from.spot } : { toggle: from.spot };
    default:
      return null;
  }
}

const depth = (laid: Laid): number => laid.spot.depth + (laid.more ? 1 : 0);
