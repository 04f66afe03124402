"""Where the lines of a clause end.

The author decides: a line break stays where it is. What is settled here are the exceptions, where a break reads badly
(before a comma) or is always wanted (between declarations, between the branches of a conditional). `settle` is a
closure: applied twice it changes nothing, which makes the formatter idempotent.
"""

from __future__ import annotations

from galakit.lang.format.pieces import BRANCHES, NECKS, Chunk, Group


class Breaks:
    """The line breaks of one clause: `before[i]` lines end in front of piece i."""

    def __init__(self, clause: Chunk) -> None:
        self.clause = clause
        self.pieces = clause.pieces
        self.before = [piece.breaks for piece in clause.pieces]
        self.before[0] = 0
        self.broken = [False] * len(clause.groups)
        """whether a group spreads over several lines"""
        self.neck = next((i for i in clause.groups[0].operators if self.pieces[i].text in NECKS), None)
        self.branches = [self._branches(group) for group in clause.groups]
        """the `;` and `->` directly in each group"""
        declaring = [group for group in clause.groups if group.declares]
        self.colons = {i for group in declaring for i in group.operators if self.pieces[i].text == ":"}
        """the `:` of declarations"""

    def _branches(self, group: Group) -> list[int]:
        if group.kind == "clause" and self.neck is None:
            return []
        return [i for i in group.operators if self.pieces[i].text in BRANCHES]

    def alternatives(self, number: int) -> bool:
        """Whether the group has a `;`."""
        return any(self.pieces[i].text in (";", "|") for i in self.branches[number])

    def hangs(self, opener: int) -> bool:
        """Whether nothing but a comment follows a bracket on its line."""
        return self.before[self._end_of_line(opener)] > 0

    def settle(self) -> None:
        """Apply the rules, from the inside out."""
        for i in range(1, len(self.pieces)):
            self._between(i)
        # A group is made after the one it stands in, so this is from the inside out.
        for number in range(len(self.clause.groups) - 1, -1, -1):
            group = self.clause.groups[number]
            self.broken[number] = any(self.before[i] for i in group.members if i > self._first(group)) or any(
                self.broken[child] for child in group.children
            )
            if group.declares and group.closer > group.opener + 1:
                self._declarations(group)
            elif self.branches[number]:
                self._conditional(number, group)
            elif group.kind != "clause":
                self._bracket(group)
            if group.kind in ("clause", "round"):
                self._conjunction(group)
            if group.kind == "clause" and self.neck is not None:
                self._body(group, self.neck)
            self.broken[number] = self.broken[number] or any(self.before[i] for i in group.members)
        self._blank_lines()

    def _first(self, group: Group) -> int:
        """The piece behind which breaks make the group one of several lines."""
        return self.neck + 1 if group.kind == "clause" and self.neck is not None else group.opener

    def _between(self, i: int) -> None:
        """Breaks that do not depend on brackets."""
        p, q = self.pieces[i - 1], self.pieces[i]
        if p.ends_line:
            self.before[i] = max(1, self.before[i])
        elif not p.is_comment and not q.is_comment:
            if q.role == "comma" and self.before[i]:
                self._break_after(i, self.before[i])
                self.before[i] = 0
            elif (
                q.role in ("comma", "bar", "end")
                or p.role in ("prefix", "sign", "functor", "bar")
                or i in self.colons
                or i == self.neck
            ):
                self.before[i] = 0

    def _declarations(self, group: Group) -> None:
        """One to a line; `game(name, [` and `])` stay together."""
        for i in group.members:
            if self.pieces[i].role == "comma":
                self._break_after(i)
        self._break_after(group.opener)
        self.before[group.closer] = 1
        call = self.clause.groups[group.parent]
        for i in call.members:
            self._join(i)

    def _conditional(self, number: int, group: Group) -> None:
        """On several lines: `(   Condition`, `->  Then`, `;   Else`, `)`, each at the beginning of a line."""
        if not self.broken[number]:
            return
        for i in self.branches[number]:
            if self.pieces[i].text in (";", "|") or self.before[i] or self.before[self._end_of_line(i)]:
                self.before[i] = 1
                self._join(i + 1)
        if group.kind != "clause":
            self.before[group.closer] = 1
            self._join(group.opener + 1)

    def _bracket(self, group: Group) -> None:
        """A closing bracket stands alone exactly when its contents hang below the opening one."""
        if group.closer == group.opener + 1:
            self.before[group.closer] = 0
        elif self.hangs(group.opener):
            self.before[group.closer] = 1
        else:
            self._join(group.closer)

    def _conjunction(self, group: Group) -> None:
        """A conditional on several lines shares none of them with its neighbours."""
        for child in group.children:
            if self.broken[child] and self.branches[child]:
                inner = self.clause.groups[child]
                for comma in (inner.opener - 1, inner.closer + 1):
                    if comma >= 0 and self.pieces[comma].role == "comma":
                        self._break_after(comma)

    def _body(self, group: Group, neck: int) -> None:
        """A body on several lines begins on its own."""
        spread = any(self.before[i] for i in group.members if i > neck + 1) or any(
            self.broken[child] and self.branches[child] and self.clause.groups[child].opener > neck
            for child in group.children
        )
        if spread:
            self._break_after(neck)

    def _blank_lines(self) -> None:
        """At most one, and only between items, never next to a bracket or inside an expression."""
        separated = False
        for i, piece in enumerate(self.pieces):
            self.before[i] = min(self.before[i], 2 if separated and piece.role != "close" else 1)
            if not piece.is_comment:
                separated = piece.role == "comma"

    def _end_of_line(self, i: int) -> int:
        """The piece behind piece i and the comments on its line."""
        i += 1
        while self.pieces[i].is_comment and not self.before[i]:
            i += 1
        return i

    def _break_after(self, i: int, lines: int = 1) -> None:
        i = self._end_of_line(i)
        self.before[i] = max(lines, self.before[i])

    def _join(self, i: int) -> None:
        if not self.pieces[i - 1].is_comment and not self.pieces[i].is_comment:
            self.before[i] = 0
