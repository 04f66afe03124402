% Lists and pairs of the Prolog library, in Prolog.

append([], L, L).
append([X|Xs], L, [X|Ys]) :- append(Xs, L, Ys).

append(Lists, L) :- 'lists:must_be_list_or_open'(Lists), 'lists:concat'(Lists, L).
'lists:concat'([], []).
'lists:concat'([L|Ls], All) :- append(L, Rest, All), 'lists:concat'(Ls, Rest).
'lists:must_be_list_or_open'(L) :- ( is_list(L) -> true ; 'lists:open'(L) -> true ; must_be(list, L) ).
'lists:open'(L) :- \+ L \= [], \+ is_list(L).

prefix([], _).
prefix([X|Xs], [X|Ys]) :- prefix(Xs, Ys).

member(X, [Y|Ys]) :- 'lists:member'(Ys, X, Y).
'lists:member'(_, X, X).
'lists:member'([Y|Ys], X, _) :- 'lists:member'(Ys, X, Y).

same_length([], []).
same_length([_|Xs], [_|Ys]) :- same_length(Xs, Ys).

reverse(Xs, Ys) :- ( is_list(Xs) -> 'lists:reverse'(Xs, Ys) ; 'lists:reverse'(Xs, [], Ys) ).
'lists:reverse'([], Ys, Ys).
'lists:reverse'([X|Xs], Rs, Ys) :- 'lists:reverse'(Xs, [X|Rs], Ys).

nextto(X, Y, [X, Y|_]).
nextto(X, Y, [_|Zs]) :- nextto(X, Y, Zs).

last([X|Xs], Last) :- 'lists:last'(Xs, X, Last).
'lists:last'([], Last, Last).
'lists:last'([X|Xs], _, Last) :- 'lists:last'(Xs, X, Last).

select(X, [X|T], T).
select(X, [H|T], [H|R]) :- select(X, T, R).

selectchk(X, L, R) :- select(X, L, R), !.

select(X, Xs, Y, Ys) :- 'lists:select4'(Xs, X, Y, Ys).
'lists:select4'([X|T], X, Y, [Y|T]).
'lists:select4'([H|T], X, Y, [H|T2]) :- 'lists:select4'(T, X, Y, T2).

subseq([], [], []).
subseq([H|T], S, [H|R]) :- subseq(T, S, R).
subseq([H|T], [H|S], R) :- subseq(T, S, R).

permutation(Xs, Ys) :-
    (   is_list(Xs) -> length(Xs, N), length(Ys, N)
    ;   is_list(Ys) -> length(Ys, N), length(Xs, N)
    ;   'lists:open'(Xs), 'lists:open'(Ys) -> true
    ;   must_be(list, Xs)
    ),
    'lists:permute'(Xs, Ys).
'lists:permute'([], []).
'lists:permute'(List, [X|Perm]) :- select(X, List, Rest), 'lists:permute'(Rest, Perm).

nth0(I, List, X) :- integer(I), !, I >= 0, 'lists:nth'(I, List, X).
nth0(I, List, X) :- var(I), !, 'lists:nth_any'(List, X, 0, I).
nth0(I, _, _) :- must_be(integer, I).
nth1(I, List, X) :- integer(I), !, I >= 1, J is I - 1, 'lists:nth'(J, List, X).
nth1(I, List, X) :- var(I), !, 'lists:nth_any'(List, X, 1, I).
nth1(I, _, _) :- must_be(integer, I).
'lists:nth'(0, [X|_], X) :- !.
'lists:nth'(I, [_|T], X) :- J is I - 1, 'lists:nth'(J, T, X).
'lists:nth_any'([H|T], X, N, I) :- 'lists:nth_walk'(T, H, X, N, I).
'lists:nth_walk'(_, X, X, N, N).
'lists:nth_walk'([H|T], _, X, N, I) :- M is N + 1, 'lists:nth_walk'(T, H, X, M, I).

nth0(I, List, X, Rest) :- var(I), !, 'lists:nth_gen'(List, X, Rest, 0, I).
nth0(I, List, X, Rest) :- must_be(nonneg, I), 'lists:nth_rest'(I, List, X, Rest).
nth1(I, List, X, Rest) :- var(I), !, 'lists:nth_gen'(List, X, Rest, 1, I).
nth1(I, List, X, Rest) :- must_be(positive_integer, I), J is I - 1, 'lists:nth_rest'(J, List, X, Rest).
'lists:nth_rest'(0, [X|T], X, T) :- !.
'lists:nth_rest'(I, [H|T], X, [H|R]) :- J is I - 1, 'lists:nth_rest'(J, T, X, R).
'lists:nth_gen'([X|T], X, T, N, N).
'lists:nth_gen'([H|T], X, [H|R], N, I) :- M is N + 1, 'lists:nth_gen'(T, X, R, M, I).

delete([], _, []).
delete([H|T], X, R) :- ( H \= X -> R = [H|R1] ; R = R1 ), delete(T, X, R1).

% Sets as lists without duplicates.
subtract(Xs, Ys, Zs) :- must_be(list, Xs), 'lists:subtract'(Xs, Ys, Zs).
'lists:subtract'([], _, []).
'lists:subtract'([H|T], L, R) :- ( memberchk(H, L) -> R = R1 ; R = [H|R1] ), 'lists:subtract'(T, L, R1).

intersection(Xs, Ys, Zs) :- must_be(list, Xs), 'lists:intersection'(Xs, Ys, Zs).
'lists:intersection'([], _, []).
'lists:intersection'([H|T], L, R) :- ( memberchk(H, L) -> R = [H|R1] ; R = R1 ), 'lists:intersection'(T, L, R1).

