"""Libraries in Gala's own Prolog; `:- use(library(name)).` loads one."""
