#!/usr/bin/env python3
"""Runs the page beside this file in a browser without a window, and prints what it found: run.py [BROWSER].

chat-server is taken from PATH, or from CHAT_SERVER; pages of ours may speak to it because it is started with --origin.
"""
import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Pages(http.server.SimpleHTTPRequestHandler):
    def do_POST(self):
        self.server.results = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        self.server.done.set()

    def guess_type(self, path):
        return "text/javascript" if path.endswith(".mjs") else super().guess_type(path)

    def log_message(self, *words):
        pass


pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, directory=PROJECT))
pages.results, pages.done = [], threading.Event()
threading.Thread(target=pages.serve_forever, daemon=True).start()
origin = f"http://127.0.0.1:{pages.server_port}"

words = [os.environ.get("CHAT_SERVER", "chat-server"), "--ephemeral", "--port", "0", "--origin", origin]
# A browser that was ended may still write into its profile for a moment.
folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server, folder as profile:
    address = server.stdout.readline().split()[-1]
    browser = subprocess.Popen(
        [
            sys.argv[1] if len(sys.argv) > 1 else "chromium", "--headless", "--disable-gpu", "--no-first-run",
            *(["--no-sandbox"] if os.geteuid() == 0 else []), f"--user-data-dir={profile}/browser",
            f"{origin}/Examples/browser/index.html?server={address}",
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    answered = pages.done.wait(120)
    for process in (browser, server):
        process.terminate()
        process.wait()
if not answered:
    sys.exit("run.py: the page said nothing for two minutes")
for result in pages.results:
    print(("ok      " if result["passed"] else "FAILED  ") + result["name"], result.get("why", ""))
sys.exit(0 if pages.results and all(result["passed"] for result in pages.results) else 1)
