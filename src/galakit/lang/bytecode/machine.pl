% What Python's engine does in Python, as the abstract machine does it. Where an error would be raised, the machine gives the step up.

once(G) :- call(G), !.
ignore(G) :- call(G), !.
ignore(_).
not(G) :- call(G), !, fail.
not(_).
\+ G :- call(G), !, fail.
\+ _.
(A, B) :- call(A), call(B).
(A -> B) :- call(A), !, call(B).
( A ; B ) :- 'machine:disjunction'(A, B).
'machine:disjunction'(A, B) :- nonvar(A), A = (C -> D), !, 'machine:either'(C, D, B).
'machine:disjunction'(A, _) :- call(A).
'machine:disjunction'(_, B) :- call(B).
'machine:either'(C, D, _) :- call(C), !, call(D).
'machine:either'(_, _, E) :- call(E).
forall(C, A) :- \+ (call(C), \+ call(A)).
catch(G, _, _) :- call(G).
repeat.
repeat :- repeat.

findall(T, G, L, End) :- findall(T, G, Found), append(Found, End, L).

aggregate_all(S, _, _) :- var(S), !, 'machine:unsupported'.
aggregate_all(count, G, N) :- !, findall(x, G, L), length(L, N).
aggregate_all(count(_), G, N) :- !, findall(x, G, L), length(L, N).
aggregate_all(sum(E), G, S) :- !, findall(E, G, L), sum_list(L, S).
aggregate_all(bag(E), G, L) :- !, findall(E, G, L).
aggregate_all(set(E), G, S) :- !, findall(E, G, L), sort(L, S).
aggregate_all(max(E), G, M) :- !, findall(E, G, [X|Xs]), Y is X, 'machine:most'(Xs, Y, M).
aggregate_all(min(E), G, M) :- !, findall(E, G, [X|Xs]), Y is X, 'machine:least'(Xs, Y, M).
aggregate_all(max(E, W), G, max(M, V)) :- !, findall(E-W, G, [X-U|Xs]), Y is X, 'machine:most'(Xs, Y, U, M, V).
aggregate_all(min(E, W), G, min(M, V)) :- !, findall(E-W, G, [X-U|Xs]), Y is X, 'machine:least'(Xs, Y, U, M, V).
aggregate_all(_, _, _) :- 'machine:unsupported'.
'machine:most'([], M, M).
'machine:most'([X|Xs], Y, M) :- Z is max(Y, X), 'machine:most'(Xs, Z, M).
'machine:least'([], M, M).
'machine:least'([X|Xs], Y, M) :- Z is min(Y, X), 'machine:least'(Xs, Z, M).
'machine:most'([], M, V, M, V).
'machine:most'([X-W|Xs], Y, U, M, V) :-
    Z is X, ( Z > Y -> 'machine:most'(Xs, Z, W, M, V) ; 'machine:most'(Xs, Y, U, M, V) ).
'machine:least'([], M, V, M, V).
'machine:least'([X-W|Xs], Y, U, M, V) :-
    Z is X, ( Z < Y -> 'machine:least'(Xs, Z, W, M, V) ; 'machine:least'(Xs, Y, U, M, V) ).

deal(Deck, N, Hand) :-
    gala_val(Deck, Cards), length(Cards, All),
    N >= 0, N =< All,
    'machine:dealt'(N, All, Cards, Hand, Rest),
    gala_set(Deck, Rest).
'machine:dealt'(0, _, Rest, [], Rest) :- !.
'machine:dealt'(N, N, Cards, Cards, []) :- !.
'machine:dealt'(N, All, [X|Xs], [X|Ys], Rest) :- M is N - 1, Left is All - 1, 'machine:dealt'(M, Left, Xs, Ys, Rest).
'machine:dealt'(N, All, [X|Xs], Ys, [X|Rest]) :- Left is All - 1, 'machine:dealt'(N, Left, Xs, Ys, Rest).

grid_line(Kind, Name, Grid, N, Line) :- 'machine:grid_line'(N, Kind, Name, Grid, Line).
