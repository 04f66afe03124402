"""Files are written whole or not at all, devices and pipes stay what they are, and nothing endless is read."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.disk import check_target, read_whole, temporary_folder, write_whole
from galakit.errors import GalakitError


def text(contents):
    return lambda path: path.write_text(contents)


def null(folder):
    """A device of our own that swallows everything; where we may not make one, a link to the machine's.

    Only its owner, root, could replace that, and root may make a device.
    """
    path = folder / "null"
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        path.write_text("")
    except OSError:
        if os.getuid() == 0:
            pytest.skip("no devices can be made here, and the machine's own one is not to be put at risk")
        path.unlink(missing_ok=True)
        path.symlink_to("/dev/null")
    return path


# -- writing ----------------------------------------------------------------------------------------------------------


def test_a_device_stays_a_device(tmp_path):
    device = null(tmp_path)
    write_whole(device, text("nothing"))
    assert stat.S_ISCHR(device.stat().st_mode) and [p.name for p in tmp_path.iterdir()] == ["null"]


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "kuhn", "-o", "x.json"],
        ["solve", "kuhn", "-o", "x.parquet"],
        ["solve", "kuhn", "--method", "cfr+", "--with", "iterations=10", "--with", "checkpoint=x.bin"],
        ["solve", "leduc", "--method", "factored", "--with", "iterations=10", "--with", "checkpoint=x.bin"],
        ["export", "kuhn", "--to", "efg", "-o", "x.efg"],
        ["report", "kuhn", "-o", "x.html"],
        ["report", "kuhn", "--png", "."],
        ["report", "kuhn", "--tikz", "."],
        ["convert", "{gdl}", "-o", "x.gdl"],
        ["fmt", "x.gala"],
        ["show", "leduc", "--method", "factored", "--with", "iterations=10", "--after", "raise", "--table", "x.csv"],
        ["ggp", "manager", "{gdl}", "a=random", "--seed", "1", "--log", "x.xml"],
    ],
)
def test_no_command_replaces_a_device(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    device = null(tmp_path)
    gdl = tmp_path / "game.kif"
    gdl.write_text("(role a)(init on)(legal a go)(<= (next off) (true on))(<= terminal (true off))(goal a 100)\n")
    named = [word.removeprefix("checkpoint=") for word in words if "x." in word]
    for name in [*named, "tree.png", "tree.tex"]:
        (tmp_path / name).symlink_to(device)
    status = main([word.format(gdl=gdl) for word in words])
    err = capsys.readouterr().err
    # What also reads its file, as `fmt` and checkpoints do, refuses a device with a message.
    reads = "fmt" in words or "checkpoint=x.bin" in words
    assert status == (2 if reads else 0) and ("device" in err) == reads, err
    assert stat.S_ISCHR(device.stat().st_mode)
    assert all(path.is_symlink() for path in tmp_path.iterdir() if path.name.startswith(("x.", "tree.")))


def test_a_pipe_gets_the_whole_file_if_something_reads_it(tmp_path):
    pipe = tmp_path / "pipe.parquet"
    os.mkfifo(pipe)
    found = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    solution = gk.solve(gk.load("kuhn"))
    for _ in range(1000):
        try:
            solution.save(pipe)
            break
        except GalakitError as error:  # the reader has not come that far
            assert "nothing reads" in str(error)
            time.sleep(0.01)
    reader.join(60)
    (tmp_path / "copy.parquet").write_bytes(found[0])
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert pq.read_table(tmp_path / "copy.parquet").num_rows == 24


def test_a_pipe_that_nothing_reads_is_refused_and_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    with pytest.raises(GalakitError, match="(?s)nothing reads from.*start the program"):
        gk.solve(gk.load("kuhn")).save(pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_output_that_goes_to_a_file_is_added_to(tmp_path):
    log = tmp_path / "log"
    log.write_text("before\n")
    with log.open("a") as out:
        words = [sys.executable, "-m", "galakit", "export", "kuhn", "--to", "efg", "-o", "/dev/stdout"]
        subprocess.run(words, stdout=out, check=True, timeout=120)
    assert log.read_text().startswith("before\nEFG 2 R")


@pytest.mark.parametrize(
    ("target", "said"),
    [(".", "it is a folder"), ("nowhere/x.json", "there is no folder"), ("socket", "it is a socket"), ("\0", "null")],
)
def test_what_cannot_be_written_is_said_before_anything_is_done(target, said, tmp_path, monkeypatch):
    import socket

    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(GalakitError, match=said):
            check_target(target)
        with pytest.raises(GalakitError, match=said):
            write_whole(target, text("never"))


def test_solving_does_not_begin_if_the_result_cannot_be_written(tmp_path, capsys):
    assert main(["solve", "rhode_island", "-o", str(tmp_path / "nowhere" / "x.parquet")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_link_is_followed_and_permissions_stay(tmp_path):
    (tmp_path / "file").write_text("old")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", text("new"))
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


# -- what is left behind ----------------------------------------------------------------------------------------------

KILLED = """
import sys, time
from pathlib import Path
from galakit.disk import temporary_folder, write_whole

