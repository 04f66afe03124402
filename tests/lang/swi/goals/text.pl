% Atoms, strings, characters and numbers as text.

?- atom_length(abc, N).
?- atom_length('', N).
?- atom_length('hello world', N).
?- atom_length(123, N).
?- atom_length("abc", N).
?- atom_length(_, N).
?- atom_length(f(x), N).
?- atom_length(abc, 3).
?- atom_length(abc, 4).
?- atom_length(abc, a).
?- atom_length(abc, -1).
?- atom_length(abc, 1.5).
?- atom_length(1.5, N).
?- atom_chars(abc, L).
?- atom_chars('', L).
?- atom_chars(123, L).
?- atom_chars("ab", L).
?- atom_chars(X, [a, b]).
?- atom_chars(X, ['1', '2']).
?- atom_chars(X, []).
?- atom_chars(X, _).
?- atom_chars(X, [a|_]).
?- atom_chars(X, [a, _]).
?- atom_chars(X, [a, f(x)]).
?- atom_chars(X, [ab]).
?- atom_chars(X, a).
?- atom_chars(abc, [X|Y]).
?- atom_chars(abc, [a, b]).
?- atom_chars(f(x), L).
?- atom_chars(X, [1, 2]).
?- atom_chars(X, "ab").
?- atom_codes(abc, L).
?- atom_codes(X, [0'a, 0'b]).
?- atom_codes(X, "ab").
?- atom_codes(12, L).
?- atom_codes(X, _).
?- atom_codes(X, [a, b]).
?- atom_codes(X, [-1]).
?- atom_codes(X, [0'1]).
?- char_code(a, X).
?- char_code(X, 0'b).
?- char_code(X, Y).
?- char_code(ab, X).
?- char_code(X, a).
?- char_code(X, -1).
?- char_code(1, X).
?- char_code(a, 0'b).
?- atom_number('12', X).
?- atom_number('1.5', X).
?- atom_number('-3', X).
?- atom_number('- 3', X).
?- atom_number('+3', X).
?- atom_number('0x1A', X).
?- atom_number('0''a', X).
?- atom_number('1e5', X).
?- atom_number('1.0e5', X).
?- atom_number('1r3', X).
?- atom_number('1/3', X).
?- atom_number(' 12', X).
?- atom_number('12 ', X).
?- atom_number('1_000', X).
?- atom_number('12abc', X).
?- atom_number('.5', X).
?- atom_number('5.', X).
?- atom_number('', X).
?- atom_number(abc, X).
?- atom_number('1 + 2', X).
?- atom_number(X, 12).
?- atom_number(X, 1.5).
?- atom_number(X, Y).
?- atom_number(X, a).
?- atom_number(12, X).
?- atom_number("12", X).
?- atom_number(f(x), X).
?- atom_number('12', 12).
?- atom_number('12', 13).
?- atom_number('12', a).
?- atom_number(inf, X).
?- atom_number('1.0Inf', X).
?- number_codes(X, "12").
?- number_codes(12, L).
?- number_codes(X, "abc").
?- number_codes(X, " 12").
?- number_codes(X, "12 ").
?- number_codes(X, _).
?- number_codes(a, L).
?- number_codes(X, []).
?- number_chars(X, ['1', '2']).
?- number_chars(12, L).
?- number_chars(X, [a]).
?- number_chars(X, ['1', _]).
?- number_chars(1.5, L).
?- number_chars(X, ['-', '1']).
?- number_chars(X, ['3', ' ']).
?- number_chars(X, [' ', '3']).
?- number_chars(a, L).
?- number_chars(12, ['1', X]).
?- atom_concat(abc, def, X).
?- atom_concat(abc, 1, X).
?- atom_concat(X, Y, ab).
?- atom_concat(a, X, abc).
?- atom_concat(X, bc, abc).
?- atom_concat(x, X, abc).
?- atom_concat(X, Y, Z).
?- atom_concat(a, Y, Z).
?- atom_concat(f(x), a, X).
?- atom_concat(a, "b", X).
?- atom_concat('', X, a).
?- atom_concat(a, b, ab).
?- atom_concat(a, b, abc).
?- atom_concat(X, Y, 12).
?- sub_atom(abc, 1, 1, A, S).
?- sub_atom(abc, B, 1, A, S).
?- sub_atom(abc, 0, L, A, S).
?- sub_atom(abc, B, L, 0, S).
?- sub_atom(ab, B, L, A, S).
?- sub_atom(abcab, B, L, A, ab).
?- sub_atom(abc, B, 2, 0, S).
?- sub_atom(abc, B, L, A, x).
?- sub_atom(abc, B, L, A, '').
?- sub_atom(abc, 0, 1, _, S).
?- sub_atom(abc, 2, 5, A, S).
?- sub_atom(abc, -1, L, A, S).
?- sub_atom(abc, a, L, A, S).
?- sub_atom(_, B, L, A, S).
?- sub_atom(f(x), B, L, A, S).
?- sub_atom(abc, B, L, A, 1).
?- sub_atom(abc, B, L, A, f(x)).
?- sub_atom(123, 0, 1, A, S).
?- sub_atom(abc, B, L, A, "bc").
?- sub_atom(abc, B, 1, 1, S).
?- sub_atom(aaa, B, 2, A, aa).
?- upcase_atom(abc, X).
?- upcase_atom('Hello World', X).
?- upcase_atom(X, abc).
?- upcase_atom("abc", X).
?- upcase_atom(12, X).
?- downcase_atom('ABC', X).
?- upcase_atom(f(x), X).
?- atomic_list_concat([a, b, c], X).
?- atomic_list_concat([a, 1, "s", 2.5], X).
?- atomic_list_concat([], X).
?- atomic_list_concat([a, _], X).
?- atomic_list_concat([a, f(x)], X).
?- atomic_list_concat(a, X).
?- atomic_list_concat([a|_], X).
?- atomic_list_concat([a, b], ab).
?- atomic_list_concat([a, b, c], '-', X).
?- atomic_list_concat([a], '-', X).
?- atomic_list_concat([], '-', X).
?- atomic_list_concat(L, '-', 'a-b-c').
?- atomic_list_concat(L, ',', 'a').
?- atomic_list_concat(L, '-', '').
?- atomic_list_concat(L, '-', '-').
?- atomic_list_concat([a, X], '-', 'a-b').
?- atomic_list_concat([X, Y], '-', 'a-b-c').
?- atomic_list_concat(L, '', abc).
?- atomic_list_concat(L, _, abc).
?- atomic_list_concat(L, '-', _).
?- atomic_list_concat([a, _], '-', X).
?- atomic_list_concat(L, "-", "a-b").
?- atomic_list_concat(L, ', ', 'a, b').
?- atomic_list_concat([a, b], f(x), X).
?- atom_string(abc, S).
?- atom_string(A, "abc").
?- atom_string(12, S).
?- atom_string(A, S).
?- atom_string(A, abc).
?- atom_string(abc, "abc").
?- atom_string(A, 12).
?- atom_to_term('f(X, Y, X)', T, B).
?- atom_to_term('1 + 2', T, B).
?- number_string(N, "12").
?- number_string(N, "abc").
?- number_string(12, S).
?- number_string(N, S).
?- number_string(N, "1.5").
?- string_concat("abc", "def", S).
?- string_concat(abc, 1, S).
?- string_concat(X, Y, "ab").
?- string_concat("a", X, "abc").
?- string_concat(X, "c", "abc").
?- string_concat(X, Y, Z).
?- string_length("abc", N).
?- string_length(abc, N).
?- string_length(12, N).
?- string_length(_, N).
?- string_length("abc", a).
?- string_chars("abc", L).
?- string_chars(S, [a, b]).
?- string_chars(S, L).
?- string_chars(abc, L).
?- string_codes("abc", L).
?- string_codes(S, [0'a, 0'b]).
?- string_to_atom("abc", A).
?- string_to_atom(S, abc).
?- string_to_atom(S, A).
?- string_code(1, "abc", X).
?- string_code(0, "abc", X).
?- string_code(4, "abc", X).
?- string_code(-1, "abc", X).
?- string_lower("ABC", S).
?- string_upper("abc", S).
?- string_upper(abc, S).
?- sub_string("abc", 1, 1, A, S).
?- sub_string("abc", B, 2, A, S).
?- sub_string("abcab", B, L, A, "ab").
?- sub_string(abc, B, 1, A, S).
?- split_string("a,b,c", ",", "", L).
?- split_string("/home//jan///nice/path", "/", "", L).
?- split_string("  a b  ", "", " ", L).
?- split_string("a.b.c", ".", "", L).
?- split_string("//a//b//", "/", "/", L).
?- split_string(" a ; b ", ";", " ", L).
?- split_string("", "", "", L).
?- split_string("", ",", "", L).
?- split_string(abc, "b", "", L).
?- split_string(_, ",", "", L).
?- string_codes(S, "abc").
?- text_concat(abc, def, X).
?- text_concat("abc", def, X).
?- text_concat(X, def, abcdef).
?- text_concat(X, Y, ab).
?- text_to_string(abc, S).
?- text_to_string("abc", S).
?- text_to_string([a, b], S).
?- text_to_string(_, S).
?- term_to_atom(f(x), A).
?- term_to_atom(X, 'f(a)').
?- string(S) ; S = "x", string(S).
?- "abc" == "abc".
?- "abc" @< "abd".
?- "abc" \= 'abc'.
?- sort(["b", a, "a", 1], L).
?- atom_chars(X, [h, i]), atom_concat(X, ' there', Y), atom_length(Y, N).
?- atom_codes(A, [104, 105]), atom(A).
?- X = 'don''t', atom_length(X, N).
?- X = "tab\there", string_length(X, N).
?- atom_length('\n\\', N).
?- X = 'a\x41\b'.
?- atom_chars('été', L).
?- upcase_atom('été', X).
?- sumlist([], X), atom_number(A, X).
?- term_string(T, "a + b").
?- last([a, "b"], X).
?- msort(["b", "a", b, a], L).
?- string_chars(f(x), R).
?- string_codes(f(x), R).
?- string_chars([a, b], R).
?- string_codes([a, b], R).
?- string_chars([97, 98], R).
?- string_chars([], R).
?- string_chars([a|_], R).
?- string_chars([foo], R).
?- string_chars([a|b], R).
?- string_chars([f(x)], R).
?- string_codes([f(x)], R).
?- string_chars(R, [f(x)]).
?- atom_chars(f(x), R).
?- atom_chars([a, b], R).
?- atom_chars(R, [a, foo]).
?- atom_chars(R, [a, 98]).
?- atom_chars(R, [98, a]).
?- atom_chars(R, [98, f(x)]).
?- atom_chars(R, [a, -1]).
?- atom_chars(R, [a, []]).
?- string_chars([a, foo], R).
?- string_chars([a|f], R).
?- atom_chars(R, [a|f]).
?- string_chars([_|_], R).
?- atom_chars(R, [[a]]).
