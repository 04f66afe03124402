% The players of the game and the order of their turns. Always loaded; `players(List)` is known in every game.

%! turn_order(+First, -Order): all players from First on, round the table
turn_order(First, Order) :-
    players(Players),
    append(Before, [First|After], Players), !,
    append([First|After], Before, Order).
