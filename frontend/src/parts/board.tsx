// A board and what stands on it. Moves are shown where they are made: a tint by their probability, a label, a click.
import type { Board, Line, Place, Standing } from "../answers";
import { playerColour } from "./colours";
import { SIDE, Shape } from "./shapes";

/** A move on a board. */
export interface Spot {
  places: readonly Place[];
  /** how strongly its last place is tinted, from 0 to 1 */
  tint: number;
  colour: string;
  /** on the square */
  label?: string | undefined;
  /** beside the pointer */
  title: string;
  choose?: (() => void) | undefined;
}

interface Props {
  board: Board;
  spots?: readonly Spot[];
  /** what it shows, for those who do not see it */
  name: string;
  /** how large it is, at most 1 */
  scale?: number;
}

/** Pixels of a square at most, and of a whole board. */
const LARGEST = 56;
const WIDEST = 420;
/** of several boards beside each other */
const SEVERAL = 0.8;
const MARGIN = 18;
const ROOT3 = Math.sqrt(3);

export function BoardPicture({ board, spots = [], name, scale = 1 }: Props) {
  const form = FORMS[board.shape](board);
  const square = Math.min(LARGEST, WIDEST / Math.max(board.columns.length, board.rows.length)) * scale;
  const [width, height] = form.size;
  const here = spots.filter((spot) => spot.places.some((place) => place.board === board.name));
  return (
    <figure class="gk-board">
      {board.name && <figcaption>{board.name}</figcaption>}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ width: `${(width * square) / SIDE}px` }}
        role="img"
        aria-label={`${board.name ? `${board.name}: ` : ""}${name}; ${saidOf(board)}`}
      >
        {form.ground}
        {here.map((spot, index) => (
          <Tint key={index} spot={spot} board={board} form={form} />
        ))}
        {(board.squares ?? []).map((standing) => (
          <On key={standing.name} standing={standing} at={form.at(standing.column, standing.row)} />
        ))}
        {(board.lines ?? []).map((line, index) => (
          <Drawn key={index} line={line} form={form} />
        ))}
        {here.map((spot, index) => (
          <Label key={index} spot={spot} board={board} form={form} />
        ))}
      </svg>
    </figure>
  );
}

/** All boards of a game beside each other. */
export function Boards({ boards, spots, name, scale }: Omit<Props, "board"> & { boards: readonly Board[] }) {
  if (boards.length === 0) return null;
  return (
    <div class="gk-boards">
      {boards.map((board) => (
        <BoardPicture
          key={board.name}
          board={board}
          name={name}
          {...(spots ? { spots } : {})}
          scale={scale ?? (boards.length > 1 ? SEVERAL : 1)}
        />
      ))}
    </div>
  );
}

/** What stands where, in words. */
export function saidOf(board: Board): string {
  if (board.shape === "heaps") {
    const high = board.columns.map((_, column) => board.squares?.filter((thing) => thing.column === column).length ?? 0);
    return `heaps of ${high.join(", ")}`;
  }
  const standing = (board.squares ?? []).map(
    ({ name, piece, marks = [] }) => [piece?.name, ...marks].filter(Boolean).join(", ") + ` on ${name}`,
  );
  const lines = board.lines?.length ? [`${board.lines.length} lines`] : [];
  return [...standing, ...lines].join(", ") || "empty";
}

// -- shapes of boards ---------------------------------------------------------------------------------------------------

interface Form {
  size: readonly [number, number];
  /** squares, nodes and their names */
  ground: preact.ComponentChildren;
  /** the corner of the square in which something stands */
  at(column: number, row: number): readonly [number, number];
  /** the outline of a place to tint */
  outline(column: number, row: number): string;
}

/** How many rows stand above a row. */
const above = ({ rows, top }: Board, row: number): number => (top ? row : rows.length - 1 - row);

function grid(board: Board): Form {
  const { columns, rows } = board;
  const at = (column: number, row: number) => [MARGIN + column * SIDE, above(board, row) * SIDE + 1] as const;
  const outline = (column: number, row: number) => {
    const [x, y] = at(column, row);
    return `M${x} ${y}h${SIDE}v${SIDE}h${-SIDE}z`;
  };
  return {
    size: [MARGIN + columns.length * SIDE + 2, rows.length * SIDE + MARGIN],
    at,
    outline,
    ground: (
      <>
        {rows.flatMap((_, row) =>
          columns.map((_, column) => (
            <path
              key={`${column},${row}`}
              class={(column + row) % 2 ? "gk-field" : "gk-field gk-field-dark"}
              d={outline(column, row)}
            />
          )),
        )}
        <Names board={board} at={at} below={rows.length * SIDE + 14} />
      </>
    ),
  };
}