union(Xs, Ys, Zs) :- must_be(list, Xs), 'lists:union'(Xs, Ys, Zs).
'lists:union'([], L, L).
'lists:union'([H|T], L, R) :- ( memberchk(H, L) -> R = R1 ; R = [H|R1] ), 'lists:union'(T, L, R1).

subset(Xs, Ys) :- must_be(list, Xs), 'lists:subset'(Xs, Ys).
'lists:subset'([], _).
'lists:subset'([X|Xs], Ys) :- memberchk(X, Ys), 'lists:subset'(Xs, Ys).

max_member(M, L) :- must_be(list, L), 'lists:extreme'(L, @>, M).
min_member(M, L) :- must_be(list, L), 'lists:extreme'(L, @<, M).
'lists:extreme'([H|T], Better, M) :- 'lists:extreme'(T, Better, H, M).
'lists:extreme'([], _, M, M).
'lists:extreme'([X|Xs], Better, M0, M) :-
    ( call(Better, X, M0) -> 'lists:extreme'(Xs, Better, X, M) ; 'lists:extreme'(Xs, Better, M0, M) ).

max_member(Below, M, L) :- must_be(list, L), 'lists:last_by'(L, Below, M).
min_member(Below, M, L) :- must_be(list, L), 'lists:first_by'(L, Below, M).
'lists:last_by'([H|T], Below, M) :- 'lists:last_by'(T, Below, H, M).
'lists:last_by'([], _, M, M).
'lists:last_by'([X|Xs], Below, M0, M) :-
    ( call(Below, M0, X) -> 'lists:last_by'(Xs, Below, X, M) ; 'lists:last_by'(Xs, Below, M0, M) ).
'lists:first_by'([H|T], Below, M) :- 'lists:first_by'(T, Below, H, M).
'lists:first_by'([], _, M, M).
'lists:first_by'([X|Xs], Below, M0, M) :-
    ( call(Below, X, M0) -> 'lists:first_by'(Xs, Below, X, M) ; 'lists:first_by'(Xs, Below, M0, M) ).

% Pairs Key-Value.
pairs_keys_values([], [], []).
pairs_keys_values([K-V|T], [K|Ks], [V|Vs]) :- pairs_keys_values(T, Ks, Vs).
pairs_keys([], []).
pairs_keys([K-_|T], [K|Ks]) :- pairs_keys(T, Ks).
pairs_values([], []).
pairs_values([_-V|T], [V|Vs]) :- pairs_values(T, Vs).
transpose_pairs(Pairs, Transposed) :- 'lists:flip'(Pairs, Flipped), keysort(Flipped, Transposed).
'lists:flip'([], []).
'lists:flip'([K-V|T], [V-K|R]) :- 'lists:flip'(T, R).

% clumped([a,a,b], [a-2,b-1]): runs of identical elements and their lengths.
clumped([], []).
clumped([X|Xs], [X-N|Cs]) :- 'lists:run'(Xs, X, 1, N, Rest), clumped(Rest, Cs).
'lists:run'([Y|Ys], X, N0, N, Rest) :- Y == X, !, N1 is N0 + 1, 'lists:run'(Ys, X, N1, N, Rest).
'lists:run'(Rest, _, N, N, Rest).

% Subterms, as they are met from the outside in.
sub_term(X, X).
sub_term(X, T) :- compound(T), arg(_, T, A), sub_term(X, A).
occurrences_of_term(X, T, N) :- 'lists:count_subterms'(T, X, 0, N).
'lists:count_subterms'(T, X, N0, N) :-
    ( subsumes_term(X, T) -> N1 is N0 + 1 ; N1 = N0 ),
    ( compound(T) -> T =.. [_|As], 'lists:count_in'(As, X, N1, N) ; N = N1 ).
'lists:count_in'([], _, N, N).
'lists:count_in'([A|As], X, N0, N) :- 'lists:count_subterms'(A, X, N0, N1), 'lists:count_in'(As, X, N1, N).

% Integers related to one another.
succ(X, Y) :- integer(X), !, 'lists:nonneg'(X), ( var(Y) -> true ; must_be(integer, Y) ), Y is X + 1.
succ(X, Y) :- var(X), !, must_be(integer, Y), 'lists:nonneg'(Y), Y > 0, X is Y - 1.
succ(X, _) :- must_be(integer, X).
'lists:nonneg'(X) :- ( X >= 0 -> true ; throw(error(domain_error(not_less_than_zero, X), _)) ).
plus(X, Y, Z) :-
    (   var(Z) -> must_be(integer, X), must_be(integer, Y), Z is X + Y
    ;   var(Y) -> must_be(integer, X), must_be(integer, Z), Y is Z - X
    ;   ( var(X) -> true ; must_be(integer, X) ), must_be(integer, Y), must_be(integer, Z), X is Z - Y
    ).
rational(X, N, D) :- rational(X), N is numerator(X), D is denominator(X).
divmod(X, Y, Q, R) :- Q is X div Y, R is X mod Y.
nth_integer_root_and_remainder(N, X, Root, Rest) :-
    must_be(positive_integer, N), must_be(integer, X),
    (   X >= 0 -> 'lists:root'(N, X, Root)
    ;   N mod 2 =:= 1 -> Y is -X, 'lists:root'(N, Y, R), Root is -R
    ;   throw(error(evaluation_error(undefined), _))
    ),
    Rest is X - Root ** N.
