// The page of a server: views of its own, and the studies of its jobs.
import { useEffect } from "preact/hooks";
import { Astray } from "../parts/astray";
import { usePlace, useRouter } from "../shell/context";
import { meantOnPage } from "../shell/guesses";
import { Page } from "../shell/page";
import { decode, find } from "../shell/views";
import { pageViews } from "../views/desk";
import { StudyOfJob } from "./study-of-job";

const STUDY = /^\/jobs\/([^/]+)\/./;

export function App({ root }: { root: HTMLElement }) {
  const router = useRouter();
  const { path, query } = usePlace();
  const job = STUDY.exec(path)?.[1];
  const found = job ? undefined : find(pageViews, path);
  const meant = job || found ? undefined : meantOnPage(path);
  useEffect(() => {
    if (meant) router.go(meant, "replace");
  }, [meant]);

  if (job) return <StudyOfJob key={job} root={root} id={decode(job)} />;
  return (
    <Page root={root} whole title={found?.view.title ?? "Not found"}>
      {found ? (
        <found.view.Body params={found.params} query={query} />
      ) : (
        !meant && (
          <Astray
            title="Nothing is here"
            ways={[
              { to: "/", words: "To the games and jobs" },
              { to: "/edit", words: "Write a new game" },
            ]}
          >
            <p>
              The page has no address <span class="gk-facts">{path}</span>.
            </p>
          </Astray>
        )
      )}
    </Page>
  );
}
