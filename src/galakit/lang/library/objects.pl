% What libraries need to define kinds of objects.
%
% A kind is defined by clauses of object(Kind, Name, Specification, Parts). A part is `Cell = Value`, a Gala variable
% and its first value, or fact(Fact), which holds throughout the game. The thing X of the only object of a kind is
% written X; of an object with a name of its own, Name/X.

%! thing(+Kind, +Name, ?X, ?Thing): Thing is X of the object Name: X itself when the name is the kind's, else Name/X.
thing(Kind, Name, X, Thing) :- ( Name == Kind -> Thing = X ; Thing = Name/X ).

%! items(+Specification, -List): the list itself, or [1, ..., n] for an integer n.
items(N, List) :-
    integer(N), !,
    (   between(1, 100000, N)
    ->  numlist(1, N, List)
    ;   throw(wrong('a number that stands for 1..n must be between 1 and 100000'))
    ).
items(List, List) :- is_list(List), !.
items(_, _) :- throw(wrong('a list is expected here, or a number n that stands for 1..n')).
