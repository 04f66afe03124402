// A chart's edge: axes with numbers, faint lines across, as wide as there is room.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useWidth } from "../../parts/use-width";
import type { Scale } from "./scale";

const NARROWEST = 220;
const MARGIN = { left: 56, right: 16, top: 12, bottom: 40 };

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface FrameProps {
  /** what is seen, in one sentence */
  label: string;
  height: number;
  xTitle: string;
  yTitle: string;
  /** a point that stands out; it may reach over the edge, as nothing else does */
  mark: readonly [number, number];
  scales(box: Box): { x: Scale; y: Scale };
  children(x: Scale, y: Scale, box: Box): ComponentChildren;
}

export function Frame({ label, height, xTitle, yTitle, mark, scales, children }: FrameProps) {
  const [ref, room] = useWidth<HTMLDivElement>();
  const width = Math.max(room, NARROWEST);
  const inside = useId();
  const box = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const { x, y } = scales(box);
  return (
    <div class="desk-chart" ref={ref}>
      <svg role="img" aria-label={label} width={width} height={height}>
        {y.ticks.map(({ value, label: words }) => (
          <g key={value} class="desk-tick">
            <line x1={box.left} x2={box.right} y1={y.at(value)} y2={y.at(value)} />
            <text x={box.left - 8} y={y.at(value)} dy="0.32em" text-anchor="end">
              {words}
            </text>
          </g>
        ))}
        {x.ticks.map(({ value, label: words }) => (
          <text key={value} class="desk-tick" x={x.at(value)} y={box.bottom + 16} text-anchor="middle">
            {words}
          </text>
        ))}
        <line class="desk-axis" x1={box.left} x2={box.right} y1={box.bottom} y2={box.bottom} />
        <text class="desk-title" x={box.right} y={height - 4} text-anchor="end">
          {xTitle}
        </text>
        <text
          class="desk-title"
          transform={`translate(12 ${(box.top + box.bottom) / 2}) rotate(-90)`}
          text-anchor="middle"
        >
          {yTitle}
        </text>
        <clipPath id={inside}>
          <rect x={box.left} y={box.top} width={box.right - box.left} height={box.bottom - box.top} />
        </clipPath>
        <g clip-path={`url(#${inside})`}>{children(x, y, box)}</g>
        <circle class="desk-point" cx={x.at(mark[0])} cy={y.at(mark[1])} r={4} />
      </svg>
    </div>
  );
}
