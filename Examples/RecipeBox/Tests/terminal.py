#!/usr/bin/env python3
"""Runs the recipe box in a terminal against a server, and presses keys as Anna. chat-server and RecipeBox are found by
CHAT_SERVER, CHAT_CLIENT and RECIPE_BOX."""
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

APP = "com.example.recipes"


class Terminal:
    """A program on a terminal of 80 columns and 24 rows."""

    def __init__(self, command, environment):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update(environment, TERM="xterm", LANG="C.UTF-8", COLUMNS="80", LINES="24", NO_COLOR="1")
            os.execv(command, [command])
        subprocess.run(["stty", "cols", "80", "rows", "24"], stdin=self.descriptor, check=True)
        self.output = ""

    def wait(self, text, seconds=20):
        """Waits until the program has written a text since the last press."""
        deadline = time.monotonic() + seconds
        while text not in self.plain():
            if time.monotonic() > deadline or not self.read(deadline):
                sys.exit(f"The terminal shows no “{text}”:\n{self.plain()}")

    def read(self, deadline):
        ready, _, _ = select.select([self.descriptor], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            return True
        try:
            self.output += os.read(self.descriptor, 65536).decode(errors="replace")
        except OSError:
            return False
        return True

    def plain(self):
        return re.sub(r"\x1b(\[[0-9;?<>=]*[A-Za-z]|\][^\x07\x1b]*(\x07|\x1b\\)|.)", " ", self.output)

    def press(self, keys):
        self.output = ""
        os.write(self.descriptor, keys.encode())

    def status(self):
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def main():
    client = os.environ["CHAT_CLIENT"]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [os.environ["CHAT_SERVER"], "--port", "0", "--ephemeral"], stdout=subprocess.PIPE, cwd=folder, text=True)
        try:
            address = re.search(r"127\.0\.0\.1:\d+", server.stdout.readline()).group()

            def call(method, who, params):
                subprocess.run([client, "call", address, method, params, *who], check=True, stdout=subprocess.DEVNULL)

            call("app.register", ["--observer"], '{"app": "%s", "name": "Recipes", "domains": ["recipes.example"]}' % APP)
            call("session.ping", ["--as", "bea"], "{}")
            call("conversation.create", ["--as", "anna"], '{"participants": ["bea"]}')
            screen = Terminal(
                os.environ["RECIPE_BOX"],
                {"UNDERSTUDY_APP": APP, "UNDERSTUDY_PERSON": "anna", "UNDERSTUDY_SERVER": address})
            screen.wait("My Recipes")
            screen.press("\r")
            screen.wait("New Recipe")
            screen.press("Soup\r")
            screen.wait("› ")
            screen.press("\r")
            screen.wait("Share")
            screen.press("\rCut onions.")
            screen.wait("onions.")
            # Escape alone: with the next key at once it would be another key.
            screen.press("\x1b")
            screen.wait("edit")
            screen.press("\x1b[A\r")
            screen.wait("Collaborate · Everyone can make changes.")
            screen.press("\r")
            screen.wait("Return sends it")
            screen.press("\r")
            screen.wait("Only invited people")
            screen.press("\x1b")
            screen.wait("People")
            screen.press("q")
            assert screen.status() == 0
        finally:
            server.terminate()
            server.wait()
    print("The recipe box runs in a terminal.")


main()
