"""Gambit's extensive-form files (.efg, version 2), read node by node in preorder.

    EFG 2 R "title" { "player" ... } "comment"
    c "node" set "label" { "move" probability ... } outcome
    p "node" player set "label" { "move" ... } outcome
    t "node" outcome

An outcome is `0` for none or a number with `"label" { payoffs }`. What is said about an information set or an outcome
may be left out, or repeated without change, when its number is named again. Outcomes pay on arriving, terminal or not.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from galakit.errors import Source
from galakit.formats.document import InformationSet, Node, Outcome, TreeDocument
from galakit.formats.scanner import END, TEXT, Scanner
from galakit.rules.contract import CHANCE

LIMIT_NODES = 2_000_000
LIMIT_MOVES = 2_000  # in one play


def read_efg(source: Source) -> TreeDocument:
    """The tree a file describes, or an error that says where it is broken.

    >>> tree = read_efg(Source("coin.efg", 'EFG 2 R "coin" { "a" } p "" 1 1 "" { "x" "y" } 0 t "" 1 "" { 1 } t "" 0'))
    >>> tree.title, tree.information_sets[0].moves, len(tree.nodes)
    ('coin', ('x', 'y'), 3)
    """
    return _Reader(Scanner(source)).document()


class _Known(NamedTuple):
    """An information set or outcome that was defined before."""

    which: int
    place: int
    text: str
    """what was said about it: nearly always it is repeated to the letter, and need not be read again"""


class _Reader:
    def __init__(self, scanner: Scanner) -> None:
        self.scanner = scanner
        self.players: tuple[str, ...] = ()
        self.sets: list[InformationSet] = []
        self.outcomes: list[Outcome] = []
        self._set: dict[tuple[int, int], _Known] = {}
        """by player and number"""
        self._outcome: dict[int, _Known] = {}

    def document(self) -> TreeDocument:
        s = self.scanner
        s.word("EFG", "a file of this kind begins with: EFG 2 R")
        if s.kind != "word" or s.value != "2":
            s.missing("the version 2", "only version 2 of the format is read: EFG 2 R")
        s.advance()
        s.word("R D", "the kind of numbers: R or D")
        title = s.label("the title")
        self.players = read_players(s)
        comment = s.label("the comment") if s.kind == TEXT else ""
        nodes = self._nodes()
        if s.kind != END:
            s.fail(
                "the tree is complete, but the file goes on",
                hint="each node must have as many subtrees as moves",
                notes=[f"the first {len(nodes):,} nodes are a whole tree"],
            )
        return TreeDocument(title, comment, self.players, tuple(self.sets), tuple(self.outcomes), nodes)

    def _nodes(self) -> list[Node]:
        """All nodes in preorder. The stack holds, for each open node, its place and its moves without subtree."""
        s = self.scanner
        nodes: list[Node] = []
        known: dict[Node, Node] = {}  # most nodes look like others: keep each once
        stack: list[tuple[int, int, int]] = []  # (place, information set, subtrees so far)
        while True:
            place = s.start
            if s.kind == END:
                self._incomplete(stack)
            node = self._node()
            nodes.append(known.setdefault(node, node))
            if len(nodes) > LIMIT_NODES:
                s.fail(f"the tree has more than {LIMIT_NODES:,} nodes: that is too large", start=place)
            if node.information_set >= 0:
                stack.append((place, node.information_set, 0))
                if len(stack) > LIMIT_MOVES:
                    s.fail(f"a play has more than {LIMIT_MOVES:,} moves: that is too long", start=place)
                continue
            while stack:
                place, at, done = stack.pop()
                if done + 1 < len(self.sets[at].moves):
                    stack.append((place, at, done + 1))
                    break
            else:
                return nodes

    def _incomplete(self, stack: list[tuple[int, int, int]]) -> None:
        s = self.scanner
        if not stack:
            s.missing("the first node", "nodes begin with c, p or t")
        place, at, done = stack[-1]
        move = self.sets[at].moves[done]
        s.fail(
            "the file ends before the tree is complete",
            notes=[f"the move `{move}` of the node in line {s.line(place)} leads nowhere"],
            hint="each node must have as many subtrees as moves",
        )

    def _node(self) -> Node:
        s = self.scanner
        kind = s.word("c p t", "a node begins with c (chance), p (a player) or t (terminal)")
        label = s.label("the label of the node")
        at = -1
        if kind == "c":
            at = self._information_set(CHANCE)
        elif kind == "p":
            place = s.start
            player = s.whole("the number of a player")
            if not 1 <= player <= len(self.players):
                s.fail(
                    f"there is no player {player}",
                    hint=f"the players are numbered from 1 to {len(self.players)}",
                    start=place,
                )
            at = self._information_set(player - 1)
        return Node(label, at, self._outcome_index())

    def _information_set(self, player: int) -> int:
        s = self.scanner
        place = s.start
        number = s.whole("the number of an information set")
        before = self._set.get((player, number))
        if before is not None and (s.kind != TEXT or s.skip(before.text)):
            return before.which
        if s.kind != TEXT:
            s.fail(
                f"{self._name(player, number)} is not defined yet",
                hint="give its label and its moves where it is first named",
                start=place,
            )
        began = s.start
        found = self._definition(player, number)
        if before is None:
            self._set[player, number] = _Known(len(self.sets), place, s.text[began : s.closed])
            self.sets.append(found)
            return len(self.sets) - 1
        known = self.sets[before.which]
        if found != known:
            s.fail(
                f"{self._name(player, number)} has {_difference(found, known)} here"
                f" than in line {s.line(before.place)}",
                hint="all nodes of an information set have the same label and the same moves",
                start=place,
            )
        return before.which

    def _name(self, player: int, number: int) -> str:
        return f"information set {number} of {'chance' if player == CHANCE else f'player {player + 1}'}"

    def _definition(self, player: int, number: int) -> InformationSet:
        s = self.scanner
        label = s.label("the label of the information set")
        place = s.start
        s.take("{", "the moves")
        moves: list[str] = []
        probabilities: list[Fraction] = []
        while s.kind != "}" or not moves:
            moves.append(s.label("the label of a move"))
            if player == CHANCE:
                at = s.start
                probabilities.append(s.number("the probability of the move"))
                if probabilities[-1] < 0:
                    s.fail("a probability must not be negative", start=at)
        s.take("}", "the moves")
        if player == CHANCE and (total := sum(probabilities)) != 1:
            shown = str(total) if total < 1000 and total.denominator < 10**12 else f"about {float(total):.15g}"
            s.fail(
                f"the probabilities sum to {shown}, not 1",
                hint="write probabilities that are no finite decimals as fractions: 1/3",
                start=place,
            )
        return InformationSet(player, number, label, tuple(moves), tuple(probabilities))

    def _outcome_index(self) -> int:
        s = self.scanner
        place = s.start
        number = s.whole("the number of an outcome")
        before = self._outcome.get(number)
        if before is not None and (s.kind != TEXT or s.skip(before.text)):
            return before.which
        if s.kind != TEXT:
            if number == 0:
                return -1
            s.fail(
                f"outcome {number} is not defined yet",
                hint="give its label and its payoffs where it is first named",
                start=place,
            )
        if number == 0:
            s.fail("outcome 0 stands for no outcome and has no payoffs", hint="number outcomes from 1", start=place)
        began = s.start
        outcome = read_outcome(s, number, len(self.players))
        if before is None:
            self._outcome[number] = _Known(len(self.outcomes), place, s.text[began : s.closed])
            self.outcomes.append(outcome)
            return len(self.outcomes) - 1
        known = self.outcomes[before.which]
        if outcome != known:
            what = "other payoffs" if outcome.payoffs != known.payoffs else "another label"
            s.fail(
                f"outcome {number} has {what} here than in line {s.line(before.place)}",
                hint="give different outcomes different numbers",
                start=place,
            )
        return before.which


def read_players(scanner: Scanner) -> tuple[str, ...]:
    """The list of players."""
    scanner.take("{", "the players")
    players: list[str] = []
    while scanner.kind != "}" or not players:
        players.append(scanner.label("the name of a player"))
    scanner.advance()
    return tuple(players)


def read_outcome(scanner: Scanner, number: int, players: int) -> Outcome:
    """`"label" { payoff, ... }`, one payoff for each player; commas may be left out."""
    label = scanner.label("the label of the outcome")
    scanner.take("{", "the payoffs")
    payoffs = read_payoffs(scanner, players)
    scanner.take("}", f"the {players} payoffs")
    return Outcome(number, label, payoffs)


def read_payoffs(scanner: Scanner, players: int, where: str = "") -> tuple[Fraction, ...]:
    """A payoff for each player; commas may be left out."""
    payoffs = []
    for k in range(1, players + 1):
        payoffs.append(scanner.number(f"the payoff of player {k}{where}"))
        if scanner.kind == ",":
            scanner.advance()
    return tuple(payoffs)


def _difference(found: InformationSet, known: InformationSet) -> str:
    if found.moves != known.moves:
        return "other moves"
    return "another label" if found.probabilities == known.probabilities else "other probabilities"
