% Bidding and auctions. Bids are a list [Bidder-Amount, ...].

%! highest_bid(+Bids, -Amount): the highest amount.
highest_bid(Bids, Amount) :- pairs_values(Bids, Amounts), max_list(Amounts, Amount).

%! winners(+Bids, -Bidders): who bid the highest amount; several if they tie.
winners(Bids, Bidders) :-
    highest_bid(Bids, Most),
    findall(B, (member(B-A, Bids), A =:= Most), Bidders).

%! winner(+Bids, -Bidder): each of the winners, to let nature choose among ties.
winner(Bids, Bidder) :- winners(Bids, Bidders), member(Bidder, Bidders).

%! nth_price(+N, +Bids, -Amount): the N-th highest amount; equal bids count one by one.
nth_price(N, Bids, Amount) :-
    pairs_values(Bids, Amounts),
    sort(0, @>=, Amounts, Sorted),
    nth1(N, Sorted, Amount).

%! second_price(+Bids, -Amount): the second highest amount, equal to the highest if that was bid twice.
second_price(Bids, Amount) :- nth_price(2, Bids, Amount).

%! raise(+Last, +Step, +Most, -Bid): every higher bid, Step apart, up to Most.
raise(Last, Step, Most, Bid) :-
    Step > 0,
    N is (Most - Last) // Step,
    between(1, N, I),
    Bid is Last + I * Step.

%! bid_of(+Bidder, +Bids, -Amount): the amount that a bidder bid.
bid_of(Bidder, Bids, Amount) :- memberchk(Bidder-Amount, Bids).

%! new_bid(+Bidder, +Amount, +Bids0, -Bids): the bids with one more, in the order of the bidders' names.
new_bid(Bidder, Amount, Bids0, Bids) :- exclude(by(Bidder), Bids0, Others), keysort([Bidder-Amount|Others], Bids).
by(Bidder, B-_) :- B == Bidder.

%! shares(+Winners, +Bidder, -Share): 1 for the only winner, 1/n for each of n, 0 for the others.
shares(Winners, Bidder, Share) :-
    ( memberchk(Bidder, Winners) -> length(Winners, N), Share is 1 / N ; Share = 0 ).
