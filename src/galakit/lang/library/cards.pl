% Playing cards (Suit, Rank), dealing, and poker hands of one to seven cards.

:- use(library(objects)).
:- use(library(combinations)).

%! object(deck, Suits * Ranks): every card (Suit, Rank), ranks rising in their order; an integer n stands for 1..n.
object(deck, Name, Suits0 * Ranks0, [Name = Cards|Facts]) :-
    !,
    items(Suits0, Suits), items(Ranks0, Ranks),
    length(Suits, S), length(Ranks, R),
    ( S * R =< 100000 -> true ; throw(wrong('a deck can have 100000 cards at most')) ),
    findall((Suit, Rank), (member(Suit, Suits), member(Rank, Ranks)), Cards),
    rank_facts(Ranks, R, Facts).
%! object(deck, standard): the 52 cards, suits clubs to spades, ranks 2 to 10, jack, queen, king, ace.
object(deck, Name, Standard, Parts) :-
    Standard == standard, !,
    standard_suits(Suits), standard_ranks(Ranks),
    object(deck, Name, Suits * Ranks, Parts).
%! object(deck, [Card, ...]): the cards listed, which may be any terms; the same card may be there twice.
object(deck, Name, List, [Name = Cards]) :- items(List, Cards).

%! standard_suits(-Suits): the four suits.
standard_suits([clubs, diamonds, hearts, spades]).
%! standard_ranks(-Ranks): the thirteen ranks, 2 to 10, jack, queen, king, ace.
standard_ranks([2, 3, 4, 5, 6, 7, 8, 9, 10, jack, queen, king, ace]).

% Facts about the ranks of the decks: value(Rank, N) where a rank is not its own value, and ace_below(N) where an ace
% may also be lowest, at N.
value(_, _) :- fail.
ace_below(_) :- fail.
deck_known :- fail.
ranks_renumbered :- fail.

rank_facts(Ranks, R, [fact(deck_known)|Facts]) :-
    last(Ranks, Top),
    (   memberchk(Top, [14, a, ace]), R =< 13
    ->  Base is 14 - R, Facts = [fact(ace_below(Base))|Values]
    ;   Base = 0, Facts = Values
    ),
    findall(fact(value(Rank, N)), (nth1(I, Ranks, Rank), N is Base + I, Rank \== N), Renumbered),
    ( Renumbered == [] -> Values = [] ; Values = [fact(ranks_renumbered)|Renumbered] ).

%! suit_of(?Card, ?Suit): the suit of a card.
suit_of((Suit, _), Suit).
%! rank_of(?Card, ?Rank): the rank of a card.
rank_of((_, Rank), Rank).
%! rank(?Card, ?Rank): the same, as Koller & Pfeffer's programs name it where they list ranks.
rank((_, Rank), Rank).
%! match_rank(?Card, ?Rank): the same, as they name the relation by which cards of one rank belong together.
match_rank((_, Rank), Rank).
%! rank_value(+Rank, -N): the rank as a number; from its place in the deck, or as usual (ace 14) where no deck has it.
rank_value(Rank, N) :- ( value(Rank, V) -> N = V ; integer(Rank) -> N = Rank ; usual(Rank, V) -> N = V ; unknown ).

usual(j, 11).
usual(jack, 11).
usual(q, 12).
usual(queen, 12).
usual(k, 13).
usual(king, 13).
usual(a, 14).
usual(ace, 14).
usual(t, 10).
unknown :- throw(wrong('the order of these ranks is not known: declare the deck as Suits * Ranks')).

% -- dealing ------------------------------------------------------------------------------------------------------

%! deal(+Deck, +N, -Hand): every hand of N cards, as a set; the deck loses them. Built in.

%! deal(+N, -Hand): every hand of N cards from the only deck, which loses them.
deal(N, Hand) :- deal(deck, N, Hand).

%! draw(-Card): every single card of the only deck, which loses it.
draw(Card) :- deal(deck, 1, [Card]).
%! draw(+Deck, -Card): the same for a deck by name.
draw(Deck, Card) :- deal(Deck, 1, [Card]).

%! discard(+Hand, +Most, -Cards): every set of at most that many cards of the hand, none included.
discard(Hand, Most, Cards) :- subset_up_to(Most, Hand, Cards).

%! exchange(+Deck, +Hand, +Discarded, -NewHand): every hand with as many new cards from the deck; those discarded are out.
exchange(Deck, Hand, Discarded, NewHand) :-
    subtract(Hand, Discarded, Kept),
    length(Discarded, N),
    deal(Deck, N, New),
    append(Kept, New, Cards),
    msort(Cards, NewHand).
%! exchange(+Hand, +Discarded, -NewHand): the same with the only deck.
exchange(Hand, Discarded, NewHand) :- exchange(deck, Hand, Discarded, NewHand).

%! put_back(+Deck, +Cards): puts cards into a deck.
put_back(Deck, Cards) :-
    gala_val(Deck, Rest),
    append(Cards, Rest, All), msort(All, Sorted),
    gala_set(Deck, Sorted).

%! cards_left(+Deck, -N): how many cards a deck holds.
cards_left(Deck, N) :- gala_val(Deck, Cards), length(Cards, N).

