% Combinations of things: chains, partitions, tables, sets.

% chain(Rel, List): neighbours in the list are related.
chain(_, []).
chain(Rel, [X|Xs]) :- 'combinations:chain'(Xs, X, Rel).
'combinations:chain'([], _, _).
'combinations:chain'([Y|Ys], X, Rel) :- call(Rel, X, Y), !, 'combinations:chain'(Ys, Y, Rel).

% checklist(Pred, List): every element satisfies the predicate.
checklist(Pred, List) :- maplist(Pred, List).

% precedes(A, B, List): A comes before B in the list.
precedes(A, B, List) :- append(_, [A|Rest], List), !, memberchk(B, Rest).

% partition(Rel, Set, Classes): Classes are the sets of elements with a common value V under call(Rel, Element, V),
% in order of first appearance.
partition(Rel, Set, Classes) :-
    'combinations:keyed'(Set, Rel, Pairs),
    'combinations:classes'(Pairs, Classes).
'combinations:keyed'([], _, []).
'combinations:keyed'([X|Xs], Rel, [K-X|Ps]) :- call(Rel, X, K), !, 'combinations:keyed'(Xs, Rel, Ps).
'combinations:classes'([], []).
'combinations:classes'([K-X|Ps], [[X|Same]|Classes]) :-
    'combinations:split'(Ps, K, Same, Others),
    'combinations:classes'(Others, Classes).
'combinations:split'([], _, [], []).
'combinations:split'([K1-X|Ps], K, Same, Others) :-
    (   K1 == K
    ->  Same = [X|Same1], Others = Others1
    ;   Same = Same1, Others = [K1-X|Others1]
    ),
    'combinations:split'(Ps, K, Same1, Others1).

% partition_profile(Rel, Set, Profile): the sizes of the classes, largest first.
partition_profile(Rel, Set, Profile) :-
    partition(Rel, Set, Classes),
    maplist(length, Classes, Sizes),
    sort(0, @>=, Sizes, Profile).

% associate(Key, Value, Table): the first row (Pattern, Value) or (Pattern : Guard, Value) that fits.
associate(Key, Value, [Row|Rows]) :-
    (   'combinations:fits'(Row, Key, Found)
    ->  Value = Found
    ;   associate(Key, Value, Rows)
    ).
'combinations:fits'((Pattern, Value), Key, Value) :-
    (   nonvar(Pattern), Pattern = (Inner : Guard)
    ->  Key = Inner, call(Guard)
    ;   Key = Pattern
    ).

% subset_of(N, Set, Subset, Rest): every N-element subset, in the order of the set.
subset_of(0, Rest, [], Rest) :- !.
subset_of(N, [X|Xs], [X|Ys], Rest) :- N > 0, M is N - 1, subset_of(M, Xs, Ys, Rest).
subset_of(N, [X|Xs], Ys, [X|Rest]) :- N > 0, subset_of(N, Xs, Ys, Rest).
