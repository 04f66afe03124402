"""Where solutions are kept: a folder, or a place of an object store by its address (`s3://bucket/path`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from galakit.disk import write_whole
from galakit.errors import GalakitError


def is_address(place: str) -> bool:
    """Whether a place is the address of a store rather than a folder.

    >>> is_address("s3://bucket/cards"), is_address("/data/cards")
    (True, False)
    """
    return "://" in place


def within(place: str, name: str) -> str:
    """The file of that name in a place.

    >>> within("s3://bucket/cards/", "1.parquet")
    's3://bucket/cards/1.parquet'
    """
    return f"{place.rstrip('/')}/{name}" if is_address(place) else str(Path(place) / name)


def put(file: Path, place: str) -> None:
    """Copy a file to a place, whole or not at all."""
    put_bytes(file.read_bytes(), place)


def put_bytes(data: bytes, place: str) -> None:
    """Write a file at a place, whole or not at all."""
    if not is_address(place):
        target = Path(place)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, lambda temporary: temporary.write_bytes(data))
        return
    store, path = _store(place)
    try:
        store.makedirs(path.rpartition("/")[0], exist_ok=True)
        store.pipe_file(path, data)
    except Exception as error:  # every kind of store has errors of its own
        raise _unreachable(place, error) from None


def there(place: str) -> bool:
    """Whether there is a file at a place, seen from here."""
    if not is_address(place):
        return Path(place).is_file()
    store, path = _store(place)
    try:
        return bool(store.exists(path))
    except Exception as error:
        raise _unreachable(place, error) from None


def _store(place: str) -> tuple[Any, str]:
    """A file system of fsspec, and the path in it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise GalakitError(
            "an object store needs the package fsspec, which is not installed",
            hint="install it with: pip install 'galakit[ray]'",
            id="GK512",
        ) from None
    try:
        store, path = url_to_fs(place)
    except Exception as error:  # an unknown protocol, or one whose package is missing
        raise _unreachable(place, error) from None
    return store, path


def _unreachable(place: str, error: Exception) -> GalakitError:
    said = str(error).partition("\n")[0] or type(error).__name__
    return GalakitError(
        f"`{place}` cannot be used: {said}"[:500], hint="see the address and your access to it", id="GK507"
    )