function Names({ board, at, below }: { board: Board; at: Form["at"]; below: number }) {
  const first = board.top ? board.rows.length - 1 : 0;
  return (
    <>
      {board.columns.map((name, column) => (
        <text key={name} class="gk-field-name" x={at(column, first)[0] + SIDE / 2} y={below} text-anchor="middle">
          {name}
        </text>
      ))}
      {board.rows.map((name, row) => {
        const [x, y] = at(0, row);
        return (
          <text key={name} class="gk-field-name" x={x - 5} y={y + SIDE / 2 + 4} text-anchor="end">
            {name}
          </text>
        );
      })}
    </>
  );
}

/** Pointed hexagons; each row stands half a hexagon to the right of the one above it. */
function hexes(board: Board): Form {
  const { columns, rows } = board;
  const side = SIDE / ROOT3;
  const at = (column: number, row: number) =>
    [MARGIN + column * SIDE + (above(board, row) * SIDE) / 2, above(board, row) * side * 1.5 + 1] as const;
  const outline = (column: number, row: number) => {
    const [x, y] = at(column, row);
    const half = SIDE / 2;
    return `M${x + half} ${y}l${half} ${side / 2}v${side}l${-half} ${side / 2}l${-half} ${-side / 2}v${-side}z`;
  };
  const height = (rows.length - 1) * side * 1.5 + 2 * side;
  return {
    size: [MARGIN + (columns.length + (rows.length - 1) / 2) * SIDE + 2, height + MARGIN],
    at: (column, row) => {
      const [x, y] = at(column, row);
      return [x, y + side - SIDE / 2];
    },
    outline,
    ground: (
      <>
        {rows.flatMap((_, row) =>
          columns.map((_, column) => <path key={`${column},${row}`} class="gk-field" d={outline(column, row)} />),
        )}
        <Names
          board={board}
          at={(column, row) => [at(column, row)[0], at(column, row)[1] + side - SIDE / 2]}
          below={height + 14}
        />
      </>
    ),
  };
}

function dots(board: Board): Form {
  const { columns, rows } = board;
  const at = (column: number, row: number) =>
    [MARGIN / 2 + column * SIDE, above(board, row) * SIDE + MARGIN / 2] as const;
  return {
    size: [columns.length * SIDE + MARGIN, rows.length * SIDE + MARGIN],
    at,
    outline: (column, row) => {
      const [x, y] = at(column, row);
      return `M${x} ${y}h${SIDE}v${SIDE}h${-SIDE}z`;
    },
    ground: Array.from({ length: (columns.length + 1) * (rows.length + 1) }, (_, index) => {
      const column = index % (columns.length + 1);
      const row = Math.floor(index / (columns.length + 1));
      return (
        <circle
          key={index}
          class="gk-dot-corner"
          cx={MARGIN / 2 + column * SIDE}
          cy={MARGIN / 2 + row * SIDE}
          r="3.500"
        />
      );
    }),
  };
}

/** Nodes on a circle. */
function graph(board: Board): Form {
  const nodes = board.columns;
  const radius = Math.max(60, (nodes.length * SIDE * 1.2) / (2 * Math.PI));
  const middle = radius + SIDE / 2 + 2;
  const centre = (node: number) => {
    const angle = (2 * Math.PI * node) / nodes.length - Math.PI / 2;
    return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)] as const;
  };
  const disc = SIDE * 0.44;
  return {
    size: [2 * middle, 2 * middle],
    at: (node) => {
      const [x, y] = centre(node);
      return [x - SIDE / 2, y - SIDE / 2];
    },
    outline: (node) => {
      const [x, y] = centre(node);
      return `M${x - disc} ${y}a${disc} ${disc} 0 1 0 ${2 * disc} 0a${disc} ${disc} 0 1 0 ${-2 * disc} 0`;
    },
    ground: (
      <>
        {(board.links ?? []).map(([one, other], index) => {
          const [from, to] = [centre(one), centre(other)];
          return <line key={index} class="gk-link-line" x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />;
        })}
        {nodes.map((name, node) => {
          const [x, y] = centre(node);
          return (
            <g key={name}>
              <circle class="gk-field" cx={x} cy={y} r={disc} />
              <text class="gk-field-name" x={x} y={y + 4} text-anchor="middle">
                {name}
              </text>
            </g>
          );
        })}
      </>
    ),
  };
}

