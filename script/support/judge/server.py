"""Server processes, the disk under their file, and the shim that is preloaded into them."""

import asyncio
import ctypes
import errno
import json
import mmap
import os
import shutil
import signal
import struct
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CLOCK, SYNC_ERRNO, WRITE_ERRNO, SYNC_DELAY, JOURNAL, SYNCS, WRITES, LIES = 0, 8, 12, 16, 20, 24, 32, 40
PARENT_DEATH_SIGNAL = 1
C_LIBRARY = ctypes.CDLL(None)


class Missing(Exception):
    """Something that the judge needs is not on this machine."""


def build_shim(folder):
    """Compiles the shim. Returns its path."""
    path = os.path.join(folder, "shim.so")
    compiler = next((name for name in ("cc", "clang", "gcc") if shutil.which(name)), None)
    if not compiler:
        raise Missing("A C compiler (cc, clang or gcc) is needed for the shim.")
    done = subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", path, os.path.join(HERE, "shim.c"), "-ldl"],
                          capture_output=True, text=True)
    if done.returncode:
        raise Missing("The shim does not compile: " + done.stderr.strip()[:500])
    return path


class Shim:
    """The control page of the shim of one server."""

    def __init__(self, library, path, data):
        self.library, self.path, self.data = library, path, data
        with open(path, "wb") as file:
            file.write(bytes(4096))
        self.file = open(path, "r+b")
        self.page = mmap.mmap(self.file.fileno(), 4096)
        self.set(JOURNAL, 1)
        self.set(LIES, 1 if os.environ.get("JUDGE_LYING_SYNCS") else 0)

    def set(self, offset, value):
        struct.pack_into("<q" if offset == CLOCK else "<i", self.page, offset, value)

    def count(self, offset):
        return struct.unpack_from("<q", self.page, offset)[0]

    def environment(self):
        return {"LD_PRELOAD": self.library, "JUDGE_SHIM_CONTROL": self.path, "JUDGE_SHIM_DATA": self.data}

    def lose_unsynced(self):
        """Undoes each write that was not synced, as a loss of power may. Returns how many were undone."""
        undone = 0
        for kind, suffix in enumerate(("", "-wal", "-journal")):
            undo = f"{self.path}.undo{kind}"
            if not os.path.exists(undo):
                continue
            with open(undo, "rb") as file:
                content = file.read()
            records, at = [], 0
            while at + 24 <= len(content):
                size, offset, length = struct.unpack_from("<qqq", content, at)
                records.append((size, offset, content[at + 24:at + 24 + length]))
                at += 24 + length
            if os.path.exists(self.data + suffix):
                with open(self.data + suffix, "r+b") as file:
                    for size, offset, old in reversed(records):
                        file.seek(offset)
                        file.write(old)
                        file.truncate(size)
            undone += len(records)
            os.unlink(undo)
        if os.path.exists(self.data + "-shm"):
            os.unlink(self.data + "-shm")
        return undone

    def close(self):
        self.page.close()
        self.file.close()


class Disk:
    """A small tmpfs that can be filled and mounted read-only."""

    def __init__(self, folder, megabytes=48):
        self.folder, self.megabytes = folder, megabytes
        os.makedirs(folder, exist_ok=True)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "judge", folder],
                              capture_output=True, text=True)
        if done.returncode:
            raise Missing("A tmpfs cannot be mounted (are you root?): " + done.stderr.strip())

    def fill(self, leave=0):
        """Fills the disk but for `leave` bytes."""
        path = os.path.join(self.folder, "filler")
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        for size in (65536, 4096, 1):
            try:
                while os.write(file, bytes(size)):
                    pass
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
        os.close(file)
        if leave:
            os.truncate(path, max(0, os.path.getsize(path) - leave))

    def empty(self):
        path = os.path.join(self.folder, "filler")
        if os.path.exists(path):
            os.unlink(path)

    def remount(self, mode):
        return subprocess.run(["mount", "-o", f"remount,{mode}", self.folder], capture_output=True).returncode == 0

    def release(self):
        for _ in range(20):
            if subprocess.run(["umount", self.folder], capture_output=True).returncode == 0:
                return
            time.sleep(0.2)
        subprocess.run(["umount", "-l", self.folder], capture_output=True)


def ends_with_us():
    C_LIBRARY.prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)


class Server:
    """One process of chat-server, on a free port."""

    def __init__(self, name, program, data, config, folder, history, shim=None):
        self.name, self.program, self.data, self.history = name, program, data, history
        self.folder, self.shim = folder, shim
        self.config = os.path.join(folder, f"{name}.json")
        with open(self.config, "w") as file:
            json.dump(config, file)
        self.process = self.port = None
        self.expected = self.stopped = self.crashed = False

    async def start(self, timeout=20):
        """Starts the process and waits for its first line. Returns the port, or None if it ended instead."""
        environment = {**os.environ, **(self.shim.environment() if self.shim else {})}
        self.expected = self.stopped = self.crashed = False
        with open(os.path.join(self.folder, f"{self.name}.log"), "ab") as errors:
            process = self.process = subprocess.Popen(
                [self.program, "--port", "0", "--data", self.data, "--config", self.config, "--log-format", "json"],
                stdout=subprocess.PIPE, stderr=errors, env=environment, preexec_fn=ends_with_us)
        first = asyncio.get_running_loop().run_in_executor(None, process.stdout.readline)
        try:
            line = (await asyncio.wait_for(asyncio.shield(first), timeout)).decode()
        except asyncio.TimeoutError:
            line = ""
            process.kill()
        self.port = int(line.rsplit(":", 1)[1]) if ":" in line else None
        self.history.add("server", name=self.name, event="start", pid=process.pid, port=self.port)
        if self.port is None:
            process.kill()
            await self.wait(5)
        else:
            asyncio.ensure_future(self.watch(process))
        return self.port

    async def watch(self, process):
        while process.poll() is None:
            await asyncio.sleep(0.02)
        process.stdout.close()
        if process is self.process:
            self.port = None
            self.crashed = not self.expected
        self.history.add("server", name=self.name, event="end", pid=process.pid, status=process.returncode,
                         expected=self.expected)

    def signal(self, number):
        if self.process and self.process.poll() is None:
            if number in (signal.SIGKILL, signal.SIGTERM):
                self.expected = True
            self.stopped = number == signal.SIGSTOP
            self.process.send_signal(number)

    def kill(self):
        self.signal(signal.SIGKILL)

    async def wait(self, timeout):
        """Waits for the end. Returns True if the process ended in time."""
        end = time.monotonic() + timeout
        while self.process.poll() is None:
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.03)
        return True

    @property
    def lives(self):
        return bool(self.process and self.process.poll() is None and self.port)
