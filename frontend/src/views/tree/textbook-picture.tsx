// The picture of a small tree from top to bottom, to look at and to copy.
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { letters, OUTLINES } from "../../parts/player-mark";
import { playerColour } from "../../parts/colours";
import { many } from "../../parts/numbers";
import { useStudy } from "../../shell/context";
import { itemId, Items } from "./items";
import type { TreeItem } from "./model";
import { linePath } from "./joined-sets";
import { labelAt, ledInPicture, textbook, tikz, type Vertex } from "./textbook";

/** Smaller is illegible; larger is not needed. */
const [LEAST, MOST] = [0.8, 1.3];
/** Pixels from which a picture has no room beside it for what is said of its nodes. */
const WIDE = 1250;

interface Props {
  root: TreeItem;
  selected: TreeItem;
  /** the highlighted information set, besides the selected node's */
  marked: string | null;
  choose(id: string): void;
}

export function TextbookPicture({ root, selected, marked, choose }: Props) {
  const { players } = useStudy().overview;
  const id = useId();
  const svg = useRef<SVGSVGElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState("");
  const drawn = useMemo(() => textbook(root), [root]);
  // Where the picture is wider than its frame, it begins at the root.
  useLayoutEffect(() => {
    const scale = svg.current!.clientWidth / drawn.width;
    frame.current!.scrollLeft = drawn.vertices[0]!.x * scale - frame.current!.clientWidth / 2;
  }, [drawn]);
  const ends = drawn.vertices.filter(({ item }) => item.total === 0).length;
  const copy = (what: string, text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(`${what} is in the clipboard.`),
      () => setCopied("The browser does not let the page copy."),
    );
  return (
    <div class={drawn.width > WIDE ? "gk-tree-picture gk-textbook gk-textbook-wide" : "gk-tree-picture gk-textbook"}>
      <div
        ref={frame}
        class="gk-textbook-scroll"
        role="tree"
        aria-label="Game tree"
        aria-activedescendant={itemId(id, { item: selected, more: 0 })}
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const next = ledInPicture(event.key, drawn, selected);
          if (!next) return;
          event.preventDefault();
          choose(next.id);
        }}
      >
        <svg
          ref={svg}
          xmlns="http://www.w3.org/2000/svg"
          viewBox={`0 0 ${drawn.width} ${drawn.height}`}
          style={{ width: `${MOST * drawn.width}px`, minWidth: `${LEAST * drawn.width}px` }}
          aria-hidden="true"
        >
          {drawn.joined.map((set) => (
            <path
              key={set.id}
              class={`${set.beside ? "gk-joined-oval" : "gk-joined"}${set.id === (selected.set ?? marked) ? " gk-joined-marked" : ""}`}
              d={linePath(set)}
              fill="none"
              style={{ stroke: playerColour(Math.max(0, players.indexOf(set.nodes[0]!.item.mover))) }}
            />
          ))}
          {drawn.vertices.map(
            (vertex) => vertex.parent && <Limb key={vertex.item.id} vertex={vertex} players={players} />,
          )}
          {drawn.vertices.map((vertex) => (
            <Knob
              key={vertex.item.id}
              vertex={vertex}
              players={players}
              on={vertex.item === selected}
              choose={() => choose(vertex.item.id)}
            />
          ))}
        </svg>
        <div class="gk-hidden">
          <Items id={id} selected={{ item: selected, more: 0 }} />
        </div>
      </div>
      <p class="gk-tree-count gk-quiet">
        {many(drawn.vertices.length, "node")}, {many(ends, "end")}
        {drawn.joined.length > 0 && `, ${many(drawn.joined.length, "information set")} joined`}
      </p>
      <p class="gk-line gk-textbook-copy">
        <button type="button" class="gk-button" onClick={() => svg.current && copy("The SVG", inlined(svg.current))}>
          Copy SVG
        </button>
        <button type="button" class="gk-button" onClick={() => copy("The TikZ code", tikz(drawn, players))}>
          Copy TikZ
        </button>
        <span class="gk-quiet" role="status">
          {copied}
        </span>
      </p>
    </div>
  );
}

function Limb({ vertex, players }: { vertex: Vertex; players: readonly string[] }) {
  const { item, parent, x, y } = vertex;
  const { branch } = item;
  const mover = players.indexOf(parent!.item.mover);
  const share = branch?.probability.value ?? null;
  const never = share === 0;
  const label = labelAt(vertex);
  return (
    <g class={never ? "gk-limb gk-limb-never" : "gk-limb"}>
      <line
        x1={parent!.x}
        y1={parent!.y}
        x2={x}
        y2={y}
        style={{ stroke: never ? "var(--gk-line-2)" : mover < 0 ? "var(--gk-chance)" : playerColour(mover) }}
        stroke-width={never ? 1 : 1.2 + 2.8 * (share ?? 0)}
        stroke-dasharray={never ? "2 4" : undefined}
      />
      <text x={label.x} y={label.y} text-anchor={label.anchor}>
        {branch?.label}
        <tspan class="gk-limb-share" x={label.x} dy="1.15em">
          {branch?.probability.text}
        </tspan>
      </text>
    </g>
  );
}

interface KnobProps {
  vertex: Vertex;
  players: readonly string[];
  on: boolean;
  choose(): void;
}

function Knob({ vertex: { item, x, y }, players, on, choose }: KnobProps) {
  const player = players.indexOf(item.mover);
  return (
    <g class={on ? "gk-knob gk-knob-on" : "gk-knob"} transform={`translate(${x - 10} ${y - 10})`} onClick={choose}>
      {on && <circle class="gk-knob-ring" cx="10" cy="10" r="15" />}
      {item.total === 0 ? (
        <>
          <circle cx="10" cy="10" r="2.5" fill="currentColor" />
          {(item.branch?.payoffs ?? []).map((payoff, index) => (
            <text
              key={index}
              class="gk-knob-paid"
              x="10"
              y={28 + 14 * index}
              text-anchor="middle"
              style={{ fill: playerColour(index) }}
            >
              {payoff.text.replace(/^-/, "−")}
            </text>
          ))}
        </>
      ) : player < 0 ? (
        <rect class="gk-knob-chance" x="4" y="4" width="12" height="12" />
      ) : (
        <>
          <path d={OUTLINES[player % OUTLINES.length]} style={{ fill: playerColour(player) }} />
          <text class="gk-knob-letter" x="10" y={player % OUTLINES.length === 4 ? 16 : 14} text-anchor="middle">
            {letters(players)[player]}
          </text>
        </>
      )}
    </g>
  );
}

const COPIED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font",
  "paint-order",
];

/** The picture with its styles inside, for other programs. */
function inlined(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const pairs = [...svg.querySelectorAll<SVGElement>("*")].map(
    (element, index) => [element, copy.querySelectorAll<SVGElement>("*")[index]!] as const,
  );
  for (const [from, to] of pairs) {
    const style = getComputedStyle(from);
    to.setAttribute("style", COPIED.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
    to.removeAttribute("class");
  }
  return new XMLSerializer().serializeToString(copy);
}
