% Ordered sets and association lists.

?- list_to_ord_set([c, a, b, a], S).
?- list_to_ord_set([], S).
?- list_to_ord_set([2, 1.0, 1], S).
?- list_to_ord_set(a, S).
?- list_to_ord_set([a|_], S).
?- is_ordset([a, b]).
?- is_ordset([b, a]).
?- is_ordset([a, a]).
?- is_ordset([]).
?- is_ordset(a).
?- is_ordset([a|_]).
?- ord_empty(S).
?- ord_empty([a]).
?- ord_union([a, c], [b, c, d], S).
?- ord_union([], [a], S).
?- ord_union([a], [], S).
?- ord_union([[a, c], [b], [a, d]], S).
?- ord_union([], S).
?- ord_union([a, b], [b, c], U, New).
?- ord_subtract([a, b, c], [b], S).
?- ord_subtract([a, b], [], S).
?- ord_subtract([], [a], S).
?- ord_subtract([1, 2, 3], [0, 2, 4], S).
?- ord_intersection([a, b, c], [b, c, d], S).
?- ord_intersection([a], [b], S).
?- ord_intersection([], [b], S).
?- ord_intersection([[a, b], [b, c]], S).
?- ord_intersect([a, b], [b, c]).
?- ord_intersect([a], [b]).
?- ord_disjoint([a], [b]).
?- ord_disjoint([a, b], [b]).
?- ord_subset([a, c], [a, b, c]).
?- ord_subset([a, d], [a, b, c]).
?- ord_subset([], [a]).
?- ord_memberchk(a, [a, b]).
?- ord_memberchk(c, [a, b]).
?- ord_memberchk(X, [a, b]).
?- ord_memberchk(a, []).
?- ord_memberchk(5, [1, 2, 3, 4, 5, 6, 7]).
?- ord_memberchk(8, [1, 2, 3, 4, 5, 6, 7]).
?- ord_add_element([a, c], b, S).
?- ord_add_element([a, c], c, S).
?- ord_add_element([], c, S).
?- ord_del_element([a, b, c], b, S).
?- ord_del_element([a, b, c], x, S).
?- ord_del_element([], x, S).
?- ord_symdiff([a, b], [b, c], S).
?- ord_symdiff([], [b, c], S).
?- ord_seteq([a], [a]).
?- ord_seteq([a], [b]).
?- ord_selectchk(b, [a, b, c], R).
?- ord_selectchk(x, [a, b, c], R).
?- ord_list_to_assoc([a-1, b-2], A), get_assoc(a, A, V).
?- ord_list_to_assoc([b-1, a-2], A).
?- empty_assoc(A).
?- list_to_assoc([], A).
?- list_to_assoc([a-1], A).
?- list_to_assoc([a-1, b-2], A).
?- list_to_assoc([c-3, a-1, b-2], A).
?- list_to_assoc([a-1, a-2], A).
?- list_to_assoc([a], A).
?- list_to_assoc(_, A).
?- list_to_assoc([a-1, b-2, c-3, d-4, e-5], A), assoc_to_list(A, L).
?- list_to_assoc([a-1, b-2], A), get_assoc(a, A, V).
?- list_to_assoc([a-1, b-2], A), get_assoc(c, A, V).
?- list_to_assoc([a-1, b-2], A), get_assoc(X, A, V).
?- list_to_assoc([1-a, 2-b], A), get_assoc(1.0, A, V).
?- empty_assoc(A), put_assoc(k, A, v, B), get_assoc(k, B, V).
?- list_to_assoc([a-1, b-2], A), put_assoc(a, A, 9, B), assoc_to_list(B, L).
?- empty_assoc(A0), foldl([X, A, B]>>( put_assoc(X, A, X, B) ), [5, 3, 8, 1, 4, 7, 9, 2, 6], A0, A1).
?- empty_assoc(A0), foldl([X, A, B]>>( put_assoc(X, A, X, B) ), [1, 2, 3, 4, 5, 6, 7], A0, A1), assoc_to_keys(A1, K).
?- list_to_assoc([c-3, a-1, b-2], A), assoc_to_keys(A, K), assoc_to_values(A, V).
?- list_to_assoc([c-3, a-1, b-2], A), max_assoc(A, K, V).
?- list_to_assoc([c-3, a-1, b-2], A), min_assoc(A, K, V).
?- empty_assoc(A), max_assoc(A, K, V).
?- empty_assoc(A), min_assoc(A, K, V).
?- list_to_assoc([a-1, b-2], A), map_assoc([X, Y]>>( Y is X * 2 ), A, B), assoc_to_values(B, V).
?- list_to_assoc([a-1, b-2], A), map_assoc(integer, A).
?- list_to_assoc([a-1, b-x], A), map_assoc(integer, A).
?- list_to_assoc([a-1, b-2], A), gen_assoc(K, A, V).
?- list_to_assoc([a-1, b-2, c-1], A), gen_assoc(K, A, 1).
?- list_to_assoc([a-1, b-2], A), del_assoc(a, A, V, B), assoc_to_list(B, L).
?- list_to_assoc([a-1, b-2, c-3, d-4, e-5, f-6], A), del_assoc(d, A, V, B), assoc_to_list(B, L).
?- list_to_assoc([a-1, b-2, c-3], A), del_assoc(x, A, V, B).
?- list_to_assoc([a-1, b-2, c-3], A), del_min_assoc(A, K, V, B), assoc_to_list(B, L).
?- list_to_assoc([a-1, b-2, c-3], A), del_max_assoc(A, K, V, B), assoc_to_list(B, L).
?- transpose_pairs([a-1, b-2, c-1], L).
?- get_assoc(a, t, V).
?- get_assoc(_, t, V).
?- put_assoc(a, t, 1, A).
?- put_assoc(X, t, 1, A).
?- assoc_to_list(t, L).
?- pairs_keys_values(P, [a, b], [1, 2]), list_to_assoc(P, A), get_assoc(b, A, V).
?- sumlist([1, 2], S), list_to_ord_set([S], L).
?- ord_union([1, 3, 5], [2, 3, 4], U), ord_subtract(U, [3], D), ord_intersection(D, [1, 2, 9], I).
