"""How the statements of the language are written, for messages."""

from __future__ import annotations

USAGE = {
    "choose": "choose(Player, Template, Constraint)",
    "reveal": "reveal(Player, Fact)",
    "payoff": "payoff(Player, Amount)",
    "outcome": "outcome([Payoff, ...]), one payoff per player in one list",
    "end": "end",
    "discount": "discount(Factor), a number from 0 to 1",
    "if": "if(Condition, Statements) or if(Condition, Statements, Statements)",
    "while": "while(Condition, Statements)",
    "repeat": "repeat(Statements, until(Condition))",
    "take_turns": "take_turns(Statements, until(Condition))",
    "play_round": "play_round(Statements) or play_round(Statements, Players)",
    "play_rounds": "play_rounds(Statements, Number)",
    "play_phase": "play_phase(Name)",
    "gets": "name gets Value",
    ":=": "name := Value",
}

# What Prolog programs use, and rules do not have.
NO_PLACE = {
    **dict.fromkeys(
        ("write", "writeln", "print", "format", "nl", "read"),
        "rules have no input or output; reveal(Player, Fact) lets a player observe a fact",
    ),
    **dict.fromkeys(
        ("assert", "asserta", "assertz", "retract", "retractall", "nb_setval", "b_setval"),
        "rules keep what changes in Gala variables: declare it in `variables` and write name gets Value",
    ),
    **dict.fromkeys(
        ("random", "random_between", "random_member", "shuffle", "random_permutation"),
        "chance is a choice of nature's: choose(nature, Template, Constraint)",
    ),
}


def count(number: int, noun: str) -> str:
    """A number of things.

    >>> count(1, "argument"), count(2, "argument")
    ('1 argument', '2 arguments')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def in_a_goal(name: str) -> str:
    """What to do instead of using a statement in a goal.

    >>> in_a_goal("if")
    'in a goal, write `(Condition -> Goal ; Goal)`'
    """
    if name == "if":
        return "in a goal, write `(Condition -> Goal ; Goal)`"
    if name in ("gets", ":="):
        return "in a flow, write `name gets Value` as a statement of its own; in a clause, gala_set(name, Value)"
    return f"use `{name}` in a flow: declare a gameflow `name : (Statement, ...)` in the game"
