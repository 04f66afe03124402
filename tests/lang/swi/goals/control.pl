% Control: conjunction, disjunction, cut, conditions, negation, calls, exceptions.

p(1). p(2). p(3).
q(a). q(b).
r(1, one). r(2, two). r(3, three).
first(X) :- p(X), !.
first_big(X) :- p(X), X > 1, !.
cut_in_if(X) :- ( p(X), X > 1 -> true ; X = 0 ).
cut_then(X) :- p(X), ( X > 1 -> ! ; true ).
cut_or(X) :- ( p(X), X > 1, ! ; X = 9 ).
cut_or(10).
cut_else(X) :- ( fail -> true ; !, X = 1 ).
cut_else(2).
cut_not(X) :- \+ ( !, fail ), X = 1.
cut_not(2).
cut_call(X) :- call(( p(X), ! )).
cut_call(7).
cut_var(G, X) :- G, X = 1.
cut_var(_, 2).
cut_once(X) :- once(( p(X), X > 1 )).
cut_findall(L) :- findall(X, ( p(X), ! ), L).
soft(X) :- ( p(X) *-> true ; X = none ).
soft_fail(X) :- ( fail *-> true ; X = none ).
soft_cut(X) :- ( p(X) *-> ( X > 1 -> ! ; true ) ; X = none ).
nested(X, Y) :- ( p(X), X > 1 -> ( q(Y), Y \== a -> true ; Y = c ) ; Y = d ).
deep(X) :- ( ( ( p(X) ; X = 4 ) ; X = 5 ), X > 2 ).
deep(6) :- !.
deep(7).
even(0).
even(N) :- N > 0, M is N - 1, odd(M).
odd(N) :- N > 0, M is N - 1, even(M).
thrower(X) :- p(X), X >= 2, throw(found(X)).
bad :- undefined_thing(1).
count(N, N) :- !.
count(I, N) :- J is I + 1, count(J, N).
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
max(X, Y, X) :- X >= Y, !.
max(_, Y, Y).
ack(0, N, R) :- !, R is N + 1.
ack(M, 0, R) :- !, M1 is M - 1, ack(M1, 1, R).
ack(M, N, R) :- M1 is M - 1, N1 is N - 1, ack(M, N1, R1), ack(M1, R1, R).
typed(X, integer) :- integer(X), !.
typed(X, atom) :- atom(X), !.
typed(_, other).
path(a, b). path(b, c). path(c, d). path(b, d).
reach(X, Y) :- path(X, Y).
reach(X, Y) :- path(X, Z), reach(Z, Y).
inner_cut(X, Y) :- p(X), ( q(Y), ! ; Y = z ).
goal_arg(G) :- call(G).
same(X, X).
swap(f(X, Y), f(Y, X)).
tricky(X) :- X = 1, ( X == 1, ! ; true ).
tricky(_).

