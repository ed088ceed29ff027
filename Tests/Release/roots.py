"""Folders that are the root of a process, and the first example of the README in them."""
import os
import re
import shutil
import subprocess
import threading

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 120


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


def must(*words, **options):
    done = run(*words, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)} ended with status {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


class Root:
    """A root folder with a user and a path. Its processes see the machine's /proc and network."""

    def __init__(self, folder, user="65534:65534", path="/usr/local/bin:/usr/bin:/bin"):
        self.folder, self.user, self.path = folder, user, path
        for name in ("proc", "tmp", "dev"):
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        os.chmod(os.path.join(folder, "tmp"), 0o1777)
        # A server needs no device; a shell opens this one.
        null = os.path.join(folder, "dev", "null")
        if not os.path.exists(null):
            os.mknod(null, 0o20666, os.makedev(1, 3))
            os.chmod(null, 0o666)

    def command(self, *words, user=None, **variables):
        """The words that run a program in the root. The mount of /proc ends with the process."""
        inside = {"HOME": "/tmp", "PATH": self.path, "LANG": "C.UTF-8", **variables}
        return ["unshare", "--mount", "sh", "-c", 'mount --bind /proc "$1/proc" && shift && exec "$@"', "sh", self.folder,
                "env", "-i", *(f"{name}={value}" for name, value in inside.items()),
                shutil.which("chroot") or "/usr/sbin/chroot", f"--userspec={user or self.user}", self.folder, *words]

    def run(self, *words, **options):
        return run(*self.command(*words, **options))

    def start(self, *words, **variables):
        process = subprocess.Popen(
            self.command(*words, **variables), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        # Without an end, a missing line would hang the check.
        timer = threading.Timer(SECONDS, process.kill)
        timer.daemon = True
        timer.start()
        return process


def line_with(process, text):
    """Reads lines until one contains the text. Returns all of them, or raises with them at the end of the output."""
    seen = []
    for line in process.stdout:
        seen.append(line)
        if text in line:
            return seen
    raise RuntimeError(f"“{text}” did not come; instead: {''.join(seen)[-800:]}")


def stop(*processes):
    """Ends processes, and returns the status of the first."""
    for process in processes:
        process.terminate()
        process.wait(SECONDS)
        process.stdin.close()
        process.stdout.close()
    return processes[0].returncode


def readme():
    """The first example of README.md: the words that start the server and both clients, and the scenario."""
    with open(os.path.join(PROJECT, "README.md"), encoding="utf-8") as file:
        text = file.read()
    server = re.search(r"^    \$ (chat-server .*)$", text, re.M)
    clients = re.findall(r"^    \$ (chat-client connect --as .*)$", text, re.M)
    scenario = re.search(r"^```gherkin\n(.*?)^```", text, re.M | re.S)
    if not server or len(clients) < 2 or not scenario or "type `/new bea`" not in text:
        raise RuntimeError("README.md has no first example as expected: a server, two clients, /new bea, and a scenario")
    return server[1].split(), [words.split() for words in clients[:2]], "Feature: README\n" + scenario[1]


def first_example(root):
    """Runs the first example of the README in a root, on a free port: what Anna writes reaches Bea."""
    server_words, (anna_words, bea_words), scenario = readme()
    server = root.start(*server_words, "--port", "0")
    started = [server]
    try:
        address = line_with(server, "listening on")[-1].split()[-1]
        bea = root.start(*bea_words, "--plain", UNDERSTUDY_SERVER=address)
        anna = root.start(*anna_words, "--plain", UNDERSTUDY_SERVER=address)
        started += [bea, anna]
        anna.stdin.write("/new bea\nOn my way\n")
        anna.stdin.flush()
        line_with(bea, "On my way")
    finally:
        status = stop(*started)
    if status != 0:
        raise RuntimeError(f"the server ended with status {status}")
    path = os.path.join(root.folder, "tmp", "readme.feature")
    with open(path, "w", encoding="utf-8") as file:
        file.write(scenario)
    os.chmod(path, 0o644)
    played = root.run("chat-client", "play", "--report", "summary", "/tmp/readme.feature")
    if "1 passed, 0 failed" not in played.stdout:
        raise RuntimeError(f"the scenario of the README: {played.stdout}{played.stderr}")
