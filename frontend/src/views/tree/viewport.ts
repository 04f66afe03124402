// The visible part of the picture, its scale, and the gestures that move it.

export interface View {
  x: number;
  y: number;
  /** the scale: 1 is full size */
  k: number;
}

const SMALLEST = 0.04;
const LARGEST = 3;

export function zoomed(view: View, factor: number, x: number, y: number): View {
  const k = Math.min(Math.max(view.k * factor, SMALLEST), LARGEST);
  return { k, x: x - ((x - view.x) * k) / view.k, y: y - ((y - view.y) * k) / view.k };
}

/** The largest scale for small pictures. */
const FITTED = 1.35;
/** Room for the number of nodes. */
const ABOVE = 26;

/** All of a picture in a window. */
export function fitted(picture: { width: number; height: number; top: number }, width: number, height: number): View {
  const k = Math.max(Math.min(width / picture.width, (height - ABOVE) / picture.height, FITTED), SMALLEST);
  return { k, x: 0, y: (height + ABOVE - picture.height * k) / 2 - picture.top * k };
}

/** The largest scale, up to full size, at which the right edge of a window cuts through nothing that is written. */
export function uncut(laid: readonly { label: number; end: number }[], width: number, smallest: number): number {
  for (let k = 1; k >= smallest; k -= 0.01) {
    const edge = width / k;
    if (!laid.some(({ label, end }) => label < edge && edge < end)) return k;
  }
  return 1;
}

/** The smallest move that brings a point into view with some room around it. */
export function showing(view: View, place: { x: number; y: number }, width: number, height: number): View {
  const x = place.x * view.k + view.x;
  const y = place.y * view.k + view.y;
  // The next moves are at the right, which needs more room.
  const left = Math.min(40, width / 4);
  const right = Math.min(180, width / 2);
  const down = Math.min(70, height / 3);
  const dx = x < left ? left - x : x > width - right ? width - right - x : 0;
  const dy = y < down ? down - y : y > height - down ? height - down - y : 0;
  return dx || dy ? { ...view, x: view.x + dx, y: view.y + dy } : view;
}

interface Hands {
  get(): View;
  set(view: View): void;
  /** a short touch or click, in the measures of the element */
  tapped(x: number, y: number): void;
}

/** Dragging moves, two fingers or the wheel with Ctrl make larger, the wheel alone moves. Returns how to stop that. */
export function handle(element: HTMLElement, hands: Hands): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const at = (event: PointerEvent | WheelEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    if (pointers.size === 1) moved = 0;
  };
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    moved += Math.abs(dx) + Math.abs(dy);
    pointers.set(event.pointerId, now);
    const view = hands.get();
    if (other) {
      const far = (from: { x: number; y: number }) => Math.hypot(from.x - other.x, from.y - other.y);
      hands.set(zoomed(view, far(now) / Math.max(far(before), 1), other.x, other.y));
    } else if (moved > 4) hands.set({ ...view, x: view.x + dx, y: view.y + dy });
  };
  const up = (event: PointerEvent) => {
    const place = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (place && moved <= 4 && pointers.size === 0) hands.tapped(place.x, place.y);
  };
  const cancel = (event: PointerEvent) => void pointers.delete(event.pointerId);
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const view = hands.get();
    const { x, y } = at(event);
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (event.ctrlKey || event.metaKey) hands.set(zoomed(view, Math.exp(-event.deltaY * unit * 0.004), x, y));
    else if (event.shiftKey) hands.set({ ...view, x: view.x - event.deltaY * unit });
    else hands.set({ ...view, x: view.x - event.deltaX * unit, y: view.y - event.deltaY * unit });
  };
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("wheel", wheel, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", cancel);
    element.removeEventListener("wheel", wheel);
  };
}
