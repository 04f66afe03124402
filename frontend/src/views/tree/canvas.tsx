// The picture of the tree: a canvas for sight and pointer, and a list of tree items for assistive technology.
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { many } from "../../parts/numbers";
import { useStudy } from "../../shell/context";
import { watchTheme } from "../../shell/theme";
import { draw, FONT } from "./draw";
import { itemId, Items } from "./items";
import { joins } from "./joins";
import { led, type Led } from "./keys";
import { layOut, ROW, type Laid } from "./layout";
import type { Opened } from "./model";
import { paintOf, type Paint } from "./paint";
import { fitted, handle, showing, uncut, zoomed, type View } from "./viewport";

/** A comfortable scale for reading, and the smallest legible one. */
const READABLE = 0.7;
const LEGIBLE = 0.4;

interface Props {
  opened: Opened;
  /** incremented whenever a node is opened or closed */
  version: number;
  /** incremented whenever the whole tree should be in view */
  fits: number;
  selected: string;
  /** the highlighted information set, besides the selected node's */
  marked: string | null;
  choose(id: string): void;
  act(done: NonNullable<Led>): void;
}

export function TreeCanvas({ opened, version, fits, selected, marked, choose, act }: Props) {
  const { players } = useStudy().overview;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const paint = useRef<Paint | null>(null);
  const view = useRef<View>({ x: 0, y: 0, k: 1 });
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [onMore, setOnMore] = useState<string | null>(null);

  const picture = useMemo(() => layOut(opened.root, FONT * 0.602), [opened, version]);
  const more = onMore !== null ? picture.laid.find((laid) => laid.more && laid.item.id === onMore) : undefined;
  const here: Laid = more ?? picture.of.get(selected) ?? picture.laid[0]!;

  const paintIt = () => {
    const context = canvas.current?.getContext("2d");
    if (!context || !frame.current || size.width === 0) return;
    paint.current ??= paintOf(frame.current);
    draw(context, {
      picture,
      view: view.current,
      ...size,
      paint: paint.current,
      players,
      selected: more ? null : selected,
      marked: marked ?? here.item.set,
    });
  };
  const latest = useRef({ paintIt, picture, selected });
  latest.current = { paintIt, picture, selected };
  const look = (to: View) => {
    view.current = to;
    latest.current.paintIt();
  };

  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const stop = watchTheme(element.closest<HTMLElement>(".galakit") ?? element, () => {
      paint.current = null;
      latest.current.paintIt();
    });
    return () => (observer.disconnect(), stop());
  }, []);

  // At first, and after opening a level, the whole tree is shown if it is legible; else the selected node stays in
  // view, and nothing else moves.
  const placed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (size.width === 0) return;
    const all = fitted(picture, size.width, size.height);
    const first = placed.current === null;
    const whole = placed.current !== fits && all.k >= (first ? READABLE : LEGIBLE);
    if (placed.current !== fits && !whole) {
      const k = first ? uncut(picture.laid, size.width, READABLE) : LEGIBLE;
      view.current = { k, x: 0, y: size.height / 2 - here.y * k };
    }
    placed.current = fits;
    view.current = whole ? all : showing(view.current, here, size.width, size.height);
    paintIt();
  }, [picture, fits, size, selected, more, marked]);

  useLayoutEffect(() => {
    const near = (x: number, y: number): Laid | undefined => {
      const { k, x: left, y: top } = view.current;
      const [px, py] = [(x - left) / k, (y - top) / k];
      return latest.current.picture.laid.find(
        (laid) => Math.abs(py - laid.y) < ROW / 2 && px > laid.label - 4 && px < laid.x + 44,
      );
    };
    return handle(canvas.current!, {
      get: () => view.current,
      set: look,
      tapped(x, y) {
        frame.current?.focus({ preventScroll: true });
        const laid = near(x, y);
        if (!laid) return;
        if (laid.more) act({ more: laid.item });
        else if (laid.item.id === latest.current.selected) act({ toggle: laid.item });
        else {
          setOnMore(null);
          choose(laid.item.id);
          if (!laid.item.open) act({ open: laid.item });
        }
      },
    });
  }, [opened]);

  const scale = Math.min(globalThis.devicePixelRatio || 1, 2);
  const zoom = (factor: number) => look(zoomed(view.current, factor, size.width / 2, size.height / 2));
  const fit = () => look(fitted(picture, size.width, size.height));
  return (
    <div class="gk-tree-picture">
      <div
        ref={frame}
        class="gk-tree-frame"
        role="tree"
        tabIndex={0}
        aria-label="Game tree"
        aria-activedescendant={itemId(id, here)}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          if (event.key === "+" || event.key === "=") zoom(1.25);
          else if (event.key === "-") zoom(0.8);
          else if (event.key === "0") fit();
          else {
            const found = led(event.key, picture, here);
            if (!found) return;
            if ("to" in found) {
              setOnMore(found.to.more ? found.to.item.id : null);
              if (!found.to.more) choose(found.to.item.id);
            } else {
              setOnMore(null);
              act(found);
            }
          }
          event.preventDefault();
        }}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          width={Math.round(size.width * scale)}
          height={Math.round(size.height * scale)}
          style={{ width: `${size.width}px`, height: `${size.height}px` }}
        />
        <div class="gk-hidden">
          <Items id={id} selected={here} />
        </div>
      </div>
      <p class="gk-tree-count gk-quiet">
        {many(picture.of.size, "node")} shown
        {joins(picture).length > 0 && `, ${many(joins(picture).length, "information set")} joined`}
      </p>
      <div class="gk-tree-zoom">
        <button type="button" class="gk-button" aria-label="Larger" onClick={() => zoom(1.25)}>
          +
        </button>
        <button type="button" class="gk-button" aria-label="Smaller" onClick={() => zoom(0.8)}>
          −
        </button>
        <button type="button" class="gk-button" onClick={fit}>
          Fit
        </button>
      </div>
    </div>
  );
}
