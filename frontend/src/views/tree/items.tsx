// The tree for screen readers: the selected node, the path to it, its siblings and its children.
import { hidden, visible, type TreeItem } from "./model";
import type { Laid } from "./layout";

/** A node, or what stands for its hidden branches. */
type Listed = Pick<Laid, "item" | "more">;

interface Props {
  /** prefix of ids in the document */
  id: string;
  selected: Listed;
}

export const itemId = (id: string, laid: Listed): string => `${id}-${laid.more ? "more-" : ""}${laid.item.id}`;

export function Items({ id, selected }: Props) {
  const { item, more } = selected;
  const way: TreeItem[] = [];
  for (let above: TreeItem | null = item.parent; above; above = above.parent) way.unshift(above);
  const beside = item.parent && !more ? visible(item.parent) : [item];
  const at = beside.indexOf(item);
  // A few on each side; the numbers say how many there are.
  const near = beside.slice(Math.max(0, at - 20), at + 21);
  return (
    <>
      {way.map((above) => (
        <Item key={above.id} id={id} item={above} selected={false} />
      ))}
      {near.map((sibling) => (
        <Item key={sibling.id} id={id} item={sibling} selected={sibling === item && !more} />
      ))}
      {visible(item)
        .slice(0, 40)
        .map((child) => (
          <Item key={child.id} id={id} item={child} selected={false} />
        ))}
      {hidden(item) > 0 && (
        <div role="treeitem" id={`${id}-more-${item.id}`} aria-level={item.depth + 2} aria-selected={more > 0}>
          {hidden(item)} more branches
        </div>
      )}
    </>
  );
}

function Item({ id, item, selected }: { id: string; item: TreeItem; selected: boolean }) {
  const place = item.parent ? item.parent.children.indexOf(item) + 1 : 1;
  return (
    <div
      role="treeitem"
      id={`${id}-${item.id}`}
      aria-level={item.depth + 1}
      aria-setsize={item.parent?.total ?? 1}
      aria-posinset={place}
      aria-expanded={item.total > 0 ? item.open : undefined}
      aria-selected={selected}
    >
      {spoken(item)}
    </div>
  );
}

function spoken(item: TreeItem): string {
  const how = item.branch
    ? `${item.parent!.mover}: ${item.branch.label}, probability ${item.branch.probability.text}; `
    : "the start; ";
  if (item.total === 0) {
    return `${how}the end, payoffs ${item.branch?.payoffs.map((payoff) => payoff.text).join(", ") ?? ""}`;
  }
  return `${how}then ${item.mover} has ${item.total} ${item.total === 1 ? "move" : "moves"}`;
}
