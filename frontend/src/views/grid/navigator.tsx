// The way to a public situation as a strip: each step opens a menu of what else can happen there, with how often it does.
import { useEffect, useState } from "preact/hooks";
import type { PublicSituation } from "../../answers";
import type { Source } from "../../data/source";
import { ask } from "../../questions";
import { Drawn } from "../../parts/glyphs";
import { percent } from "../../parts/numbers";
import { useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import { OPEN, stepsOf, type Step } from "./steps";

/** So many situations are loaded, those with the fewest facts; where there are more, what chance shows is left open. */
const MOST = 600;
/** Of more, the first step needs only those with the fewest facts. */
const FIRST = 100;

interface Props {
  player: number;
  situation: PublicSituation | undefined;
  to: (situation: string) => string;
}

export function Navigator({ player, situation, to }: Props) {
  const { source } = useStudy();
  const [all, setAll] = useState<{ player: number; items: PublicSituation[] }>();
  const merged = situation?.facts.some((fact) => OPEN.test(fact)) ?? false;
  useEffect(() => {
    let here = true;
    void listed(source, player, merged, situation ? MOST : FIRST).then((items) => here && setAll({ player, items }));
    return () => void (here = false);
  }, [source, player, merged, situation === undefined]);
  if (!all || all.player !== player || all.items.length < 3) return null;
  const steps = stepsOf(all.items, situation?.facts ?? []);
  return (
    <nav class="gk-steps" aria-label="The way here">
      <span class="gk-quiet">start</span>
      {steps.map((step, index) => (
        <Choice key={`${situation?.id} ${index}`} step={step} to={to} />
      ))}
    </nav>
  );
}

function Choice({ step: { taken, options }, to }: { step: Step; to: (situation: string) => string }) {
  return (
    <details class={taken ? "gk-step gk-step-taken" : "gk-step"} name="gk-step">
      <summary>
        {taken ? <Drawn words={taken.words} look={taken.look} /> : "then …"}
        <span class="gk-hidden"> (other ways)</span>
      </summary>
      <ul>
        {options.map((option) => (
          <li key={option.words}>
            <Link to={to(option.situation)} class={option.share === 0 ? "gk-dim" : undefined}>
              <Drawn words={option.words} look={option.look} />
              <span class="gk-number">{option.share === null ? "" : option.share === 0 ? "never" : percent(option.share)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

async function listed(source: Source, player: number, aggregate: boolean, most: number): Promise<PublicSituation[]> {
  const items: PublicSituation[] = [];
  for (;;) {
    const { value } = await source.reply(ask.listSituations(player, { aggregate, offset: items.length }));
    if (!value) return [];
    if (value.total > MOST && !aggregate) return listed(source, player, true, most);
    items.push(...value.items);
    if (!value.items.length || items.length >= (value.total > MOST ? most : value.total)) return items;
  }
}
