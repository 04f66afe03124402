% Arithmetic: exact numbers, floats, functions, comparison, errors.

fact(0, 1) :- !.
fact(N, F) :- M is N - 1, fact(M, G), F is N * G.
square(X, Y) :- Y is X * X.

?- X is 1 + 2.
?- X is 5 - 7.
?- X is 3 * 4.
?- X is 7 / 2.
?- X is 8 / 2.
?- X is -7 / 2.
?- X is 1 / 3 + 1 / 6.
?- X is 1 / 3 * 3.
?- X is 7 / 2.0.
?- X is 7.0 / 2.
?- X is 1r3 + 2r3.
?- X is 1r3 - 1r3.
?- X is 1r3 * 1.5.
?- X is 2 rdiv 4.
?- X is 1.5 rdiv 2.
?- X is 7 // 2.
?- X is -7 // 2.
?- X is 7 // -2.
?- X is -7 // -2.
?- X is 7 div 2.
?- X is -7 div 2.
?- X is 7 div -2.
?- X is 7 mod 2.
?- X is -7 mod 2.
?- X is 7 mod -2.
?- X is -7 mod -2.
?- X is 7 rem 2.
?- X is -7 rem 2.
?- X is 7 rem -2.
?- X is 2 ** 10.
?- X is 2 ** -1.
?- X is 2 ^ 10.
?- X is 2 ^ -1.
?- X is 1 ^ -1.
?- X is -1 ^ -1.
?- X is (-1) ^ -3.
?- X is 0 ^ 0.
?- X is 0 ** 0.
?- X is 0 ^ -1.
?- X is 0 ** -1.
?- X is 0.0 ** -1.
?- X is 0.0 ** 0.
?- X is 0 ** 0.0.
?- X is 2 ** 0.5.
?- X is 2 ** 3.0.
?- X is 2.0 ** 3.
?- X is 2.5 ** 2.
?- X is 4 ** (1 / 2).
?- X is 2 ** (1 / 2).
?- X is 8 ** (1 / 3).
?- X is (1 / 2) ** 2.
?- X is (1 / 2) ** -2.
?- X is (2 / 3) ^ 3.
?- X is (2 / 3) ^ -3.
?- X is (-8) ** (1 / 3).
?- X is (-8) ** 0.5.
?- X is (-8.0) ** 2.
?- X is 9 ** 0.5.
?- X is 2 ** 200.
?- X is 2 ** 100 mod 7.
?- X is 7 ^ 77 - 7 ^ 76.
?- X is 2.0 ^ 2.
?- X is 2 ^ 2.0.
?- X is 2 ^ (1 / 2).
?- X is 4 ^ (1 / 2).
?- X is 1 << 5.
?- X is 1 << 100.
?- X is 1024 >> 3.
?- X is -5 >> 1.
?- X is 1 << -1.
?- X is 12 /\ 10.
?- X is 12 \/ 10.
?- X is 12 xor 10.
?- X is \ 5.
?- X is \ -1.
?- X is - 5.
?- X is - (5).
?- X is + 5.
?- X is - 2.5.
?- X is - (1 / 3).
?- X is abs(-3).
?- X is abs(-3.5).
?- X is abs(-1 / 3).
?- X is sign(-3).
?- X is sign(0).
?- X is sign(2.5).
?- X is sign(-0.0).
?- X is sign(-1 / 3).
?- X is min(1, 2).
?- X is max(1, 2).
?- X is max(1, 1.0).
?- X is max(1.0, 1).
?- X is min(1, 1.0).
?- X is min(1.0, 1).
?- X is max(2, 1.5).
?- X is min(1 / 2, 1 / 3).
?- X is max(1 / 2, 0.25).
?- X is gcd(12, 18).
?- X is gcd(-12, 18).
?- X is gcd(0, 0).
?- X is gcd(0, 5).
?- X is lcm(4, 6).
?- X is msb(1000).
?- X is msb(1).
?- X is truncate(2.7).
?- X is truncate(-2.7).
?- X is truncate(7 / 2).
?- X is integer(2.5).
?- X is integer(-2.5).
?- X is integer(3.5).
?- X is integer(2.4).
?- X is integer(7 / 2).
?- X is integer(-7 / 2).
?- X is integer(5 / 3).
?- X is round(2.5).
?- X is round(-2.5).
?- X is round(7 / 2).
?- X is ceiling(2.1).
?- X is ceiling(-2.1).
?- X is ceiling(7 / 2).
?- X is floor(2.9).
?- X is floor(-2.1).
?- X is floor(-7 / 2).
?- X is floor(3).
?- X is float(3).
?- X is float(1 / 3).
?- X is float_integer_part(2.5).
?- X is float_integer_part(-2.5).
?- X is float_fractional_part(2.5).
?- X is float_fractional_part(-2.5).
?- X is float_fractional_part(7 / 2).
?- X is float_integer_part(7 / 2).
?- X is float_integer_part(3).
?- X is float_fractional_part(3).
?- X is sqrt(16).
?- X is sqrt(2).
?- X is sqrt(-1).
?- X is sqrt(1 / 4).
?- X is exp(0).
?- X is exp(1).
?- X is log(1).
?- X is log(2.5).
?- X is log(0).
?- X is log(0.0).
?- X is log(-1).
?- X is sin(0).
?- X is sin(1).
?- X is cos(0).
?- X is cos(1.5).
?- X is tan(1).
?- X is asin(1).
?- X is asin(2).
?- X is acos(0.5).
?- X is acos(2).
?- X is atan(1).
?- X is atan(1, 2).
?- X is atan2(1, 2).
?- X is atan2(-1, -2).
?- X is atan2(0, 0).
?- X is atan2(0.0, 0.0).
?- X is sinh(1).
?- X is cosh(1).
?- X is tanh(1).
?- X is asinh(1).
?- X is acosh(2).
?- X is acosh(0.5).
?- X is atanh(0.5).
?- X is atanh(2).
?- X is copysign(2, -1).
?- X is copysign(2, -0.0).
?- X is copysign(-3.5, 1).
?- X is pi.
?- X is e.
?- X is inf.
?- X is -inf.
?- X is inf + 1.
?- X is inf - inf.
?- X is nan.
?- X is epsilon.
?- X is truncate(inf).
?- X is rational(0.25).
?- X is rational(0.1).
?- X is rationalize(0.1).
?- X is rationalize(0.25).
?- X is rationalize(1 / 3).
?- X is rational(3).
?- X is numerator(6 / 4).
?- X is denominator(6 / 4).
?- X is numerator(5).
?- X is denominator(5).
?- X is numerator(1.5).
?- X is nexttoward(1.0, 2).
?- X is powm(2, 10, 7).
?- X is getbit(5, 0).
?- X is getbit(5, 1).
?- X is popcount(255).
?- X is cosh(0) + sinh(0).
?- X is [5].
?- X is [1 + 1].
?- X is [].
?- X is "a".
?- X is a.
?- X is foo.
?- X is foo(1).
?- X is foo(1, 2) + 1.
?- X is _.
?- X is _ + 1.
?- X is 1 + a.
?- X is f(_).
?- X is 1 / 0.
?- X is 1 / 0.0.
?- X is 0 / 0.
?- X is 0 / 0.0.
?- X is 0.0 / 0.
?- X is 0.0 / 0.0.
?- X is -1 / 0.0.
?- X is 1.0 / 0.
?- X is 1 // 0.
?- X is 1 mod 0.
?- X is 1 rem 0.
?- X is 1 div 0.
?- X is 1 rdiv 0.
?- X is 1.5 // 2.
?- X is 1 // 2.5.
?- X is 1.5 mod 2.
?- X is 1 / 2 // 2.
?- X is 2 mod (1 / 3).
?- X is 2.5 >> 1.
?- X is 1.0 /\ 2.
?- X is \ 1.5.
?- X is gcd(1.5, 2).
?- X is msb(0).
?- X is msb(-1).
?- X is msb(1.5).
?- X is 10.0 ** 400.
?- X is 1.0e200 * 1.0e200.
?- X is 1.0e308 + 1.0e308.
?- X is exp(1000).
?- X is 10 ** 400 * 1.0.
?- X is float(10 ** 400).
?- X is 10 ** 400 / 10 ** 399.
?- X is integer(1.0e20).
?- X is integer(1.0e300) mod 10.
?- X is 0.1 + 0.2.
?- X is 1.0e-320.
?- X is 1.0e-200 * 1.0e-200.
?- X is 123456789 * 987654321.
?- X is 99999999999999999999 + 1.
?- X is -99999999999999999999 // 7.
?- X is 99999999999999999999 mod 1000007.
?- 1 + 2 =:= 3.
?- 1 =:= 1.0.
?- 1 / 3 =:= 2 / 6.
?- 1 =\= 2.
?- 1 =\= 1.0.
?- 1 < 2.
?- 2 < 1.
?- 1.0 < 2.
?- 1 / 3 < 1 / 2.
?- 1 =< 1.
?- 2 =< 1.
?- 1 >= 1.
?- 2 > 1.
?- 0.0 =:= -0.0.
?- 1 < a.
?- a < 1.
?- _ < 1.
?- 1 < _.
?- 1 =:= _.
?- a =:= b.
?- 1 + a < 2.
?- "a" < 98.
?- 2 ** 3 =:= 8.
?- 3 is 1 + 2.
?- 3.0 is 1 + 2.
?- a is 1.
?- f(X) is 1.
?- X is X.
?- X = 1, X is X.
?- X = 1, Y is X + 1, Z is Y * 2.
?- fact(5, F).
?- fact(25, F).
?- square(1.5, Y).
?- square(3, 9).
?- square(a, Y).
?- succ(1, X).
?- succ(X, 1).
?- succ(X, 4).
?- succ(X, 0).
?- succ(0, X).
?- succ(1, 2).
?- succ(1, 3).
?- succ(X, Y).
?- succ(a, X).
?- succ(X, a).
?- succ(-1, X).
?- succ(X, -1).
?- succ(1.5, X).
?- succ(1, a).
?- succ(3, 2.0).
?- plus(1, 2, X).
?- plus(1, X, 3).
?- plus(X, 2, 3).
?- plus(1, 2, 4).
?- plus(X, Y, 3).
?- plus(a, 1, X).
?- plus(1, a, X).
?- plus(1.5, 1, X).
?- plus(1, X, a).
?- between(1, 3, X).
?- between(1, 1, X).
?- between(2, 1, X).
?- between(1, 3, 2).
?- between(1, 3, 4).
?- between(1, 3, 1).
?- between(1, inf, 5).
?- between(1, infinite, 5).
?- between(5, inf, X).
?- between(-1, 1, X).
?- between(1, a, X).
?- between(a, 1, X).
?- between(1, 3, a).
?- between(_, 3, X).
?- between(1, _, X).
?- between(1, 2.5, X).
?- between(1.5, 2, X).
?- between(1, 3, 2.0).
?- between(3, 1, a).
?- between(inf, 1, X).
?- between(1, 3, X), X > 1, !.
?- rational(1 / 2).
?- rational(1r2).
?- rational(3).
?- rational(0.5).
?- rational(a).
?- rational(1r3, N, D).
?- rational(5, N, D).
?- rational(0.5, N, D).
?- rational(_, N, D).
?- nth_integer_root_and_remainder(2, 10, R, Rem).
?- nth_integer_root_and_remainder(3, -28, R, Rem).
?- divmod(7, 2, Q, R).
?- divmod(-7, 2, Q, R).
?- divmod(7, 0, Q, R).
?- number(1r3), integer(2), float(2.0), X = ok.
?- X is min(a, 1).
?- X is max(1, _).
?- X is truncate(1.0e20).
?- X is ceiling(1.0e20).
?- X is 5 rdiv 10 + 1.
?- X = 1 + 2, Y is X * 2.
?- X = 1 - 1, Y is 5 / X.
?- X is 3 + -2.
?- X is 3 - -2.
?- X is 2 * 3 + 4 * 5 - 6 / 2.
?- X is (2 + 3) * (4 - 1) mod 4.
?- X is 2 ** 3 ** 2.
?- X is 2 ^ 3 ^ 2.
?- X is - 2 ** 2.
?- X is -(2) ** 2.
?- X is 10 - 3 - 2.
?- X is 100 / 10 / 5.
?- X is 7 mod 4 * 2.
?- X is 0x1F + 0b101 + 0o17 + 0'a.
?- X is 1_000_000 + 1.
