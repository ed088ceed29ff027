"""PostgreSQL servers of Debian's packages in a folder that is thrown away: a primary, and standbys that copy it."""
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time

from chat import HOST


def programs():
    """The folder of PostgreSQL's own programs, the newest that there is; nil where there is none."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]), reverse=True)
    folders += [os.path.dirname(found)] if (found := shutil.which("initdb")) else []
    return next((folder for folder in folders if os.access(os.path.join(folder, "initdb"), os.X_OK)), None)


def free_port():
    """A port that nobody has: PostgreSQL takes no 0."""
    with socket.create_server((HOST, 0)) as listener:
        return listener.getsockname()[1]


class Database:
    """One server, on loopback. It does not run as root: there it is the user that Debian made for it."""

    def __init__(self, folder, name, *settings):
        self.name, self.bin = name, programs()
        self.user = "postgres" if os.getuid() == 0 else None
        self.port = free_port()
        self.data = os.path.join(folder, name)
        self.log = open(os.path.join(folder, name + ".log"), "ab")
        self.settings = ["-c", f"listen_addresses={HOST}", "-p", str(self.port), "-c", "unix_socket_directories=",
                         *(word for setting in settings for word in ("-c", setting))]
        self.process = None

    def run(self, program, *words):
        return subprocess.run([os.path.join(self.bin, program), *words], user=self.user, check=True, cwd="/",
                              capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout

    def make(self):
        """A new one, with checksums, for which everybody on this machine is who they say."""
        self.run("initdb", "-D", self.data, "-U", "understudy", "-A", "trust", "-E", "UTF8", "--locale=C",
                 "--data-checksums", "--no-sync")
        return self

    def follow(self, primary, through=None):
        """A copy of that one, which goes on copying it, through a line where one is given."""
        port = (through or primary).port
        self.run("pg_basebackup", "-D", self.data, "-h", HOST, "-p", str(primary.port), "-U", "understudy", "-R",
                 "-c", "fast", "--no-sync")
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as file:
            file.write(f"primary_conninfo = 'host={HOST} port={port} user=understudy "
                       f"application_name={self.name}'\n")
        return self

    def start(self):
        self.process = subprocess.Popen(
            [os.path.join(self.bin, "postgres"), "-D", self.data, *self.settings], user=self.user, cwd="/",
            stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)
        patience = time.monotonic() + 60
        while time.monotonic() < patience:
            if self.process.poll() is not None:
                break
            try:
                self.ask("SELECT 1")
                return self
            except subprocess.CalledProcessError:
                time.sleep(0.05)
        raise RuntimeError(f"{self.name} did not start: see {self.log.name}")

    def ask(self, sql):
        """The rows that it answers, one text a line, columns with | between them."""
        return self.run("psql", "-h", HOST, "-p", str(self.port), "-U", "understudy", "-d", "postgres", "-XAtq",
                        "-v", "ON_ERROR_STOP=1", "-c", sql).strip()

    def is_followed_by(self, standby):
        """Has each commit wait for that copy, and returns when it does."""
        self.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{standby.name}'")
        self.ask("SELECT pg_reload_conf()")
        patience = time.monotonic() + 60
        while self.ask("SELECT sync_state FROM pg_stat_replication") != "sync":
            if time.monotonic() > patience:
                raise RuntimeError(f"{standby.name} does not follow {self.name}")
            time.sleep(0.05)

    def commits_alone(self):
        """Has no commit wait for a copy any more."""
        self.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.ask("SELECT pg_reload_conf()")

    def promote(self):
        """From now on it is the one that is written to."""
        self.run("pg_ctl", "-D", self.data, "-w", "promote")

    def kill(self):
        """The machine that it is on is gone, with all its processes."""
        os.kill(self.process.pid, signal.SIGSTOP)  # so that it starts none meanwhile
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
            children = [int(word) for word in file.read().split()]
        for process in [self.process.pid, *children]:
            os.kill(process, signal.SIGKILL)
        self.process.wait()
        while any(runs(child) for child in children):
            time.sleep(0.01)

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(timeout=60)
        self.log.close()


def runs(process):
    """Whether it is more than an entry that nobody has taken notice of."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def owned(folder):
    """A folder that PostgreSQL may write in."""
    os.makedirs(folder, exist_ok=True)
    if os.getuid() == 0:
        entry = pwd.getpwnam("postgres")
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    return folder
