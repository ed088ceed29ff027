"""Runs every listing of a page as its reader would, and compares what it prints: listings.py PAGE PROGRAMS

A page starts in an empty folder with a server of its own at 127.0.0.1:7400, which is another port here.

    ```console         commands after `$ `, continued after `> `, each with its output; … matches any text
    ```sh              commands that end with status 0; a server starts, listens and is ended
    ```terminal        the first line starts a client, the others are typed into it, line by line
    ```gherkin         a feature, a scenario or steps that pass
    ```json rpc        requests that the server answers with results
    ```json, ```jsonc  JSON; jsonc has comments
    ```toml            TOML
    ```python          a program that ends with status 0
    ```swift           lines of a file in Tests or Examples, which `swift test` compiles and runs
    ```yaml            a CI configuration; its chat-client commands run
    ```text, ```mermaid  output or a picture: not run

A name after the language is that of a file that the block becomes: ```gherkin trip.feature. Other words:

    by SCRIPT          the script runs the block, because it needs programs of its own
    database           the block needs PostgreSQL at db.example; without its programs it is left out
    root               the block changes the machine: only its syntax is checked, and that files of this project exist
"""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ADDRESS = "127.0.0.1:7400"
DATABASE = "understudy@db.example/understudy"
MARK = "--- end of the command ---"
# Starts a server on a free port, waits until it listens, and ends it.
SERVED = """
served() {
  : > served.txt
  "$@" --port 0 > served.txt 2> served.err & local server=$!
  until grep -q listening served.txt; do kill -0 $server 2> /dev/null || { cat served.err; return 1; }; sleep 0.05; done
  kill $server && wait $server
}
"""


class Problem(Exception):
    pass


def blocks(page):
    """The blocks of a page: the line number, the words after the fence, and the lines."""
    with open(page, encoding="utf-8") as file:
        lines = re.sub(r"<!--.*?-->", lambda match: "\n" * match[0].count("\n"), file.read(), flags=re.S).split("\n")
    start = None
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            if start is None:
                start = number
            else:
                yield start, lines[start - 1][3:].split(), lines[start:number - 1]
                start = None
        elif start is None and re.match(r"    \S", line) and (number == 1 or not lines[number - 2].strip()):
            raise Problem(f"{page}:{number}: an indented listing has no language; fence it")


def commands(number, lines):
    """The commands of a block, each with its output."""
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
    """True if a text is as written; … is any text in a line, and any lines if alone."""
    pattern, found = "", found.rstrip("\n") + "\n"
    while wanted and not wanted[-1]:
        wanted = wanted[:-1]
    for line in wanted or [""]:
        pattern += r"(?:.*\n)*" if line.strip() == "…" else ".*".join(re.escape(piece) for piece in line.split("…")) + "\n"
    return re.fullmatch(pattern, found) is not None


