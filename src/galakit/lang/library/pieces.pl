% Pieces on a grid board and how they move.
%
% A piece is a term Type(Owner), such as queen(white). A movement pattern is data, so that a program can have it as a
% parameter: slide(Steps), slide(Steps, Most), leap(Steps), pawn(Step), a list of patterns, or by(Goal) with
% call(Goal, From, To). Steps are (DX, DY), a list of them, or a neighbourhood such as `diagonal`. The patterns of a
% game are a list [Type : Pattern, ...].

:- use(library(grid_board)).

%! owner(+Piece, -Owner): whose piece it is.
owner(Piece, Owner) :- Piece =.. [_, Owner|_].

%! type_of_piece(+Piece, -Type): what kind of piece it is.
type_of_piece(Piece, Type) :- Piece =.. [Type|_].

%! chess_patterns(-Patterns): king, queen, rook, bishop and knight, with pawns of white going north and of black south.
chess_patterns([
    king : leap(all), queen : slide(all), rook : slide(orthogonal), bishop : slide(diagonal),
    knight : leap([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]),
    pawn(white) : pawn(north), pawn(black) : pawn(south)
]).

%! pattern_of(+Piece, +Patterns, -Pattern): the pattern of a piece, by the piece itself, pawn(white), or by its type, king.
pattern_of(Piece, Patterns, Pattern) :- memberchk(Piece : Pattern, Patterns), !.
pattern_of(Piece, Patterns, Pattern) :- type_of_piece(Piece, Type), memberchk(Type : Pattern, Patterns).

%! reaches(+Pattern, +Owner, +From, -To): a piece of the owner can move from here to there: to an empty square, or to take.
reaches(Pattern, Owner, From, To) :- goes(Pattern, Owner, From, To).

goes([], _, _, _) :- fail.
goes([P|Ps], Owner, From, To) :- ( goes(P, Owner, From, To) ; goes(Ps, Owner, From, To) ).
goes(slide(Steps), Owner, From, To) :- step_of(Steps, Step), slides(From, Step, -1, Owner, To).
goes(slide(Steps, Most), Owner, From, To) :- step_of(Steps, Step), slides(From, Step, Most, Owner, To).
goes(leap(Steps), Owner, From, To) :- step_of(Steps, Step), shifted(From, Step, To), may_enter(To, Owner).
goes(pawn(Step), _, From, To) :- shifted(From, Step, To), empty(To).
goes(pawn(Step), Owner, From, To) :- pawn_takes(Step, From, To), enemy_at(To, Owner).
goes(by(Goal), Owner, From, To) :- call(Goal, From, To), may_enter(To, Owner).

step_of(Steps, Step) :- is_list(Steps), !, member(Step, Steps).
step_of(Steps, Step) :- atom(Steps), directions(Steps, List), !, member(Step, List).
step_of(Step, Step).

slides(From, Step, Most, Owner, To) :-
    Most =\= 0,
    shifted(From, Step, Next),
    contents(Next, Thing),
    (   Thing == empty
    ->  ( To = Next ; Left is Most - 1, slides(Next, Step, Left, Owner, To) )
    ;   \+ owner(Thing, Owner), To = Next
    ).

pawn_takes(Name, From, To) :- atom(Name), !, direction(Name, Step), pawn_takes(Step, From, To).
pawn_takes((DX, DY), From, To) :-
    ( DX =:= 0 -> member(Step, [(-1, DY), (1, DY)]) ; member(Step, [(DX, -1), (DX, 1)]) ),
    shifted(From, Step, To).

may_enter(To, Owner) :- contents(To, Thing), ( Thing == empty -> true ; \+ owner(Thing, Owner) ).

%! enemy_at(?Square, +Owner): a piece of another owner stands on the square.
enemy_at(Square, Owner) :- contains(Thing, Square), \+ owner(Thing, Owner).

%! piece_move(+Owner, +Patterns, -Piece, -From, -To): every move of every piece of the owner.
piece_move(Owner, Patterns, Piece, From, To) :-
    contains(Piece, From), owner(Piece, Owner),
    pattern_of(Piece, Patterns, Pattern),
    goes(Pattern, Owner, From, To).

%! attacked(+Square, +Attacker, +Patterns): a piece of the attacker could take on the square.
attacked(Square, Attacker, Patterns) :-
    contains(Piece, From), owner(Piece, Attacker),
    pattern_of(Piece, Patterns, Pattern),
    strikes(Pattern, Attacker, From, Square), !.

strikes([P|Ps], Owner, From, Square) :- !, ( strikes(P, Owner, From, Square) ; strikes(Ps, Owner, From, Square) ).
strikes(pawn(Step), _, From, Square) :- !, pawn_takes(Step, From, Square).
strikes(Pattern, Owner, From, Square) :- goes(Pattern, Owner, From, Square).

%! in_check(+King, +Attacker, +Patterns): the piece King is on a square the attacker attacks.
in_check(King, Attacker, Patterns) :- contains(King, Square), !, attacked(Square, Attacker, Patterns).

%! safe_move(+King, +Attacker, +Patterns, -Piece, -From, -To): the moves of the king's owner that do not leave the king in check.
safe_move(King, Attacker, Patterns, Piece, From, To) :-
    owner(King, Owner),
    piece_move(Owner, Patterns, Piece, From, To),
    \+ (move(Piece, From, To), in_check(King, Attacker, Patterns)).
