"""A Pygments lexer for Gala, found by its entry point under the name `gala`.

>>> from pygments import highlight
>>> from pygments.formatters import NullFormatter
>>> highlight("flow : end", GalaLexer(), NullFormatter())
'flow : end\\n'
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from galakit.editor.vocabulary import BUILT_INS, DECLARATIONS, OPERATORS, STATEMENTS

__all__ = ["GalaLexer"]

_NAME = r"[^\W\dA-Z_]\w*"


class GalaLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Rules of games in Gala."""

    name = "Gala"
    aliases: ClassVar[list[str]] = ["gala"]
    filenames: ClassVar[list[str]] = ["*.gala"]
    mimetypes: ClassVar[list[str]] = ["text/x-gala"]

    tokens: ClassVar = {
        "root": [
            (r"\s+", Whitespace),
            (r"%.*", Comment.Single),
            (r"/\*", Comment.Multiline, "comment"),
            (r"(\$)(\s*)(" + _NAME + ")", bygroups(Operator, Whitespace, Name.Variable.Global)),
            (r"'\$[a-z]\w*'", Name.Variable.Global),
            (r"0'(?:\\x[0-9a-fA-F]+\\?|\\.|''|[^'\\\n])", String.Char),
            (r"0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+", Number.Hex),
            (r"\d[\d_]*r\d[\d_]*\b", Number),
            (r"\d[\d_]*(?:\.\d+(?:[eE][+-]?\d+|Inf|NaN)?|[eE][+-]?\d+)", Number.Float),
            (r"\d[\d_]*", Number.Integer),
            (r'"(?:[^"\\\n]|\\[\s\S]|"")*"', String.Double),
            (r"'(?:[^'\\\n]|\\[\s\S]|'')*'", String.Symbol),
            (
                r"(game|phase)(\()(\s*)(" + _NAME + ")",
                bygroups(Keyword.Declaration, Punctuation, Whitespace, Name.Class),
            ),
            (words(tuple(DECLARATIONS), suffix=r"(?=\s*:(?![-=<]))"), Keyword.Declaration),
            (words(OPERATORS, prefix=r"\b", suffix=r"\b"), Operator.Word),
            (words(tuple(STATEMENTS), prefix=r"\b", suffix=r"\b(?=\()"), Keyword),
            (r"\b(?:end|nature)\b", Keyword),
            (words(tuple(BUILT_INS), prefix=r"\b", suffix=r"\b(?=\()"), Name.Builtin),
            (r"\b(?:true|fail|false)\b|!", Keyword.Pseudo),
            (r"(" + _NAME + r")(?=\()", Name.Function),
            (_NAME, Name.Constant),
            (r"[A-Z_]\w*|[^\W\d]\w*", Name.Variable),
            (r"\.(?=\s|%|\Z)", Punctuation),
            (r"[#&*+\-./:<=>?@^~\\]+|[;$]", Operator),
            (r"[()\[\]{},|]", Punctuation),
            (r".", Error),
        ],
        "comment": [(r"[^*]+", Comment.Multiline), (r"\*/", Comment.Multiline, "#pop"), (r"\*", Comment.Multiline)],
    }
