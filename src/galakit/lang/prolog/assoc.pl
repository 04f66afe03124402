% Tables from keys to values, as AVL trees: t, or t(Key, Value, Balance, Left, Right).
% Balance says which side is deeper by one: < the left, > the right, - neither.

empty_assoc(t).

is_assoc(A) :- nonvar(A), 'assoc:is'(A, _).
'assoc:is'(t, 0).
'assoc:is'(t(_, _, B, L, R), D) :-
    nonvar(L), nonvar(R), 'assoc:is'(L, DL), 'assoc:is'(R, DR),
    (   DL =:= DR -> B == (-), D is DL + 1
    ;   DL =:= DR + 1 -> B == (<), D is DL + 1
    ;   DR =:= DL + 1, B == (>), D is DR + 1
    ).

get_assoc(Key, t(K, V, _, L, R), Value) :- compare(O, Key, K), 'assoc:get'(O, Key, V, L, R, Value).
'assoc:get'(=, _, V, _, _, V).
'assoc:get'(<, Key, _, L, _, V) :- get_assoc(Key, L, V).
'assoc:get'(>, Key, _, _, R, V) :- get_assoc(Key, R, V).

gen_assoc(Key, A, Value) :- ( ground(Key) -> get_assoc(Key, A, Value) ; 'assoc:gen'(A, Key, Value) ).
'assoc:gen'(t(_, _, _, L, _), K, V) :- 'assoc:gen'(L, K, V).
'assoc:gen'(t(K, V, _, _, _), K, V).
'assoc:gen'(t(_, _, _, _, R), K, V) :- 'assoc:gen'(R, K, V).

% Insertion: 'assoc:put'(Tree, Key, Value, NewTree, Grown), where Grown says whether the tree is deeper now.
put_assoc(Key, A, Value, B) :- 'assoc:put'(A, Key, Value, B, _).
'assoc:put'(t, Key, Value, t(Key, Value, -, t, t), yes).
'assoc:put'(t(K, V, B, L, R), Key, Value, New, Grown) :-
    compare(O, Key, K), 'assoc:put'(O, Key, Value, K, V, B, L, R, New, Grown).
'assoc:put'(=, Key, Value, _, _, B, L, R, t(Key, Value, B, L, R), no).
'assoc:put'(<, Key, Value, K, V, B, L, R, New, Grown) :-
    'assoc:put'(L, Key, Value, L1, G), 'assoc:grown'(G, left, K, V, B, L1, R, New, Grown).
'assoc:put'(>, Key, Value, K, V, B, L, R, New, Grown) :-
    'assoc:put'(R, Key, Value, R1, G), 'assoc:grown'(G, right, K, V, B, L, R1, New, Grown).

'assoc:grown'(no, _, K, V, B, L, R, t(K, V, B, L, R), no).
'assoc:grown'(yes, left, K, V, B, L, R, New, Grown) :-
    (   B = (-) -> New = t(K, V, <, L, R), Grown = yes
    ;   Grown = no, ( B = (>) -> New = t(K, V, -, L, R) ; 'assoc:rotate_right'(L, K, V, R, New, _) )
    ).
'assoc:grown'(yes, right, K, V, B, L, R, New, Grown) :-
    (   B = (-) -> New = t(K, V, >, L, R), Grown = yes
    ;   Grown = no, ( B = (<) -> New = t(K, V, -, L, R) ; 'assoc:rotate_left'(R, K, V, L, New, _) )
    ).

% The left (right) side is too deep by two. The last argument says whether the result is less deep than that.
'assoc:rotate_right'(t(K1, V1, <, L1, R1), K, V, R, t(K1, V1, -, L1, t(K, V, -, R1, R)), yes).
'assoc:rotate_right'(t(K1, V1, -, L1, R1), K, V, R, t(K1, V1, >, L1, t(K, V, <, R1, R)), no).
'assoc:rotate_right'(t(K1, V1, >, L1, t(K2, V2, B2, L2, R2)), K, V, R,
                     t(K2, V2, -, t(K1, V1, BL, L1, L2), t(K, V, BR, R2, R)), yes) :-
    'assoc:halves'(B2, BL, BR).
'assoc:rotate_left'(t(K1, V1, >, L1, R1), K, V, L, t(K1, V1, -, t(K, V, -, L, L1), R1), yes).
'assoc:rotate_left'(t(K1, V1, -, L1, R1), K, V, L, t(K1, V1, <, t(K, V, >, L, L1), R1), no).
'assoc:rotate_left'(t(K1, V1, <, t(K2, V2, B2, L2, R2), R1), K, V, L,
                    t(K2, V2, -, t(K, V, BL, L, L2), t(K1, V1, BR, R2, R1)), yes) :-
    'assoc:halves'(B2, BL, BR).
'assoc:halves'(<, -, >).
'assoc:halves'(-, -, -).
'assoc:halves'(>, <, -).

% Deletion: Shrunk says whether the tree is less deep now.
del_assoc(Key, A, Value, B) :- 'assoc:del'(A, Key, Value, B, _).
'assoc:del'(t(K, V, B, L, R), Key, Value, New, Shrunk) :-
    compare(O, Key, K), 'assoc:del'(O, Key, Value, K, V, B, L, R, New, Shrunk).
