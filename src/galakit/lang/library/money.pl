% Money in named accounts: the Gala variables money(Account). Always loaded.

% pay(Amount, From, To): moves money between accounts. pay(From, To, Amount) means the same.
pay(A, B, C) :-
    (   'money:amount'(A, N)
    ->  'money:transfer'(N, B, C)
    ;   'money:amount'(C, N),
        'money:transfer'(N, A, B)
    ).

'money:amount'(A, A) :- number(A), !.
'money:amount'(A, N) :- compound(A), N is A.

'money:transfer'(N, From, To) :-
    gala_val(money(From), F0), F is F0 - N, gala_set(money(From), F),
    gala_val(money(To), T0), T is T0 + N, gala_set(money(To), T).
