"""Rules that nobody should have to deal with."""

LOOP = "game(loop, [players : [ann], flow : (again, outcome([1]))]).\nagain :- again.\n"
ENDLESS = "game(endless, [players : [ann], flow : on, on : (choose(ann, X, member(X, [1, 2])), on)]).\n"
HOG = "game(hog, [players : [ann], flow : (grow([]), outcome([1]))]).\ngrow(L) :- grow([L, L, L, L | L]).\n"
COIN = "game(coin, [players : [ann], flow : (choose(ann, X, member(X, [1, 2])), outcome([X]))]).\n"
