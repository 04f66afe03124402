// The page: the whole application, served by `galakit serve`.
import { render } from "preact";
import { RouterContext } from "../shell/context";
import { historyRouter } from "../shell/router";
import { apply, remembered } from "../shell/theme";
import "../styles/all.css";
import "../styles/desk.css";
import { Palette } from "../desk/palette";
import { App } from "./app";

const root = document.documentElement;
root.classList.add("galakit");
apply(root, remembered());
render(
  <RouterContext.Provider value={historyRouter()}>
    <App root={root} />
    <Palette />
  </RouterContext.Provider>,
  document.getElementById("app")!,
);
