% Playing cards (Suit, Rank) and the order of poker hands of one to five cards.

suit_of((Suit, _), Suit).
rank_of((_, Rank), Rank).

% strength(Hand, S): a number, larger for stronger hands. Ranks are numbers from 1 to 999.
strength(Hand, S) :-
    maplist(rank_of, Hand, Ranks0),
    sort(0, @>=, Ranks0, Ranks),
    length(Hand, N),
    'cards:groups'(Ranks, Groups),
    maplist('cards:size', Groups, Sizes),
    'cards:run'(N, Ranks, Run),
    'cards:suited'(N, Hand, Suited),
    'cards:category'(Run, Suited, Sizes, Category),
    'cards:level'(Category, Level),
    foldl('cards:digit', Groups, Level, S0),
    length(Groups, Digits),
    S is S0 * 1000 ** (5 - Digits).

% Groups of equal ranks as Size-Rank, the largest group first, then the highest rank.
'cards:groups'(Ranks, Groups) :-
    'cards:count'(Ranks, Counted),
    sort(0, @>=, Counted, Groups).
'cards:count'([], []).
'cards:count'([R|Rs], [N-R|Gs]) :- 'cards:same'(Rs, R, 1, N, Rest), 'cards:count'(Rest, Gs).
'cards:same'([R|Rs], R0, N0, N, Rest) :- R == R0, !, N1 is N0 + 1, 'cards:same'(Rs, R0, N1, N, Rest).
'cards:same'(Rest, _, N, N, Rest).
'cards:size'(N-_, N).
% The strength is read like a number: the category, then the ranks of the groups.
'cards:digit'(_-Rank, S0, S) :- S is S0 * 1000 + Rank.

% Straights and flushes are counted in hands of three to five cards.
'cards:run'(N, Ranks, Run) :- ( N >= 3, 'cards:descending'(Ranks) -> Run = yes ; Run = no ).
'cards:descending'([R]) :- integer(R).
'cards:descending'([R, Q|Rs]) :- integer(R), integer(Q), Q =:= R - 1, 'cards:descending'([Q|Rs]).
'cards:suited'(N, Hand, Suited) :-
    ( N >= 3, maplist(suit_of, Hand, [S|Ss]), 'cards:all_same'(Ss, S) -> Suited = yes ; Suited = no ).
'cards:all_same'([], _).
'cards:all_same'([S|Ss], S0) :- S == S0, 'cards:all_same'(Ss, S0).

'cards:category'(yes, yes, _, straight_flush) :- !.
'cards:category'(_, _, [4|_], four_of_a_kind) :- !.
'cards:category'(_, _, [3, 2|_], full_house) :- !.
'cards:category'(_, yes, _, flush) :- !.
'cards:category'(yes, _, _, straight) :- !.
'cards:category'(_, _, [3|_], three_of_a_kind) :- !.
'cards:category'(_, _, [2, 2|_], two_pairs) :- !.
'cards:category'(_, _, [2|_], one_pair) :- !.
'cards:category'(_, _, _, nothing).

'cards:level'(nothing, 0).
'cards:level'(one_pair, 1).
'cards:level'(two_pairs, 2).
'cards:level'(three_of_a_kind, 3).
'cards:level'(straight, 4).
'cards:level'(flush, 5).
'cards:level'(full_house, 6).
'cards:level'(four_of_a_kind, 7).
'cards:level'(straight_flush, 8).

% beats(Hand1, Hand2): the first hand is the better one.
beats(Hand1, Hand2) :- strength(Hand1, S1), strength(Hand2, S2), S1 > S2.
