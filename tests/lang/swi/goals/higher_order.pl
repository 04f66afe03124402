% Predicates that call goals over lists, and lambda expressions.

double(X, Y) :- Y is X * 2.
add(X, Y, Z) :- Z is X + Y.
add3(A, B, C, D) :- D is A + B + C.
sum4(A, B, C, V0, V) :- V is V0 + A + B + C.
big(X) :- X > 2.
either(X, X).
either(X, Y) :- Y is X + 10.
size(X, Order) :- compare(Order, X, 2).

?- maplist(big, [3, 4]).
?- maplist(big, [3, 1]).
?- maplist(big, []).
?- maplist(double, [1, 2, 3], L).
?- maplist(double, L, [2]).
?- maplist(double, [], L).
?- maplist(double, [1], [2]).
?- maplist(double, [1, 2], [2]).
?- maplist(either, [1, 2], L).
?- maplist(add(1), [1, 2], L).
?- maplist(add, [1, 2], [10, 20], L).
?- maplist(add3, [1, 2], [10, 20], [100, 200], L).
?- maplist(add, [1], [10, 20], L).
?- maplist(=(X), [a, a]).
?- maplist(=(X), [a, b]).
?- maplist(=, [X, Y], [1, 2]).
?- maplist(=, L, [1, 2]).
?- maplist(_, []).
?- maplist(_, [a]).
?- maplist(1, [a]).
?- maplist(undefined_thing, [a]).
?- maplist(undefined_thing, []).
?- maplist(big, a).
?- maplist(big, [3|a]).
?- maplist(succ, L, [1, 2, 3]).
?- maplist(succ, [1, 2], [X, Y]).
?- maplist([X, Y]>>( Y is X * X ), [1, 2, 3], L).
?- maplist([X]>>( X = 1 ), L), !.
?- maplist([X, Y, Z]>>( Z = X - Y ), [1, 2], [a, b], L).
?- maplist([_, b]>>true, [1, 2], L).
?- N = 5, maplist([X, Y]>>( Y is X + N ), [1, 2], L).
?- maplist([X, Y]>>( Y is X + N ), [1, 2], L).
?- maplist(\X^true, [1]).
?- maplist([X-Y, Y-X]>>true, [1-a, 2-b], L).
?- maplist([X]>>( member(X, [1, 2]) ), [A, B]).
?- maplist([X]>>( X > 1 -> true ; fail ), [2, 3]).
?- F = 3, maplist({F}/[X, Y]>>( Y is F * X ), [1, 2], L).
?- maplist(F/[X, Y]>>( Y is X + 1 ), [1, 2], L).
?- call([X]>>( X = 1 ), Y).
?- call([X, Y]>>( Y = f(X) ), a, Z).
?- call([X]>>( atom(X) ), a).
?- call([]>>true).
?- call([X, Y]>>( X = Y ), 1, 1).
?- call([X]>>add(X), 1, 2, Z).
?- call([X]>>([Y]>>( Z = X - Y )), 1, 2).
?- call({Z}/[X]>>( Z = X ), 1).
?- call(\X^( X = 1 ), Y).
?- call([X|R]>>( true ), 1).
?- foldl(add, [1, 2, 3], 0, S).
?- foldl(add, [], 0, S).
?- foldl(add, [1, a], 0, S).
?- foldl([X, A, B]>>( B = [X|A] ), [1, 2, 3], [], L).
?- foldl([X, Y, A, B]>>( B is A + X * Y ), [1, 2], [3, 4], 0, S).
?- foldl(sum4, [1, 2], [3, 4], [5, 6], 0, S).
?- foldl([A, B, C, D, V0, V]>>( V is V0 + A * B * C * D ), [1], [2], [3], [4], 0, S).
?- foldl(add, [1], [2], 0, S).
?- foldl(either, [1, 2], 0, S).
?- foldl(_, [], 0, S).
?- foldl(_, [a], 0, S).
?- foldl(add, a, 0, S).
?- foldl([X, Y, A, B]>>( B is A + X * Y ), [1, 2], [3], 0, S).
?- include(big, [1, 2, 3, 4], L).
?- include(big, [], L).
?- include(big, [a], L).
?- include([X]>>( X = f(_) ), [f(1), g(2)], L).
?- include([f(_)]>>true, [f(1), g(2), Y], L).
?- include(integer, [1, a, 2.0, B], L).
?- include(big, a, L).
?- include(_, [a], L).
?- exclude(big, [1, 2, 3, 4], L).
?- exclude(integer, [1, a, 2.0], L).
?- exclude(big, [], L).
?- partition(big, [1, 2, 3, 4], I, O).
?- partition(big, [], I, O).
?- partition(integer, [a, 1, b, 2], I, O).
?- partition(size, [1, 2, 3, 0], L, E, G).
?- partition(size, [], L, E, G).
?- partition([_, =]>>true, [1, 2], L, E, G).
?- partition([_, bad]>>true, [1], L, E, G).
?- partition([_, _]>>fail, [1], L, E, G).
?- aggregate_all(count, member(_, [a, b]), N).
?- aggregate_all(count, fail, N).
?- aggregate_all(count, member(a, [a, b, a]), 2).
?- aggregate_all(sum(X), member(X, [1, 2, 3]), S).
?- aggregate_all(sum(X), member(X, []), S).
?- aggregate_all(sum(X * 2), member(X, [1, 2]), S).
?- aggregate_all(sum(X), member(X, [1, a]), S).
?- aggregate_all(sum(X), member(X, [1, 1.5]), S).
?- aggregate_all(max(X), member(X, [1, 3, 2]), M).
?- aggregate_all(max(X), member(X, []), M).
?- aggregate_all(max(X), member(X, [a, b]), M).
?- aggregate_all(max(X), member(X, [1, 1.0]), M).
?- aggregate_all(max(X), member(X, [1 + 1, 1]), M).
?- aggregate_all(min(X), member(X, [3, 1, 2]), M).
?- aggregate_all(min(X), fail, M).
?- aggregate_all(min(X), member(X, [1r2, 1r3]), M).
?- aggregate_all(max(X, W), member(X-W, [1-a, 3-b, 2-c]), M).
?- aggregate_all(max(X, W), member(X-W, [3-a, 3-b]), M).
?- aggregate_all(min(X, W), member(X-W, [1-a, 3-b, 1-c]), M).
?- aggregate_all(max(X, W), fail, M).
?- aggregate_all(max(X-Y), member(X-Y, [1-a, 1-b]), M).
?- aggregate_all(max(X, W), member(X-W, [1-Z, 2-f(Z, Y)]), M).
?- aggregate_all(bag(X), member(X, [c, a, b, a]), L).
?- aggregate_all(set(X), member(X, [c, a, b, a]), L).
?- aggregate_all(bag(X), fail, L).
?- aggregate_all(set(X), fail, L).
?- aggregate_all(bag(X-Y), member(X, [1, 2]), L).
?- aggregate_all(r(count, sum(X)), member(X, [1, 2]), R).
?- aggregate_all(r(max(X), min(X), bag(X)), member(X, [2, 1, 3]), R).
?- aggregate_all(_, true, R).
?- aggregate_all(count, _, R).
?- aggregate_all(count, 1, R).
?- aggregate_all(count, member(X, [1, 2]), 3).
?- aggregate_all(count, member(X, [1]), a).
?- aggregate_all(max(X), member(X, [1, 2]), 1).
?- aggregate_all(count, ( member(X, [1, 2, 3]), X > 1 ), N).
?- findall(X, member(X, [1, 2]), L).
?- findall(X, fail, L).
?- findall(X-Y, ( member(X, [1, 2]), member(Y, [a, b]) ), L).
?- findall(X, member(X, [1, 2]), [A|B]).
?- findall(X, member(X, [1, 2]), [A]).
?- findall(f(X, Y), member(X, [1, 2]), L).
?- findall(X, member(X, [Y, Z, Y]), L).
?- findall(X, ( X = 1 ; X = 2 ), L).
?- findall(X, member(X, [1, 2]), a).
?- findall(X, member(X, [1, 2]), [a|b]).
?- findall(_, member(_, [1, 2]), L).
?- findall(X, G, L).
?- findall(X, ( member(X, [1, 2]), findall(Y, member(Y, [a]), M) ), L).
?- findall(X, throw(x), L).
?- findall(X, member(X, [1, 2]), L, [3]).
?- findall(X, member(X, [1, 2]), L, T).
?- findall(X, fail, L, [a]).
?- findall(X, member(X, [1]), a, b).
?- findall(X, member(X, [1]), L, a).
?- bagof(X, member(X, [c, a, b]), L).
?- bagof(X, fail, L).
?- bagof(X, member(X-Y, [b-1, a-2, c-1]), L).
?- bagof(X, Y^member(X-Y, [b-1, a-2, c-1]), L).
?- bagof(X-Y, member(X-Y, [b-1, a-2]), L).
?- bagof(X, member(X, [Y, Z]), L).
?- bagof(X, member(X-Y, [1-A, 2-B, 3-A]), L).
?- bagof(X, member(X-Y, [1-a, 2-Z, 3-a]), L).
?- bagof(X, _, L).
?- bagof(X, 1, L).
?- bagof(X, Y^Z^member(X-Y-Z, [1-a-x, 2-b-y]), L).
?- bagof(X, Y^member(X-Y-Z, [1-a-x, 2-b-y, 3-c-x]), L).
?- bagof(X, member(X, [1, 2]), [1|T]).
?- bagof(X, member(X, [1, 2]), a).
?- bagof(X, member(X-Y, [1-2]), [Y]).
?- bagof(f(X, Y), ( X = a ; Y = b ), L).
?- bagof(X, ( X = Y ; X = Z ), L).
?- bagof(X, ( member(X, [1, 2]), \+ X = Y ), L).
?- bagof(X, ( member(X, [1, 2]), \+ X = 1 ), L).
?- bagof(X, member(X-f(Y), [1-f(a), 2-f(b), 3-f(a)]), L).
?- setof(X, member(X, [c, a, b, a]), L).
?- setof(X, fail, L).
?- setof(X, member(X-Y, [b-1, a-2, c-1, b-1]), L).
?- setof(X, Y^member(X-Y, [b-1, a-2, b-3]), L).
?- setof(X-Y, member(X-Y, [b-1, a-2, b-1]), L).
?- setof(K-Vs, setof(V, member(K-V, [a-1, b-2, a-3]), Vs), L).
?- setof(X, member(X, [2, 1.0, 1, 2]), L).
?- setof(X, member(X, [1, 2]), [1, 2]).
?- setof(X, member(X, [2, 1]), [2, 1]).
?- setof(X, X^member(X, [2, 1]), L).
?- setof(Y, X^( member(X, [1, 2]), Y is -X ), L).
?- setof(X, member(X-Y-Z, [1-a-p, 2-a-q, 3-b-p, 4-a-p]), L).
?- setof(Y, member(Y, [f(B), f(A), f(B)]), L), A = A.
?- setof(X, foo^bar^member(X, [b, a]), L).
?- (setof(X, member(X, []), L) -> true ; L = []).
?- setof(A-B, ( member(A, [1, 2]), member(B, [A, 3]) ), L).
?- forall(member(X, [1, 2]), big(X)).
?- forall(member(X, [3, 4]), big(X)).
?- forall(member(X, [1, 2, 3]), ( X > 1 ; X =:= 1 )).
?- foldl([X, A-B, B-C]>>( C is A + B + X - X ), [1, 2, 3, 4], 0-1, F-G).
?- maplist([X, L]>>length(L, X), [1, 2], Ls).
?- maplist(nth0(0), [[a, b], [c]], L).
?- maplist(arg(1), [f(a, b), g(c)], L).
?- maplist(functor, [f(a), b], Ns, As).
?- maplist(call, [true, X = 1]).
?- maplist([G]>>call(G), [X = 1, Y = 2]).
?- maplist(copy_term, [f(X), g(X)], L).
?- sumlist([1], S), foldl(add, [S, S], S, T).
?- findall(X-L, ( member(X, [1, 2]), findall(Y, ( member(Y, [1, 2, 3]), Y > X ), L) ), R).
?- aggregate_all(count, ( member(X, [1, 2, 3]), \+ big(X) ), N).
?- apply(add(1), [2, X]).
?- convlist([X, Y]>>( X > 1, Y is X * X ), [1, 2, 3], L).
?- convlist(double, [], L).
?- foldr(add, [1], 0, X).
?- aggregate_all(count, member(X, [1, 2]), N), var(X).
