"""The functions of the machine that Python calls."""

from __future__ import annotations

from galakit.lang.bytecode.machine import engine, keeping, names, numbering, search, tabling
from galakit.lang.bytecode.native import Library

LIBRARY = Library(
    "machine",
    [
        engine.run,
        keeping.kept_list,
        keeping.kept_structure,
        keeping.mixed,
        keeping.rehash,
        names.enter,
        names.look_up,
        numbering.list_elements,
        numbering.number_words,
        search.begin,
        search.enter_again,
        search.explore,
        search.numbered,
        tabling.replant,
    ],
)
run = LIBRARY.entry(engine.run)
kept_list = LIBRARY.entry(keeping.kept_list)
kept_structure = LIBRARY.entry(keeping.kept_structure)
mixed = LIBRARY.entry(keeping.mixed)
rehash = LIBRARY.entry(keeping.rehash)
enter = LIBRARY.entry(names.enter)
look_up = LIBRARY.entry(names.look_up)
list_elements = LIBRARY.entry(numbering.list_elements)
number_words = LIBRARY.entry(numbering.number_words)
begin = LIBRARY.entry(search.begin)
enter_again = LIBRARY.entry(search.enter_again)
explore = LIBRARY.entry(search.explore)
numbered = LIBRARY.entry(search.numbered)
replant = LIBRARY.entry(tabling.replant)
