// The start page: an introduction, the games, and recent jobs.
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../answers";
import { problem, problemsOf } from "../data/problems";
import { FeaturedGames } from "../desk/featured";
import { openFile } from "../desk/files";
import { GameCards } from "../desk/game-cards";
import { Library } from "../desk/library";
import { RecentJobs } from "../desk/recent-jobs";
import { keptFiles } from "../desk/drafts";
import { games } from "../desk/operations";
import { TourButton } from "../desk/tour";
import { useFetched } from "../desk/use-fetched";
import { ENDINGS } from "../front-ends";
import { Problems } from "../parts/problems";
import { useRouter } from "../shell/context";
import { Link } from "../shell/link";

export function StartView() {
  const router = useRouter();
  const [problems, setProblems] = useState<Problem[]>();
  const known = useFetched(games, "games");
  const [files, setFiles] = useState<string[]>([]);
  useEffect(() => setFiles(keptFiles()), []);

  async function open(file: File | undefined) {
    if (!file) return;
    try {
      router.go(await openFile(file));
    } catch (thrown) {
      setProblems(thrown instanceof Error ? [problem(thrown.message)] : problemsOf(thrown));
    }
  }

  return (
    <div
      class="desk-start"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void open(event.dataTransfer?.files[0]);
      }}
    >
      <header class="desk-hero">
        <h1>From the rules of a game to a certified optimal strategy</h1>
        <p class="desk-lead">
          Pick a game or write one. Galakit solves it, proves how good the answer is, and lets you study it and play
          against it.
        </p>
        <div class="desk-hero-ways">
          <Link to="/edit" class="gk-button gk-primary">
            Write a new game
          </Link>
          <TourButton />
          <label class="gk-button desk-open">
            Open a game file
            <input type="file" accept={ENDINGS.join()} onChange={(event) => void open(event.currentTarget.files?.[0])} />
          </label>
        </div>
        {problems && <Problems problems={problems} />}
        {files.length > 0 && (
          <p class="gk-quiet">
            Opened before:{" "}
            {files.map((file, index) => (
              <>
                {index > 0 && ", "}
                <Link key={file} to={`/edit?file=${encodeURIComponent(file)}`}>
                  {file}
                </Link>
              </>
            ))}
          </p>
        )}
      </header>
      <FeaturedGames games={known.value?.items} />
      <RecentJobs />
      <Library />
      <GameCards of={known} />
    </div>
  );
}
