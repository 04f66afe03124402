% Dice. A set of dice is the name of an object or `N * Faces`; Faces is a number n, for 1..n, or the list of faces.

:- use(library(objects)).
:- use(library(combinations)).

%! object(dice, N * Faces): N dice with these faces.
object(dice, Name, N * Faces0, [fact(dice(Name, N, Faces))]) :- integer(N), N >= 0, items(Faces0, Faces).

%! object(dice, N): N dice with six faces.
object(dice, Name, N, [fact(dice(Name, N, [1, 2, 3, 4, 5, 6]))]) :- integer(N), N >= 0.

dice(_, _, _) :- fail.
set_of(N * Faces0, N, Faces) :- !, items(Faces0, Faces).
set_of(Name, N, Faces) :- dice(Name, N, Faces), !.

%! roll(-Roll): every roll of the only dice as a list in order; all are equally likely.
roll(Roll) :- roll(dice, Roll).
%! roll(+Dice, -Roll): the same for a set of dice.
roll(Dice, Roll) :-
    set_of(Dice, N, Faces),
    length(Faces, F),
    ( F ** N =< 1000000 -> true ; throw(wrong('there are more than a million such rolls: try roll_unordered')) ),
    sequence_of(N, Faces, Roll).

%! roll_unordered(-Roll): every roll of the only dice in the order of the faces; likely as roll_chance/2 says.
roll_unordered(Roll) :- roll_unordered(dice, Roll).
%! roll_unordered(+Dice, -Roll): the same for a set of dice.
roll_unordered(Dice, Roll) :- set_of(Dice, N, Faces), multiset_of(N, Faces, Roll).

%! roll_chance(+Roll, -P): the probability of an unordered roll: choose(nature(roll_chance), R, roll_unordered(R)).
roll_chance(Roll, P) :- roll_chance(dice, Roll, P).
%! roll_chance(+Dice, +Roll, -P): the same for a set of dice: choose(nature(roll_chance(2 * 6)), R, roll_unordered(2 * 6, R)).
roll_chance(Dice, Roll, P) :-
    set_of(Dice, N, Faces),
    length(Faces, F),
    orders(Roll, none, 0, 0, 1, Ways),
    P is Ways / F ** N.

% N! over the factorials of equal dice.
orders([], _, _, _, Ways, Ways).
orders([F|Fs], Last, N0, Equal0, Ways0, Ways) :-
    N is N0 + 1,
    ( F == Last -> Equal is Equal0 + 1 ; Equal = 1 ),
    Ways1 is Ways0 * N / Equal,
    orders(Fs, F, N, Equal, Ways1, Ways).

%! roll_total(+Dice, -Total): every total the dice can show, the lowest first; likely as total_chance/3 says.
roll_total(Dice, Total) :- totals(Dice, Totals), member(Total-_, Totals).

%! total_chance(+Dice, +Total, -P): the probability of a total: choose(nature(total_chance(2 * 6)), T, roll_total(2 * 6, T)).
total_chance(Dice, Total, P) :-
    totals(Dice, Totals), memberchk(Total-Ways, Totals),
    set_of(Dice, N, Faces), length(Faces, F),
    P is Ways / F ** N.

totals(Dice, Totals) :- set_of(Dice, N, Faces), totals(N, Faces, [0-1], Totals).
totals(0, _, Totals, Totals) :- !.
totals(N, Faces, Totals0, Totals) :-
    findall(T-W, (member(T0-W, Totals0), member(F, Faces), T is T0 + F), Pairs),
    keysort(Pairs, Sorted),
    merged(Sorted, Totals1),
    M is N - 1,
    totals(M, Faces, Totals1, Totals).
merged([], []).
merged([T-W1, T-W2|Pairs], Totals) :- !, W is W1 + W2, merged([T-W|Pairs], Totals).
merged([Pair|Pairs], [Pair|Totals]) :- merged(Pairs, Totals).

%! showing(+Face, +Roll, -N): how many dice of a roll show the face.
showing(Face, Roll, N) :- include(==(Face), Roll, Same), length(Same, N).
