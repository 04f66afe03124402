% Locations that hold one thing each, and containers that hold many.
%
% What is at a place is the Gala variable contents(Place), `empty` if nothing is; what is in a container is the Gala
% variable inside(Container), a sorted list. Grid boards (library grid_board) are made of such locations.

:- use(library(objects)).

%! object(locations, [Place, ...]): places with nothing in them; Place = Thing puts a thing there.
object(locations, Name, Places0, [fact(places(Name, locations, list(Places)))|Parts]) :-
    items(Places0, Items),
    maplist(named_place, Items, Places),
    maplist(opened(Name), Items, Parts).
named_place(Item, Place) :- ( Item = (P = _) -> Place = P ; Place = Item ).
opened(Name, Item, contents(Place) = Thing) :-
    ( Item = (P = Thing0) -> Thing = Thing0 ; P = Item, Thing = empty ),
    thing(locations, Name, P, Place).

%! object(containers, [Container, ...]): containers with nothing in them; Container = [Thing, ...] fills one.
object(containers, Name, Containers, [fact(holders(Name, Names))|Parts]) :-
    items(Containers, Items),
    maplist(named_place, Items, Plain),
    findall(C, (member(X, Plain), thing(containers, Name, X, C)), Names),
    maplist(filled(Name), Items, Parts).
filled(Name, Item, inside(Container) = Things) :-
    ( Item = (C = Things0) -> msort(Things0, Things) ; C = Item, Things = [] ),
    thing(containers, Name, C, Container).

% What the objects declare: places(Name, Kind, list(Places)) or places(Name, Kind, grid(Xs, Ys)), and
% holders(Name, Containers).
places(_, _, _) :- fail.
holders(_, _) :- fail.

%! grid_fact(+Kind, +Name, +Xs, +Ys, -Part): the part of an object that makes it a grid of locations; each axis is n or a list.
grid_fact(Kind, Name, Xs, Ys, fact(places(Name, Kind, grid(Xs, Ys)))).

%! location(?Place): Place is a place of this game.
location(Place) :-
    places(Name, Kind, Region),
    thing(Kind, Name, Inner, Place),
    within(Region, Inner).

within(grid(Xs, Ys), (X, Y)) :- along(Xs, X), along(Ys, Y).
within(list(Places), Place) :- ( ground(Place) -> memberchk(Place, Places) ; member(Place, Places) ).

along(N, X) :- integer(N), !, ( var(X) -> between(1, N, X) ; integer(X), X >= 1, X =< N ).
along(Names, X) :- ( var(X) -> member(X, Names) ; memberchk(X, Names) ).

%! board_line(+N, -From, -To, -Squares): every straight line of N squares of a board, once, not in both directions.
board_line(N, From, To, Squares) :-
    places(Name, Kind, Grid), Grid = grid(_, _),
    grid_line(Kind, Name, Grid, N, line(From, To, Squares)).

%! grid_of(+Square, -Xs, -Ys, -X, -Y, -Rebuilt, -NewX, -NewY): a square of a grid, its axes, and the square at NewX, NewY.
grid_of(Name/(X, Y), Xs, Ys, X, Y, Name/(X1, Y1), X1, Y1) :- !, places(Name, _, grid(Xs, Ys)), !.
grid_of((X, Y), Xs, Ys, X, Y, (X1, Y1), X1, Y1) :- places(Kind, Kind, grid(Xs, Ys)), !.

%! contents(?Place, ?Thing): what is at a place; `empty` if nothing is.
contents(Place, Thing) :- ( ground(Place) -> true ; location(Place) ), gala_known(contents(Place), Thing).

%! contains(?Thing, ?Place): a thing is at a place.
contains(Thing, Place) :-
    ( ground(Place) -> true ; location(Place) ),
    gala_known(contents(Place), Found), Found \== empty, Thing = Found.

%! empty(?Place): nothing is at the place.
empty(Place) :- ( ground(Place) -> true ; location(Place) ), gala_known(contents(Place), empty).

%! occupied(?Place): something is at the place.
occupied(Place) :- contains(_, Place).

%! full: no place is empty.
full :- \+ empty(_).

%! place(+Place, +Thing): puts a thing at a place, instead of what was there.
place(Place, Thing) :- known(Place), gala_set(contents(Place), Thing).

%! remove(+Place): takes away what is at a place.
remove(Place) :- known(Place), gala_set(contents(Place), empty).

%! move(+Thing, +From, +To): moves a thing from place to place; what was there is taken away.
move(Thing, From, To) :-
    known(To),
    (   contains(Thing, From) -> true
    ;   throw(wrong('the thing to move is not there'))
    ),
    gala_set(contents(From), empty),
    gala_set(contents(To), Thing).

%! move(+From, +To): the same for whatever is at the first place.
move(From, To) :- contents(From, Thing), Thing \== empty, move(Thing, From, To).

known(Place) :-
    (   ground(Place), gala_known(contents(Place), _) -> true
    ;   throw(wrong('a thing can be put on a place of this game only'))
    ).

%! inside(?Thing, ?Container): a thing is in a container.
inside(Thing, Container) :- container(Container), gala_val(inside(Container), Things), member(Thing, Things).

%! container(?Container): Container is a container of this game.
container(Container) :- holders(_, Containers), member(Container, Containers).

%! things(+Container, -Things): everything in a container, sorted.
things(Container, Things) :- gala_val(inside(Container), Things).

%! put(+Thing, +Container): puts a thing into a container.
put(Thing, Container) :-
    gala_val(inside(Container), Things),
    msort([Thing|Things], Sorted),
    gala_set(inside(Container), Sorted).

%! take(?Thing, +Container): takes a thing out of a container; each in turn if it is not given.
take(Thing, Container) :-
    gala_val(inside(Container), Things),
    select(Thing, Things, Rest),
    gala_set(inside(Container), Rest).

%! transfer(?Thing, +From, +To): takes a thing out of one container and puts it into another.
transfer(Thing, From, To) :- take(Thing, From), put(Thing, To).