def write(path):
    path.write_text("half")
    with temporary_folder("test") as folder:
        (folder / "inside").write_text("something")
        print(folder, flush=True)
        time.sleep(600)

write_whole(Path(sys.argv[1], "result.json"), write)
"""


@pytest.fixture
def writing(tmp_path):
    """A process in the middle of writing, and its temporary folder."""
    env = os.environ | {"TMPDIR": str(tmp_path / "tmp")}
    (tmp_path / "tmp").mkdir()
    words = [sys.executable, "-c", KILLED, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env) as process:
        yield process, Path(process.stdout.readline().strip())
        process.kill()


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """Nothing was swept so far, and temporary folders are made where the other process makes its own."""
    monkeypatch.setattr("galakit.disk._swept", set())
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))


def test_what_a_killed_process_leaves_is_removed_by_the_next(writing, elsewhere, tmp_path):
    process, folder = writing
    parts = list(tmp_path.glob(".result.json.*"))
    assert len(parts) == 1 and f".{process.pid}-" in parts[0].name and str(process.pid) in folder.name
    others = [tmp_path / ".result.json.12", tmp_path / ".notes.galakit-part", tmp_path / "tmp" / "galakit-notes"]
    for other in others:
        other.write_text("not ours")
    process.send_signal(signal.SIGKILL)
    process.wait(60)
    assert parts[0].exists() and folder.exists()
    write_whole(tmp_path / "other.json", text("whole"))
    with temporary_folder("test"):
        pass
    assert not parts[0].exists() and not folder.exists()
    assert all(other.read_text() == "not ours" for other in others)


def test_what_a_living_process_writes_is_left_alone(writing, elsewhere, tmp_path):
    _, folder = writing
    write_whole(tmp_path / "result.json", text("whole"))
    with temporary_folder("test"):
        pass
    assert len(list(tmp_path.glob(".result.json.*"))) == 1 and (folder / "inside").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and links are those of POSIX")
def test_temporary_files_are_private_and_follow_no_link(elsewhere, tmp_path):
    (tmp_path / "tmp").mkdir()
    (tmp_path / "precious").write_text("kept")
    link = tmp_path / f".result.json.1-{'0' * 16}.galakit-part"  # what a process that was killed might have left
    link.symlink_to(tmp_path / "precious")
    modes = []

    def write(temporary):
        modes.append(stat.S_IMODE(temporary.stat().st_mode))
        temporary.write_text("whole")

    write_whole(tmp_path / "result.json", write)
    with temporary_folder("test") as folder:
        modes.append(stat.S_IMODE(folder.stat().st_mode))
    assert modes == [0o600, 0o700]
    assert link.is_symlink() and (tmp_path / "precious").read_text() == "kept"


# -- reading ----------------------------------------------------------------------------------------------------------


def endless(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    return {
        "/dev/zero": "it is a device",
        str(tmp_path / "pipe"): "it is a named pipe",
        str(tmp_path): "is a folder",
        "/proc/self/environ": "more bytes than its size",
    }


def test_only_ordinary_files_are_read(tmp_path):
    for path, said in endless(tmp_path).items():
        with pytest.raises(GalakitError, match=said):
            read_whole(path, 1_000_000)
    (tmp_path / "long").write_bytes(bytes(11))
    with pytest.raises(GalakitError, match="larger than 10 bytes"):
        read_whole(tmp_path / "long", 10)


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (["check", "FILE"], "gala"),
        (["solve", "FILE"], "gala"),
        (["solve", "FILE"], "efg"),
        (["solve", "FILE"], "kif"),
        (["fmt", "FILE"], "gala"),
        (["convert", "FILE"], "kif"),
        (["show", "FILE"], "json"),
        (["show", "FILE"], "parquet"),
        (["certify", "FILE"], "json"),
        (["report", "FILE", "-o", "x.html"], "parquet"),
        (["solve", "kuhn", "--lock", "first = FILE"], "json"),
        (["respond", "kuhn", "--to", "FILE", "--as", "first"], "json"),
        (["sequential", "kuhn", "--of", "FILE"], "json"),
        (["simulate", "FILE", "-n", "1"], "json"),
        (["play", "FILE", "--as", "first"], "json"),
        (["solve", "kuhn", "--method", "cfr", "--checkpoint", "FILE", "--resume"], "bin"),
        (["solve", "leduc", "--method", "factored", "--checkpoint", "FILE", "--resume"], "bin"),
        (["ggp", "replay", "FILE"], "json"),
    ],
)
def test_every_command_refuses_what_is_no_ordinary_file(words, ending, tmp_path, capsys):
    for k, (path, said) in enumerate(endless(tmp_path).items()):
        file = tmp_path / f"link{k}.{ending}"
        file.symlink_to(path)
        status = main([word.replace("FILE", str(file)) for word in words])
        err = capsys.readouterr().err
        assert status == 2 and "error[GK" in err, err
        if path != "/proc/self/environ":  # which seems to be empty, and an empty file is no solution or checkpoint
            assert said in err or "there is no game file" in err, err


@pytest.mark.parametrize(
    ("ending", "most"), [("gala", "5,000,000"), ("txt", "5,000,000"), ("kif", "20,000,000"), ("gdl", "20,000,000"),
                         ("efg", "64,000,000"), ("nfg", "64,000,000"), ("json", "256,000,000")]
)  # fmt: skip
def test_a_file_that_is_too_large_is_not_read(ending, most, tmp_path, capsys):
    path = tmp_path / f"game.{ending}"
    with path.open("wb") as file:
        file.truncate(int(most.replace(",", "")) + 1)  # it takes no room on the disk
    assert main(["solve" if ending != "json" else "show", str(path)]) == 2
    assert f"is larger than {most} bytes" in capsys.readouterr().err


def test_logs_of_matches_go_through_the_same_doors(tmp_path):
    game = gk.load("kuhn")
    result = gk.Match(game, {"first": "random", "second": "random"}).play(2, seed=1)
    device = null(tmp_path)
    result.save(device)
    assert stat.S_ISCHR(device.stat().st_mode)
    os.mkfifo(tmp_path / "log")
    with pytest.raises(GalakitError, match="it is a named pipe"):
        gk.Match.replay(tmp_path / "log", game)
    with pytest.raises(GalakitError, match="it is a named pipe"):
        (tmp_path / "log.json").symlink_to("log")
        gk.Match(game, {"first": str(tmp_path / "log.json"), "second": "random"})


def test_a_library_is_not_read_through_a_link(tmp_path, capsys):
    (tmp_path / "secret.txt").write_text("the password is 1234\n")
    (tmp_path / "mine.pl").symlink_to(tmp_path / "secret.txt")
    game = tmp_path / "game.gala"
    game.write_text(":- use(library(mine)).\ngame(g, [players : [a], flow : outcome([1])]).\n")
    assert main(["check", str(game)]) == 2
    err = capsys.readouterr().err
    assert "it is a link" in err and "password" not in err
    (tmp_path / "mine.pl").unlink()
    os.mkfifo(tmp_path / "mine.pl")
    assert main(["check", str(game)]) == 2
    assert "named pipe" in capsys.readouterr().err


def test_formatting_a_folder_does_not_leave_it(tmp_path, capsys):
    game = "game(g,[players:[a],flow:outcome([1])]).\n"
    (tmp_path / "outside.gala").write_text(game)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "own.gala").write_text(game)
    (tmp_path / "folder" / "link.gala").symlink_to(tmp_path / "outside.gala")
    assert main(["fmt", str(tmp_path / "folder")]) == 0
    assert (tmp_path / "folder" / "own.gala").read_text() != game == (tmp_path / "outside.gala").read_text()


SWEEPING = """
import sys
from pathlib import Path
from galakit import disk
for _ in range(300):
    disk._swept.clear()
    with disk.temporary_folder("test", Path(sys.argv[1])) as folder:
        assert folder.exists()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="folders are locked on POSIX systems")
def test_processes_that_begin_at_once_sweep_no_folder_of_the_others_away(tmp_path):
    processes = [subprocess.Popen([sys.executable, "-c", SWEEPING, str(tmp_path)]) for _ in range(4)]
    assert [process.wait(60) for process in processes] == [0, 0, 0, 0]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_with_its_remedy():
    with pytest.raises(GalakitError, match="(?s)No space left on device.*make room"):
        write_whole("/dev/full", lambda temporary: temporary.write_bytes(b"many"))
