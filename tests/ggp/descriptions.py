"""Small games for matches between programs."""

TIC_TAC_TOE = """
(role xplayer) (role oplayer)
(init (cell 1 1 b)) (init (cell 1 2 b)) (init (cell 1 3 b))
(init (cell 2 1 b)) (init (cell 2 2 b)) (init (cell 2 3 b))
(init (cell 3 1 b)) (init (cell 3 2 b)) (init (cell 3 3 b))
(init (control xplayer))
(sign xplayer x) (sign oplayer o)
(<= (legal ?r (mark ?x ?y)) (true (cell ?x ?y b)) (true (control ?r)))
(<= (legal xplayer noop) (true (control oplayer)))
(<= (legal oplayer noop) (true (control xplayer)))
(<= (next (cell ?x ?y ?s)) (does ?r (mark ?x ?y)) (sign ?r ?s))
(<= (next (cell ?x ?y ?s)) (true (cell ?x ?y ?s)) (distinct ?s b))
(<= (next (cell ?x ?y b)) (does ?r (mark ?u ?v)) (true (cell ?x ?y b)) (or (distinct ?x ?u) (distinct ?y ?v)))
(<= (next (control xplayer)) (true (control oplayer)))
(<= (next (control oplayer)) (true (control xplayer)))
(<= (line ?s) (true (cell ?x 1 ?s)) (true (cell ?x 2 ?s)) (true (cell ?x 3 ?s)))
(<= (line ?s) (true (cell 1 ?y ?s)) (true (cell 2 ?y ?s)) (true (cell 3 ?y ?s)))
(<= (line ?s) (true (cell 1 1 ?s)) (true (cell 2 2 ?s)) (true (cell 3 3 ?s)))
(<= (line ?s) (true (cell 1 3 ?s)) (true (cell 2 2 ?s)) (true (cell 3 1 ?s)))
(<= open (true (cell ?x ?y b)))
(<= (goal ?r 100) (line ?s) (sign ?r ?s))
(<= (goal ?r 0) (role ?r) (line ?s) (sign ?q ?s) (distinct ?q ?r))
(<= (goal ?r 50) (role ?r) (not (line x)) (not (line o)))
(<= terminal (line x))
(<= terminal (line o))
(<= terminal (not open))
"""

# A coin is tossed and shown to the banker only, who says something about it; then the guesser guesses. Moves and
# percepts have terms within terms.
COIN = """
(role random) (role banker) (role guesser)
(side heads) (side tails)
(init (round 1))
(<= (legal random (toss (coin ?s))) (side ?s) (true (round 1)))
(<= (legal random noop) (not (true (round 1))))
(<= (legal banker (say (coin ?s))) (side ?s) (true (round 2)))
(<= (legal banker noop) (not (true (round 2))))
(<= (legal guesser (guess ?s)) (side ?s) (true (round 3)))
(<= (legal guesser noop) (not (true (round 3))))
(<= (next (round 2)) (true (round 1)))
(<= (next (round 3)) (true (round 2)))
(<= (next (round 4)) (true (round 3)))
(<= (next (lies ?s)) (does random (toss (coin ?s))))
(<= (next (lies ?s)) (true (lies ?s)))
(<= (next (guessed ?s)) (does guesser (guess ?s)))
(<= (sees banker (shown (coin ?s))) (does random (toss (coin ?s))))
(<= (sees guesser (heard (coin ?s))) (does banker (say (coin ?s))))
(<= terminal (true (round 4)))
(<= right (true (lies ?s)) (true (guessed ?s)))
(<= (goal guesser 100) right)
(<= (goal guesser 0) (not right))
(<= (goal banker 100) (not right))
(<= (goal banker 0) right)
(goal random 0)
"""

# Both move at once; three times; whoever names the larger number more often wins.
NUMBERS = """
(role ann) (role bob)
(number 1) (number 2) (number 3)
(init (turn 1)) (init (ahead 3))
(after 1 2) (after 2 3) (after 3 4)
(up 1 2) (up 2 3) (up 3 4) (up 4 5) (up 5 6)
(<= (legal ?r (name ?n)) (role ?r) (number ?n))
(larger 2 1) (larger 3 1) (larger 3 2)
(<= (next (turn ?k)) (true (turn ?j)) (after ?j ?k))
(<= (next (ahead ?b)) (true (ahead ?a)) (up ?a ?b) (does ann (name ?m)) (does bob (name ?n)) (larger ?m ?n))
(<= (next (ahead ?a)) (true (ahead ?b)) (up ?a ?b) (does ann (name ?m)) (does bob (name ?n)) (larger ?n ?m))
(<= (next (ahead ?a)) (true (ahead ?a)) (does ann (name ?n)) (does bob (name ?n)))
(<= terminal (true (turn 4)))
(lead 4) (lead 5) (lead 6) (trail 1) (trail 2)
(<= (goal ann 100) (true (ahead ?a)) (lead ?a))
(<= (goal ann 0) (true (ahead ?a)) (trail ?a))
(<= (goal ann 50) (true (ahead 3)))
(<= (goal bob 100) (true (ahead ?a)) (trail ?a))
(<= (goal bob 0) (true (ahead ?a)) (lead ?a))
(<= (goal bob 50) (true (ahead 3)))
"""

# Grounding never ends: numbers without bound.
ENDLESS = """
(role ann) (init (at zero)) (count zero) (<= (count (s ?n)) (count ?n))
(<= (legal ann (go ?n)) (count ?n)) (<= (next (at ?n)) (does ann (go ?n))) (<= terminal (not (count zero))) (goal ann 0)
"""

# After the first turn nobody has a legal move, and play is not over.
STUCK = """
(role ann) (init here) (<= (legal ann go) (true here)) (<= (next there) (does ann go))
(<= terminal (true nowhere)) (goal ann 0)
"""

# Nothing ever changes.
ROUND_AND_ROUND = """
(role ann) (init here) (legal ann stay) (<= (next here) (true here)) (<= terminal (true nowhere)) (goal ann 0)
"""


def in_one_line(text: str) -> str:
    return f"({' '.join(text.split())})"