'assoc:del'(<, Key, Value, K, V, B, L, R, New, Shrunk) :-
    'assoc:del'(L, Key, Value, L1, S), 'assoc:shrunk'(S, left, K, V, B, L1, R, New, Shrunk).
'assoc:del'(>, Key, Value, K, V, B, L, R, New, Shrunk) :-
    'assoc:del'(R, Key, Value, R1, S), 'assoc:shrunk'(S, right, K, V, B, L, R1, New, Shrunk).
'assoc:del'(=, _, V, _, V, B, L, R, New, Shrunk) :-
    (   L == t -> New = R, Shrunk = yes
    ;   R == t -> New = L, Shrunk = yes
    ;   B == (>) -> 'assoc:del_min'(R, K, W, R1, S), 'assoc:shrunk'(S, right, K, W, B, L, R1, New, Shrunk)
    ;   'assoc:del_max'(L, K, W, L1, S), 'assoc:shrunk'(S, left, K, W, B, L1, R, New, Shrunk)
    ).

del_min_assoc(A, Key, Value, B) :- 'assoc:del_min'(A, Key, Value, B, _).
'assoc:del_min'(t(K, V, B, L, R), Key, Value, New, Shrunk) :-
    (   L == t -> Key = K, Value = V, New = R, Shrunk = yes
    ;   'assoc:del_min'(L, Key, Value, L1, S), 'assoc:shrunk'(S, left, K, V, B, L1, R, New, Shrunk)
    ).
del_max_assoc(A, Key, Value, B) :- 'assoc:del_max'(A, Key, Value, B, _).
'assoc:del_max'(t(K, V, B, L, R), Key, Value, New, Shrunk) :-
    (   R == t -> Key = K, Value = V, New = L, Shrunk = yes
    ;   'assoc:del_max'(R, Key, Value, R1, S), 'assoc:shrunk'(S, right, K, V, B, L, R1, New, Shrunk)
    ).

'assoc:shrunk'(no, _, K, V, B, L, R, t(K, V, B, L, R), no).
'assoc:shrunk'(yes, left, K, V, B, L, R, New, Shrunk) :-
    (   B = (<) -> New = t(K, V, -, L, R), Shrunk = yes
    ;   B = (-) -> New = t(K, V, >, L, R), Shrunk = no
    ;   'assoc:rotate_left'(R, K, V, L, New, Shrunk)
    ).
'assoc:shrunk'(yes, right, K, V, B, L, R, New, Shrunk) :-
    (   B = (>) -> New = t(K, V, -, L, R), Shrunk = yes
    ;   B = (-) -> New = t(K, V, <, L, R), Shrunk = no
    ;   'assoc:rotate_right'(L, K, V, R, New, Shrunk)
    ).

list_to_assoc(Pairs, A) :-
    keysort(Pairs, Sorted),
    ( 'assoc:ascending'(Sorted) -> true ; throw(error(domain_error(unique_key_pairs, Pairs), _)) ),
    length(Sorted, N), 'assoc:build'(N, Sorted, [], _, A).
ord_list_to_assoc(Pairs, A) :-
    ( 'assoc:ascending'(Pairs) -> true ; throw(error(domain_error(key_ordered_pairs, Pairs), _)) ),
    length(Pairs, N), 'assoc:build'(N, Pairs, [], _, A).
'assoc:ascending'([]).
'assoc:ascending'([K-_|Ps]) :- 'assoc:ascending'(Ps, K).
'assoc:ascending'([], _).
'assoc:ascending'([K1-_|Ps], K) :- K @< K1, 'assoc:ascending'(Ps, K1).
'assoc:build'(0, Ps, Ps, 0, t) :- !.
'assoc:build'(N, Ps0, Ps, D, t(K, V, B, L, R)) :-
    NR is (N - 1) // 2, NL is N - 1 - NR,
    'assoc:build'(NL, Ps0, [K-V|Ps1], DL, L), 'assoc:build'(NR, Ps1, Ps, DR, R),
    D is DL + 1, ( DL =:= DR -> B = (-) ; B = (<) ).

assoc_to_list(A, Pairs) :- 'assoc:list'(A, Pairs, []).
'assoc:list'(t, Ps, Ps).
'assoc:list'(t(K, V, _, L, R), Ps0, Ps) :- 'assoc:list'(L, Ps0, [K-V|Ps1]), 'assoc:list'(R, Ps1, Ps).
assoc_to_keys(A, Keys) :- assoc_to_list(A, Pairs), pairs_keys(Pairs, Keys).
assoc_to_values(A, Values) :- assoc_to_list(A, Pairs), pairs_values(Pairs, Values).

max_assoc(t(K, V, _, _, R), Key, Value) :- ( R == t -> Key = K, Value = V ; max_assoc(R, Key, Value) ).
min_assoc(t(K, V, _, L, _), Key, Value) :- ( L == t -> Key = K, Value = V ; min_assoc(L, Key, Value) ).

map_assoc(_, t).
map_assoc(G, t(_, V, _, L, R)) :- map_assoc(G, L), call(G, V), map_assoc(G, R).
map_assoc(_, t, t).
map_assoc(G, t(K, V, B, L, R), t(K, W, B, L1, R1)) :- map_assoc(G, L, L1), call(G, V, W), map_assoc(G, R, R1).
