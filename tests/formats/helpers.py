"""Where the files are, and how to read them."""

from __future__ import annotations

from pathlib import Path

from galakit.errors import Source
from galakit.formats.gambit import decoded
from galakit.formats.read_efg import read_efg
from galakit.formats.read_nfg import read_nfg
from galakit.formats.write_efg import efg_lines
from galakit.formats.write_nfg import nfg_lines

DATA = Path(__file__).parent / "data"
FILES = sorted(DATA.iterdir())
CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"


def read(text: str, name: str):
    return (read_nfg if name.endswith(".nfg") else read_efg)(Source(name, text))


def read_path(path: Path):
    return read(decoded(path.read_bytes()), path.name)


def write(document) -> str:
    return "".join((nfg_lines if hasattr(document, "profiles") else efg_lines)(document))
