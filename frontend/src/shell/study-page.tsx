// A study: its name, links to its views, and the current view.
import type { ComponentType } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ofEquilibrium } from "../data/equilibrium";
import { path } from "../data/question";
import { ask } from "../questions";
import type { Source } from "../data/source";
import { useAnswer } from "../data/use-answer";
import { Astray } from "../parts/astray";
import { Problems } from "../parts/problems";
import { titleOf } from "../parts/titles";
import { Waiting } from "../parts/waiting";
import { StudyContext, studyOf, usePlace, useRouter, type Study } from "./context";
import { meantInStudy } from "./guesses";
import { Link } from "./link";
import { Flip } from "./equilibria";
import { Finder } from "./finder";
import { Page } from "./page";
import { find, type View } from "./views";

interface Props {
  root: HTMLElement;
  whole: boolean;
  source: Source;
  views: readonly View[];
  /** `/jobs/7` on a server */
  base?: string;
  job?: string;
  /** stands below every view */
  Below?: ComponentType;
}

export function StudyPage({ root, whole, source: given, views, base = "", job, Below }: Props) {
  const [equilibrium, flip] = useState(1);
  const source = useMemo(() => ofEquilibrium(given, equilibrium), [given, equilibrium]);
  const overview = useAnswer(source, ask.readOverview());
  const { path: at, query } = usePlace();
  const below = at.slice(base.length).replace(/^\/+/, "");
  const study = useMemo(
    () => (overview.value ? studyOf(source, (number) => ofEquilibrium(given, number), overview.value, base, job, flip) : null),
    [source, overview.value, base, job],
  );
  const found = find(views, below || "overview");
  // At once, side by side with the overview.
  useMemo(() => {
    const asked = found?.view.asks?.({ params: found.params, query });
    if (asked) void source.reply(asked);
  }, [source]);
  if (!study) {
    return (
      <Page root={root} whole={whole} title="">
        {overview.problems ? <Problems problems={overview.problems} again={overview.again} /> : <Waiting />}
      </Page>
    );
  }
  const meant = found ? undefined : meantInStudy(below);
  return (
    <StudyContext.Provider value={study}>
      <Page
        root={root}
        whole={whole}
        title={found ? `${found.view.title} · ${titleOf(study.overview.game)}` : titleOf(study.overview.game)}
        head={
          <>
            <Name study={study} />
            <Flip />
          </>
        }
        nav={<Ways study={study} views={views} here={found?.view} whole={whole} />}
      >
        {equilibrium > 1 && found?.view.first && (
          <p class="gk-problem gk-problem-warning">This view is about equilibrium 1, whichever is shown elsewhere.</p>
        )}
        {found ? (
          <found.view.Body params={found.params} query={query} />
        ) : (
          <NoView study={study} views={views} below={below} meant={meant} />
        )}
        {Below && <Below />}
      </Page>
    </StudyContext.Provider>
  );
}

interface NoViewProps {
  study: Study;
  views: readonly View[];
  /** what stands in the address */
  below: string;
  /** which view that may mean */
  meant: string | undefined;
}

function NoView({ study, views, below, meant }: NoViewProps) {
  const router = useRouter();
  useEffect(() => {
    if (meant !== undefined) router.go(`${study.base}/${meant}`, "replace");
  }, [meant]);
  if (meant !== undefined) return null;
  return (
    <Astray
      title="There is no such view"
      ways={views.flatMap((view) => (view.label ? [{ to: study.to(...homeOf(view)), words: view.label }] : []))}
    >
      <p>
        A solution has no view <span class="gk-facts">{below}</span>; these are the ones it has:
      </p>
    </Astray>
  );
}

/** The target of a view's label. */
const homeOf = (view: View): string[] => (view.home ?? view.path.replace(/\/:.*$/, "")).split("/");

function Name({ study }: { study: Study }) {
  const params = Object.entries(study.overview.params);
  return (
    <p class="gk-name">
      <Link to={study.to("overview")} class="gk-name-game">
        {titleOf(study.overview.game)}
      </Link>
      {params.length > 0 && (
        <span class="gk-name-params">{params.map(([name, value]) => `${name}=${value}`).join("  ")}</span>
      )}
    </p>
  );
}

/** The address of a found information set: its page, or its nodes in the tree. */
const inList = (study: Study) => (set: string) => study.to("set", set);
const inTree = (study: Study) => (set: string) => path(study.to("tree"), { set });

interface WaysProps {
  study: Study;
  views: readonly View[];
  here: View | undefined;
  whole: boolean;
}

function Ways({ study, views, here, whole }: WaysProps) {
  return (
    <div class="gk-ways">
      <nav aria-label="Views of the study">
        <ul>
          {views
            .filter((view) => view.label && (view.fits?.(study.overview) ?? true))
            .map((view) => {
              return (
                <li key={view.path}>
                  <Link
                    to={study.to(...homeOf(view))}
                    aria-current={view === here ? "page" : view.path === here?.within ? "true" : undefined}
                  >
                    {view.label}
                  </Link>
                </li>
              );
            })}
        </ul>
      </nav>
      {study.overview.searchable && (
        <Finder place={here?.path.startsWith("tree") ? inTree(study) : inList(study)} shortcut={whole} />
      )}
    </div>
  );
}
