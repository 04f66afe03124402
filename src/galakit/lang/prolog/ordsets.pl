% Sets as lists in the standard order without duplicates: each operation is one walk along both.

ord_empty([]).
is_ordset(S) :- is_list(S), 'ordsets:ascending'(S).
'ordsets:ascending'([]).
'ordsets:ascending'([X|Xs]) :- 'ordsets:ascending'(Xs, X).
'ordsets:ascending'([], _).
'ordsets:ascending'([Y|Ys], X) :- X @< Y, 'ordsets:ascending'(Ys, Y).

ord_memberchk(X, [Y|Ys]) :- compare(O, X, Y), 'ordsets:member'(O, X, Ys).
'ordsets:member'(=, _, _).
'ordsets:member'(>, X, Ys) :- ord_memberchk(X, Ys).

ord_add_element([], X, [X]).
ord_add_element([Y|Ys], X, S) :- compare(O, X, Y), 'ordsets:add'(O, X, Y, Ys, S).
'ordsets:add'(<, X, Y, Ys, [X, Y|Ys]).
'ordsets:add'(=, _, Y, Ys, [Y|Ys]).
'ordsets:add'(>, X, Y, Ys, [Y|S]) :- ord_add_element(Ys, X, S).

ord_del_element([], _, []).
ord_del_element([Y|Ys], X, S) :- compare(O, X, Y), 'ordsets:del'(O, X, Y, Ys, S).
'ordsets:del'(<, _, Y, Ys, [Y|Ys]).
'ordsets:del'(=, _, _, Ys, Ys).
'ordsets:del'(>, X, Y, Ys, [Y|S]) :- ord_del_element(Ys, X, S).

ord_selectchk(X, S, R) :- ord_memberchk(X, S), ord_del_element(S, X, R).

ord_union([], []).
ord_union([S|Ss], U) :- ord_union(Ss, V), ord_union(S, V, U).
ord_union([], S, S).
ord_union([X|Xs], Ys, S) :- 'ordsets:union'(Ys, X, Xs, S).
'ordsets:union'([], X, Xs, [X|Xs]).
'ordsets:union'([Y|Ys], X, Xs, S) :- compare(O, X, Y), 'ordsets:union'(O, X, Xs, Y, Ys, S).
'ordsets:union'(<, X, Xs, Y, Ys, [X|S]) :- ord_union(Xs, [Y|Ys], S).
'ordsets:union'(=, X, Xs, _, Ys, [X|S]) :- ord_union(Xs, Ys, S).
'ordsets:union'(>, X, Xs, Y, Ys, [Y|S]) :- 'ordsets:union'(Ys, X, Xs, S).
ord_union(S, T, U, New) :- ord_union(S, T, U), ord_subtract(T, S, New).

ord_subtract([], _, []).
ord_subtract([X|Xs], Ys, S) :- 'ordsets:subtract'(Ys, X, Xs, S).
'ordsets:subtract'([], X, Xs, [X|Xs]).
'ordsets:subtract'([Y|Ys], X, Xs, S) :- compare(O, X, Y), 'ordsets:subtract'(O, X, Xs, Y, Ys, S).
'ordsets:subtract'(<, X, Xs, Y, Ys, [X|S]) :- ord_subtract(Xs, [Y|Ys], S).
'ordsets:subtract'(=, _, Xs, _, Ys, S) :- ord_subtract(Xs, Ys, S).
'ordsets:subtract'(>, X, Xs, _, Ys, S) :- 'ordsets:subtract'(Ys, X, Xs, S).

ord_intersection([S|Ss], I) :- 'ordsets:intersection'(Ss, S, I).
'ordsets:intersection'([], I, I).
'ordsets:intersection'([S|Ss], I0, I) :- ord_intersection(S, I0, I1), 'ordsets:intersection'(Ss, I1, I).
ord_intersection([], _, []).
ord_intersection([X|Xs], Ys, S) :- 'ordsets:common'(Ys, X, Xs, S).
'ordsets:common'([], _, _, []).
'ordsets:common'([Y|Ys], X, Xs, S) :- compare(O, X, Y), 'ordsets:common'(O, X, Xs, Y, Ys, S).
'ordsets:common'(<, _, Xs, Y, Ys, S) :- ord_intersection(Xs, [Y|Ys], S).
'ordsets:common'(=, X, Xs, _, Ys, [X|S]) :- ord_intersection(Xs, Ys, S).
'ordsets:common'(>, X, Xs, _, Ys, S) :- 'ordsets:common'(Ys, X, Xs, S).

ord_intersect(S, T) :- ord_intersection(S, T, [_|_]).
ord_disjoint(S, T) :- ord_intersection(S, T, []).
ord_subset(S, T) :- ord_subtract(S, T, []).
ord_seteq(S, T) :- S == T.
ord_symdiff(S, T, D) :- ord_subtract(S, T, A), ord_subtract(T, S, B), ord_union(A, B, D).
