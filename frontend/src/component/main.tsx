// One file for reports and notebooks: a report starts by itself, a notebook asks for the default export.
import "./report";

export { embedded } from "./embedded";
export { default } from "./kernel";
export { mount, type Options } from "./mount";
