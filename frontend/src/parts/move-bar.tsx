// A bar of full length divided among moves by their probabilities.
import { coloursOf, drawn, type Colours } from "./colours";

interface Props {
  moves: readonly string[];
  probabilities: readonly number[];
  colours?: Colours;
  /** 0: play by the profile never leads here */
  reach?: number | null;
}

export function MoveBar({ moves, probabilities, colours = coloursOf(moves), reach = null }: Props) {
  return (
    <span
      class={reach === 0 ? "gk-bar gk-unreached" : "gk-bar"}
      style={{ "--gk-parts": gradient(moves, probabilities, colours) }}
      aria-hidden="true"
    />
  );
}

/** Less than this is less than a pixel. */
const VISIBLE = 0.002;

/** The parts as a background, so that a bar is one element however many moves there are. */
export function gradient(moves: readonly string[], probabilities: readonly number[], colours: Colours): string {
  const stops: string[] = [];
  let before = 0;
  for (const { move, value } of drawn(moves, probabilities)) {
    if (value < VISIBLE) continue;
    const end = before + value * 100;
    stops.push(`${colours(move)} ${before.toFixed(3)}% ${end.toFixed(3)}%`);
    before = end;
  }
  return stops.length ? `linear-gradient(to right, ${stops.join(", ")})` : "none";
}
