"""Signatures by minisign.

UNDERSTUDY_SIGNING_KEY is the secret key, or the name of its file. UNDERSTUDY_SIGNING_PASSWORD is its password, if it
has one.
"""
import os
import subprocess
import tempfile

from .archive import Problem


def sign(paths, version, key, password):
    """Writes PATH.minisig for each file. The same file and key give the same signature."""
    with tempfile.TemporaryDirectory() as scratch:
        if "\n" in key.strip():
            path = os.path.join(scratch, "key")
            with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
                file.write(key.strip() + "\n")
        elif os.path.exists(key):
            path = key
        else:
            raise Problem("UNDERSTUDY_SIGNING_KEY is neither a file nor a key of minisign")
        for each in paths:
            words = ["minisign", "-S", "-s", path, "-m", each, "-c", f"signature of Understudy {version}",
                     "-t", f"{os.path.basename(each)} of Understudy {version}"]
            try:
                # It asks for the password on standard input.
                done = subprocess.run(words, input=password + "\n", capture_output=True, text=True, check=False)
            except FileNotFoundError:
                raise Problem("a key is given, but minisign is not installed") from None
            if done.returncode != 0:
                raise Problem(f"minisign cannot sign {each}: {done.stderr.strip() or done.stdout.strip()}")
