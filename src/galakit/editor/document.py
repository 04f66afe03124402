"""A program in an editor: the name at an offset, its definition, and completions there.

>>> text = "game(coin, [params : [sides = 2], flow : (choose(nature, X, between(1, $sides, X)), end)])."
>>> document = Document("coin.gala", text)
>>> document.definition(text.index("sides, X")).detail
'sides = 2'
>>> print(document.hover(text.index("choose"))[0].splitlines()[1])
choose(Player, Template, Constraint)
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from galakit.editor import libraries
from galakit.editor.definitions import Definition, Kind, Scan, scan
from galakit.editor.vocabulary import BUILT_INS, DECLARATIONS, STATE, STATEMENTS, Word
from galakit.errors import Diagnostic, GalakitError, Source
from galakit.lang.gala.compile import check
from galakit.lang.reader import read

STORED: tuple[Kind, ...] = ("formal", "parameter", "variable", "object")  # what `$name` can be
CALLED: tuple[Kind, ...] = ("gameflow", "predicate", "phase", "game")
SHOWN = {
    "player": "player",
    "parameter": "parameter",
    "variable": "Gala variable",
    "object": "object",
    "formal": "formal parameter",
}


@dataclass(frozen=True)
class Name:
    """A name in the text: how many arguments follow it, and whether it is a Gala variable that is read or set."""

    text: str
    arity: int
    stored: bool
    start: int
    end: int


@dataclass(frozen=True)
class Completion:
    """Something that could be written here."""

    label: str
    kind: Kind | str
    detail: str
    documentation: str = ""


class Document:
    """A text with queries about it. It is immutable: an edit makes a new document."""

    def __init__(self, path: str, text: str) -> None:
        self.source = Source(path, text)
        self.folder = Path(path).parent if Path(path).is_absolute() else None

    @cached_property
    def scan(self) -> Scan:
        return scan(self.source)

    @cached_property
    def library_predicates(self) -> list[Definition]:
        return libraries.predicates(self.scan.libraries, self.folder)

    def diagnostics(self) -> list[Diagnostic]:
        """What `galakit check` says; a library is only read."""
        if self.source.name.endswith(".pl"):
            return read(self.source)[1]
        try:
            return check(self.source).sorted_problems()
        except GalakitError as error:
            return list(error.diagnostics)

    # -- names and definitions ----------------------------------------------------------------------------------------

    def name_at(self, offset: int) -> Name | None:
        """The name that contains or ends at an offset."""
        tokens = self.scan.tokens
        i = bisect_right(tokens, offset, key=lambda token: token.start) - 1
        if (
            i > 0
            and (tokens[i].kind in ("punct", "eof", "end") or tokens[i].text == "$")
            and tokens[i - 1].end == offset
        ):
            i -= 1
        if i < 0 or not tokens[i].start <= offset <= tokens[i].end or tokens[i].kind not in ("atom", "quoted"):
            if i >= 0 and tokens[i].text == "$" and tokens[i + 1].kind == "atom":
                i += 1
            else:
                return None
        token, following = tokens[i], tokens[i + 1]
        applied = following.text == "(" and not following.layout_before
        behind = self._behind(i + 1) if applied else i + 1
        stored = (
            (i > 0 and tokens[i - 1].text == "$")
            or tokens[behind].text in ("gets", ":=")
            or (i > 1 and tokens[i - 1].text == "(" and tokens[i - 2].text in ("gala_val", "gala_set"))
        )
        text = token.value if isinstance(token.value, str) else token.text  # numbers may be very long
        if token.kind == "quoted" and text.startswith("$"):  # the old spelling '$player'
            text, stored = text[1:], True
        return Name(text, self._arguments(i + 1) if applied else 0, stored, token.start, token.end)

    def _behind(self, opener: int) -> int:
        """The token behind the bracket opened there, or the last one."""
        depth = 0
        tokens = self.scan.tokens
        for i in range(opener, len(tokens)):
            if tokens[i].kind == "punct":
                depth += (tokens[i].text in "([{") - (tokens[i].text in ")]}")
                if depth == 0:
                    return min(i + 1, len(tokens) - 1)
        return len(tokens) - 1

    def _arguments(self, opener: int) -> int:
        depth = commas = 0
        for token in self.scan.tokens[opener : self._behind(opener)]:
            if token.kind == "punct":
                depth += (token.text in "([{") - (token.text in ")]}")
                commas += depth == 1 and token.text == ","
        return commas + 1

    def enclosing(self, offset: int) -> Definition | None:
        """The gameflow or predicate whose text contains an offset."""
        inside = [
            d
            for d in self.scan.definitions
            if d.kind in ("gameflow", "predicate") and d.extent[0] <= offset <= d.extent[1]
        ]
        return inside[-1] if inside else None

    def definition(self, offset: int) -> Definition | None:
        """What defines the name at an offset: in this text, or in a library."""
        name = self.name_at(offset)
        return None if name is None else self._resolve(name)

    def _resolve(self, name: Name) -> Definition | None:
        same = [d for d in self.scan.definitions if d.name == name.text]
        for definition in same:
            if definition.start == name.start:
                return definition
        if name.stored:
            here = self.enclosing(name.start)
            candidates = [d for d in same if d.kind in STORED and (d.kind != "formal" or d.parent == here)]
            return min(candidates, key=lambda d: (STORED.index(d.kind), d.arity != name.arity), default=None)
        candidates = [d for d in same if d.kind in CALLED or d.kind == "player"]
        exact = [d for d in candidates if d.arity == name.arity]
        if exact or (candidates and name.text not in (*STATEMENTS, *BUILT_INS)):
            return (exact or candidates)[0]
        distant = [d for d in self.library_predicates if d.name == name.text]
        # A predicate without a comment is probably internal to its library.
        return min(distant, key=lambda d: (d.arity != name.arity, not d.comment), default=None)

    def hover(self, offset: int) -> tuple[str, int, int] | None:
        """Documentation of the name at an offset, in Markdown, and where the name stands."""
        name = self.name_at(offset)
        if name is None:
            return None
        found = self._resolve(name)
        word = _word(name)
        if word is not None and (found is None or found.source is not self.source):
            text = _markdown(word.usage, word.meaning)
        elif found is not None:
            text = _markdown(found.detail, self._described(found))
        else:
            return None
        return text, name.start, name.end

    def _described(self, definition: Definition) -> str:
        where = "" if definition.source is self.source else f"from `{Path(definition.source.name).name}`"
        kind = SHOWN.get(definition.kind, definition.kind)
        return "\n\n".join(part for part in (definition.comment, f"*{kind}* {where}".strip()) if part)

    # -- completions --------------------------------------------------------------------------------------------------

    def completions(self, offset: int) -> list[Completion]:
        """What could be written at an offset."""
        before = self.source.text[max(0, offset - 200) : offset]
        if re.search(r"\$\s*\w*$", before):
            return self._stored(offset)
        if re.search(r"library\(\s*\w*$", before):
            return [Completion(name, "library", f"library({name})") for name in sorted(libraries.names(self.folder))]
        if variable := re.search(r"\b[A-Z_]\w*$", before):
            return self._variables(offset, variable[0])
        found = [
            Completion(d.name, d.kind, d.detail, d.comment)
            for d in self.scan.definitions
            if d.kind in CALLED or d.kind in STORED or d.kind == "player"
        ]
        for kind, words in (("statement", STATEMENTS), ("declaration", DECLARATIONS), ("built-in", BUILT_INS)):
            found += [Completion(name, kind, word.usage, word.meaning) for name, word in words.items()]
        found += [Completion(d.name, "predicate", d.detail, d.comment) for d in self.library_predicates if d.comment]
        return list({c.label: c for c in reversed(found)}.values())[::-1]

    def _stored(self, offset: int) -> list[Completion]:
        here = self.enclosing(offset)
        found = [
            Completion(d.name, d.kind, d.detail, d.comment)
            for d in self.scan.definitions
            if d.kind in STORED and (d.kind != "formal" or d.parent == here)
        ]
        found += [Completion(name, "variable", f"${name}", word.meaning) for name, word in STATE.items()]
        return list({c.label: c for c in found}.values())

    def _variables(self, offset: int, typed: str) -> list[Completion]:
        """The Prolog variables of the same gameflow or clause."""
        here = self.enclosing(offset)
        first, last = here.extent if here is not None else (0, len(self.source.text))
        tokens = self.scan.tokens
        names = {t.text for t in tokens if t.kind == "var" and first <= t.start <= last and t.end != offset}
        return [Completion(name, "Prolog variable", name) for name in sorted(names - {"_", typed})]


def _word(name: Name) -> Word | None:
    """The word of the language of that name."""
    if name.stored:
        return STATE.get(name.text)
    for words in (STATEMENTS, DECLARATIONS, BUILT_INS):
        word = words.get(name.text)
        if word is not None and (words is not BUILT_INS or name.arity in word.arities):
            return word
    return None


def _markdown(usage: str, text: str) -> str:
    return f"```gala\n{usage}\n```\n\n{text}"