/** Things on top of each other, heap beside heap. */
function heaps(board: Board): Form {
  const { columns, rows } = board;
  const at = (column: number, row: number) => [column * SIDE + 1, (rows.length - 1 - row) * SIDE + 1] as const;
  const ground = rows.length * SIDE + 2;
  return {
    size: [columns.length * SIDE + 2, ground + 2],
    at,
    outline: (column, row) => {
      const [x, y] = at(column, row);
      return `M${x} ${y}h${SIDE}v${SIDE}h${-SIDE}z`;
    },
    ground: columns.map((name, column) => (
      <line key={name} class="gk-heap-ground" x1={at(column, 0)[0] + 4} x2={at(column + 1, 0)[0] - 4} y1={ground} y2={ground} />
    )),
  };
}

const FORMS: Record<Board["shape"], (board: Board) => Form> = { grid, hexes, dots, graph, heaps };

// -- what stands on them -------------------------------------------------------------------------------------------------

function On({ standing: { piece, marks = [] }, at: [x, y] }: { standing: Standing; at: readonly [number, number] }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {piece && <Shape piece={piece} />}
      {marks.map((mark, index) => (
        <g key={index} transform={piece ? `translate(${SIDE * 0.5} 0) scale(0.5)` : undefined}>
          <Shape piece={{ type: "piece", name: mark, shape: MARKS[mark] ?? "", player: null }} />
        </g>
      ))}
    </g>
  );
}

/** What marks on squares look like; others are words. */
const MARKS: Record<string, string> = {
  hit: "hit",
  sunk: "hit",
  water: "water",
  miss: "water",
  missed: "water",
  tried: "·",
};

function Drawn({ line, form }: { line: Line; form: Form }) {
  const [from, to] = ends(line, form);
  const colour = line.player === null || line.player === undefined ? "var(--gk-ink)" : playerColour(line.player);
  return <line class="gk-drawn-line" x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} style={{ stroke: colour }} />;
}

/** The ends of a line from a corner to the right or upwards: corners are counted from the bottom. */
function ends({ column, row, across }: Line, form: Form): [readonly [number, number], readonly [number, number]] {
  const [x, y] = form.at(column, row);
  const corner = [x, y + SIDE] as const; // the lower left corner of the box
  return [corner, across ? [x + SIDE, y + SIDE] : [x, y]];
}

// -- moves ----------------------------------------------------------------------------------------------------------------

interface SpotProps {
  spot: Spot;
  board: Board;
  form: Form;
}

/** The place where a move ends. */
const target = ({ places }: Spot, board: Board): Place | undefined =>
  places.filter((place) => place.board === board.name).at(-1);

function Tint({ spot, board, form }: SpotProps) {
  const place = target(spot, board);
  if (!place) return null;
  if (place.line) {
    const [from, to] = ends({ column: place.column, row: place.row, across: place.line === "across" }, form);
    return (
      <line
        class="gk-line-tint"
        x1={from[0]}
        y1={from[1]}
        x2={to[0]}
        y2={to[1]}
        style={{ stroke: spot.colour, opacity: 0.12 + 0.88 * spot.tint }}
      />
    );
  }
  return <path d={form.outline(place.column, place.row)} style={{ fill: spot.colour, opacity: 0.75 * spot.tint }} />;
}

function Label({ spot, board, form }: SpotProps) {
  const place = target(spot, board);
  if (!place) return null;
  const [x, y] = form.at(place.column, place.row);
  const line = place.line
    ? ends({ column: place.column, row: place.row, across: place.line === "across" }, form)
    : undefined;
  return (
    <g class={spot.choose ? "gk-spot gk-spot-live" : "gk-spot"} onClick={spot.choose}>
      <title>{spot.title}</title>
      {line ? (
        <line class="gk-spot-target" x1={line[0][0]} y1={line[0][1]} x2={line[1][0]} y2={line[1][1]} />
      ) : (
        <path class="gk-spot-target" d={form.outline(place.column, place.row)} />
      )}
      {spot.label && !line && (
        <text class="gk-spot-label" x={x + SIDE / 2} y={y + SIDE / 2 + 4} text-anchor="middle">
          {spot.label}
        </text>
      )}
    </g>
  );
}