def sources():
    """The Swift files that tests compile, their lines without indentation."""
    for top in ("Tests", "Examples"):
        for folder, folders, names in os.walk(os.path.join(ROOT, top)):
            folders[:] = [name for name in folders if name not in ("Releases", ".build")]
            for name in names:
                if name.endswith(".swift"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        yield bare(file.read().split("\n"))


def bare(lines):
    return "\n".join(line.strip() for line in lines if line.strip())


class Page:
    def __init__(self, path, programs, folder):
        self.path, self.programs, self.folder, self.count, self.database = path, programs, folder, 0, None
        for name in ("scenarios", "docs", "Examples", "deploy"):
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
        self.server = subprocess.Popen(
            [os.path.join(programs, "chat-server"), "--ephemeral", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.address = self.server.stdout.readline().split()[-1]
        self.environment = {
            **os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "HOME": folder, "NO_COLOR": "1", "LANG": "C.UTF-8",
            "UNDERSTUDY_SERVER": self.address, "TERM": "xterm"}
        self.shell = subprocess.Popen(
            ["bash"], cwd=folder, start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, env=self.environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends the shell with everything that it started, and the server."""
        self.shell.stdin.close()
        try:
            self.shell.wait(60)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.shell.pid, signal.SIGTERM)
            self.server.terminate()
            self.server.wait(60)
            if self.database is not None:
                self.database.end()

    def here(self, text):
        if self.database is not None:
            text = text.replace(DATABASE, f"understudy@127.0.0.1:{self.database.port}/understudy")
        return text.replace(ADDRESS, self.address)

    def has_database(self):
        """Starts PostgreSQL if it is installed and does not run yet."""
        import database

        if self.database is None and database.programs() is not None:
            folder = tempfile.mkdtemp(dir=self.folder)
            for path in (self.folder, folder):
                os.chmod(path, 0o777)
            self.database = database.Database(folder, "postgres").make().start()
            self.database.ask("CREATE DATABASE understudy OWNER understudy")
        return self.database is not None

    def run(self, command):
        self.shell.stdin.write(f"{self.here(command)}\nprintf '\\n%s %s\\n' '{MARK}' $?\n")
        self.shell.stdin.flush()
        printed = ""
        for line in self.shell.stdout:
            if line.startswith(MARK):
                return printed.removesuffix("\n").replace(self.address, ADDRESS), int(line.removeprefix(MARK))
            printed += line
        raise Problem("the shell ended")

    def program(self, words, text=""):
        ended = subprocess.run(
            words, cwd=self.folder, env=self.environment, input=text, text=True, timeout=120, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False)
        if ended.returncode != 0:
            raise Problem(f"ended with status {ended.returncode}:\n{ended.stdout}")

    def write(self, name, lines):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(self.here("\n".join(lines)) + "\n")

    def block(self, number, words, lines):
        language, names = words[0] if words else "", words[1:]
        if "by" in names:
            script = names[names.index("by") + 1]
            if not os.path.exists(os.path.join(ROOT, script)):
                raise Problem(f"{script} is not there")
            return
        if names == ["database"]:
            if not self.has_database():
                print(f"{self.path}:{number}: left out, because PostgreSQL is not installed")
                return
            names = []
        if names == ["root"]:
            self.check_syntax(lines)
            return
        run = getattr(self, f"run_{language}", None)
        if run is None:
            raise Problem(f"no way to run a listing in “{language}”")
        if names and names != ["rpc"]:
            self.write(names[0], lines)
        run(number, names, lines)
        self.count += language not in ("text", "mermaid")

    def check_syntax(self, lines):
        text = "\n".join(lines)
        self.program(["bash", "-n"], text)
        for name in re.findall(r"(?<![\w/])(?:deploy|script)/[\w./-]+", text):
            if not os.path.exists(os.path.join(ROOT, name)) and name != "deploy/bin":
                raise Problem(f"{name} is not there")

    def run_text(self, *_):
        pass

    run_mermaid = run_text

    def run_console(self, number, _, lines):
        for place, command, printed in commands(number, lines):
            found, status = self.run(command)
            if not is_like(printed, found):
                wanted = "\n".join(printed)
                raise Problem(f"line {place}: $ {command}\nis to print:\n{wanted}\nand printed, with status {status}:\n{found}")

    def run_sh(self, number, names, lines):
        if names:
            return
        server = re.compile(r"^(chat-server (?!.*--print-config)--)")
        lines = [server.sub(r"served \1", line) for line in lines]
        text, status = self.run(SERVED + "( set -e\n" + "\n".join(lines) + "\n)")
        if status != 0:
            raise Problem(f"line {number}: ended with status {status}:\n{text}")

    def run_terminal(self, _, __, lines):
        command = self.here(lines[0].removeprefix("$ ")).split()
        self.program(command + ["--plain"], "\n".join(lines[1:]) + "\n")

    def run_gherkin(self, _, names, lines):
        if names:
            return
        text = "\n".join(line for line in lines if line.strip())
        if not re.search(r"^\s*(Scenario|Background|Rule|Feature)\b", text, re.M):
            text = "Scenario: S\n" + text
        if not re.search(r"^\s*Feature:", text, re.M):
            text = "Feature: F\n" + text
        self.write("listing.feature", text.split("\n"))
        self.program(["chat-client", "play", "listing.feature", "--report", "summary"])

    def run_toml(self, _, __, lines):
        import tomllib  # since Python 3.11

        tomllib.loads("\n".join(lines))

    def run_json(self, _, names, lines):
        if names != ["rpc"]:
            json.loads("\n".join(lines))
            return
        host, port = self.address.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=30) as connection, connection.makefile("rw") as stream:
            for line in lines:
                request = json.loads(line)
                stream.write(line + "\n")
                stream.flush()
                while (answer := json.loads(stream.readline())).get("id") != request["id"]:
                    pass
                if "result" not in answer:
                    raise Problem(f"{line}\nis answered by\n{answer}")

    def run_jsonc(self, _, __, lines):
        text = re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda match: match[1] or "", "\n".join(lines), flags=re.S)
        json.loads(text)

    def run_python(self, _, names, lines):
        self.write("listing.py", lines)
        if not names:
            self.program(["python3", "listing.py"])

    def run_swift(self, _, __, lines):
        wanted = bare(lines)
        if not any(wanted in source for source in sources()):
            raise Problem("no file in Tests or Examples has these lines")

    def run_yaml(self, *arguments):
        lines = arguments[2]
        for line in lines:
            command = re.match(r"\s*(?:- (?:run: )?|run: )(chat-client .*)", line)
            if command:
                self.run_sh(arguments[0], [], [command[1]])


def main():
    page, programs = sys.argv[1], os.path.abspath(sys.argv[2])
    folder = tempfile.mkdtemp()
    try:
        with Page(page, programs, folder) as run:
            for number, words, lines in blocks(page):
                try:
                    run.block(number, words, lines)
                except (Problem, ValueError) as problem:
                    raise Problem(f"{page}:{number}: {problem}") from None
            print(f"{page}: {run.count} listings")
    except Problem as problem:
        print(problem)
        sys.exit(1)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
