% Rectangular boards of squares (X, Y).
%
% What squares hold is the matter of library(locations), which comes with this one. A direction is a step (DX, DY) or
% its name. Neighbourhoods are orthogonal (4 directions), diagonal (4), all (8), and hex (6, on a rhombus of hexagons).
% A square of a board with a name of its own is Name/(X, Y).

:- use(library(objects)).
:- use(library(locations)).

%! object(grid_board, array(Xs, Ys)): a board of empty squares (X, Y); each axis is a number n, for 1..n, or a list of names.
object(grid_board, Name, array(Xs, Ys), [Fact|Parts]) :-
    items(Xs, AllXs), items(Ys, AllYs),
    length(AllXs, W), length(AllYs, H),
    ( W * H =< 10000 -> true ; throw(wrong('a board can have 10000 squares at most')) ),
    grid_fact(grid_board, Name, Xs, Ys, Fact),
    findall(contents(S) = empty, (member(X, AllXs), member(Y, AllYs), thing(grid_board, Name, (X, Y), S)), Parts).

%! square(?Square): a square of a board.
square(Square) :- location(Square).

%! empty(?X, ?Y): the square (X, Y) of the only board is empty.
empty(X, Y) :- empty((X, Y)).

%! board_size(+Square, -Width, -Height): the size of the board a square is on.
board_size(Square, W, H) :- grid_of(Square, Xs, Ys, _, _, _, _, _), extent(Xs, W), extent(Ys, H).
extent(N, N) :- integer(N), !.
extent(Names, N) :- length(Names, N).

%! direction(?Name, ?Step): north is (0, 1), east is (1, 0), and so on for the eight directions.
direction(north, (0, 1)).
direction(north_east, (1, 1)).
direction(east, (1, 0)).
direction(south_east, (1, -1)).
direction(south, (0, -1)).
direction(south_west, (-1, -1)).
direction(west, (-1, 0)).
direction(north_west, (-1, 1)).

%! directions(+Neighbourhood, -Steps): the steps of orthogonal, diagonal, all, or hex.
directions(orthogonal, [(1, 0), (0, 1), (-1, 0), (0, -1)]).
directions(diagonal, [(1, 1), (-1, 1), (-1, -1), (1, -1)]).
directions(all, [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]).
directions(hex, [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]).

%! shifted(+Square, +Step, -Next): the square one step on; fails at the edge of the board.
shifted(Square, Step, Next) :- shifted(Square, Step, 1, Next).

%! shifted(+Square, +Step, +N, -Next): the square N steps on.
shifted(Square, Step, N, Next) :-
    ( atom(Step) -> direction(Step, (DX, DY)) ; Step = (DX, DY) ),
    grid_of(Square, Xs, Ys, X, Y, Next, X1, Y1),
    along(Xs, X, N * DX, X1),
    along(Ys, Y, N * DY, Y1).

along(Size, X, D, X1) :- integer(Size), !, X1 is X + D, X1 >= 1, X1 =< Size.
along(Names, X, D, X1) :- nth1(I, Names, X), !, J is I + D, J >= 1, nth1(J, Names, X1).

%! neighbour(?Square, ?Next): squares side by side.
neighbour(Square, Next) :- neighbour(orthogonal, Square, Next).

%! neighbour(+Neighbourhood, ?Square, ?Next): squares one step of the neighbourhood apart.
neighbour(Neighbourhood, Square, Next) :-
    ( ground(Square) -> true ; location(Square) ),
    directions(Neighbourhood, Steps),
    member(Step, Steps),
    shifted(Square, Step, 1, Next).

%! neighbours(+Neighbourhood, +Square, -Squares): all of them as a list.
neighbours(Neighbourhood, Square, Squares) :- findall(S, neighbour(Neighbourhood, Square, S), Squares).

%! ray(+Square, +Step, -Squares): the squares from here to the edge, this one not included.
ray(Square, Step, Squares) :-
    (   shifted(Square, Step, 1, Next)
    ->  Squares = [Next|More], ray(Next, Step, More)
    ;   Squares = []
    ).

%! straight_line(?From, ?To, length = ?N, :Property): N squares in a row, orthogonally or diagonally, that all have the property.
straight_line(From, To, length = N, Property) :-
    (   var(From), var(To), integer(N)
    ->  board_line(N, From, To, Squares),
        all_have(Squares, Property)
    ;   location(From),
        ( integer(N) -> true ; board_size(From, W, H), Most is max(W, H), between(2, Most, N) ),
        call(Property, From),
        Reach is N - 1,
        directions(all, Steps), member(Step, Steps),
        shifted(From, Step, Reach, To),
        all_along(Reach, From, Step, Property)
    ).

all_have([], _).
all_have([S|Ss], Property) :- call(Property, S), all_have(Ss, Property).

%! straight_line(?From, ?To, :Property): the same for any length from 2 on.
straight_line(From, To, Property) :- straight_line(From, To, length = _, Property).

all_along(0, _, _, _) :- !.
all_along(N, Square, Step, Property) :-
    shifted(Square, Step, 1, Next),
    call(Property, Next), !,
    M is N - 1,
    all_along(M, Next, Step, Property).

%! line(?From, ?To, +N, -Squares): the N squares of a straight line.
line(From, To, N, Squares) :-
    location(From),
    directions(all, Steps), member(Step, Steps),
    Reach is N - 1,
    shifted(From, Step, Reach, To),
    findall(S, (between(0, Reach, I), shifted(From, Step, I, S)), Squares).

%! clear_between(+From, +To): From and To are in a line and the squares between them are empty.
clear_between(From, To) :- directions(all, Steps), member(Step, Steps), clear(From, Step, To), !.
clear(From, Step, To) :- shifted(From, Step, 1, Next), ( Next = To -> true ; empty(Next), clear(Next, Step, To) ).

%! area(+Neighbourhood, :Property, +Square, -Squares): the connected squares with the property around this one, sorted.
area(Neighbourhood, Property, Square, Squares) :-
    (   call(Property, Square)
    ->  spread([Square], Neighbourhood, Property, [Square], Squares)
    ;   Squares = []
    ).
spread([], _, _, Seen, Squares) :- msort(Seen, Squares).
spread([S|Ss], Neighbourhood, Property, Seen, Squares) :-
    findall(T, (neighbour(Neighbourhood, S, T), \+ memberchk(T, Seen), \+ \+ call(Property, T)), New),
    append(New, Seen, Seen1), append(Ss, New, Waiting),
    spread(Waiting, Neighbourhood, Property, Seen1, Squares).

%! connected(+Neighbourhood, :Property, +From, +To): a way from square to square over squares with the property.
connected(Neighbourhood, Property, From, To) :- area(Neighbourhood, Property, From, Squares), memberchk(To, Squares).

%! on_edge(+Edge, ?Square): the square is at the west, east, south or north edge of its board.
on_edge(Edge, Square) :- location(Square), direction(Edge, Step), \+ shifted(Square, Step, 1, _).