%! shuffled(+Deck, -Cards): the cards of a deck in every order; for small decks that are dealt from the top.
shuffled(Deck, Cards) :- gala_val(Deck, All), permutation(All, Cards).

%! draw_top(+Deck, +N, -Cards): takes the first N cards of a deck, in their order.
draw_top(Deck, N, Cards) :-
    gala_val(Deck, All),
    length(Cards, N), append(Cards, Rest, All), !,
    gala_set(Deck, Rest).

% -- tricks -------------------------------------------------------------------------------------------------------

%! follow(+Hand, +Led, -Card): the cards of the hand one may play on the card led: its suit if there is any, else any; `none` leads.
follow(Hand, Led, Card) :-
    (   Led = (Suit, _), memberchk((Suit, _), Hand)
    ->  Card = (Suit, _), member(Card, Hand)
    ;   member(Card, Hand)
    ).

%! trick_winner(+Plays, +Trump, -Player): who takes the trick of [Player-Card, ...], the first card led; Trump is a suit or `none`.
trick_winner([P-Card|Plays], Trump, Player) :- taken(Plays, P, Card, Trump, Player).
taken([], P, _, _, P).
taken([P1-Card1|Plays], P0, Card0, Trump, Player) :-
    (   takes(Card1, Card0, Trump)
    ->  taken(Plays, P1, Card1, Trump, Player)
    ;   taken(Plays, P0, Card0, Trump, Player)
    ).
takes((S1, R1), (S0, R0), Trump) :-
    (   S1 == S0 -> rank_value(R1, N1), rank_value(R0, N0), N1 > N0
    ;   S1 == Trump
    ).

%! blackjack_total(+Hand, -Total): the points of a hand; pictures count 10, aces 11 or, where that is too much, 1.
blackjack_total(Hand, Total) :-
    foldl(add_points, Hand, 0-0, Sum-Aces),
    lowered(Sum, Aces, Total).
add_points((_, Rank), S0-A0, S-A) :-
    rank_value(Rank, V),
    ( V =:= 14 -> S is S0 + 11, A is A0 + 1 ; S is S0 + min(V, 10), A = A0 ).
lowered(Sum, Aces, Total) :- ( Sum > 21, Aces > 0 -> S is Sum - 10, A is Aces - 1, lowered(S, A, Total) ; Total = Sum ).

% -- poker hands --------------------------------------------------------------------------------------------------
% Straights and flushes count in hands of three cards and more; of six and seven cards the best five count. With three
% cards a straight beats a flush and three of a kind beats both.

%! strength(+Hand, -S): a number, larger for stronger hands; hands of equal strength tie.
strength(Hand, S) :- evaluated(Hand, N, Category, Ranks), level(Category, N, Level), number_of(Ranks, 5, Level, S).

%! strength(+Hand, +Public, -S): the strength of a hand together with the cards on the table.
strength(Hand, Public, S) :- append(Hand, Public, All), strength(All, S).

%! beats(+Hand1, +Hand2): the first hand is the better one.
beats(Hand1, Hand2) :- strength(Hand1, S1), strength(Hand2, S2), S1 > S2.

%! hand_category(+Hand, -Category): straight_flush, four_of_a_kind, full_house, flush, straight, three_of_a_kind, two_pairs, one_pair or nothing.
hand_category(Hand, Category) :- evaluated(Hand, _, Category, _).

%! best_hands(+Hands, -Players): who of [Player-Hand, ...] has the best hand; several if they tie.
best_hands(Hands, Players) :- best(held_strength, Hands, Best), pairs_keys(Best, Players).
held_strength(_-Hand, S) :- strength(Hand, S).

% The hand as a category and the ranks that decide between hands of it.
evaluated(Hand, N, Category, Ranks) :-
    values(Hand, Values, N),
    sort(0, @>=, Values, Sorted),
    (   N > 5 -> groups(Sorted, Counted, Groups), best_five(Groups, Counted, Hand, Category, Ranks)
    ;   falling(Sorted, Bottom) -> singles(N, Sorted, Bottom, Hand, Category, Ranks)
    ;   groups(Sorted, _, [Size-R|Groups]), kind(Size, Groups, Category), pairs_values([Size-R|Groups], Ranks)
    ).

values(Hand, Values, N) :- ( ranks_renumbered -> renumbered(Hand, Values) ; plain(Hand, Values) ), length(Values, N).
plain([], []).
plain([(_, Rank)|Cards], [V|Vs]) :- ( integer(Rank) -> V = Rank ; rank_value(Rank, V) ), plain(Cards, Vs).
renumbered([], []).
renumbered([(_, Rank)|Cards], [V|Vs]) :- rank_value(Rank, V), renumbered(Cards, Vs).

% The ranks, highest first, are all different.
falling([R], R).
falling([R, Q|Rs], Bottom) :- R > Q, falling([Q|Rs], Bottom).

