"""Gambit's normal-form files (.nfg, version 1), written as Gambit writes them."""

from __future__ import annotations

from collections.abc import Iterator

from galakit.formats.document import TableDocument
from galakit.formats.write_efg import header, quoted


def nfg_lines(table: TableDocument) -> Iterator[str]:
    r"""The file, line by line.

    >>> from galakit.errors import Source
    >>> from galakit.formats.read_nfg import read_nfg
    >>> text = 'NFG 1 D "coin" {"a"} {2} "one player" {{"win" 1.5}} 1 0'
    >>> print(*nfg_lines(read_nfg(Source("coin.nfg", text))), sep="", end="")
    NFG 1 R "coin" { "a" }
    <BLANKLINE>
    { { "1" "2" }
    }
    "one player"
    <BLANKLINE>
    {
    { "win" 3/2 }
    }
    1 0
    """
    yield header("NFG 1 R", table.title, table.players)
    lists = "\n".join(f"{{ {' '.join(quoted(s) for s in own)} }}" for own in table.strategies)
    yield f"\n{{ {lists}\n}}\n{quoted(table.comment)}\n\n"
    if table.by_outcomes:
        yield "{\n"
        for outcome in table.outcomes:
            yield f"{{ {quoted(outcome.label)} {', '.join(str(x) for x in outcome.payoffs)} }}\n"
        yield "}\n"
        yield " ".join(str(k) for k in table.profiles) + "\n"
    else:
        yield " ".join(str(x) for k in table.profiles for x in table.outcomes[k - 1].payoffs) + "\n"
