// The locks, and what to do with them: re-solve around them, or exploit them.
import { useState } from "preact/hooks";
import type { Job, Order, Problem } from "../../answers";
import { problemsOf } from "../../data/problems";
import { Panel } from "../../parts/panel";
import { Press } from "../../parts/press";
import { Problems } from "../../parts/problems";
import { othersDo } from "../../parts/prose";
import { useRouter, useStudy } from "../../shell/context";
import type { Basket } from "./basket";
import { Locks } from "./locks";
import { resolve } from "./resolve";

interface Props {
  job: Job;
  basket: Basket;
  /** whether an information set is open beside this */
  chosen: boolean;
}

export function Ordering({ job, basket, chosen }: Props) {
  const router = useRouter();
  const [problems, setProblems] = useState<Problem[]>();
  const [busy, setBusy] = useState(false);

  async function send(more?: Partial<Order>) {
    setBusy(true);
    setProblems(undefined);
    try {
      router.go(await resolve(job, basket.locks, more));
    } catch (thrown) {
      setProblems(problemsOf(thrown));
      setBusy(false);
    }
  }

  return (
    <Panel title="Locked">
      <div class="gk-stack">
        <div role="status">
          {basket.locks.length ? (
            <Locks locks={basket.locks} remove={basket.remove} />
          ) : (
            <p class="gk-quiet">Nothing yet. {chosen ? "Set what is played here." : "Choose an information set."}</p>
          )}
        </div>
        {basket.locks.length > 0 && (
          <div class="desk-orders">
            <div>
              <Press primary unable={busy} press={() => void send()}>
                Re-solve
              </Press>
              <p class="gk-quiet">All players know the locks and adapt to them.</p>
            </div>
            <Exploit basket={basket} busy={busy} send={(as_player) => void send({ against: job.id, as_player })} />
          </div>
        )}
        {problems && <Problems problems={problems} />}
      </div>
    </Panel>
  );
}

function Exploit({ basket, busy, send }: { basket: Basket; busy: boolean; send(player: string): void }) {
  const { players } = useStudy().overview;
  const locked = new Set(basket.locks.map(({ player }) => player));
  const [chosen, setChosen] = useState<string>();
  const exploiter = chosen ?? players.find((player) => !locked.has(player)) ?? players[0]!;
  return (
    <div>
      <span class="gk-line">
        <Press unable={busy} press={() => send(exploiter)}>
          Exploit
        </Press>
        <label class="gk-line gk-quiet">
          as
          <select class="gk-input" value={exploiter} onChange={(event) => setChosen(event.currentTarget.value)}>
            {players.map((player) => (
              <option key={player}>{player}</option>
            ))}
          </select>
        </label>
      </span>
      <p class="gk-quiet">
        {exploiter} plays a best response; {othersDo(players, exploiter, "play")} this solution with the locks,
        without adapting.
        {locked.has(exploiter) && ` Locks of ${exploiter} are ignored: the responder is free.`}
      </p>
    </div>
  );
}
