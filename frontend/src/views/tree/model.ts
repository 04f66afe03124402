// What of the tree is open. Nodes are asked for when they are opened; nothing else is known of the rest.
import type { Branch, Node } from "../../answers";
import { ask } from "../../questions";
import type { Source } from "../../data/source";

/** So many branches are shown at once; more when asked for. */
const SHOWN = 12;
const MORE = 48;
/** Pages of branches looked through for one node. */
const PAGES = 20;
const LONGEST_PLAY = 200;
/** A picture of so many nodes is a picture. */
const ENOUGH = 18;
const LEVELS = 6;

/** A node that can be seen. */
export interface Spot {
  id: string;
  parent: Spot | null;
  /** the move that leads here; null at the root */
  branch: Branch | null;
  depth: number;
  mover: string;
  set: string | null;
  /** how many moves there are here */
  total: number;
  open: boolean;
  /** branches that are known */
  children: Spot[];
  /** how many branches were told, in order */
  told: number;
  /** how many of them are shown, besides those that are shown anyway */
  shown: number;
  pinned: Set<string>;
}

export class Opened {
  root: Spot;
  private spots = new Map<string, Spot>();

  private constructor(
    private source: Source,
    root: Node,
  ) {
    this.root = this.spot(null, null, root.id, root.mover, root.set, root.total);
    this.take(this.root, root);
  }

  static async from(source: Source): Promise<Opened> {
    return new Opened(source, await source.answer(ask.readNode("0")));
  }

  find(id: string): Spot | undefined {
    return this.spots.get(id);
  }

  async open(spot: Spot): Promise<void> {
    if (spot.total === 0) return;
    if (spot.told === 0) this.take(spot, await this.source.answer(ask.readNode(spot.id)));
    spot.open = true;
  }

  close(spot: Spot): void {
    spot.open = false;
  }

  /** Shows more branches of a node that has many. */
  async more(spot: Spot): Promise<void> {
    spot.shown = Math.min(spot.shown + MORE, spot.total);
    while (spot.told < spot.shown && (await this.next(spot)));
  }

  /** Opens everything on the way to a node, and returns it. */
  async openTo(id: string): Promise<Spot> {
    const known = this.spots.get(id);
    if (known) {
      for (let above = known.parent, below = known; above; below = above, above = above.parent) this.pin(above, below);
      return known;
    }
    const node = await this.source.answer(ask.readNode(id));
    if (node.parent === null) return this.root;
    const parent = await this.openTo(node.parent);
    await this.open(parent);
    let child = this.spots.get(id);
    for (let page = 0; !child && page < PAGES && (await this.next(parent)); page++) child = this.spots.get(id);
    child ??= this.stranger(parent, node);
    this.pin(parent, child);
    return child;
  }

  /** Opens the likeliest play from here to its end; returns the end. */
  async likeliest(spot: Spot): Promise<Spot> {
    let here = spot;
    for (let step = 0; step < LONGEST_PLAY && here.total > 0; step++) {
      await this.open(here);
      const next = here.children.reduce<Spot | null>(
        (best, child) => (best === null || share(child) > share(best) ? child : best),
        null,
      );
      if (!next) break;
      this.pin(here, next);
      here = next;
    }
    return here;
  }

  /** A first picture: the likeliest play, and of a small tree all that is near it. */
  async begin(): Promise<void> {
    await this.likeliest(this.root);
    for (let round = 0; round < LEVELS && this.spots.size < ENOUGH; round++) await this.deeper(this.root, ENOUGH);
  }

  /** Opens everything that is shown below a node and not open yet: one level more. */
  async deeper(spot: Spot, most: number): Promise<void> {
    const closed: Spot[] = [];
    const walk = (here: Spot) => {
      if (here.total > 0 && !here.open) closed.push(here);
      else for (const child of visible(here)) walk(child);
    };
    walk(spot);
    await Promise.all(closed.slice(0, most).map((here) => this.open(here)));
  }

  private pin(parent: Spot, child: Spot): void {
    parent.open = true;
    if (parent.children.indexOf(child) >= parent.shown) parent.pinned.add(child.id);
  }

  private async next(spot: Spot): Promise<boolean> {
    if (spot.told >= spot.total) return false;
    this.take(spot, await this.source.answer(ask.readNode(spot.id, { offset: spot.told })));
    return true;
  }

  private take(spot: Spot, node: Node): void {
    if (node.offset !== spot.told) return; // somebody else was quicker
    spot.told += node.branches.length;
    for (const branch of node.branches) {
      if (this.spots.has(branch.node)) continue;
      spot.children.push(this.spot(spot, branch, branch.node, branch.mover, branch.set, branch.branches));
    }
  }

  private spot(
    parent: Spot | null,
    branch: Branch | null,
    id: string,
    mover: string,
    set: string | null,
    total: number,
  ): Spot {
    const depth = parent ? parent.depth + 1 : 0;
    const made: Spot = {
      id,
      parent,
      branch,
      depth,
      mover,
      set,
      total,
      open: false,
      children: [],
      told: 0,
      // A few more than usual are better shown than hidden behind a button.
      shown: total <= SHOWN + 4 ? total : SHOWN,
      pinned: new Set(),
    };
    this.spots.set(id, made);
    return made;
  }

  /** A node so far down the list of branches that we do not look for it: all is known but how likely it is. */
  private stranger(parent: Spot, node: Node): Spot {
    const branch: Branch = {
      node: node.id,
      move: node.history.at(-1)?.move ?? "",
      label: node.history.at(-1)?.label ?? "",
      probability: { value: null, text: "…" },
      mover: node.mover,
      set: node.set,
      branches: node.total,
      payoffs: node.payoffs,
    };
    const child = this.spot(parent, branch, node.id, node.mover, node.set, node.total);
    parent.children.push(child);
    return child;
  }
}

export const share = (spot: Spot): number => spot.branch?.probability.value ?? 0;

/** The branches of an open node that are shown. */
export function visible(spot: Spot): Spot[] {
  if (!spot.open) return [];
  if (spot.children.length <= spot.shown) return spot.children;
  return spot.children.filter((child, index) => index < spot.shown || spot.pinned.has(child.id));
}

/** How many branches of an open node are not shown. */
export const hidden = (spot: Spot): number => (spot.open ? spot.total - visible(spot).length : 0);
