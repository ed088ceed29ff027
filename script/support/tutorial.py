"""Follows a page as a reader would: every command of its console blocks is run, and what it prints compared.

tutorial.py PAGE BINARIES: blocks that begin with ```console have commands behind `$ `, lines that go on behind `> `, and
what is printed; … stands for what differs. A block with a name in its first line, ```gherkin trip.feature, is a file.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile

page, binaries = sys.argv[1:]
MARK = "--- that was it ---"


def blocks():
    """The blocks of the page: their lines' numbers, what they are, and their lines."""
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    start = None
    for number, line in enumerate(lines, 1):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number
        else:
            yield start, lines[start - 1][3:].split(), lines[start:number - 1]
            start = None


def commands(number, lines):
    """The commands of a block with what each prints."""
    command, printed, place = None, [], number
    for offset, line in enumerate(lines, 1):
        if line.startswith("$ "):
            if command is not None:
                yield place, command, printed
            command, printed, place = line[2:], [], number + offset
        elif line.startswith("> ") and command is not None and not printed:
            command += "\n" + line[2:]
        else:
            printed.append(line)
    if command is not None:
        yield place, command, printed


def is_like(wanted, found):
    """Whether a text is as it is written; … is any text in a line, and alone any lines."""
    pattern = ""
    for line in wanted:
        pattern += r"(?:.*\n)*" if line.strip() == "…" else ".*".join(re.escape(piece) for piece in line.split("…")) + "\n"
    return re.fullmatch(pattern, found) is not None


class Shell:
    def __init__(self, folder):
        self.process = subprocess.Popen(
            ["bash"], cwd=folder, start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}", "HOME": folder, "NO_COLOR": "1"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends it, and whatever it started and a page that was not followed to its end did not end."""
        self.process.stdin.close()
        try:
            self.process.wait(60)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)

    def run(self, command):
        self.process.stdin.write(f"{command}\nprintf '\\n%s %s\\n' '{MARK}' $?\n")
        self.process.stdin.flush()
        said = ""
        for line in self.process.stdout:
            if line.startswith(MARK):
                return said.removesuffix("\n"), int(line.removeprefix(MARK))
            said += line
        raise AssertionError("the shell ended")


def main():
    followed = 0
    with tempfile.TemporaryDirectory() as folder, Shell(folder) as shell:
        for number, words, lines in blocks():
            if len(words) == 2:
                with open(os.path.join(folder, words[1]), "w", encoding="utf-8") as file:
                    file.write("\n".join(lines) + "\n")
            if words[:1] != ["console"]:
                continue
            for place, command, printed in commands(number, lines):
                said, status = shell.run(command)
                if not is_like(printed, said if not said or said.endswith("\n") else said + "\n"):
                    wanted = "\n".join(printed)
                    sys.exit(f"{page}:{place}: $ {command}\nis to print:\n{wanted}\nand printed, with status {status}:\n{said}")
                followed += 1
    print(f"{page}: {followed} commands followed")


main()
