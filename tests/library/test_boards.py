"""Grid boards, pieces, locations, containers and graphs."""

from __future__ import annotations

import pytest

from library.helpers import with_libraries


@pytest.fixture(scope="module")
def board():
    return with_libraries(objects="grid_board : array(3, 3), east : grid_board(array([a, b], 2))")


@pytest.fixture(scope="module")
def chess():
    return with_libraries("pieces", objects="grid_board : array([a, b, c, d], 4)")


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("empty(X, Y)", 9),
        ("square(S)", 13),
        ("empty(east/S)", 4),
        ("place((1, 2), x), empty(X, Y)", 8),
        ("place((1, 2), x), contains(M, S), M == x, S == (1, 2)", 1),
        ("place((1, 2), x), remove((1, 2)), empty((1, 2))", 1),
        ("place(east/(a, 1), x), empty(X, Y)", 9),
        ("place((1, 1), x), move(x, (1, 1), (3, 3)), empty((1, 1)), contains(x, (3, 3))", 1),
        ("full", 0),
        ("forall(square(S), true)", 1),
        ("contains(_, (9, 9))", 0),
        # A 3x3 board has 8 lines of three and 20 pairs of neighbours in a line.
        ("straight_line(F, T, length = 3, empty)", 8),
        ("straight_line((A, B), (X, Y), length = 3, empty)", 8 * 2),
        ("straight_line((1, 1), To, length = 3, empty)", 3),
        ("straight_line((3, 3), (1, 1), length = 3, empty)", 1),
        ("straight_line((1, 1), (3, 2), length = 3, empty)", 0),
        ("straight_line((1, 1), To, empty)", 6),
        ("place((1, 1), x), place((2, 2), x), place((3, 3), x), straight_line(_, _, length = 3, contains(M))", 1),
        ("place((1, 1), x), place((2, 2), o), place((3, 3), x), straight_line(_, _, length = 3, contains(M))", 0),
        ("neighbour((1, 1), S)", 2),
        ("neighbour(all, (2, 2), S)", 8),
        ("neighbour(hex, (2, 2), S)", 6),
        ("neighbour(hex, (1, 1), S)", 2),
        ("neighbour(east/(a, 1), S), S = east/(_, _)", 2),
        ("neighbours(diagonal, (1, 1), [(2, 2)])", 1),
        ("shifted((1, 1), north_east, 2, (3, 3))", 1),
        ("shifted((3, 1), east, _)", 0),
        ("ray((1, 1), north, [(1, 2), (1, 3)])", 1),
        ("line((1, 1), (3, 3), 3, [(1, 1), (2, 2), (3, 3)])", 1),
        ("clear_between((1, 1), (3, 3))", 1),
        ("place((2, 2), x), clear_between((1, 1), (3, 3))", 0),
        ("clear_between((1, 1), (3, 2))", 0),
        ("board_size((1, 1), 3, 3), board_size(east/(a, 1), 2, 2)", 1),
        ("on_edge(west, (1, Y))", 3),
        ("place((1, 1), x), place((2, 1), x), place((3, 2), x), connected(orthogonal, contains(x), (1, 1), (3, 2))", 0),
        ("place((1, 1), x), place((2, 1), x), place((3, 2), x), connected(all, contains(x), (1, 1), (3, 2))", 1),
        ("place((2, 1), x), place((2, 2), x), place((2, 3), x), area(orthogonal, empty, (1, 1), [_, _, _])", 1),
    ],
)
def test_grid_boards(board, question, answers):
    assert len(board.ask(question)) == answers


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("place((a, 1), queen(white)), piece_move(white, P, Q, F, T)", 9),
        ("place((a, 1), rook(white)), place((a, 3), rook(black)), piece_move(white, P, Q, F, T)", 5),
        ("place((a, 1), rook(white)), place((a, 3), rook(white)), piece_move(white, P, Q, (a, 1), T)", 4),
        ("place((b, 2), knight(white)), piece_move(white, P, Q, F, T)", 4),
        ("place((b, 2), king(white)), piece_move(white, P, Q, F, T)", 8),
        ("place((b, 2), pawn(white)), piece_move(white, P, Q, F, T)", 1),
        ("place((b, 2), pawn(white)), place((b, 3), rook(black)), piece_move(white, P, Q, F, T)", 0),
        ("place((b, 2), pawn(white)), place((c, 3), rook(black)), piece_move(white, P, Q, F, T)", 2),
        ("place((b, 2), pawn(black)), piece_move(black, P, Q, F, (b, 1))", 1),
        ("place((b, 2), pawn(white)), attacked((a, 3), white, P)", 1),
        ("place((b, 2), pawn(white)), attacked((b, 3), white, P)", 0),
        ("place((a, 1), king(white)), place((a, 4), rook(black)), in_check(king(white), black, P)", 1),
        # The king must leave the file; three squares next to it, two of them off the rook's file.
        ("place((a, 1), king(white)), place((a, 4), rook(black)), safe_move(king(white), black, P, Q, F, T)", 2),
        ("place((a, 1), x(white)), reaches(slide([(1, 0)], 2), white, (a, 1), T)", 2),
        ("reaches([leap([(1, 0)]), by([_, T]>>(T = (d, 4)))], white, (a, 1), T)", 2),
        ("owner(queen(white), white), type_of_piece(queen(white), queen)", 1),
    ],
)
def test_pieces_and_their_movement_patterns(chess, question, answers):
    assert len(chess.ask(f"chess_patterns(P), {question}")) == answers


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("contents(hut, fox)", 1),
        ("empty(P)", 2),
        ("move(fox, hut, den), contains(fox, P), P == den", 1),
        ("container(C)", 2),
        ("inside(T, bag)", 2),
        ("take(T, bag), things(bag, L), length(L, 1)", 2),
        ("transfer(coin, bag, box), things(box, [coin]), things(bag, [key])", 1),
        ("put(z, box), put(a, box), things(box, [a, z])", 1),
        ("adjacent(hill, X)", 2),
        ("adjacents(hill, [lake, mill])", 1),
        ("adjacent_or_same(hill, X)", 3),
        ("adjacent(tower, X)", 0),
        ("adjacent(X, tower)", 1),
        ("node(X)", 4),
        ("route(hill, tower, W)", 2),
        ("distance(hill, tower, 2)", 1),
        ("distance(tower, hill, _)", 0),
        ("reachable(hill, 1, X)", 3),
        ("reachable(hill, 9, X)", 4),
    ],
)
def test_locations_containers_and_graphs(question, answers):
    world = with_libraries(
        objects="locations : [hut = fox, den, lair], containers : [bag = [key, coin], box], "
        "graph : [hill - lake, lake - mill, mill - hill, (lake -> tower)]"
    )
    assert len(world.ask(question)) == answers
