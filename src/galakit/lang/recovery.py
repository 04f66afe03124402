"""Reading on after an error: behind the clause, or at the next declaration of the list that it stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.lang import complaints
from galakit.lang.complaints import CLOSER
from galakit.lang.syntax import MAX_DEPTH, Node

if TYPE_CHECKING:
    from galakit.lang.reader import Reader


def skip_clause(reader: Reader) -> None:
    """Goes behind the next final dot."""
    while True:
        token = reader.token
        if token.kind == "eof":
            return
        reader.position += 1
        # An unclosed quote swallows the rest of its line, and with it the dot.
        if token.kind == "end" or (token.kind == "error" and token.text.endswith(".")):
            return


def recover(reader: Reader) -> bool:
    """Goes on inside the innermost list: at its next declaration, or behind it. False when there is none."""
    depth = len(reader.frames) - 1
    while depth > 0 and reader.frames[depth].kind != "[":
        depth -= 1
    if depth == 0:
        return False
    opened = [frame.closer for frame in reader.frames[depth + 1 :]]
    tokens = reader.tokens
    i = reader.position
    while tokens[i].kind not in ("end", "eof") and len(opened) < MAX_DEPTH:
        token = tokens[i]
        if token.kind == "error":
            reader.tainted = True
        elif token.kind == "punct":
            text = token.text
            if text in CLOSER:
                opened.append(CLOSER[text])
            elif text in opened:
                while opened.pop() != text:
                    pass
            elif text == "]":
                reader.position = i
                reader.leave(depth, Node("atom", "[]", (), reader.source, token.start, token.end))
                return True
            elif text == "," and not opened and complaints.starts_declaration(reader, i + 1):
                del reader.frames[depth + 1 :]
                reader.frame = reader.frames[depth]
                reader.frame.pending.clear()
                reader.frame.in_tail = False
                reader.left = None
                reader.position = i + 1
                reader.unbalanced = False
                return True
        i += 1
    return False
