% Terms: types, unification, comparison, construction, copying.

?- var(X).
?- var(a).
?- X = 1, var(X).
?- nonvar(X).
?- nonvar(f(X)).
?- atom(a).
?- atom('A b').
?- atom(1).
?- atom(f(x)).
?- atom("s").
?- atom(_).
?- integer(1).
?- integer(1.0).
?- integer(1r3).
?- integer(a).
?- float(1.0).
?- float(1).
?- number(1).
?- number(1.5).
?- number(1r2).
?- number(a).
?- number(_).
?- atomic(a).
?- atomic(1).
?- atomic("s").
?- atomic(f(x)).
?- atomic(_).
?- compound(f(x)).
?- compound([a]).
?- compound([]).
?- compound(a).
?- compound(_).
?- compound(1 + 2).
?- callable(a).
?- callable(f(x)).
?- callable(1).
?- callable(_).
?- callable("s").
?- callable([a]).
?- is_list([]).
?- is_list([a, b]).
?- is_list([a|_]).
?- is_list([a|b]).
?- is_list(a).
?- is_list(_).
?- string("abc").
?- string(abc).
?- ground(f(a, b)).
?- ground(f(a, X)).
?- ground(X).
?- X = f(Y), Y = 1, ground(X).
?- is_assoc(t).
?- is_assoc(a).
?- X = a.
?- a = a.
?- a = b.
?- f(X, b) = f(a, Y).
?- f(X, X) = f(a, b).
?- f(X, Y, Z) = f(Y, Z, a).
?- f(X) = g(X).
?- f(a) = f(a, b).
?- X = Y, Y = Z, Z = 1.
?- [H|T] = [a, b, c].
?- [a, b|T] = [a|X].
?- [X, Y|Z] = [1].
?- "abc" = "abc".
?- "abc" = abc.
?- 1 = 1.0.
?- 1r2 = 1r2.
?- 'hello world' = X.
?- f(A, B, A) = f(B, 1, X).
?- {a, b} = {X}.
?- - 1 = -(1).
?- -1 = -(1).
?- - a = -(a).
?- a - b - c = X - Y.
?- (a , b , c) = (X , Y).
?- (a :- b, c) = (H :- B).
?- 1 + 2 * 3 = X + Y.
?- a \= b.
?- a \= a.
?- X \= a.
?- f(X, a) \= f(b, X).
?- a == a.
?- X == X.
?- X == Y.
?- X = Y, X == Y.
?- f(X) == f(X).
?- f(X) == f(Y).
?- 1 == 1.0.
?- a \== b.
?- a \== a.
?- X \== Y.
?- a @< b.
?- b @< a.
?- 1 @< a.
?- a @< 1.
?- 1 @< 1.0.
?- 1.0 @< 1.
?- 1 @< 2.0.
?- 2.0 @< 1.
?- 1r2 @< 1.
?- 1r2 @< 0.5.
?- 0.5 @< 1r2.
?- "b" @< a.
?- a @< "b".
?- 5 @< "b".
?- a @< f(a).
?- f(a) @< f(b).
?- f(b) @< f(a, a).
?- g(a) @< f(a, a).
?- f(a, b) @< f(a, c).
?- f(a, z) @< f(b, a).
?- g(a) @< f(b).
?- ff(a) @< g(a).
?- [a] @< f(a).
?- [] @< a.
?- _ @< 1.
?- _ @< a.
?- X @< Y.
?- Y @> X, X = X.
?- f(X, Y), X @< Y ; true.
?- T = f(X, Y), X @< Y.
?- T = f(X, Y), Y @< X.
?- a @> b.
?- b @>= b.
?- a @=< b.
?- X @=< X.
?- compare(O, 1, 2).
?- compare(O, a, a).
?- compare(O, f(x), a).
?- compare(O, 1, 1.0).
?- compare(O, 1.0, 1).
?- compare(O, 2, 1.5).
?- compare(O, f(1, 2), g(1)).
?- compare(O, X, X).
?- compare(<, 1, 2).
?- compare(>, 1, 2).
?- compare(=, 1, 1).
?- compare(bad, 1, 2).
?- compare(1, 1, 2).
?- compare(f(x), 1, 2).
?- compare(O, "a", "b").
?- compare(O, [1, 2], [1, 3]).
?- compare(O, [1, 2], [1]).
?- X =@= Y.
?- f(X, Y) =@= f(Y, X).
?- f(X, X) =@= f(Y, Z).
?- f(X, Y) =@= f(A, B).
?- f(a, X) =@= f(a, Y).
?- f(X, Y, X) =@= f(A, B, A).
?- f(X, Y, X) =@= f(A, B, B).
?- a =@= a.
?- 1 =@= 1.0.
?- f(X, Y) =@= f(X, X).
?- f(X, Y) \=@= f(A, A).
?- f(X) \=@= f(Y).
?- [X, Y] =@= [Z, Z].
?- unify_with_occurs_check(X, f(X)).
?- unify_with_occurs_check(X, f(Y)).
?- unify_with_occurs_check(f(X, Y), f(Y, g(X))).
?- unify_with_occurs_check(X, X).
?- unify_with_occurs_check(a, b).
?- subsumes_term(f(_), f(a)).
?- subsumes_term(f(a), f(_)).
?- subsumes_term(X, Y).
?- subsumes_term(f(X, X), f(a, b)).
?- subsumes_term(f(X, X), f(a, a)).
?- subsumes_term(f(X), f(Y)).
?- subsumes_term(f(X, Y), f(Y, X)).
?- subsumes_term(a, a).
?- subsumes_term(a, b).
?- functor(f(a, b), N, A).
?- functor(a, N, A).
?- functor(1, N, A).
?- functor(1.5, N, A).
?- functor("s", N, A).
?- functor([], N, A).
?- functor(T, f, 3).
?- functor(T, f, 0).
?- functor(T, 1, 0).
?- functor(T, 1.5, 0).
?- functor(T, 1, 1).
?- functor(T, f, -1).
?- functor(T, f, a).
?- functor(T, f, 1.0).
?- functor(T, f(a), 0).
?- functor(T, f(a), 1).
?- functor(T, N, 1).
?- functor(T, f, A).
?- functor(T, N, A).
?- functor(T, "s", 1).
?- functor(T, "s", 0).
?- functor(f(a), f, 1).
?- functor(f(a), g, 1).
?- functor(f(a), f, 2).
?- functor(a + b, N, A).
?- functor(T, +, 2).
?- arg(1, f(a, b), X).
?- arg(2, f(a, b), X).
?- arg(3, f(a, b), X).
?- arg(0, f(a, b), X).
?- arg(-1, f(a, b), X).
?- arg(N, f(a, b), X).
?- arg(N, f(a, b), b).
?- arg(N, f(a, b, a), a).
?- arg(N, f(a), b).
?- arg(1, f(X), a).
?- arg(a, f(a), X).
?- arg(1.5, f(a), X).
?- arg(1, a, X).
?- arg(1, 1, X).
?- arg(1, _, X).
?- arg(N, a, X).
?- arg(_, _, X).
?- arg(1, [a, b], X).
?- arg(2, [a, b], X).
?- arg(1, "abc", X).
?- arg(N, f(X, Y), Z).
?- f(a, b) =.. L.
?- a =.. L.
?- 1 =.. L.
?- "s" =.. L.
?- T =.. [f, a, b].
?- T =.. [f].
?- T =.. [1].
?- T =.. ["s"].
?- T =.. [1, 2].
?- T =.. [1.5, 2].
?- T =.. [f(a)].
?- T =.. [f(a), b].
?- T =.. [].
?- T =.. [X].
?- T =.. [X, a].
?- T =.. [f|X].
?- T =.. a.
?- T =.. [f|a].
?- T =.. X.
?- T =.. ["s", a].
?- f(a) =.. [F|As].
?- f(a) =.. [f, X].
?- f(a) =.. [g, X].
?- f(a, b) =.. [f, X].
?- [a] =.. [_|As].
?- 1 + 2 =.. L.
?- f(X, Y, X) =.. L.
?- copy_term(f(X, Y, X), Z).
?- copy_term(a, X).
?- copy_term(X, Y).
?- copy_term(X, a).
?- copy_term(f(X), f(a)).
?- copy_term(f(X, X), f(a, b)).
?- X = 1, copy_term(f(X, Y), Z).
?- copy_term([A, B|T], L).
?- term_variables(f(X, g(Y), X), L).
?- term_variables(a, L).
?- term_variables(X, L).
?- term_variables(f(X, Y), [A, B]).
?- term_variables(f(X, Y), [A]).
?- term_variables([A, B|C], L).
?- term_variables(f(X), a).
?- X = a, term_variables(f(X, Y), L).
?- compound_name_arity(f(a, b), N, A).
?- compound_name_arity(T, f, 2).
?- compound_name_arity(a, N, A).
?- compound_name_arity(T, N, 2).
?- compound_name_arguments(f(a, b), N, As).
?- compound_name_arguments(T, f, [a, b]).
?- compound_name_arguments(T, f, _).
?- compound_name_arguments(a, N, As).
?- compound_name_arguments(T, 1, [a]).
?- occurrences_of_term(a, f(a, g(a), b), N).
?- sub_term(X, f(a, g(b))).
?- sub_term(g(X), f(g(1), g(2))).
?- numbervars(f(X, Y, X), 0, E), E == 2.
?- numbervars(a, 5, E).
?- ?=(a, b).
?- ?=(a, a).
?- ?=(X, a).
?- ?=(X, X).
?- term_to_atom(f(a, 'B c', [1, 2]), A).
?- term_to_atom(T, 'f(X, Y, X)').
?- term_to_atom(T, 'foo(bar, "s", [a|B])').
?- term_to_atom(1 + 2 * 3, A).
?- term_to_atom((1 + 2) * 3, A).
?- term_to_atom(1 - -1, A).
?- term_to_atom(a = b, A).
?- term_to_atom((a :- b, c), A).
?- term_to_atom([a, 'B', "c", 1.5], A).
?- term_to_atom({a, b}, A).
?- term_to_atom(- a, A).
?- term_to_atom(\+ a, A).
?- term_to_atom(f(:-), A).
?- term_to_atom(f((a, b)), A).
?- term_to_atom(f((a :- b)), A).
?- term_to_atom([(a, b)], A).
?- term_to_atom(- (1) ^ 2, A).
?- term_to_atom((a -> b ; c), A).
?- term_to_atom('', A).
?- term_to_atom(a:b, A).
?- term_to_atom(f(;), A).
?- term_to_atom((a ; b), A).
?- term_to_atom(1 = :- , A).
?- term_to_atom(X, '1 + 2'), Y is X.
?- term_string(f(a), S).
?- term_string(T, "g(X, Y)").
