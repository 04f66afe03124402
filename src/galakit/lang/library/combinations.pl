% Combinations of things: chains, partitions, tables, subsets, arrangements.

%! chain(:Rel, +List): each element of the list is related to the next one.
chain(_, []).
chain(Rel, [X|Xs]) :- linked(Xs, X, Rel).
linked([], _, _).
linked([Y|Ys], X, Rel) :- call(Rel, X, Y), !, linked(Ys, Y, Rel).

%! checklist(:Pred, +List): every element satisfies the predicate.
checklist(Pred, List) :- maplist(Pred, List).

%! count(:Pred, +List, -N): how many elements satisfy the predicate.
count(Pred, List, N) :- include(Pred, List, Kept), length(Kept, N).

%! precedes(+A, +B, +List): A comes before B in the list.
precedes(A, B, List) :- append(_, [A|Rest], List), !, memberchk(B, Rest).

%! partition(:Rel, +Set, -Classes): the classes of equivalent elements, in order of first appearance.
partition(Rel, Set, Classes) :- classes(Set, Rel, Found), members(Found, Classes).

%! partition_profile(:Rel, +Set, -Sizes): the sizes of the classes, largest first.
partition_profile(Rel, Set, Sizes) :-
    partition(Rel, Set, Classes),
    maplist(length, Classes, Unsorted),
    sort(0, @>=, Unsorted, Sizes).

%! detailed_partition(:Rel, +Set, -Classes, -Properties, -Sizes): the classes, largest first, what defines each, and how large it is.
detailed_partition(Rel, Set, Classes, Properties, Sizes) :-
    classes(Set, Rel, Found),
    sized(Found, Keyed),
    sort(1, @>=, Keyed, Sorted),
    unzip(Sorted, Classes, Properties, Sizes).

sized([], []).
sized([class(P, Xs)|Cs], [by(N, P, Xs)|Ks]) :- length(Xs, N), sized(Cs, Ks).
unzip([], [], [], []).
unzip([by(N, P, Xs)|Ks], [Xs|Cs], [P|Ps], [N|Ns]) :- unzip(Ks, Cs, Ps, Ns).
members([], []).
members([class(_, Xs)|Cs], [Xs|Ls]) :- members(Cs, Ls).

% The relation may give the property of an element, match_rank((_, Rank), Rank), or relate two elements,
% same_rank((_, Rank), (_, Rank)). Either way an element belongs to a class if it is related to the class's property.
classes([], _, []).
classes([X|Xs], Rel, [class(P, [X|Same])|Classes]) :-
    property(Rel, X, P),
    alike(Xs, Rel, P, Same, Others),
    classes(Others, Rel, Classes).

alike([], _, _, [], []).
alike([X|Xs], Rel, P, Same, Others) :-
    (   \+ \+ call(Rel, X, P)
    ->  Same = [X|Same1], Others = Others1
    ;   Same = Same1, Others = [X|Others1]
    ),
    alike(Xs, Rel, P, Same1, Others1).

% A relation that only compares two elements has nothing to say about one: the element stands for its class.
property(Rel, X, P) :- ( catch(call(Rel, X, P0), error(_, _), fail) -> P = P0 ; P = X ).

%! associate(+Key, -Value, +Table): the value in the first row (Pattern, Value) or (Pattern : Guard, Value) that fits the key.
associate(Key, Value, [Row|Rows]) :-
    (   fits(Row, Key, Found)
    ->  Value = Found
    ;   associate(Key, Value, Rows)
    ).
fits((Pattern, Value), Key, Value) :-
    (   nonvar(Pattern), Pattern = (Inner : Guard)
    ->  Key = Inner, call(Guard)
    ;   Key = Pattern
    ).

%! subset_of(+N, +Set, -Subset): every N-element subset, in the order of the set.
subset_of(N, Set, Subset) :- subset_of(N, Set, Subset, _).

%! subset_of(+N, +Set, -Subset, -Rest): the same with the elements that are left.
subset_of(N, Set, Subset, Rest) :- length(Set, Size), Size >= N, subset(N, Size, Set, Subset, Rest).
subset(0, _, Rest, [], Rest) :- !.
subset(N, N, Set, Set, []) :- !.
subset(N, Size, [X|Xs], [X|Ys], Rest) :- M is N - 1, Left is Size - 1, subset(M, Left, Xs, Ys, Rest).
subset(N, Size, [X|Xs], Ys, [X|Rest]) :- Left is Size - 1, subset(N, Left, Xs, Ys, Rest).

%! subset_up_to(+Most, +Set, -Subset): every subset with at most that many elements, the smallest first.
subset_up_to(Most, Set, Subset) :-
    length(Set, Size), High is min(Most, Size),
    between(0, High, N),
    subset_of(N, Set, Subset).

%! multiset_of(+N, +Set, -List): every choice of N elements with repetition, in the order of the set.
multiset_of(0, _, []) :- !.
multiset_of(N, Set, [X|Xs]) :- N > 0, append(_, [X|Rest], Set), M is N - 1, multiset_of(M, [X|Rest], Xs).

%! arrangement(+N, +Set, -List): every list of N different elements, in every order.
arrangement(0, _, []) :- !.
arrangement(N, Set, [X|Xs]) :- N > 0, select(X, Set, Rest), M is N - 1, arrangement(M, Rest, Xs).

%! sequence_of(+N, +Set, -List): every list of N elements, repetition allowed.
sequence_of(0, _, []) :- !.
sequence_of(N, Set, [X|Xs]) :- N > 0, member(X, Set), M is N - 1, sequence_of(M, Set, Xs).

%! product(+Lists, -Tuple): one element of each list, in every way.
product([], []).
product([L|Ls], [X|Xs]) :- member(X, L), product(Ls, Xs).

%! split_up(+Total, +N, -Parts): every way to write Total as N whole numbers in order, 0 included.
split_up(Total, 1, [Total]) :- !.
split_up(Total, N, [P|Ps]) :- N > 1, between(0, Total, P), Rest is Total - P, M is N - 1, split_up(Rest, M, Ps).

%! best(:Measure, +List, -Best): the elements with the largest value under call(Measure, Element, Value).
best(Measure, List, Best) :-
    maplist(Measure, List, Values),
    max_member(Most, Values),
    chosen(List, Values, Most, Best).
chosen([], [], _, []).
chosen([X|Xs], [V|Vs], Most, Best) :-
    ( V == Most -> Best = [X|Best1] ; Best = Best1 ),
    chosen(Xs, Vs, Most, Best1).
