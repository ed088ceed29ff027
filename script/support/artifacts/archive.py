"""Archives whose bytes depend on their content only: a fixed order, one time, and owners by number."""
import gzip
import hashlib
import io
import os
import subprocess
import sys
import tarfile
from dataclasses import dataclass


class Problem(Exception):
    """A reason that a release cannot be made, for the person who makes it."""


@dataclass(frozen=True)
class Entry:
    """A file of an archive; a symbolic link if it has a target, and a folder if `data` is None."""

    path: str
    data: bytes | None = b""
    mode: int = 0o644
    target: str | None = None
    owner: int = 0

    @staticmethod
    def folder(path, mode=0o755, owner=0):
        return Entry(path, None, mode, owner=owner)

    @staticmethod
    def link(path, target):
        return Entry(path, mode=0o777, target=target)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def run(*words, **options):
    """Runs a program, and returns what it prints."""
    try:
        done = subprocess.run(words, capture_output=True, check=False, **options)
    except FileNotFoundError:
        raise Problem(f"{words[0]} is not installed") from None
    if done.returncode != 0:
        raise Problem(f"{' '.join(words)} ended with status {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode()


def with_folders(entries, prefix=""):
    """Adds the folders that lead to the entries. The result is in the order of the archive."""
    found = {}
    for entry in entries:
        path = prefix + entry.path
        parts = path.split("/")[:-1]
        for end in range(1, len(parts) + 1):
            folder = "/".join(parts[:end])
            found.setdefault(folder, Entry.folder(folder))
        found[path] = Entry(path, entry.data, entry.mode, entry.target, entry.owner)
    return [found[path] for path in sorted(found)]


def tar(entries, epoch, prefix="", root=False):
    """A tar archive. With a root, it begins with `./`, as packages of Debian do."""
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for entry in ([Entry.folder(".")] if root else []) + with_folders(entries, prefix):
            info = tarfile.TarInfo("./" + entry.path if root and entry.path != "." else entry.path)
            info.mtime, info.mode, info.uid, info.gid = epoch, entry.mode, entry.owner, entry.owner
            if entry.target is not None:
                info.type, info.linkname = tarfile.SYMTYPE, entry.target
            elif entry.data is None:
                info.type = tarfile.DIRTYPE
            else:
                info.size = len(entry.data)
            archive.addfile(info, io.BytesIO(entry.data or b""))
    return output.getvalue()


def gzipped(data):
    """Compresses without the name and the time of a file."""
    return gzip.compress(data, 9, mtime=0)


def ar(members, epoch):
    """An archive of `ar`, which a package of Debian is."""
    output = b"!<arch>\n"
    for name, data in members:
        output += f"{name:<16}{epoch:<12}{0:<6}{0:<6}{0o100644:<8o}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
    return output


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def report(text):
    print(text, file=sys.stderr, flush=True)


def megabytes(data):
    size = data if isinstance(data, int) else os.path.getsize(data) if isinstance(data, str) else len(data)
    return f"{size / 1e6:.1f} MB"
