// The tree: opened step by step, with the selected node in the address.
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import type { Problem } from "../../answers";
import { path } from "../../data/question";
import { ask } from "../../questions";
import { problemsOf } from "../../data/problems";
import { PlayerMark } from "../../parts/player-mark";
import { Problems } from "../../parts/problems";
import { Waiting } from "../../parts/waiting";
import { useRouter, useStudy } from "../../shell/context";
import { Link } from "../../shell/link";
import type { Seen } from "../../shell/views";
import { TreeCanvas } from "./canvas";
import { Details } from "./details";
import type { Led } from "./keys";
import { Opened } from "./model";
import { TextbookPicture } from "./textbook-picture";

/** The maximal number of nodes that one click opens. */
const AT_ONCE = 64;
/** Trees of so many nodes can be drawn from top to bottom, and of so many are at first. */
const SMALL = 130;
const AT_A_GLANCE = 60;
const ROOMY = "(min-width: 700px)";

export function TreeView({ params, query }: Seen) {
  const study = useStudy();
  const router = useRouter();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problems, setProblems] = useState<Problem[] | null>(null);
  const [strayed, setStrayed] = useState<Problem[] | null>(null);
  const [version, grown] = useReducer((count: number, _: void) => count + 1, 0);
  const [fits, fit] = useReducer((count: number, _: void) => count + 1, 0);
  const alive = useRef(true);
  useEffect(() => () => void (alive.current = false), []);

  const wanted = params["node"];
  const set = query.get("set");
  const selected = wanted && opened?.find(wanted) ? wanted : (opened?.root.id ?? "");
  const given = query.get("drawn");
  const choose = (id: string) =>
    router.go(path(study.to("tree", id), { set: set ?? undefined, drawn: given ?? undefined }), "replace");
  const nodes = study.overview.size.nodes ?? Infinity;
  const small = nodes <= SMALL;
  const topDown = small && (given ?? (nodes <= AT_A_GLANCE && matchMedia(ROOMY).matches ? "down" : "aside")) === "down";

  /** Opens nodes, and redraws when they are loaded. */
  async function doing(work: () => Promise<unknown>, also?: () => void) {
    try {
      await work();
      if (!alive.current) return;
      setProblems(null);
      grown();
      also?.();
    } catch (thrown) {
      if (alive.current) setProblems(problemsOf(thrown));
    }
  }

  useEffect(() => {
    void doing(async () => {
      const tree = opened ?? (await Opened.from(study.source));
      const wrong = await lead(tree).catch(problemsOf);
      if (!opened && (wrong || (wanted === undefined && set === null))) await tree.begin();
      if (topDown) await tree.openAll();
      if (!alive.current) return;
      setStrayed(wrong ?? null);
      setOpened(tree);
    });
  }, [wanted, set, topDown]);

  /** Opens what the address names. */
  async function lead(tree: Opened): Promise<undefined> {
    if (set !== null && wanted === undefined) {
      const { belief } = await study.source.answer(ask.readSet(set));
      for (const { node } of belief) await tree.openTo(node);
      if (belief[0]) choose(belief[0].node);
    } else if (wanted !== undefined && !tree.find(wanted)) await tree.openTo(wanted);
  }

  function act(done: NonNullable<Led>) {
    if (!opened) return;
    void doing(async () => {
      if ("open" in done) await opened.open(done.open);
      else if ("more" in done) await opened.more(done.more);
      else if ("toggle" in done) {
        if (done.toggle.open) opened.close(done.toggle);
        else await opened.open(done.toggle);
      }
    });
  }

  if (problems && !opened)
    return (
      <div class="gk-stack">
        <h1>Tree</h1>
        <Problems problems={problems} />
      </div>
    );
  if (!opened) return <Waiting />;
  const item = opened.find(selected) ?? opened.root;
  const whole = topDown && opened.isLoaded();
  return (
    <div class="gk-stack">
      <div class="gk-line">
        <h1>Tree</h1>
        <ul class="gk-legend" aria-label="Colours of the players">
          {study.overview.players.map((name, player) => (
            <li key={name}>
              <PlayerMark player={player} /> <bdi>{name}</bdi>
            </li>
          ))}
          {opened.hasChance() && (
            <li>
              <span class="gk-chance-mark" /> chance
            </li>
          )}
          <li>
            {whole && <span class="gk-oval-mark" />} <span class="gk-join-mark" /> one information set
          </li>
          <li>
            <span class="gk-never-mark" /> never played
          </li>
        </ul>
        <span class="gk-spring" />
        {small && (
          <Link class={topDown ? "gk-button gk-pressed" : "gk-button"} to={path(study.to("tree"), { drawn: topDown ? "aside" : "down" })} replace>
            <span aria-hidden="true">{topDown ? "☑" : "☐"}</span> From top to bottom
            <span class="gk-hidden">{topDown ? " (on)" : " (off)"}</span>
          </Link>
        )}
        <button
          type="button"
          class="gk-button"
          onClick={() => void doing(async () => choose((await opened.likeliest(item)).id))}
        >
          Likeliest play
        </button>
        {!whole && (
          <>
            <button
              type="button"
              class="gk-button"
              onClick={() => void doing(() => opened.deeper(item, AT_ONCE), fit)}
            >
              One level more
            </button>
            <button type="button" class="gk-button" onClick={() => void doing(async () => opened.close(item))}>
              Close
            </button>
          </>
        )}
      </div>
      {problems && <Problems problems={problems} />}
      {strayed && (
        <>
          <Problems problems={strayed} />
          <p>
            Shown instead is <Link to={study.to("tree")}>the start of the tree</Link>.
          </p>
        </>
      )}
      <div class="gk-tree">
        {whole ? (
          <TextbookPicture root={opened.root} selected={item} marked={set} choose={choose} />
        ) : (
          <TreeCanvas
            opened={opened}
            version={version}
            fits={fits}
            selected={item.id}
            marked={set}
            choose={choose}
            act={act}
          />
        )}
        <aside class="gk-panel gk-tree-aside" aria-label="The selected node">
          <Details id={item.id} choose={choose} />
          <p class="gk-quiet gk-keys">
            {whole
              ? "Arrow keys move, Home leads to the start."
              : "Arrow keys move, Enter opens and closes, + and − change the size, 0 shows all. Drag to move; Ctrl and the wheel, or two fingers, change the size."}
          </p>
        </aside>
      </div>
    </div>
  );
}
