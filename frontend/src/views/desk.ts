// The views only a server has: those of the page, and those of a study that need a job.
import type { View } from "../shell/views";
import { CompareView } from "./compare";
import { ConceptsView } from "./concepts/concepts";
import { DynamicsView } from "./dynamics/dynamics";
import { EditView } from "./edit";
import { GameView } from "./game";
import { JobView } from "./job";
import { LockView } from "./lock";
import { MistakesView } from "./mistakes";
import { PlayView } from "./play";
import { RulesView } from "./rules";
import { SimulateView } from "./simulate";
import { StartView } from "./start";
import { SweepsView, SweepView } from "./sweep";
import { TrainView } from "./train";

/** Found below `/`: `games/kuhn`, `edit`, `jobs/7`. */
export const pageViews: readonly View[] = [
  { path: "", title: "Games", Body: StartView },
  { path: "games/:game", title: "Game", Body: GameView },
  { path: "edit", title: "Rules", Body: EditView },
  { path: "jobs/:job", title: "Solving", Body: JobView },
  { path: "studies", title: "Studies", Body: SweepsView },
  { path: "studies/:study", title: "Study", Body: SweepView },
];

/** Found below a study: `play`, `compare`. */
export const jobViews: readonly View[] = [
  { path: "play", label: "Play", title: "Play", Body: PlayView, first: true },
  {
    path: "train",
    label: "Train",
    title: "Train",
    Body: TrainView,
    first: true,
    fits: (overview) => overview.dealt,
  },
  { path: "lock", label: "Lock", title: "Lock", Body: LockView, first: true, fits: (overview) => overview.lockable },
  { path: "compare", label: "Compare", title: "Compare", Body: CompareView, first: true },
  { path: "simulate", label: "Simulate", title: "Simulate", Body: SimulateView, first: true },
  { path: "mistakes", label: "Mistakes", title: "Mistakes", Body: MistakesView, fits: (overview) => overview.listed },
  { path: "dynamics", label: "Dynamics", title: "Dynamics", Body: DynamicsView, fits: (overview) => overview.listed },
  { path: "concepts", label: "Concepts", title: "Concepts", Body: ConceptsView, fits: (overview) => overview.listed },
  { path: "rules", label: "Rules", title: "Rules", Body: RulesView },
];
