// The study of a job: as long as there is one and it is solved. Most are, so it is asked without waiting to hear of it.
import { useEffect, useMemo } from "preact/hooks";
import { askJob } from "../data/api";
import { sourceOf } from "../data/source";
import { Gone } from "../desk/gone";
import { LockBar } from "../desk/lock/bar";
import { Tour } from "../desk/tour";
import { useStanding } from "../desk/use-standing";
import { Waiting } from "../parts/waiting";
import { useRouter } from "../shell/context";
import { Page } from "../shell/page";
import { StudyPage } from "../shell/study-page";
import { jobViews } from "../views/desk";
import { studyViews } from "../views/study";

const VIEWS = [...studyViews, ...jobViews];

const Below = () => (
  <>
    <LockBar />
    <Tour />
  </>
);

export function StudyOfJob({ root, id }: { root: HTMLElement; id: string }) {
  const router = useRouter();
  const { job, gone, look } = useStanding(id);
  const base = `/jobs/${encodeURIComponent(id)}`;
  const source = useMemo(() => {
    const ask = askJob(id);
    return sourceOf(async (path) => {
      try {
        return await ask(path);
      } catch (thrown) {
        await look(); // it may be gone, or not solved: then there is something else to show
        throw thrown;
      }
    });
  }, [id]);
  const unsolved = job !== undefined && job.state !== "solved" && !gone;
  useEffect(() => {
    if (unsolved) router.go(base, "replace");
  }, [unsolved]);

  if (!gone && !unsolved)
    return <StudyPage root={root} whole source={source} views={VIEWS} base={base} job={id} Below={Below} />;
  return (
    <Page root={root} whole title={gone ? "No such job" : ""}>
      {gone ? <Gone id={id} job={job} /> : <Waiting words="Opening the solution" />}
    </Page>
  );
}
