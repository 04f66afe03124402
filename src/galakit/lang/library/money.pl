% Money in accounts, pots and bets. An account is the Gala variable money(Account).

:- use(library(objects)).

%! object(money, [Account, ...]): accounts that hold 0 at first; Account = Amount gives another amount.
object(money, Name, Accounts, Parts) :-
    items(Accounts, List),
    maplist(opened(Name), List, Parts).

opened(Name, Item, money(Account) = Amount) :-
    ( Item = (Owner = Amount0) -> Amount is Amount0 ; Owner = Item, Amount = 0 ),
    thing(money, Name, Owner, Account).

%! pay(+Amount, +From, +To): moves money between accounts; pay(From, To, Amount) means the same.
pay(A, B, C) :-
    (   number(A) -> transfer(A, B, C)
    ;   number(C) -> transfer(C, A, B)
    ;   amount(A, N) -> transfer(N, B, C)
    ;   N is C, transfer(N, A, B)
    ).

% An amount may be written as arithmetic; an account such as chips/ann is not that.
amount(A, N) :- compound(A), catch(N is A, error(_, _), fail).

transfer(N, From, To) :-
    gala_val(money(From), F0), F is F0 - N, gala_set(money(From), F),
    gala_val(money(To), T0), T is T0 + N, gala_set(money(To), T).

%! balance(+Account, -Amount): what an account holds.
balance(Account, Amount) :- gala_val(money(Account), Amount).

%! can_pay(+Account, +Amount): the account holds at least that much.
can_pay(Account, Amount) :- gala_val(money(Account), Held), Held >= Amount.

%! pay_all(+From, +To): moves everything: all in.
pay_all(From, To) :- gala_val(money(From), N), transfer(N, From, To).

%! pay_up_to(+Amount, +From, +To, -Paid): pays the amount, or all there is if that is less.
pay_up_to(Amount, From, To, Paid) :-
    gala_val(money(From), Held),
    Paid is min(Amount, Held),
    transfer(Paid, From, To).

%! collect(+Amount, +Accounts, +Pot): every one of the accounts pays the amount into the pot, as with an ante.
collect(_, [], _).
collect(Amount, [A|As], Pot) :- transfer(Amount, A, Pot), collect(Amount, As, Pot).

%! bet(+Account, +Least, +Most, -Bet): each whole bet from Least to Most the account can pay; all in when it cannot pay Least.
bet(Account, Least, Most, Bet) :-
    gala_val(money(Account), Held),
    (   Held < Least
    ->  Held > 0, Bet = Held
    ;   High is min(Most, Held),
        between(Least, High, Bet)
    ).

%! bet(+Account, +Least, -Bet): the same with nothing but the account's money as the limit.
bet(Account, Least, Bet) :- gala_val(money(Account), Held), Most is max(Held, Least), bet(Account, Least, Most, Bet).

%! split(+Pot, +Accounts): pays the pot out in equal shares, exactly.
split(Pot, Accounts) :-
    gala_val(money(Pot), Amount),
    length(Accounts, N), N > 0,
    Share is Amount / N,
    pay_each(Accounts, Share, Pot).

pay_each([], _, _).
pay_each([A|As], Share, Pot) :- transfer(Share, Pot, A), pay_each(As, Share, Pot).

%! split_whole(+Pot, +Accounts): pays the pot out in whole shares; the first accounts get the odd ones.
split_whole(Pot, Accounts) :-
    gala_val(money(Pot), Amount),
    length(Accounts, N), N > 0,
    Share is Amount // N, Odd is Amount mod N,
    pay_whole(Accounts, Share, Odd, Pot).

pay_whole([], _, _, _).
pay_whole([A|As], Share, Odd, Pot) :-
    ( Odd > 0 -> N is Share + 1 ; N = Share ),
    transfer(N, Pot, A),
    Left is max(0, Odd - 1),
    pay_whole(As, Share, Left, Pot).

%! side_pots(+Stakes, -Pots): from [Player-Stake, ...] the pots [Amount-Players, ...] each can win, the main pot first.
side_pots(Stakes, Pots) :-
    include(staked, Stakes, In),
    (   In == []
    ->  Pots = []
    ;   findall(S, member(_-S, In), Amounts),
        min_list(Amounts, Least),
        length(In, N),
        Amount is N * Least,
        findall(P, member(P-_, In), Players),
        findall(P-Left, (member(P-S, In), Left is S - Least), Rest),
        Pots = [Amount-Players|More],
        side_pots(Rest, More)
    ).

staked(_-S) :- S > 0.
