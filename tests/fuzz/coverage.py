"""Coverage-guided fuzzing of one target with atheris (libFuzzer), in a process of its own.

    python tests/fuzz/coverage.py text_reader -runs=20000 -seed=1 [corpus folder]

Whatever follows the target goes to libFuzzer. A crash, a minute for one input or more than 3 gigabytes of memory
ends with a status that is not 0 and leaves the input in a file; give that file as the last argument to try it again.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[1]))

with atheris.instrument_imports(include=["galakit.lang"]):
    from fuzz.targets import TARGETS
    from fuzz.texts import PIECES, games

LIMITS = ["-timeout=60", "-rss_limit_mb=3000", "-len_control=0"]


def main() -> None:
    script, target, *arguments = sys.argv
    with tempfile.TemporaryDirectory() as folder:
        if target.startswith("text") and all(a.startswith("-") for a in arguments):  # begin with real texts
            words, corpus = Path(folder) / "words", Path(folder) / "corpus"
            words.write_text("".join(f'"{quoted(piece)}"\n' for piece in PIECES))
            corpus.mkdir()
            for number, game in enumerate(games()):
                (corpus / f"{number}.gala").write_text(game, encoding="utf-8")
            arguments = [f"-dict={words}", "-max_len=3000", *arguments, str(corpus)]
        atheris.Setup([script, *LIMITS, *arguments], TARGETS[target])
        atheris.Fuzz()


def quoted(piece: str) -> str:
    return "".join(f"\\x{byte:02X}" for byte in piece.encode())


if __name__ == "__main__":
    main()
