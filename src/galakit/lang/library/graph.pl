% Graphs: nodes, neighbours, paths and distances. Links go in both directions unless written From -> To.

:- use(library(objects)).

%! object(graph, [A - B, ...]): a graph with these links; A -> B goes one way; a single node is linked to nothing.
object(graph, Name, Links, Facts) :-
    is_list(Links),
    findall(fact(link(X, Y)), linked(Name, Links, X, Y), Edges),
    findall(N, (member(L, Links), end_of(L, A), thing(graph, Name, A, N)), Nodes0),
    sort(Nodes0, Nodes),
    findall(fact(node(N)), member(N, Nodes), NodeFacts),
    append(Edges, NodeFacts, Facts).
linked(Name, Links, X, Y) :- member(L, Links), ends(L, A, B), thing(graph, Name, A, X), thing(graph, Name, B, Y).

ends((A - B), A, B).
ends((A - B), B, A).
ends((A -> B), A, B).
end_of(L, N) :- ( L = (A - B) -> member(N, [A, B]) ; L = (A -> B) -> member(N, [A, B]) ; N = L ).

%! node(?Node): a node of the graph.
node(_) :- fail.

link(_, _) :- fail.

%! adjacent(?A, ?B): one can go from A to B.
adjacent(A, B) :- link(A, B).

%! adjacent_or_same(+A, ?B): one can stay at A or go on.
adjacent_or_same(A, A).
adjacent_or_same(A, B) :- link(A, B).

%! adjacents(+A, -Nodes): where one can go from A, sorted.
adjacents(A, Nodes) :- findall(B, link(A, B), Found), sort(Found, Nodes).

%! route(+A, +B, -Nodes): every way from A to B that visits no node twice.
route(A, B, Nodes) :- walked(A, B, [A], Nodes).
walked(A, A, _, [A]).
walked(A, B, Seen, [A|Nodes]) :- A \== B, link(A, C), \+ memberchk(C, Seen), walked(C, B, [C|Seen], Nodes).

%! distance(+A, +B, -N): the least number of links from A to B.
distance(A, B, N) :- rings([A], [A], 0, B, N).
rings(Ring, _, N, B, N) :- memberchk(B, Ring), !.
rings(Ring, Seen, N0, B, N) :-
    Ring \== [],
    findall(Y, (member(X, Ring), link(X, Y), \+ memberchk(Y, Seen)), Found),
    sort(Found, Next),
    append(Next, Seen, Seen1),
    N1 is N0 + 1,
    rings(Next, Seen1, N1, B, N).

%! reachable(+A, +Steps, -B): every node at most that many links from A, the nearest first.
reachable(A, Steps, B) :- spread([A], [A], Steps, Nodes), member(B, Nodes).
spread(Ring, Seen, Steps, Nodes) :-
    findall(Y, (Steps > 0, member(X, Ring), link(X, Y), \+ memberchk(Y, Seen)), Found),
    sort(Found, Next),
    (   Next == []
    ->  Nodes = Seen
    ;   append(Seen, Next, Seen1), Left is Steps - 1, spread(Next, Seen1, Left, Nodes)
    ).
