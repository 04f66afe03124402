% Predicates that call a goal for the elements of lists, in Prolog.

maplist(_, []).
maplist(G, [A|As]) :- call(G, A), maplist(G, As).
maplist(G, As, Bs) :- 'apply:map'(As, Bs, G).
'apply:map'([], [], _).
'apply:map'([A|As], [B|Bs], G) :- call(G, A, B), 'apply:map'(As, Bs, G).
maplist(G, As, Bs, Cs) :- 'apply:map'(As, Bs, Cs, G).
'apply:map'([], [], [], _).
'apply:map'([A|As], [B|Bs], [C|Cs], G) :- call(G, A, B, C), 'apply:map'(As, Bs, Cs, G).
maplist(G, As, Bs, Cs, Ds) :- 'apply:map'(As, Bs, Cs, Ds, G).
'apply:map'([], [], [], [], _).
'apply:map'([A|As], [B|Bs], [C|Cs], [D|Ds], G) :- call(G, A, B, C, D), 'apply:map'(As, Bs, Cs, Ds, G).

convlist(_, [], []).
convlist(G, [X|Xs], Ys) :- ( call(G, X, Y) -> Ys = [Y|Zs] ; Ys = Zs ), convlist(G, Xs, Zs).

map_list_to_pairs(G, Xs, Pairs) :- 'apply:key'(Xs, G, Pairs).
'apply:key'([], _, []).
'apply:key'([X|Xs], G, [K-X|Ps]) :- call(G, X, K), 'apply:key'(Xs, G, Ps).

foldl(G, Xs, V0, V) :- 'apply:fold'(Xs, G, V0, V).
'apply:fold'([], _, V, V).
'apply:fold'([X|Xs], G, V0, V) :- call(G, X, V0, V1), 'apply:fold'(Xs, G, V1, V).
foldl(G, Xs, Ys, V0, V) :- 'apply:fold'(Xs, Ys, G, V0, V).
'apply:fold'([], [], _, V, V).
'apply:fold'([X|Xs], [Y|Ys], G, V0, V) :- call(G, X, Y, V0, V1), 'apply:fold'(Xs, Ys, G, V1, V).
foldl(G, Xs, Ys, Zs, V0, V) :- 'apply:fold'(Xs, Ys, Zs, G, V0, V).
'apply:fold'([], [], [], _, V, V).
'apply:fold'([X|Xs], [Y|Ys], [Z|Zs], G, V0, V) :- call(G, X, Y, Z, V0, V1), 'apply:fold'(Xs, Ys, Zs, G, V1, V).
foldl(G, Ws, Xs, Ys, Zs, V0, V) :- 'apply:fold'(Ws, Xs, Ys, Zs, G, V0, V).
'apply:fold'([], [], [], [], _, V, V).
'apply:fold'([W|Ws], [X|Xs], [Y|Ys], [Z|Zs], G, V0, V) :-
    call(G, W, X, Y, Z, V0, V1), 'apply:fold'(Ws, Xs, Ys, Zs, G, V1, V).

include(_, [], []).
include(P, [X|Xs], Ys) :- ( call(P, X) -> Ys = [X|Zs] ; Ys = Zs ), include(P, Xs, Zs).

exclude(_, [], []).
exclude(P, [X|Xs], Ys) :- ( call(P, X) -> Ys = Zs ; Ys = [X|Zs] ), exclude(P, Xs, Zs).

partition(_, [], [], []).
partition(P, [X|Xs], In, Out) :-
    ( call(P, X) -> In = [X|In1], Out = Out1 ; In = In1, Out = [X|Out1] ),
    partition(P, Xs, In1, Out1).

% partition(Order, List, Less, Equal, Greater): call(Order, X, O) says with <, = or > where X belongs.
partition(_, [], [], [], []).
partition(P, [X|Xs], Ls, Es, Gs) :-
    call(P, X, O), 'apply:partition'(O, X, Ls, Es, Gs, Ls1, Es1, Gs1), partition(P, Xs, Ls1, Es1, Gs1).
'apply:partition'(O, X, Ls, Es, Gs, Ls1, Es1, Gs1) :-
    (   O == (<) -> Ls = [X|Ls1], Es = Es1, Gs = Gs1
    ;   O == (=) -> Ls = Ls1, Es = [X|Es1], Gs = Gs1
    ;   O == (>) -> Ls = Ls1, Es = Es1, Gs = [X|Gs1]
    ;   must_be(atom, O), throw(error(type_error(oneof([<, =, >]), O), _))
    ).

% predsort(P, List, Sorted): a merge sort; call(P, O, X, Y) compares, and of equal elements one is kept.
predsort(P, L, Sorted) :- must_be(list, L), length(L, N), 'apply:sort'(P, N, L, _, Sorted).
'apply:sort'(P, 2, [X1, X2|L], L, R) :- !, call(P, Delta, X1, X2), 'apply:sort2'(Delta, X1, X2, R).
'apply:sort'(_, 1, [X|L], L, [X]) :- !.
'apply:sort'(_, 0, L, L, []) :- !.
'apply:sort'(P, N, L1, L3, R) :-
    N1 is N // 2, N2 is N - N1,
    'apply:sort'(P, N1, L1, L2, R1), 'apply:sort'(P, N2, L2, L3, R2),
    'apply:merge'(P, R1, R2, R).
'apply:sort2'(<, X1, X2, [X1, X2]).
'apply:sort2'(=, X1, _, [X1]).
'apply:sort2'(>, X1, X2, [X2, X1]).
'apply:merge'(_, [], R, R) :- !.
'apply:merge'(_, R, [], R) :- !.
'apply:merge'(P, [H1|T1], [H2|T2], R) :- call(P, Delta, H1, H2), !, 'apply:merge'(Delta, P, H1, H2, T1, T2, R).
'apply:merge'(<, P, H1, H2, T1, T2, [H1|R]) :- 'apply:merge'(P, T1, [H2|T2], R).
'apply:merge'(=, P, H1, _, T1, T2, [H1|R]) :- 'apply:merge'(P, T1, T2, R).
'apply:merge'(>, P, H1, H2, T1, T2, [H2|R]) :- 'apply:merge'(P, [H1|T1], T2, R).
