% Lists and higher-order predicates of the Prolog library, in Prolog.

append([], L, L).
append([X|Xs], L, [X|Ys]) :- append(Xs, L, Ys).

append(Lists, L) :- 'lists:concat'(Lists, L).
'lists:concat'([], []).
'lists:concat'([L|Ls], All) :- append(L, Rest, All), 'lists:concat'(Ls, Rest).

member(X, [Y|Ys]) :- 'lists:member'(Ys, X, Y).
'lists:member'(_, X, X).
'lists:member'([Y|Ys], X, _) :- 'lists:member'(Ys, X, Y).

length(List, N) :- 'lists:open_length'(List, N), !, 'lists:grow'(List, 0, N).
length(List, N) :- 'lists:length'(List, N).
'lists:grow'([], N, N).
'lists:grow'([_|T], N0, N) :- N1 is N0 + 1, 'lists:grow'(T, N1, N).

select(X, [X|T], T).
select(X, [H|T], [H|R]) :- select(X, T, R).

selectchk(X, L, R) :- select(X, L, R), !.

select(X, Xs, Y, Ys) :- 'lists:select4'(Xs, X, Y, Ys).
'lists:select4'([X|T], X, Y, [Y|T]).
'lists:select4'([H|T], X, Y, [H|T2]) :- 'lists:select4'(T, X, Y, T2).

exclude(_, [], []).
exclude(P, [X|Xs], Ys) :- ( call(P, X) -> Ys = Zs ; Ys = [X|Zs] ), exclude(P, Xs, Zs).

include(_, [], []).
include(P, [X|Xs], Ys) :- ( call(P, X) -> Ys = [X|Zs] ; Ys = Zs ), include(P, Xs, Zs).

partition(_, [], [], []).
partition(P, [X|Xs], In, Out) :-
    ( call(P, X) -> In = [X|In1], Out = Out1 ; In = In1, Out = [X|Out1] ),
    partition(P, Xs, In1, Out1).

permutation(Xs, Ys) :-
    ( is_list(Xs) -> length(Xs, N), length(Ys, N) ; is_list(Ys) -> length(Ys, N), length(Xs, N) ; true ),
    'lists:permute'(Xs, Ys).
'lists:permute'([], []).
'lists:permute'(List, [X|Perm]) :- select(X, List, Rest), 'lists:permute'(Rest, Perm).

nth0(I, List, X) :- integer(I), !, I >= 0, 'lists:nth'(I, List, X).
nth0(I, List, X) :- var(I), 'lists:nth_any'(List, X, 0, I).
nth1(I, List, X) :- integer(I), !, I >= 1, J is I - 1, 'lists:nth'(J, List, X).
nth1(I, List, X) :- var(I), 'lists:nth_any'(List, X, 1, I).
'lists:nth'(0, [X|_], X) :- !.
'lists:nth'(I, [_|T], X) :- J is I - 1, 'lists:nth'(J, T, X).
'lists:nth_any'([H|T], X, N, I) :- 'lists:nth_walk'(T, H, X, N, I).
'lists:nth_walk'(_, X, X, N, N).
'lists:nth_walk'([H|T], _, X, N, I) :- M is N + 1, 'lists:nth_walk'(T, H, X, M, I).

nth0(I, List, X, Rest) :- integer(I), !, I >= 0, 'lists:nth_rest'(I, List, X, Rest).
nth0(I, List, X, Rest) :- var(I), 'lists:nth_gen'(List, X, Rest, 0, I).
nth1(I, List, X, Rest) :- integer(I), !, I >= 1, J is I - 1, 'lists:nth_rest'(J, List, X, Rest).
nth1(I, List, X, Rest) :- var(I), 'lists:nth_gen'(List, X, Rest, 1, I).
'lists:nth_rest'(0, [X|T], X, T) :- !.
'lists:nth_rest'(I, [H|T], X, [H|R]) :- J is I - 1, 'lists:nth_rest'(J, T, X, R).
'lists:nth_gen'([X|T], X, T, N, N).
'lists:nth_gen'([H|T], X, [H|R], N, I) :- M is N + 1, 'lists:nth_gen'(T, X, R, M, I).

last([X], X) :- !.
last([_|T], X) :- last(T, X).

delete([], _, []).
delete([H|T], X, R) :- ( H \= X -> R = [H|R1] ; R = R1 ), delete(T, X, R1).

subtract([], _, []).
subtract([H|T], L, R) :- ( memberchk(H, L) -> R = R1 ; R = [H|R1] ), subtract(T, L, R1).

intersection([], _, []).
intersection([H|T], L, R) :- ( memberchk(H, L) -> R = [H|R1] ; R = R1 ), intersection(T, L, R1).

union([], L, L).
union([H|T], L, R) :- ( memberchk(H, L) -> R = R1 ; R = [H|R1] ), union(T, L, R1).

