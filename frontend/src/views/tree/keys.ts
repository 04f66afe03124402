// The keyboard in the tree: the arrows go where they point.
import type { Laid, Picture } from "./layout";
import type { TreeItem } from "./model";

/** The target of a key at a node: another node, or an action on this one. */
export type Led = { to: Laid } | { open: TreeItem } | { toggle: TreeItem } | { more: TreeItem } | null;

export function led(key: string, picture: Picture, from: Laid): Led {
  const beside = picture.laid.filter((laid) => laid.item.depth + (laid.more ? 1 : 0) === depth(from));
  const place = beside.indexOf(from);
  switch (key) {
    case "ArrowLeft":
      return from.parent && { to: from.parent };
    case "ArrowRight": {
      if (from.more) return { more: from.item };
      if (from.item.total === 0) return null;
      if (!from.item.open) return { open: from.item };
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
      return from.more ? { more: from.item } : { toggle: from.item };
    default:
      return null;
  }
}

const depth = (laid: Laid): number => laid.item.depth + (laid.more ? 1 : 0);
