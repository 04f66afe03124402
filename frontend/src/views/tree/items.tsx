// The tree for those who do not see it: the selected node, the way to it, what is beside it and below it.
import { hidden, visible, type Spot } from "./model";
import type { Laid } from "./layout";

interface Props {
  /** identifiers in the document begin so */
  id: string;
  selected: Laid;
}

export const itemId = (id: string, laid: Laid): string => `${id}-${laid.more ? "more-" : ""}${laid.spot.id}`;

export function Items({ id, selected }: Props) {
  const { spot, more } = selected;
  const way: Spot[] = [];
  for (let above: Spot | null = spot.parent; above; above = above.parent) way.unshift(above);
  const beside = spot.parent && !more ? visible(spot.parent) : [spot];
  const at = beside.indexOf(spot);
  // A few on each side will do: the numbers say how many there are.
  const near = beside.slice(Math.max(0, at - 20), at + 21);
  return (
    <>
      {way.map((above) => (
        <Item key={above.id} id={id} spot={above} selected={false} />
      ))}
      {near.map((sibling) => (
        <Item key={sibling.id} id={id} spot={sibling} selected={sibling === spot && !more} />
      ))}
      {visible(spot)
        .slice(0, 40)
        .map((child) => (
          <Item key={child.id} id={id} spot={child} selected={false} />
        ))}
      {hidden(spot) > 0 && (
        <div role="treeitem" id={`${id}-more-${spot.id}`} aria-level={spot.depth + 2} aria-selected={more > 0}>
          {hidden(spot)} more branches
        </div>
      )}
    </>
  );
}

function Item({ id, spot, selected }: { id: string; spot: Spot; selected: boolean }) {
  const place = spot.parent ? spot.parent.children.indexOf(spot) + 1 : 1;
  return (
    <div
      role="treeitem"
      id={`${id}-${spot.id}`}
      aria-level={spot.depth + 1}
      aria-setsize={spot.parent?.total ?? 1}
      aria-posinset={place}
      aria-expanded={spot.total > 0 ? spot.open : undefined}
      aria-selected={selected}
    >
      {spoken(spot)}
    </div>
  );
}

function spoken(spot: Spot): string {
  const how = spot.branch
    ? `${spot.parent!.mover}: ${spot.branch.label}, probability ${spot.branch.probability.text}; `
    : "the start; ";
  if (spot.total === 0) {
    return `${how}the end, payoffs ${spot.branch?.payoffs.map((payoff) => payoff.text).join(", ") ?? ""}`;
  }
  return `${how}then ${spot.mover} has ${spot.total} ${spot.total === 1 ? "move" : "moves"}`;
}
