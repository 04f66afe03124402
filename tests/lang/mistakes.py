"""Mistakes people make who write their first game, with the games they make them in."""

from __future__ import annotations

PENNIES = """\
game(pennies, [
    players : [even, odd],
    params : [stake = 1],
    variables : [pot = 0],
    flow : (choose(even, A, member(A, [heads, tails])),
            choose(odd, B, member(B, [heads, tails])),
            pot gets $stake,
            coin(A),
            if(A = B, win(even), win(odd))),
    win(who) : (takes($who), outcome(wins($who))),
    % what the winner takes
    takes(who) : payoff($who, $pot)
]).

coin(heads).
coin(tails).
"""

# name: (what is replaced, by what); each is made in the game above.
EDITS = {
    "a comma forgotten between declarations": ("players : [even, odd],", "players : [even, odd]"),
    "a comma forgotten between statements": ("tails])),\n            choose(odd", "tails]))\n            choose(odd"),
    "a comma forgotten in a list": ("[even, odd]", "[even odd]"),
    "a comma too many at the end of the list": ("payoff($who, $pot)\n]", "payoff($who, $pot),\n]"),
    "two commas": ("[even, odd]", "[even,, odd]"),
    "no final dot after the game": ("]).\n\ncoin", "])\n\ncoin"),
    "no final dot at the end": ("coin(tails).", "coin(tails)"),
    "a dot for a comma": ("[even, odd],", "[even, odd]."),
    "a semicolon for a comma": ("pot gets $stake,", "pot gets $stake;"),
    "a bracket not closed": ("member(A, [heads, tails])),", "member(A, [heads, tails]),"),
    "a list not closed": ("players : [even, odd],", "players : [even, odd,"),
    "a bracket too many": ("outcome(wins($who))),", "outcome(wins($who)))),"),
    "a square bracket for a round one": ("member(B, [heads, tails])", "member(B, [heads, tails)]"),
    "the flow without brackets": ("flow : (choose(even, A, member(A, [heads, tails])),", "flow : choose(even, A, member(A, [heads, tails])),"),
    "an equals sign for a colon": ("players : [even", "players = [even"),
    "a clause's arrow for a colon": ("win(who) : (takes", "win(who) :- (takes"),
    "capital letters for players": ("[even, odd]", "[Even, Odd]"),
    "a capital letter for a player": ("choose(odd,", "choose(Odd,"),
    "a small letter for a variable": ("choose(odd, B, member(B", "choose(odd, b, member(b"),
    "a capital letter for a gameflow": ("win(who) :", "Win(who) :"),
    "a capital letter for a formal": ("win(who) : (takes($who), outcome(wins($who)))", "win(Who) : (takes(Who), outcome(wins(Who)))"),
    "a capital letter for a variable's name": ("pot gets $stake", "Pot gets $stake"),
    "a section misspelt": ("variables :", "varaibles :"),
    "players misspelt": ("players :", "player :"),
    "flow misspelt": ("    flow :", "    flwo :"),
    "a parameter with a colon": ("[stake = 1]", "[stake : 1]"),
    "parameters without a list": ("params : [stake = 1]", "params : stake = 1"),
    "a dollar forgotten": ("pot gets $stake", "pot gets stake + 1"),
    "a dollar forgotten in a payoff": ("payoff($who, $pot)", "payoff($who, pot)"),
    "a dollar forgotten before a formal": ("wins($who)", "wins(who)"),
    "a dollar forgotten in a comparison": ("if(A = B", "if(pot > 1"),
    "a dollar too many before a player": ("choose(even", "choose($even"),
    "a dollar too many in an assignment": ("pot gets $stake", "$pot gets $stake"),
    "a dollar too many before a variable": ("if(A = B", "if($A = B"),
    "a dollar in a clause": ("coin(heads).", "coin(X) :- X = $pot."),
    "an equals sign for gets": ("pot gets $stake", "pot = $stake"),
    "is for gets": ("pot gets $stake", "pot is $stake + 1"),
    "a double equals sign for gets": ("pot gets $stake", "pot == $stake"),
    "plus equals": ("pot gets $stake", "pot += $stake"),
    "an arrow for gets": ("pot gets $stake", "pot <- $stake"),
    "an assignment to a parameter": ("pot gets $stake", "stake gets 2"),
    "choose misspelt": ("choose(odd", "chose(odd"),
    "choose with two arguments": ("choose(odd, B, member(B, [heads, tails]))", "choose(odd, member(B, [heads, tails]))"),
    "choose with a list": ("choose(odd, B, member(B, [heads, tails]))", "choose(odd, B, [heads, tails])"),
    "reveal with one argument": ("pot gets $stake", "reveal(A)"),
    "reveal to nobody there": ("pot gets $stake", "reveal(evne, A)"),
    "reveal to a list with a stranger": ("pot gets $stake", "reveal([even, nobody], A)"),
    "if with one argument": ("if(A = B, win(even), win(odd))", "if(A = B)"),
    "if then else": ("if(A = B, win(even), win(odd))", "if A = B then win(even) else win(odd)"),
    "an outcome with two arguments": ("outcome(wins($who))", "outcome(1, -1)"),
    "an outcome of the wrong length": ("outcome(wins($who))", "outcome([1, 0, -1])"),
    "an outcome misspelt": ("outcome(wins($who))", "outcome(win($who))"),
    "an outcome for a stranger": ("outcome(wins($who))", "outcome(wins(evne))"),
    "a gameflow with too few arguments": ("win(even)", "win"),
    "a gameflow misspelt": ("win(even)", "wni(even)"),
    "a predicate misspelt": ("member(B,", "membr(B,"),
    "a predicate with too few arguments": ("member(B, [heads, tails])", "member(B)"),
    "a statement in a clause": ("coin(heads).", "coin(X) :- choose(even, X, true)."),
    "a statement in a condition": ("if(A = B", "if((A = B, reveal(odd, A))"),
    "a gameflow in a condition": ("if(A = B", "if(win(even)"),
    "less or equal the other way": ("if(A = B", "if(1 <= 2"),
    "not equal as in C": ("if(A = B", "if(A != B"),
    "and as a word": ("if(A = B", "if((A = B and 1 < 2)"),
    "and as in C": ("if(A = B", "if(A = B && 1 < 2"),
    "not as a word": ("if(A = B", "if(not A = B"),
    "a comment with a hash": ("% what", "# what"),
    "a comment with two slashes": ("% what", "// what"),
    "a blank before the brackets": ("outcome(wins", "outcome (wins"),
    "empty brackets": ("pot gets $stake", "end()"),
    "a quote not closed": ("[heads, tails])),\n            choose(odd", "['heads, tails])),\n            choose(odd"),
    "typographic quotes": ("% what the winner takes", "note : reveal(even, “pot”),"),
    "a second flow": ("win(who) :", "flow :"),
    "two gameflows of one name": ("takes(who) :", "win(player) :"),
    "branching without a choice": ("pot gets $stake", "(win(even) ; win(odd))"),
    "a loop's condition bare": ("pot gets $stake", "repeat(pot gets $pot + 1, $pot > 3)"),
    "a loop's condition a gameflow": ("pot gets $stake", "repeat(pot gets $pot + 1, until(takes))"),
    "the player outside a round": ("pot gets $stake", "reveal($player, A)"),
    "a variable misspelt": ("A = B", "A = C"),
    "print": ("pot gets $stake", "write(A)"),
    "assert": ("pot gets $stake", "assertz(pot(1))"),
}  # fmt: skip


def mistaken(name: str) -> str:
    """The game with one mistake in it."""
    old, new = EDITS[name]
    assert PENNIES.count(old) == 1, name
    return PENNIES.replace(old, new)