?- true.
?- fail.
?- false.
?- true, fail.
?- fail ; true.
?- X = 1 ; X = 2.
?- X = 1, X = 2.
?- ( X = 1 ; X = 2 ), ( Y = a ; Y = b ).
?- X = 1 ; fail ; X = 3.
?- !, X = 1 ; X = 2.
?- ( X = 1, ! ; X = 2 ).
?- p(X).
?- p(X), q(Y).
?- p(X), !.
?- p(X), X > 1, !, q(Y).
?- p(X), q(Y), X > 1, !.
?- first(X).
?- first_big(X).
?- cut_in_if(X).
?- cut_then(X).
?- cut_or(X).
?- cut_else(X).
?- cut_not(X).
?- cut_call(X).
?- cut_var(!, X).
?- cut_var(( true ; true ), X).
?- cut_var(fail, X).
?- cut_var(_, X).
?- cut_var(1, X).
?- cut_once(X).
?- cut_findall(L).
?- soft(X).
?- soft_fail(X).
?- soft_cut(X).
?- nested(X, Y).
?- deep(X).
?- even(10).
?- odd(10).
?- even(X), !.
?- thrower(X).
?- catch(thrower(X), found(Y), true).
?- bad.
?- catch(bad, error(existence_error(K, P), _), true).
?- count(0, 1000).
?- app(X, Y, [1,2,3]).
?- app(X, [3], [1,2,3]).
?- app([1], X, Y).
?- max(1, 2, X).
?- max(2, 1, X).
?- max(2, 1, 1).
?- ack(2, 3, X).
?- typed(1, T).
?- typed(a, T).
?- typed(f(x), T).
?- typed(_, T).
?- reach(a, X).
?- reach(X, d).
?- findall(X-Y, reach(X, Y), L).
?- inner_cut(X, Y).
?- goal_arg(( p(X), X > 1 )).
?- goal_arg(( p(X), ! )).
?- same(f(X, b), f(a, Y)).
?- swap(f(1, 2), X).
?- tricky(X).
?- r(X, one).
?- r(2, X).
?- r(X, Y), X > 1.
?- ( true -> X = 1 ; X = 2 ).
?- ( fail -> X = 1 ; X = 2 ).
?- ( fail -> X = 1 ).
?- ( true -> X = 1 ).
?- ( p(X) -> true ).
?- ( p(X), X > 1 -> q(Y) ; Y = c ).
?- ( p(X), X > 5 -> q(Y) ; Y = c ; Y = d ).
?- ( fail -> true ; fail -> true ; X = 3 ).
?- ( true -> fail ; true ).
?- ( p(X) *-> q(Y) ; Y = c ).
?- ( fail *-> q(Y) ; Y = c ).
?- ( p(X) *-> X > 1 ).
?- ( p(X) *-> X > 1 ; true ).
?- ( p(X) *-> X > 5 ; X = none ).
?- \+ p(4).
?- \+ p(1).
?- \+ \+ p(X).
?- \+ ( p(X), X > 3 ).
?- not(p(4)).
?- not(fail).
?- \+ fail, X = 1.
?- \+ X = 1.
?- \+ X == 1.
?- \+ _.
?- \+ 1.
?- not(_).
?- call(p(X)).
?- call(p, X).
?- call(r(2), X).
?- call(r, X, two).
?- call((p(X), X > 1)).
?- call((p(X), !)).
?- call((fail ; p(X))).
?- call(!), X = 1 ; X = 2.
?- call(( X = 1 ; X = 2 )).
?- call(1).
?- call(_).
?- call((p(_), 1)).
?- call((fail, 1)).
?- call((true ; 1)).
?- call("p").
?- call(1, 2).
?- call(_, 2).
?- call(undefined_thing).
?- call(undefined_thing, 1, 2).
?- call(call, p, X).
?- call(call(r), X, Y).
?- call(','(p(X)), X > 2).
?- G = p(X), G, X > 1.
?- G = ( p(X), X > 2 ), call(G).
?- X = p, call(X, Y), Y > 1.
?- once(p(X)).
?- once(fail).
?- once(_).
?- once(1).
?- ignore(p(X)).
?- ignore(fail).
?- ignore(_).
?- ignore(( p(X), X > 1 )).
?- forall(p(X), X > 0).
?- forall(p(X), X > 1).
?- forall(fail, fail).
?- forall(p(X), q(Y)).
?- forall(_, true).
?- forall(true, _).
?- forall(1, true).
?- repeat, !.
?- catch(true, _, fail).
?- catch(fail, _, true).
?- catch(throw(a), a, X = 1).
?- catch(throw(a), b, X = 1).
?- catch(throw(f(X)), f(Y), true).
?- catch(throw(f(X, Y)), f(A, A), true).
?- catch(throw(f(X)), f(1), true).
?- catch(throw(_), E, true).
?- catch(throw(a), E, fail).
?- catch(( p(X), X > 1, throw(x(X)) ), x(Y), true).
?- catch(p(X), _, true).
?- catch(( p(X) ; throw(x) ), x, X = end).
?- catch(( X = 1, throw(x) ), x, true).
?- catch(catch(throw(a), b, X = inner), a, X = outer).
?- catch(catch(throw(a), a, throw(b)), b, X = outer).
?- catch(( catch(p(X), _, true), X > 1, throw(y(X)) ), y(Z), true).
?- catch(call(1), error(type_error(T, V), _), true).
?- catch(call(_), error(E, _), true).
?- catch(X is foo + 1, error(type_error(T, V), _), true).
?- catch(X is _ + 1, error(E, _), true).
?- catch(X is 1 / 0, error(E, _), true).
?- catch(atom_length(_, N), error(E, _), true).
?- catch(throw(first), E, ( E == first -> X = yes ; X = no )).
?- catch(undefined_thing, error(E, _), true).
?- catch(undefined_thing(a, b), error(existence_error(procedure, PI), _), true).
?- throw(_).
?- throw(my_error).
?- throw(f(X, Y, X)).
?- throw(error(type_error(integer, a), here)).
?- undefined_thing.
?- undefined_thing(1, 2, 3).
?- p(1, 2).
?- X = 1, ( X = 2 ; X = 1 ; true ).
?- ( p(X), X >= 2 ; X = 0 ), X < 3.
?- ( X = 1 ; X = 2 ), \+ X = 1.
?- p(X), ( X = 2, ! ; fail ).
?- p(X), \+ X = 2.
?- p(X), ( X = 2 -> Y = two ; Y = other ).
?- p(X), ( X = 2 -> fail ; true ).
?- p(X), once(( q(Y), Y \== a )).
?- p(X), forall(p(Y), Y =< X).
?- findall(X, ( p(X), ( X = 2 -> fail ; true ) ), L).
?- findall(X-Y, ( p(X), ( X > 1 -> q(Y) ; Y = none ) ), L).
?- findall(X, ( p(X) ; q(X) ), L).
?- findall(X, ( p(X), \+ X = 2 ), L).
?- findall(X, ( p(X) *-> true ; X = 0 ), L).
?- findall(X, _, L).
?- findall(X, 1, L).
?- A = 1, ( A == 1, B = 2 ; A == 2, B = 3 ).
?- ( A = 1, B = 2 -> C = A ; C = B ).
?- ( \+ fail, \+ \+ true -> X = yes ; X = no ).
?- X = Y, ( Y = 1 ; Y = 2 ).
?- ( X = Y, Y = 1 -> true ; true ), Z = X.
?- ( \+ X = a -> Y = 1 ; Y = 2 ).
?- [X|Xs] = [1,2,3], ( X > 0 -> Xs = [Z|_] ; Z = none ).
?- apply(p, [X]).
