"""Rules that no server should have to deal with."""

LOOP = "game(loop, [players : [ann], flow : (again, outcome([1]))]).\nagain :- again.\n"
# States without end, and slowly: no limit on states is reached while a test looks.
ENDLESS = (
    "game(endless, [players : [ann], variables : [n = 0], flow : on,\n"
    "    on : (choose(ann, X, member(X, [1, 2])), busy, n gets 3 * $n + X, on)]).\n"
    "busy :- gala_val(n, N), M is N + 100000, between(N, M, K), K >= M, !.\n"
)
HOG = "game(hog, [players : [ann], flow : (grow([]), outcome([1]))]).\ngrow(L) :- grow([L, L, L, L | L]).\n"
COIN = "game(coin, [players : [ann], flow : (choose(ann, X, member(X, [1, 2])), outcome([X]))]).\n"
