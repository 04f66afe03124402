% Lists: construction, membership, selection, sums, sets; errors where SWI-Prolog raises them.

?- append([1], [2], L).
?- append([], L, [a]).
?- append(X, Y, [1, 2]).
?- append(X, [2], [1, 2]).
?- append([1], X, [2]).
?- append(X, [a], Y).
?- append([1|T], [2], [1, 3, 2]).
?- append(a, [b], L).
?- append([a], b, L).
?- append(X, b, [a|b]).
?- append([[1], [2, 3], []], L).
?- append([], L).
?- append([[1]|a], L).
?- append([X, Y], [1, 2]).
?- append(a, L).
?- append([a], L).
?- append(_, [X|_], [1, 2, 3]).
?- append(_, [X], [1, 2, 3]).
?- prefix([a], [a, b]).
?- member(X, [1, 2, 3]).
?- member(2, [1, 2, 3]).
?- member(4, [1, 2, 3]).
?- member(X, []).
?- member(a, [a, b, a]).
?- member(X, [f(Y), g(Z)]).
?- member(f(X), [f(1), g(2), f(3)]).
?- member(X, [a|T]).
?- member(X, a).
?- member(X, [a|b]).
?- member(a, L).
?- memberchk(a, [a, b, a]).
?- memberchk(X, [a, b]).
?- memberchk(c, [a, b]).
?- memberchk(a, L).
?- memberchk(a, [b|T]).
?- memberchk(a, b).
?- memberchk(f(X, b), [f(a, c), f(a, b)]).
?- length([a, b], N).
?- length([], N).
?- length(L, 2).
?- length(L, 0).
?- length(L, N).
?- length([a|T], N).
?- length([a|T], 3).
?- length([a, b|T], 1).
?- length([a, b], 3).
?- length([a], a).
?- length(a, N).
?- length(a, a).
?- length([a|b], N).
?- length(L, -1).
?- length([a], -1).
?- length([a, b], 1.5).
?- length(L, a).
?- length(L, 1.5).
?- length([a|T], -1).
?- length(L, L).
?- length([a|L], L).
?- length(L, "2").
?- length(1, 1).
?- length([a, b|c], 2).
?- reverse([1, 2, 3], L).
?- reverse([], L).
?- reverse([a], [X]).
?- reverse([X, Y], [1, 2]).
?- reverse(L, [1, 2]), !.
?- reverse([a|b], L).
?- reverse(a, L).
?- nth0(0, [a, b, c], X).
?- nth0(2, [a, b, c], X).
?- nth0(3, [a, b, c], X).
?- nth0(-1, [a, b, c], X).
?- nth0(I, [a, b, a], a).
?- nth0(I, [a, b], X).
?- nth0(I, [a, b|T], X).
?- nth0(a, [a], X).
?- nth0(1.5, [a], X).
?- nth0(0, L, a).
?- nth0(1, L, a).
?- nth0(0, a, X).
?- nth0("0", [a], X).
?- nth1(1, [a, b, c], X).
?- nth1(3, [a, b, c], X).
?- nth1(0, [a, b, c], X).
?- nth1(4, [a, b, c], X).
?- nth1(I, [a, b, a], a).
?- nth1(I, [a, b], X).
?- nth1(a, [a], X).
?- nth1(-1, [a], X).
?- nth1(2, L, b).
?- nth1(1, [X|T], z).
?- nth0(0, [a, b, c], X, R).
?- nth0(1, [a, b, c], X, R).
?- nth0(1, L, x, [a, b]).
?- nth0(I, [a, b], X, R).
?- nth0(I, L, x, [a]).
?- nth0(5, [a], X, R).
?- nth0(a, [a], X, R).
?- nth0(-1, [a], X, R).
?- nth1(1, [a, b, c], X, R).
?- nth1(2, L, x, [a, b]).
?- nth1(I, [a, b], X, R).
?- nth1(0, [a, b], X, R).
?- nth1(a, [a], X, R).
?- last([1, 2, 3], X).
?- last([1], X).
?- last([], X).
?- last([1, 2], 1).
?- last([X, Y], 2).
?- last(L, a), !.
?- last(a, X).
?- last([a, b|T], X), !.
?- sum_list([1, 2, 3], S).
?- sum_list([], S).
?- sum_list([1.5, 2], S).
?- sum_list([1 + 1, 2], S).
?- sum_list([a], S).
?- sum_list([_], S).
?- sum_list([1r3, 2r3], S).
?- sumlist([1, 2], S).
?- sum_list([1, 2], 3).
?- sum_list([1, 2], 4).
?- max_list([1, 3, 2], M).
?- max_list([], M).
?- max_list([a], M).
?- max_list([1, a], M).
?- max_list([1, 1.0], M).
?- max_list([1.0, 1], M).
?- max_list([2, 3.5], M).
?- max_list([1 + 1, 1], M).
?- min_list([3, 1, 2], M).
?- min_list([], M).
?- min_list([1, 0.5], M).
?- min_list([1r2, 1r3], M).
?- max_list([X], M).
?- max_member(M, [1, a, f(x), "s"]).
?- max_member(M, []).
?- max_member(M, [2, 3, 1]).
?- min_member(M, [2, 3, 1]).
?- min_member(M, [b, 1, a]).
?- min_member(M, []).
?- max_member(3, [1, 3]).
?- max_member(1, [1, 3]).
?- max_member([X, Y]>>( X @=< Y ), M, [1, 3, 2]).
?- max_member(@>=, M, [2, 3, 1]).
?- min_member(@>=, M, [2, 3, 1]).
?- numlist(1, 5, L).
?- numlist(1, 1, L).
?- numlist(2, 1, L).
?- numlist(a, 1, L).
?- numlist(1, a, L).
?- numlist(_, 1, L).
?- numlist(1, 2.5, L).
?- numlist(-1, 1, [X|Y]).
?- select(X, [a, b, c], R).
?- select(b, [a, b, c, b], R).
?- select(x, [a, b], R).
?- select(x, L, [a, b]).
?- select(X, [], R).
?- select(X, a, R).
?- selectchk(b, [a, b, c, b], R).
?- selectchk(x, [a], R).
?- selectchk(X, [a, b], R).
?- select(b, [a, b, c], x, R).
?- select(X, [a, b], Y, [a, z]).
?- select(b, L, x, [a, x, c]).
?- select(a, [a, a], z, R).
?- exclude([X]>>( X > 1 ), [1, 2, 3], L).
?- permutation([1, 2, 3], P).
?- permutation([], P).
?- permutation([a], P).
?- permutation(P, [1, 2]).
?- permutation([1, 1], P).
?- permutation([1, 2], [2, 1]).
?- permutation([1, 2], [3, 1]).
?- permutation(a, P).
?- permutation([a|b], P).
?- permutation(X, a).
?- flatten([a, [b, [c, d], []], e], L).
?- flatten([], L).
?- flatten(a, L).
?- flatten([[], [[]]], L).
?- flatten(X, L).
?- flatten([X, [Y]], L).
?- flatten([a|T], L).
?- flatten([[1, 2], 3], [1, 2, 3]).
?- flatten(f([a]), L).
?- delete([a, b, a, c], a, L).
?- delete([a, b], x, L).
?- delete([], x, L).
?- delete([f(1), g(2), f(3)], f(_), L).
?- delete([X, a], a, L).
?- delete([a, X], X, L).
?- delete(a, b, L).
?- delete([a|_], b, L).
?- exclude(==(a), [a, b, a], L).
?- subtract([1, 2, 3], [2], L).
?- subtract([], [2], L).
?- subtract([1, 1, 2], [1], L).
?- subtract([1, 2], [], L).
?- subtract([X, a], [a], L).
?- intersection([1, 2, 3], [3, 1], L).
?- intersection([1, 1], [1], L).
?- intersection([], [1], L).
?- intersection([a], a, L).
?- union([1, 2], [2, 3], L).
?- union([], [1], L).
?- union([1, 1], [2], L).
?- union([1], [], L).
?- subset([1, 2], [2, 1, 3]).
?- subset([1, 4], [2, 1, 3]).
?- subset([], [1]).
?- subset([X], [1, 2]).
?- subset([1, 1], [1]).
?- list_to_set([a, b, a, c, b], L).
?- list_to_set([], L).
?- list_to_set([1, 1.0, 1], L).
?- list_to_set([X, Y, X], L).
?- list_to_set([X, a, Y, a], L).
?- list_to_set(a, L).
?- list_to_set([a|_], L).
?- list_to_set([f(X), f(X), f(Y)], L).
?- sumlist([], X).
?- is_set([a, b]).
?- is_set([a, b, a]).
?- is_set([]).
?- is_set(a).
?- is_set([X, Y]).
?- is_set([X, X]).
?- is_set([a|_]).
?- nextto(X, Y, [1, 2, 3]).
?- nextto(2, Y, [1, 2, 3]).
?- nextto(X, 1, [1, 2]).
?- nextto(X, Y, [1]).
?- same_length([a, b], L).
?- same_length(L, [a]).
?- same_length([a], [b, c]).
?- same_length(L, M).
?- same_length([a|T], [1, 2, 3]).
?- sumlist([1], 1).
?- exclude(integer, [1, a, 2], L).
?- msort([c, a, b, a], L).
?- msort([], L).
?- msort([f(x), "s", b, 1.0, 1, 1r2, a, 2], L).
?- msort(a, L).
?- msort([a|_], L).
?- msort([b, a|c], L).
?- sort([c, a, b, a], L).
?- sort([], L).
?- sort([2, 1.0, 1, 2], L).
?- sort([f(2), f(1), g(0)], L).
?- sort(a, L).
?- sort([a|_], L).
?- sort([a], a).
?- sort([Y, X, 1], L).
?- T = f(X, Y), sort([Y, X, Y], L).
?- sort(0, @>=, [1, 3, 2, 3], L).
?- sort(0, @>, [1, 3, 2, 3], L).
?- sort(0, @=<, [1, 3, 2, 3], L).
?- sort(0, @<, [1, 3, 2, 3], L).
?- sort(1, @<, [f(2, a), f(1, b), f(2, c)], L).
?- sort(1, @=<, [f(2, a), f(1, b), f(2, c)], L).
?- sort(1, @>, [f(2, a), f(1, b), f(2, c)], L).
?- sort(1, @>=, [f(2, a), f(1, b), f(2, c)], L).
?- sort(2, @>=, [f(2, a), f(1, b), f(2, c)], L).
?- sort(1, @<, [a], L).
?- sort(1, @<, [1, 2], L).
?- sort(3, @<, [f(1, 2)], L).
?- sort(-1, @<, [a], L).
?- sort(0, a, [a], L).
?- sort(0, 1, [a], L).
?- sort(_, @<, [a], L).
?- sort(0, _, [a], L).
?- sort(0, @<, a, L).
?- sort(0, @<, [a|_], L).
?- sort(1.5, @<, [a], L).
?- sort(1, @<, [_], L).
?- predsort([O, A, B]>>compare(O, A, B), [3, 1, 2, 1], L).
?- predsort(compare, [c, a, b, a], L).
?- predsort(compare, [], L).
?- predsort([>, _, _]>>true, [1, 2, 3], L).
?- predsort([<, _, _]>>true, [1, 2, 3], L).
?- predsort([=, _, _]>>true, [1, 2, 3], L).
?- predsort([O, A-_, B-_]>>compare(O, A, B), [2-a, 1-b, 2-c], L).
?- predsort([_, _, _]>>fail, [1, 2], L).
?- keysort([b-1, a-2, b-0, a-1], L).
?- keysort([], L).
?- keysort([1-a, 1.0-b], L).
?- keysort([a], L).
?- keysort([_], L).
?- keysort([a-1|_], L).
?- keysort(a, L).
?- pairs_keys_values([a-1, b-2], K, V).
?- pairs_keys_values(P, [a, b], [1, 2]).
?- pairs_keys_values(P, [a], [1, 2]).
?- pairs_keys_values([a], K, V).
?- pairs_keys([a-1, b-2], K).
?- pairs_values([a-1, b-2], V).
?- pairs_keys([a-1|b], K).
?- transpose_pairs([a-1, b-2, c-1], L).
?- map_list_to_pairs([X, Y]>>( Y is -X ), [1, 3, 2], L).
?- map_list_to_pairs(atom_length, [abc, d], L).
?- max_assoc(t, K, V).
?- pairs_keys_values(P, K, V), !.
?- proper_length([a, b], N).
?- proper_length([a|_], N).
?- proper_length(a, N).
?- msort([Z, a, 1, "s", f(Z)], L).
?- sort(0, @>=, [], L).
?- clumped([a-1, a-2, b-3], L).
?- clumped([a, a, b, a], L).
?- pairs_values([], L).
?- sumlist([a], X).
?- max_member(X, [a, Y]).
?- last([a, b, c], c).
?- exclude([X]>>memberchk(X, [a]), [a, b], L).
?- partition([X]>>( X < 3 ), [1, 2, 3, 4], I, O).
?- foldl([X, A, B]>>( B is A + X ), [1, 2, 3], 0, S).
?- aggregate_all(count, member(_, [a, b]), N).
?- list_to_ord_set([c, a, b, a], S).
?- sumlist([1, 2, 3], 6).
?- select(X, [1, 2], 9, L).
?- append(X, Y, [a|T]), !.
?- append(X, X, [a, b, a, b]).
?- append([a, b], X, [a, b, c, d]).
?- [a, b, c] = [X|Y], append(Y, [X], Z).
