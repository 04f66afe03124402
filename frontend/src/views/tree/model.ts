// The open part of the tree. Nodes are fetched when they are opened.
import type { Branch, Node } from "../../answers";
import { ask } from "../../questions";
import type { Source } from "../../data/source";

/** Branches shown at once; more on request. */
const SHOWN = 12;
const MORE = 48;
/** Pages of branches searched for one node. */
const PAGES = 20;
const LONGEST_PLAY = 200;
/** Of a game that can go on for ever, a first picture has the beginning. */
const FIRST_PLAY = 30;
/** The number of nodes of a first picture. */
const ENOUGH = 18;
const LEVELS = 6;

/** A visible node. */
export interface TreeItem {
  id: string;
  parent: TreeItem | null;
  /** the move that leads here; null at the root */
  branch: Branch | null;
  depth: number;
  mover: string;
  set: string | null;
  /** the number of moves */
  total: number;
  open: boolean;
  /** the loaded branches */
  children: TreeItem[];
  /** how many branches are loaded, in order */
  loaded: number;
  /** how many of them are shown, besides those that are always shown */
  shown: number;
  pinned: Set<string>;
}

export class Opened {
  root: TreeItem;
  private items = new Map<string, TreeItem>();

  private constructor(
    private source: Source,
    root: Node,
  ) {
    this.root = this.item(null, null, root.id, root.mover, root.set, root.total);
    this.take(this.root, root);
  }

  static async from(source: Source): Promise<Opened> {
    return new Opened(source, await source.answer(ask.readNode("0")));
  }

  /** Whether chance moves somewhere in what is loaded. */
  hasChance(): boolean {
    return [...this.items.values()].some(({ mover }) => mover === "chance");
  }

  find(id: string): TreeItem | undefined {
    return this.items.get(id);
  }

  async open(item: TreeItem): Promise<void> {
    if (item.total === 0) return;
    if (item.loaded === 0) this.take(item, await this.source.answer(ask.readNode(item.id)));
    item.open = true;
  }

  /** Loads the whole tree, and opens it. */
  async openAll(): Promise<void> {
    for (const item of this.items.values()) {
      while (item.loaded < item.total && (await this.next(item)));
      item.open = item.total > 0;
      item.shown = item.total;
    }
  }

  isLoaded(): boolean {
    return [...this.items.values()].every(({ loaded, total }) => loaded >= total);
  }

  close(item: TreeItem): void {
    item.open = false;
  }

  /** Shows more branches of a node that has many. */
  async more(item: TreeItem): Promise<void> {
    item.shown = Math.min(item.shown + MORE, item.total);
    while (item.loaded < item.shown && (await this.next(item)));
  }

  /** Opens the path to a node, and returns the node. */
  async openTo(id: string): Promise<TreeItem> {
    const known = this.items.get(id);
    if (known) {
      for (let above = known.parent, below = known; above; below = above, above = above.parent) this.pin(above, below);
      return known;
    }
    const node = await this.source.answer(ask.readNode(id));
    if (node.parent === null) return this.root;
    const parent = await this.openTo(node.parent);
    await this.open(parent);
    let child = this.items.get(id);
    for (let page = 0; !child && page < PAGES && (await this.next(parent)); page++) child = this.items.get(id);
    child ??= this.stranger(parent, node);
    this.pin(parent, child);
    return child;
  }

  /** Opens the likeliest play from here to its end; returns the end. */
  async likeliest(item: TreeItem, longest = LONGEST_PLAY): Promise<TreeItem> {
    let here = item;
    for (let step = 0; step < longest && here.total > 0; step++) {
      await this.open(here);
      const next = here.children.reduce<TreeItem | null>(
        (best, child) => (best === null || share(child) > share(best) ? child : best),
        null,
      );
      if (!next) break;
      this.pin(here, next);
      here = next;
    }
    return here;
  }

  /** A first picture: the likeliest play, and in a small tree its neighbourhood. */
  async begin(): Promise<void> {
    await this.likeliest(this.root, FIRST_PLAY);
    for (let round = 0; round < LEVELS && this.items.size < ENOUGH; round++) await this.deeper(this.root, ENOUGH);
  }

  /** Opens one more level below a node. */
  async deeper(item: TreeItem, most: number): Promise<void> {
    const closed: TreeItem[] = [];
    const walk = (here: TreeItem) => {
      if (here.total > 0 && !here.open) closed.push(here);
      else for (const child of visible(here)) walk(child);
    };
    walk(item);
    await Promise.all(closed.slice(0, most).map((here) => this.open(here)));
  }

  private pin(parent: TreeItem, child: TreeItem): void {
    parent.open = true;
    if (parent.children.indexOf(child) >= parent.shown) parent.pinned.add(child.id);
  }

  private async next(item: TreeItem): Promise<boolean> {
    if (item.loaded >= item.total) return false;
    this.take(item, await this.source.answer(ask.readNode(item.id, { offset: item.loaded })));
    return true;
  }

  private take(item: TreeItem, node: Node): void {
    if (node.offset !== item.loaded) return; // loaded meanwhile
    item.loaded += node.branches.length;
    for (const branch of node.branches) {
      if (this.items.has(branch.node)) continue;
      item.children.push(this.item(item, branch, branch.node, branch.mover, branch.set, branch.branches));
    }
  }

  private item(
    parent: TreeItem | null,
    branch: Branch | null,
    id: string,
    mover: string,
    set: string | null,
    total: number,
  ): TreeItem {
    const depth = parent ? parent.depth + 1 : 0;
    const made: TreeItem = {
      id,
      parent,
      branch,
      depth,
      mover,
      set,
      total,
      open: false,
      children: [],
      loaded: 0,
      // A few more than usual are shown rather than hidden behind a button.
      shown: total <= SHOWN + 4 ? total : SHOWN,
      pinned: new Set(),
    };
    this.items.set(id, made);
    return made;
  }

  /** A node too far down the list of branches to search for: only its probability is unknown. */
  private stranger(parent: TreeItem, node: Node): TreeItem {
    const branch: Branch = {
      node: node.id,
      move: node.history.at(-1)?.move ?? "",
      label: node.history.at(-1)?.label ?? "",
      look: node.history.at(-1)?.look ?? null,
      probability: { value: null, text: "…" },
      mover: node.mover,
      set: node.set,
      branches: node.total,
      payoffs: node.payoffs,
    };
    const child = this.item(parent, branch, node.id, node.mover, node.set, node.total);
    parent.children.push(child);
    return child;
  }
}

export const share = (item: TreeItem): number => item.branch?.probability.value ?? 0;

/** The branches of an open node that are shown. */
export function visible(item: TreeItem): TreeItem[] {
  if (!item.open) return [];
  if (item.children.length <= item.shown) return item.children;
  return item.children.filter((child, index) => index < item.shown || item.pinned.has(child.id));
}

/** How many branches of an open node are not shown. */
export const hidden = (item: TreeItem): number => (item.open ? item.total - visible(item).length : 0);