% Equal ranks as groups Size-Rank, in the order of the ranks and with the largest groups first.
groups([R|Rs], Counted, Groups) :- tally(Rs, R, 1, Counted), sort(0, @>=, Counted, Groups).
tally([], R, N, [N-R]).
tally([Q|Rs], R, N, Groups) :-
    (   Q =:= R
    ->  M is N + 1, tally(Rs, R, M, Groups)
    ;   Groups = [N-R|More], tally(Rs, Q, 1, More)
    ).

kind(4, _, four_of_a_kind).
kind(3, Groups, Category) :- ( Groups = [2-_|_] -> Category = full_house ; Category = three_of_a_kind ).
kind(2, Groups, Category) :- ( Groups = [2-_|_] -> Category = two_pairs ; Category = one_pair ).

% Hands of one to five cards without a pair.
singles(N, Ranks0, Bottom, Hand, Category, Ranks) :-
    (   N < 3 -> Category = nothing, Ranks = Ranks0
    ;   run(Ranks0, N, Bottom, High)
    ->  Ranks = [High], ( one_suit(Hand) -> Category = straight_flush ; Category = straight )
    ;   Ranks = Ranks0, ( one_suit(Hand) -> Category = flush ; Category = nothing )
    ).

% N different ranks, the highest first, follow each other; an ace may stand below the lowest rank.
run([Top, Second|_], N, Bottom, High) :-
    (   Top - Bottom =:= N - 1 -> High = Top
    ;   Top =:= 14, lowest(Low), Bottom =:= Low + 1, Second - Low =:= N - 1, High = Second
    ).
% Where the ace is the lowest card: as the deck has it; at 1 where there is no deck.
lowest(Low) :- ( deck_known -> ace_below(Low) ; Low = 1 ).

one_suit([(S, _)|Cards]) :- all_of(Cards, S).
all_of([], _).
all_of([(T, _)|Cards], S) :- T == S, all_of(Cards, S).

% The best five of six cards and more.
best_five(Groups, Counted, Hand, Category, Ranks) :-
    ( long_suit(Hand, Suited) -> true ; Suited = [] ),
    (   five_in_a_row(Suited, High) -> Category = straight_flush, Ranks = [High]
    ;   Groups = [4-R|Rest] -> Category = four_of_a_kind, kickers(1, [R], Rest, Ranks)
    ;   Groups = [3-R, M-Q|_], M >= 2 -> Category = full_house, Ranks = [R, Q]
    ;   Suited = [A, B, C, D, E|_] -> Category = flush, Ranks = [A, B, C, D, E]
    ;   pairs_values(Counted, Distinct), five_in_a_row(Distinct, High) -> Category = straight, Ranks = [High]
    ;   Groups = [3-R|Rest] -> Category = three_of_a_kind, kickers(2, [R], Rest, Ranks)
    ;   Groups = [2-R, 2-Q|Rest] -> Category = two_pairs, kickers(1, [R, Q], Rest, Ranks)
    ;   Groups = [2-R|Rest] -> Category = one_pair, kickers(3, [R], Rest, Ranks)
    ;   Category = nothing, kickers(5, [], Groups, Ranks)
    ).

kickers(N, Made, Groups, Ranks) :-
    pairs_values(Groups, Others), sort(0, @>=, Others, Sorted),
    length(Kept, N), append(Kept, _, Sorted), !,
    append(Made, Kept, Ranks).

% The ranks, highest first, of a suit with five cards or more.
long_suit(Hand, Ranks) :-
    msort(Hand, [(S, R)|Sorted]),
    suit_run(Sorted, S, [R], Found),
    rank_values(Found, Values),
    sort(0, @>=, Values, Ranks).
suit_run([], _, Found, Found) :- Found = [_, _, _, _, _|_].
suit_run([(T, R)|Cards], S, Found0, Found) :-
    (   T == S -> suit_run(Cards, S, [R|Found0], Found)
    ;   Found0 = [_, _, _, _, _|_] -> Found = Found0
    ;   suit_run(Cards, T, [R], Found)
    ).
rank_values([], []).
rank_values([R|Rs], [V|Vs]) :- rank_value(R, V), rank_values(Rs, Vs).

five_in_a_row(Ranks, High) :- in_a_row(Ranks, High), !.
five_in_a_row([14|Ranks], High) :-
    lowest(Low), append(Ranks, [Low], All), in_a_row(All, High), !.
in_a_row([A, B, C, D, E|Ranks], High) :-
    ( A - E =:= 4 -> High = A ; in_a_row([B, C, D, E|Ranks], High) ).

level(nothing, _, 0).
level(one_pair, _, 1).
level(two_pairs, _, 2).
level(three_of_a_kind, N, Level) :- ( N =:= 3 -> Level = 6 ; Level = 3 ).
level(straight, N, Level) :- ( N =:= 3 -> Level = 5 ; Level = 4 ).
level(flush, N, Level) :- ( N =:= 3 -> Level = 4 ; Level = 5 ).
level(full_house, _, 6).
level(four_of_a_kind, _, 7).
level(straight_flush, _, 8).

% The strength is read like a number: the category, then the ranks.
number_of([], N, S0, S) :- S is S0 * 1000 ** N.
number_of([R|Rs], N, S0, S) :- S1 is S0 * 1000 + R, M is N - 1, number_of(Rs, M, S1, S).
