// The boards as the player sees them; the squares of moves are tinted by their probability.
import type { Choice, InformationSet } from "../../answers";
import { Boards, type Spot } from "../../parts/board";
import { percent } from "../../parts/numbers";
import { Panel } from "../../parts/panel";
import { textOf } from "../../parts/quantity";
import { useRouter, useStudy } from "../../shell/context";

export function OnBoard({ set }: { set: InformationSet }) {
  const study = useStudy();
  const router = useRouter();
  if (set.boards.length === 0) return null;
  const spots = apart(set.moves).map(({ choice, tint, label, title }): Spot => {
    const next = choice.next_total === 1 ? choice.next[0] : undefined;
    return {
      places: choice.places,
      tint,
      label,
      title,
      colour: "var(--gk-accent)",
      choose: next && (() => router.go(study.to("set", next.set))),
    };
  });
  return (
    <Panel
      title="Board"
      aside={<span class="gk-quiet">{spots.length > 0 && "tinted by how often each move is made"}</span>}
    >
      <Boards boards={set.boards} spots={spots} name={`The board as ${study.overview.players[set.player]} knows it`} />
    </Panel>
  );
}

interface Told {
  choice: Choice;
  tint: number;
  label: string | undefined;
  title: string;
}

/** One mark for each place: moves that end on the same square are told together. */
export function apart(choices: readonly Choice[]): Told[] {
  const ending = new Map<string, Choice[]>();
  for (const choice of choices) {
    const place = choice.places.at(-1);
    if (!place) continue;
    const key = `${place.board} ${place.column} ${place.row} ${place.line ?? ""}`;
    ending.set(key, [...(ending.get(key) ?? []), choice]);
  }
  return [...ending.values()].map((together) => {
    const tint = together.reduce((sum, choice) => sum + (choice.probability.value ?? 0), 0);
    return {
      choice: together[0]!,
      tint,
      label: tint > 0 ? percent(tint) : together.every(({ best }) => !best) ? valued(together[0]!) : undefined,
      title: together
        .map((choice) => `${choice.label}: ${textOf(choice.probability)}, worth ${textOf(choice.value)}`)
        .join("; "),
    };
  });
}

/** What a move that is never made is worth. */
const valued = ({ value }: Choice): string | undefined => (value.value === null ? undefined : textOf(value));
