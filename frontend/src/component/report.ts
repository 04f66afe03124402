// A report: the document contains the answers and a plain summary, which the component replaces.
import { embedded } from "./embedded";
import { mount } from "./mount";

const PLACE = "galakit-report";
const ANSWERS = "galakit-answers";

const place = typeof document === "undefined" ? null : document.getElementById(PLACE);
const answers = place && document.getElementById(ANSWERS);
if (place && answers) {
  place.replaceChildren();
  mount(place, embedded(answers.textContent ?? ""), { places: "hash" });
}
