% Whole programs: cards, queens, rewriting, grammars by hand.

suit(h). suit(s).
rank(1). rank(2). rank(3).
card(S, R) :- suit(S), rank(R).
deal(0, _, []) :- !.
deal(N, [C|Cs], [C|Hand]) :- M is N - 1, deal(M, Cs, Hand).
deal(N, [_|Cs], Hand) :- N > 0, deal(N, Cs, Hand).
beats(c(_, R), c(_, Q)) :- R > Q, !.
beats(c(h, R), c(s, R)).
queens(N, Qs) :- numlist(1, N, Ns), permutation(Ns, Qs), safe(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :- Q =\= Q1 + D, Q =\= Q1 - D, D1 is D + 1, no_attack(Q, Qs, D1).
move(pile(N), pile(M), take(K)) :- between(1, 3, K), K =< N, M is N - K.
wins(P) :- move(P, Q, _), \+ wins(Q).
d(X, X, 1) :- !.
d(C, _, 0) :- atomic(C).
d(U + V, X, DU + DV) :- d(U, X, DU), d(V, X, DV).
d(U * V, X, DU * V + U * DV) :- d(U, X, DU), d(V, X, DV).
simplify(X, X) :- atomic(X), !.
simplify(X + Y, Z) :- simplify(X, A), simplify(Y, B), plus_(A, B, Z).
simplify(X * Y, Z) :- simplify(X, A), simplify(Y, B), times_(A, B, Z).
plus_(0, X, X) :- !.
plus_(X, 0, X) :- !.
plus_(X, Y, Z) :- number(X), number(Y), !, Z is X + Y.
plus_(X, Y, X + Y).
times_(0, _, 0) :- !.
times_(_, 0, 0) :- !.
times_(1, X, X) :- !.
times_(X, 1, X) :- !.
times_(X, Y, X * Y).
line([1,2,3]). line([4,5,6]). line([7,8,9]). line([1,4,7]). line([2,5,8]). line([3,6,9]). line([1,5,9]). line([3,5,7]).
three(P, Board) :- line(L), forall(member(I, L), nth1(I, Board, P)).
free(I, Board) :- nth1(I, Board, e).
place(1, P, [_|T], [P|T]) :- !.
place(I, P, [H|T], [H|R]) :- J is I - 1, place(J, P, T, R).
edge(a, b, 4). edge(a, c, 1). edge(c, b, 2). edge(b, d, 5). edge(c, d, 8).
route(X, X, [X], 0).
route(X, Y, [X|P], D) :- edge(X, Z, D1), route(Z, Y, P, D2), D is D1 + D2.
best(X, Y, D, P) :- findall(D0-P0, route(X, Y, P0, D0), L), sort(L, [D-P|_]).
hanoi(0, _, _, _, []) :- !.
hanoi(N, A, B, C, Ms) :- M is N - 1, hanoi(M, A, C, B, M1), hanoi(M, C, B, A, M2), append(M1, [A-B|M2], Ms).
prime(2).
prime(N) :- N > 2, N mod 2 =\= 0, \+ factor(N, 3).
factor(N, F) :- N mod F =:= 0.
factor(N, F) :- F * F < N, G is F + 2, factor(N, G).
primes(L) :- findall(N, ( between(2, 50, N), prime(N) ), L).
collatz(1, [1]) :- !.
collatz(N, [N|T]) :- ( N mod 2 =:= 0 -> M is N // 2 ; M is 3 * N + 1 ), collatz(M, T).
group([], []).
group([X|Xs], [[X|Same]|Gs]) :- run(Xs, X, Same, Rest), group(Rest, Gs).
run([Y|Ys], X, [Y|Same], Rest) :- Y == X, !, run(Ys, X, Same, Rest).
run(Rest, _, [], Rest).
tree(nil). 
insert(nil, X, t(nil, X, nil)).
insert(t(L, Y, R), X, T) :- compare(O, X, Y), insert(O, L, Y, R, X, T).
insert(=, L, Y, R, _, t(L, Y, R)).
insert(<, L, Y, R, X, t(L1, Y, R)) :- insert(L, X, L1).
insert(>, L, Y, R, X, t(L, Y, R1)) :- insert(R, X, R1).
inorder(nil, []).
inorder(t(L, X, R), Xs) :- inorder(L, A), inorder(R, B), append(A, [X|B], Xs).
payoff(rock, scissors, 1) :- !.
payoff(scissors, paper, 1) :- !.
payoff(paper, rock, 1) :- !.
payoff(X, X, 0) :- !.
payoff(_, _, -1).
zebra(Owner) :-
    Hs = [h(_, norwegian, _), _, _],
    member(h(red, english, _), Hs),
    member(h(green, _, fox), Hs),
    nextto(h(_, norwegian, _), h(blue, _, _), Hs),
    member(h(_, Owner, zebra), Hs).

?- findall(S-R, card(S, R), L).
?- numlist(1, 4, D), findall(H, deal(2, D, H), L).
?- findall(H, deal(3, [a, b, c], H), L).
?- beats(c(h, 2), c(s, 2)).
?- beats(c(s, 2), c(h, 2)).
?- beats(c(h, 3), X).
?- queens(4, Q).
?- queens(5, Q), !.
?- wins(pile(4)).
?- wins(pile(5)).
?- findall(N, ( between(0, 9, N), \+ wins(pile(N)) ), L).
?- d(x * x + 3 * x, x, D), simplify(D, E).
?- d(x + y, x, D).
?- three(x, [x, x, x, e, o, o, e, e, e]).
?- three(o, [x, x, x, e, o, o, e, e, e]).
?- findall(I, free(I, [x, e, o, e]), L).
?- place(2, x, [e, e, e], B).
?- best(a, d, D, P).
?- route(a, d, P, D).
?- hanoi(3, l, r, m, Ms), length(Ms, N).
?- primes(L).
?- collatz(6, L).
?- group([a, a, b, c, c, c], G).
?- foldl([X, T0, T]>>insert(T0, X, T), [3, 1, 2, 5, 4, 3], nil, T1), inorder(T1, L).
?- payoff(rock, paper, X).
?- findall(A-B-P, ( member(A, [rock, paper, scissors]), member(B, [rock, paper]), payoff(A, B, P) ), L).
?- zebra(W).
?- setof(P-A, B^payoff(A, B, P), L).
?- bagof(A, member(A, [rock, paper]), As), maplist([X, P]>>payoff(X, rock, P), As, Ps).
?- aggregate_all(max(P, A), ( member(A, [rock, paper, scissors]), payoff(A, rock, P) ), M).
?- aggregate_all(count, card(_, _), N).
?- findall(X, ( card(h, X), \+ X = 2 ), L).
?- forall(card(S, R), ( atom(S), integer(R) )).
?- setof(R, S^card(S, R), Rs), sumlist(Rs, T), E is T / 3.
?- deal(2, [a, b, c], [X, Y]), X @< Y.
?- length(L, 3), maplist([X]>>member(X, [h, t]), L), sumlist([], 0).