max_member(M, L) :- 'lists:max_member'(L, M).
'lists:max_member'([H|T], M) :- foldl('lists:later', T, H, M).
'lists:later'(X, Y, Z) :- ( X @> Y -> Z = X ; Z = Y ).
min_member(M, L) :- 'lists:min_member'(L, M).
'lists:min_member'([H|T], M) :- foldl('lists:earlier', T, H, M).
'lists:earlier'(X, Y, Z) :- ( X @< Y -> Z = X ; Z = Y ).

pairs_keys_values([], [], []).
pairs_keys_values([K-V|T], [K|Ks], [V|Vs]) :- pairs_keys_values(T, Ks, Vs).
pairs_keys([], []).
pairs_keys([K-_|T], [K|Ks]) :- pairs_keys(T, Ks).
pairs_values([], []).
pairs_values([_-V|T], [V|Vs]) :- pairs_values(T, Vs).

predsort(P, L, Sorted) :- length(L, N), 'lists:predsort'(P, N, L, _, Sorted).
'lists:predsort'(P, 2, [X1, X2|L], L, R) :- !, call(P, Delta, X1, X2), 'lists:sort2'(Delta, X1, X2, R).
'lists:predsort'(_, 1, [X|L], L, [X]) :- !.
'lists:predsort'(_, 0, L, L, []) :- !.
'lists:predsort'(P, N, L1, L3, R) :-
    N1 is N // 2, N2 is N - N1,
    'lists:predsort'(P, N1, L1, L2, R1), 'lists:predsort'(P, N2, L2, L3, R2),
    'lists:predmerge'(P, R1, R2, R).
'lists:sort2'(<, X1, X2, [X1, X2]).
'lists:sort2'(=, X1, _, [X1]).
'lists:sort2'(>, X1, X2, [X2, X1]).
'lists:predmerge'(_, [], R, R) :- !.
'lists:predmerge'(_, R, [], R) :- !.
'lists:predmerge'(P, [H1|T1], [H2|T2], R) :- call(P, Delta, H1, H2), !, 'lists:predmerge'(Delta, P, H1, H2, T1, T2, R).
'lists:predmerge'(<, P, H1, H2, T1, T2, [H1|R]) :- 'lists:predmerge'(P, T1, [H2|T2], R).
'lists:predmerge'(=, P, H1, _, T1, T2, [H1|R]) :- 'lists:predmerge'(P, T1, T2, R).
'lists:predmerge'(>, P, H1, H2, T1, T2, [H2|R]) :- 'lists:predmerge'(P, [H1|T1], T2, R).

maplist(_, []).
maplist(G, [A|As]) :- call(G, A), maplist(G, As).
maplist(G, As, Bs) :- 'lists:maplist'(As, Bs, G).
'lists:maplist'([], [], _).
'lists:maplist'([A|As], [B|Bs], G) :- call(G, A, B), 'lists:maplist'(As, Bs, G).
maplist(G, As, Bs, Cs) :- 'lists:maplist'(As, Bs, Cs, G).
'lists:maplist'([], [], [], _).
'lists:maplist'([A|As], [B|Bs], [C|Cs], G) :- call(G, A, B, C), 'lists:maplist'(As, Bs, Cs, G).
maplist(G, As, Bs, Cs, Ds) :- 'lists:maplist'(As, Bs, Cs, Ds, G).
'lists:maplist'([], [], [], [], _).
'lists:maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], G) :- call(G, A, B, C, D), 'lists:maplist'(As, Bs, Cs, Ds, G).

foldl(G, L, V0, V) :- 'lists:foldl'(L, G, V0, V).
'lists:foldl'([], _, V, V).
'lists:foldl'([X|Xs], G, V0, V) :- call(G, X, V0, V1), 'lists:foldl'(Xs, G, V1, V).
foldl(G, L1, L2, V0, V) :- 'lists:foldl'(L1, L2, G, V0, V).
'lists:foldl'([], [], _, V, V).
'lists:foldl'([X|Xs], [Y|Ys], G, V0, V) :- call(G, X, Y, V0, V1), 'lists:foldl'(Xs, Ys, G, V1, V).

succ(X, Y) :- integer(X), !, X >= 0, Y is X + 1.
succ(X, Y) :- integer(Y), Y > 0, X is Y - 1.
plus(X, Y, Z) :- ( var(Z) -> Z is X + Y ; var(Y) -> Y is Z - X ; X is Z - Y ).

arg(N, T, A) :- integer(N), !, 'lists:arg'(N, T, A).
arg(N, T, A) :- var(N), compound(T), functor(T, _, M), between(1, M, N), 'lists:arg'(N, T, A).
'lists:arg'(N, T, A) :- N > 0, T =.. [_|As], nth1(N, As, A).
