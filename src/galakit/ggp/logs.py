"""Match logs in files: JSON with the names of ggp-base, XML with those of Dresden's game controller.

Both can be read, and so can logs of other programs, though they may not contain the rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from galakit.decoding import decode_json
from galakit.disk import read_whole, write_whole
from galakit.errors import GalakitError
from galakit.gdl.text.syntax import Term, arguments, name_of
from galakit.gdl.text.write import term_kif
from galakit.ggp.messages import read_term
from galakit.ggp.record import Record, Turn, fault_of

LARGEST = 100_000_000  # bytes of a log


def write_log(record: Record, path: str | Path) -> None:
    """Write a match to a file atomically: as XML if its name ends in .xml, else as JSON."""
    text = as_xml(record) if Path(path).suffix.lower() == ".xml" else json.dumps(record.to_json(), indent=1)
    write_whole(path, lambda temporary: _write(temporary, text))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def read_log(path: str | Path) -> Record:
    """The match in a file; GalakitError where there is none."""
    found = read_whole(path, LARGEST, what="match log", missing="`galakit ggp manager --log` writes them")
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError as error:
        raise GalakitError(f"{path} cannot be read: {error}", id="GK965") from None
    try:
        return from_xml(text) if text.lstrip().startswith("<") else from_json(decode_json(text))
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, ElementTree.ParseError) as error:
        what = str(error).partition("\n")[0] or type(error).__name__
        raise GalakitError(
            f"{path} is not a match log: {what}"[:300], hint="`galakit ggp manager --log` writes them", id="GK965"
        ) from None


# -- JSON --------------------------------------------------------------------------------------------------------------


def from_json(data: dict[str, Any]) -> Record:
    """The record from the JSON of `Record.to_json`, or of another program."""
    moves = [tuple(_term(move) for move in _rows(joint)) for joint in _rows(data["moves"])]
    width = len(moves[0]) if moves else len(data.get("roles", ()))
    percepts = data.get("percepts")
    errors = data.get("errors") or [()] * len(moves)
    seconds = data.get("seconds") or [()] * len(moves)
    turns = [
        Turn(
            joint,
            None if percepts is None else tuple(frozenset(_term(p) for p in seen) for seen in percepts[k]),
            tuple(fault_of(str(e)) for e in errors[k]),
            tuple(None if s is None else float(s) for s in seconds[k]),
        )
        for k, joint in enumerate(moves)
    ]
    goals = data.get("goalValues")
    roles = [str(role).lower() for role in data.get("roles", [f"role{k + 1}" for k in range(width)])]
    return _checked(
        Record(
            match=str(data["matchId"]),
            game=str(data.get("gameName", "")),
            rules=str(data.get("rules", "")),
            roles=tuple(roles),
            players=tuple(str(name) for name in data.get("playerNamesFromHost", roles)),
            start_clock=float(data.get("startClock", 0)),
            play_clock=float(data.get("playClock", 0)),
            began=int(data.get("startTime", 0)),
            turns=tuple(turns),
            goals=None if goals is None else tuple(None if g is None else int(g) for g in goals),
            aborted="" if goals is not None else str(data.get("reason", "aborted")),
            start_faults=tuple(fault_of(str(e)) for e in data.get("startErrors", ())),
        )
    )


def _rows(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"a list of moves is expected, not {value!r}"[:100])
    return value


def _term(text: object) -> Term:
    if not isinstance(text, str):
        raise TypeError(f"a move is a text, not {text!r}"[:100])
    try:
        return read_term(text)
    except GalakitError as error:
        raise ValueError(error.diagnostics[0].message) from None


def _checked(record: Record) -> Record:
    """Check that every turn has a move for each role."""
    many = len(record.roles)
    for k, turn in enumerate(record.turns):
        if any(row and len(row) != many for row in (turn.moves, turn.percepts, turn.faults, turn.seconds)):
            raise ValueError(f"turn {k + 1} is not one of {many} roles")
    if len(record.players) != many or (record.goals is not None and len(record.goals) != many):
        raise ValueError(f"it has {many} roles but not as many players and goals")
    return record


# -- XML ---------------------------------------------------------------------------------------------------------------


def as_xml(record: Record) -> str:
    """The match as XML: history, scores and last state in the usual tags; percepts and faults in others."""
    root = Element("match")

    def leaf(parent: Element, tag: str, value: object, **attributes: str) -> None:
        SubElement(parent, tag, attributes).text = _allowed(str(value))

    def write(term: Term) -> str:
        return term_kif(term, record.spell)

    leaf(root, "match-id", record.match)
    leaf(root, "game", record.game)
    for role in record.roles:
        leaf(root, "role", record.spell(role))
    for player in record.players:
        leaf(root, "player", player)
    leaf(root, "timestamp", record.began)
    leaf(root, "startclock", f"{record.start_clock:g}")
    leaf(root, "playclock", f"{record.play_clock:g}")
    history = SubElement(root, "history")
    for number, turn in enumerate(record.turns, 1):
        step = SubElement(history, "step")
        leaf(step, "step-number", number)
        for move in turn.moves:
            leaf(step, "move", write(move))
        for k, role in enumerate(record.roles):
            name = _allowed(record.spell(role))
            if turn.percepts is not None:
                sight = SubElement(step, "sight", {"role": name})
                for percept in sorted(map(write, turn.percepts[k])):
                    leaf(sight, "percept", percept)
            if turn.faults and turn.faults[k] is not None:
                leaf(step, "error", turn.faults[k], role=name)
            if turn.seconds and turn.seconds[k] is not None:
                leaf(step, "seconds", turn.seconds[k], role=name)
    if record.goals is not None:
        scores = SubElement(root, "scores")
        for goal in record.goals:
            leaf(scores, "reward", "" if goal is None else goal)
    else:
        leaf(root, "aborted", record.aborted)
    for k, fault in enumerate(record.start_faults):
        if fault is not None:
            leaf(root, "start-error", fault, role=_allowed(record.spell(record.roles[k])))
    if record.states:
        state = SubElement(root, "state")
        for fact in sorted(record.states[-1], key=term_kif):
            _fact(state, "fact", fact, record.spell)
    leaf(root, "rules", record.rules)
    ElementTree.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _fact(parent: Element, tag: str, term: Term, spell: Callable[[str], str]) -> None:
    here = SubElement(parent, tag)
    if tag == "fact" or arguments(term):
        SubElement(here, "prop-f").text = _allowed(spell(name_of(term)))
        for argument in arguments(term):
            _fact(here, "arg", argument, spell)
    else:
        here.text = _allowed(spell(name_of(term)))


def _allowed(text: str) -> str:
    """Replace control characters, which XML cannot express."""
    return "".join(c if c >= " " or c in "\t\n\r" else "\ufffd" for c in text)


def from_xml(text: str) -> Record:
    """The record from the XML of `as_xml`, or of another program."""
    if "<!ENTITY" in text.upper():
        raise ValueError("it defines entities")
    root = ElementTree.fromstring(text)
    if root.tag != "match":
        raise ValueError(f"its root is {root.tag}, not match")

    def said(tag: str, default: str = "") -> str:
        return (root.findtext(tag) or default).strip()

    roles = tuple(_texts(root.iterfind("role")))
    history = root.find("history")
    steps = [] if history is None else [*history.iterfind("step"), *history.iterfind("move")]
    scores = root.find("scores")
    rewards = None if scores is None else tuple(int(t) if t else None for t in _texts(scores.iterfind("reward")))
    faults = {e.get("role"): fault_of(e.text or "") for e in root.iterfind("start-error")}
    known = tuple(role.lower() for role in roles)
    return _checked(
        Record(
            match=said("match-id") or said("matchId"),
            game=said("game"),
            rules=said("rules"),
            roles=known,
            players=tuple(_texts(root.iterfind("player"))) or roles,
            start_clock=float(said("startclock") or said("startClock", "0")),
            play_clock=float(said("playclock") or said("playClock", "0")),
            began=int(said("timestamp") or said("startTime", "0")),
            turns=tuple(_step(step, roles) for step in steps),
            goals=rewards,
            aborted="" if rewards is not None else said("aborted", "aborted"),
            start_faults=tuple(faults.get(role) for role in roles) if faults else (),
        )
    )


def _step(step: Element, roles: tuple[str, ...]) -> Turn:
    moves = tuple(_term(text) for text in _texts([*step.iterfind("move"), *step.iterfind("action")]))
    sights = {e.get("role"): frozenset(_term(t) for t in _texts(e.iterfind("percept"))) for e in step.iterfind("sight")}
    faults = {e.get("role"): fault_of(e.text or "") for e in step.iterfind("error")}
    seconds = {e.get("role"): float(e.text or 0) for e in step.iterfind("seconds")}
    return Turn(
        moves,
        tuple(sights.get(role, frozenset()) for role in roles) if sights else None,
        tuple(faults.get(role) for role in roles),
        tuple(seconds.get(role) for role in roles),
    )


def _texts(elements: Iterable[Element]) -> list[str]:
    return [(element.text or "").strip() for element in elements]
