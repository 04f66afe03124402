% The other side of engines.py: answers questions on standard input, one line each, until it ends.
%
%   load("clauses").       replaces the program
%   ask("goal", Limit).    prints up to Limit answers, each a line `= [Name=Value, ...]`, then `.`, or the error
%
% Values are printed in a form that both engines can produce exactly: functional notation, variables numbered in
% order of appearance, floats with 17 digits, all but plain characters of names escaped.

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(assoc)).
:- use_module(library(ordsets)).
:- use_module(library(pairs)).
:- use_module(library(yall)).
:- use_module(library(error)).
:- use_module(library(readutil)).
:- use_module(library(terms)).
:- use_module(library(occurs)).
:- use_module(library(time)).

:- set_prolog_flag(prefer_rationals, true).  % galakit's numbers are exact
:- set_prolog_flag(verbose, silent).
:- style_check(-singleton).
:- style_check(-discontiguous).
:- style_check(-no_effect).
:- style_check(-var_branches).

server :-
    set_stream(user_output, encoding(utf8)),
    set_stream(user_input, encoding(utf8)),
    repeat,
    read(user_input, Request),
    (   Request == end_of_file
    ->  !
    ;   serve(Request), flush_output(user_output), fail
    ).

serve(load(Text)) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        load_files(user:program, [stream(Stream), silent(true)]),
        close(Stream)),
    format("loaded~n").
serve(ask(Text, Limit)) :-
    catch(read_goal(Text, Goal, Names), _, ( format("! syntax error~n"), fail )), !,
    nb_setval(answers, 0),
    catch(call_with_time_limit(5, call_with_inference_limit(answer(Goal, Names, Limit), 300000, Result)), E, true),
    (   E == time_limit_exceeded -> format("limit~n")
    ;   nonvar(E) -> print_error(E)
    ;   Result == inference_limit_exceeded -> format("limit~n")
    ;   format(".~n")
    ).
serve(ask(_, _)).

read_goal(Text, Goal, Names) :-
    setup_call_cleanup(
        open_string(Text, Stream),
        read_term(Stream, Goal, [variable_names(Names), module(user)]),
        close(Stream)).

answer(Goal, Names, Limit) :-
    (   call(user:Goal),
        with_output_to(string(S), print_answer(Names)),
        format("= ~s~n", [S]),
        nb_getval(answers, N0), N is N0 + 1, nb_setval(answers, N),
        N >= Limit
    ->  true
    ;   true
    ).

print_answer(Names) :-
    (   acyclic_term(Names)
    ->  without_contexts(Names, Copy), numbered(Copy, 1, _),
        format("["), forall(member(N = V, Copy), ( canonical(N = V), format(" ") )), format("]")
    ;   format("cyclic")
    ).

numbered(Term, N0, N) :-
    term_variables(Term, Vs),
    foldl([V, I0, I]>>( V = '$VAR$'(I0), I is I0 + 1 ), Vs, N0, N).

print_error(E) :-
    (   acyclic_term(E)
    ->  without_contexts(E, S), numbered(S, 1, _),
        with_output_to(string(Text), canonical(S)),
        format("! ~s~n", [Text])
    ;   format("! cyclic~n")
    ).

% The second argument of an error says where it happened; each engine has its own way to say so.
without_contexts(T, T) :- ( var(T) ; atomic(T) ), !.
without_contexts(error(F0, _), error(F)) :- !, without_contexts(F0, F).
without_contexts(T0, T) :-
    compound_name_arguments(T0, Name, As0),
    maplist(without_contexts, As0, As),
    compound_name_arguments(T, Name, As).

canonical('$VAR$'(N)) :- !, format("_~d", [N]).
canonical(N = V) :- !, canonical(N), format("="), canonical(V).
canonical(T) :- integer(T), !, format("~d", [T]).
canonical(T) :- rational(T, N, D), !, format("~dr~d", [N, D]).
canonical(T) :- float(T), !, ( T =:= inf -> format("inf") ; T =:= -inf -> format("-inf") ; T =\= T -> format("nan") ; format("~16e", [T]) ).
canonical(T) :- T == [], !, format("[]").
canonical(T) :- atom(T), !, format("'"), characters(T), format("'").
canonical(T) :- string(T), !, format("\""), characters(T), format("\"").
canonical([H|T]) :- !, format("["), canonical(H), rest(T), format("]").
canonical(T) :- compound_name_arguments(T, Name, Args), canonical(Name), format("("), arguments(Args), format(")").

rest(T) :- T == [], !.
rest(T) :- nonvar(T), T = [H|R], !, format(","), canonical(H), rest(R).
rest(T) :- format("|"), canonical(T).

arguments([]).
arguments([A]) :- !, canonical(A).
arguments([A|As]) :- canonical(A), format(","), arguments(As).

characters(Text) :-
    atom_codes(Text, Codes),
    forall(member(C, Codes), ( plain(C) -> put_char_code(C) ; format("{~16r}", [C]) )).
put_char_code(C) :- char_code(Char, C), put_char(Char).
plain(C) :- C >= 32, C =< 126, \+ memberchk(C, [0'{, 0'', 0'"]).
