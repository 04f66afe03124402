// Draws the visible part of a tree.
import { letters, OUTLINES } from "../../parts/player-mark";
import { drawJoins } from "./joins";
import { ROW, type Laid, type Picture } from "./layout";
import { share } from "./model";
import type { Paint } from "./paint";
import type { View } from "./viewport";

export interface Scene {
  picture: Picture;
  view: View;
  width: number;
  height: number;
  paint: Paint;
  players: readonly string[];
  selected: string | null;
  /** the highlighted information set */
  marked: string | null;
}

/** The smallest legible scale of text. */
const READABLE = 0.5;
export const FONT = 11;
/** Pixels of the mark of a player. */
const MARK = 15;

export function draw(context: CanvasRenderingContext2D, scene: Scene): void {
  const { picture, view, width, height, paint } = scene;
  const pixel = context.canvas.width / Math.max(width, 1);
  context.setTransform(pixel, 0, 0, pixel, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(pixel * view.k, 0, 0, pixel * view.k, pixel * view.x, pixel * view.y);
  const seen = {
    left: -view.x / view.k,
    right: (width - view.x) / view.k,
    top: -view.y / view.k - ROW,
    bottom: (height - view.y) / view.k + ROW,
  };
  const inside = (laid: Laid) => laid.y > seen.top && laid.y < seen.bottom && laid.x > seen.left - 150;
  const branches = picture.laid.filter((laid) => laid.parent && crosses(laid, seen));
  const nodes = picture.laid.filter((laid) => inside(laid) && laid.label < seen.right);
  const readable = view.k >= READABLE;
  context.lineCap = "round";
  for (const laid of branches) branch(context, laid, scene);
  drawJoins(context, scene, seen.top, seen.bottom);
  context.textBaseline = "alphabetic";
  for (const laid of nodes) {
    if (readable) label(context, laid, paint);
    node(context, laid, scene, readable);
  }
}

interface Window {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function crosses(laid: Laid, seen: Window): boolean {
  const parent = laid.parent!;
  return (
    Math.min(parent.y, laid.y) < seen.bottom &&
    Math.max(parent.y, laid.y) > seen.top &&
    parent.x < seen.right &&
    laid.x > seen.left
  );
}

function branch(context: CanvasRenderingContext2D, laid: Laid, { paint, players }: Scene): void {
  const parent = laid.parent!;
  const likely = laid.more ? 0 : share(laid.item);
  const middle = (parent.x + laid.label) / 2;
  const mover = players.indexOf(parent.item.mover);
  context.beginPath();
  context.moveTo(parent.x, parent.y);
  context.bezierCurveTo(middle, parent.y, middle, laid.y, laid.label, laid.y);
  context.lineTo(laid.x, laid.y);
  const never = !laid.more && laid.item.branch?.probability.value === 0;
  context.lineWidth = never || laid.more ? 1 : 1 + 4.5 * likely;
  context.setLineDash(never || laid.more ? [2, 4] : []);
  context.strokeStyle = never || laid.more ? paint.line : mover < 0 ? paint.chance : paint.players[mover % 6]!;
  context.globalAlpha = never || laid.more ? 1 : 0.35 + 0.5 * likely;
  context.stroke();
  context.globalAlpha = 1;
  context.setLineDash([]);
}

function label(context: CanvasRenderingContext2D, laid: Laid, paint: Paint): void {
  if (laid.more || !laid.parent) return;
  const never = laid.item.branch?.probability.value === 0;
  context.textAlign = "left";
  context.font = `${FONT}px ${paint.sans}`;
  context.fillStyle = never ? paint.quiet : paint.ink;
  written(context, laid.move, laid.label, laid.y - 7, paint);
  context.textAlign = "right";
  context.fillStyle = paint.quiet;
  written(context, laid.probability, laid.x - 10, laid.y - 7, paint);
}

/** Text with an outline in the background colour, legible above lines. */
function written(context: CanvasRenderingContext2D, text: string, x: number, y: number, paint: Paint): void {
  context.lineWidth = 2.5;
  context.lineJoin = "round";
  context.strokeStyle = paint.paper;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

function node(context: CanvasRenderingContext2D, laid: Laid, scene: Scene, readable: boolean): void {
  const { paint, players, selected } = scene;
  const { item, x, y } = laid;
  context.textAlign = "left";
  if (laid.more) {
    context.font = `${FONT}px ${paint.sans}`;
    context.fillStyle = paint.accent;
    if (readable) written(context, `… ${laid.more.toLocaleString("en")} more`, laid.label, y - 7, paint);
    return;
  }
  const player = players.indexOf(item.mover);
  if (item.id === selected) {
    context.beginPath();
    context.arc(x, y, 11, 0, 2 * Math.PI);
    context.fillStyle = paint.soft;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = paint.focus;
    context.stroke();
  }
  if (item.total === 0) {
    ended(context, laid, scene, readable);
    return;
  }
  context.beginPath();
  if (player < 0) {
    context.rect(x - 4.5, y - 4.5, 9, 9);
    context.fillStyle = paint.paper;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = paint.chance;
    context.stroke();
  } else mark(context, player, x, y, scene);
  if (!item.open && readable) {
    context.font = `${FONT}px ${paint.sans}`;
    context.fillStyle = paint.quiet;
    written(context, `▸ ${item.total}`, x + 12, y + 4, paint);
  }
}

/** Who moves: a shape with a letter. */
function mark(context: CanvasRenderingContext2D, player: number, x: number, y: number, { paint, players }: Scene): void {
  const shape = player % OUTLINES.length;
  context.save();
  context.translate(x - MARK / 2, y - MARK / 2);
  context.scale(MARK / 20, MARK / 20);
  context.fillStyle = paint.players[player % 6]!;
  context.fill(new Path2D(OUTLINES[shape]));
  context.fillStyle = paint.paper;
  context.font = `700 11px ${paint.sans}`;
  context.textAlign = "center";
  context.fillText(letters(players)[player]!, 10, shape === 4 ? 16 : 14);
  context.restore();
}

function ended(context: CanvasRenderingContext2D, laid: Laid, { paint }: Scene, readable: boolean): void {
  const { item, x, y } = laid;
  context.beginPath();
  context.arc(x, y, 2.5, 0, 2 * Math.PI);
  context.fillStyle = paint.quiet;
  context.fill();
  if (!readable) return;
  context.font = `600 ${FONT}px ${paint.sans}`;
  let right = x + 12;
  for (const [player, payoff] of (item.branch?.payoffs ?? []).entries()) {
    const text = payoff.text.replace(/^-/, "−");
    context.fillStyle = paint.players[player % 6]!;
    written(context, text, right, y + 4, paint);
    right += context.measureText(text).width + 10;
  }
}
