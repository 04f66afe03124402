// The views every study has, wherever it is shown.
import type { View } from "../shell/views";
import { GridView } from "./grid/grid";
import { HandsView } from "./hands/hands";
import { overviewQuestion, OverviewView } from "./overview/overview";
import { SetView } from "./set/set";
import { SetsView } from "./sets/sets";
import { TreeView } from "./tree/tree";

export const studyViews: readonly View[] = [
  { path: "overview", label: "Overview", title: "Overview", Body: OverviewView, asks: overviewQuestion },
  { path: "grid/:player?", label: "Strategy", title: "Strategy", Body: GridView, fits: (overview) => overview.grids },
  { path: "hands/:player?", label: "Ranges", title: "Ranges", Body: HandsView, fits: (overview) => overview.cards },
  { path: "tree/:node?", label: "Tree", title: "Tree", Body: TreeView },
  { path: "set/:set", within: "grid/:player?", title: "Information set", Body: SetView },
  { path: "sets", within: "grid/:player?", title: "Information sets", Body: SetsView },
];
