"""The functions of the machine that Python calls."""

from __future__ import annotations

from galakit.lang.bytecode.machine import engine, keeping, names, numbering, search, states, trie
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
        numbering.number_again,
        numbering.number_of,
        search.explore,
        states.add_state,
        states.begin,
        states.enter_again,
        trie.replant,
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
number_again = LIBRARY.entry(numbering.number_again)
number_of = LIBRARY.entry(numbering.number_of)
explore = LIBRARY.entry(search.explore)
add_state = LIBRARY.entry(states.add_state)
begin = LIBRARY.entry(states.begin)
enter_again = LIBRARY.entry(states.enter_again)
replant = LIBRARY.entry(trie.replant)
