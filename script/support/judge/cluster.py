"""Three servers on a PostgreSQL primary with a synchronous standby, and the faults of such a cluster."""

import asyncio
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time

import faults
import server as processes
from proxy import Proxy

PROCESS = {"killServer": 5, "termServer": 3, "stopServer": 3, "cutDatabase": 4, "deafDatabase": 3, "terminate": 4,
           "standbyAway": 2, "failover": 3}
QUIT = signal.SIGQUIT


def programs():
    """Returns the folder of PostgreSQL's programs."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    for folder in reversed(folders):
        if os.access(os.path.join(folder, "pg_basebackup"), os.X_OK):
            return folder
    raise processes.Missing("PostgreSQL is needed (apt-get install postgresql).")


def account():
    """Returns the user that runs PostgreSQL, which refuses to run as root; None if the judge is not root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    raise processes.Missing("A user `postgres` or `nobody` is needed, because PostgreSQL refuses to run as root.")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def end_with_judge():
    processes.C_LIBRARY.prctl(processes.PARENT_DEATH_SIGNAL, QUIT)


class Node:
    """One PostgreSQL server."""

    def __init__(self, name, folder, user):
        self.name, self.folder, self.user = name, os.path.join(folder, name), user
        self.bin, self.port = programs(), free_port()
        self.process = None

    def run(self, *words, check=True, timeout=60):
        return subprocess.run([os.path.join(self.bin, words[0]), *words[1:]], check=check, timeout=timeout,
                              capture_output=True, text=True, cwd="/",
                              **({"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
                                 if self.user else {}))

    def initialise(self):
        self.run("initdb", "-D", self.folder, "-U", "judge", "-A", "trust", "--no-locale", "-E", "UTF8", "-N")
        with open(os.path.join(self.folder, "postgresql.conf"), "a") as file:
            file.write("listen_addresses = '127.0.0.1'\nwal_level = replica\nmax_wal_senders = 4\nhot_standby = on\n"
                       "shared_buffers = '16MB'\nmax_connections = 40\nsynchronous_standby_names = 'standby'\n"
                       "wal_receiver_status_interval = 1\nwal_retrieve_retry_interval = 500\n")
        with open(os.path.join(self.folder, "pg_hba.conf"), "a") as file:
            file.write("host replication all 127.0.0.1/32 trust\n")

    def follow(self, primary):
        """Becomes a standby of another node, with a fresh copy of it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.run("pg_basebackup", "-D", self.folder, "-R", "-X", "stream", "-c", "fast", "-d",
                 f"host=127.0.0.1 port={primary.port} user=judge application_name=standby")

    def start(self):
        with open(os.path.join(os.path.dirname(self.folder), f"{self.name}.log"), "ab") as log:
            self.process = subprocess.Popen(
                [os.path.join(self.bin, "postgres"), "-D", self.folder, "-p", str(self.port), "-k", ""],
                stdout=log, stderr=log, cwd="/", preexec_fn=end_with_judge,
                **({"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}))

    def ready(self):
        return self.run("pg_isready", "-h", "127.0.0.1", "-p", str(self.port), check=False).returncode == 0

    def sql(self, text, timeout=10):
        return self.run("psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "judge", "-d", "postgres", "-Atc", text,
                        check=False, timeout=timeout).stdout.strip()

    def stop(self):
        """Ends the node at once, as a crash of its machine does."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(QUIT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)


async def aside(function, *words):
    """Runs something that blocks beside the loop."""
    return await asyncio.get_running_loop().run_in_executor(None, function, *words)


class Cluster:
    """The database, the proxies between it and the servers, and the servers."""

    def __init__(self, stage):
        self.stage = stage
        self.user = account()
        self.folder = os.path.join(stage.folder, "database")
        os.makedirs(self.folder, exist_ok=True)
        if self.user:
            for folder in (self.folder, stage.folder, os.path.dirname(stage.folder)):
                os.chmod(folder, 0o755)
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.primary, self.standby = Node("a", self.folder, self.user), Node("b", self.folder, self.user)
        self.nodes = (self.primary, self.standby)
        self.lines, self.servers = [], []

    async def wait(self, condition, seconds, what):
        end = time.monotonic() + seconds
        while not await aside(condition):
            if time.monotonic() > end:
                self.stage.history.add("note", what="waited too long", condition=what)
                return False
            await asyncio.sleep(0.1)
        return True

    def copies(self):
        return self.primary.sql("select count(*) from pg_stat_replication where sync_state = 'sync'") == "1"

    async def start(self):
        await aside(self.primary.initialise)
        self.primary.start()
        await self.wait(self.primary.ready, 20, "the primary is ready")
        await aside(self.standby.follow, self.primary)
        self.standby.start()
        if not await self.wait(self.copies, 20, "the standby follows"):
            raise processes.Missing("The standby of PostgreSQL does not follow: see " + self.folder)
        await aside(self.primary.sql, "create database understudy")
        for index in range(3):
            pair = [await Proxy(lambda node=node: node.port).start() for node in self.nodes]
            self.lines.append(pair)
            data = f"postgres://judge@127.0.0.1:{pair[0].port},127.0.0.1:{pair[1].port}/understudy"
            self.servers.append(processes.Server(f"server-{index}", self.stage.program, data,
                                                 self.stage.plan["config"], self.stage.folder, self.stage.history))
            if not await self.servers[-1].start():
                raise processes.Missing("A server does not start on PostgreSQL: see " + self.stage.folder)

    def port(self, index):
        """Returns the port of a server, or of the next one that is there."""
        for step in range(3):
            server = self.servers[(index + step) % 3]
            if server.port and not server.stopped and server.lives:
                return server.port
        return None

    async def follow(self):
        """The node that is no primary becomes the standby."""
        self.standby.stop()
        await aside(self.standby.follow, self.primary)
        self.standby.start()
        await self.wait(self.copies, 20, "the standby follows")

    async def heal(self):
        for pair in self.lines:
            for proxy in pair:
                proxy.set()
        if not await aside(self.primary.ready):
            self.primary.stop()
            self.primary.start()
            await self.wait(self.primary.ready, 20, "the primary is ready")
        if not await aside(self.copies):
            await self.follow()
        for server in self.servers:
            if server.stopped:
                server.signal(signal.SIGCONT)
                server.stopped = False
            for _ in range(5):
                if server.lives or await server.start():
                    break
                await asyncio.sleep(1)

    async def stop(self):
        for server in self.servers:
            if server.process and server.lives:
                server.signal(signal.SIGTERM)
                if not await server.wait(10):
                    self.stage.history.add("note", what="no end at SIGTERM")
                    server.kill()
                    await server.wait(10)
        if await aside(self.primary.ready) and self.servers:
            check = await aside(lambda: subprocess.run([self.stage.program, "check", self.servers[0].data],
                                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
            self.stage.history.add("note", what="check", status=check.returncode, output=check.stdout[-400:])
        for node in self.nodes:
            node.stop()
        for pair in self.lines:
            for proxy in pair:
                await proxy.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Faults(faults.Faults):
    """Makes the faults of a cluster come about."""

    @property
    def cluster(self):
        return self.stage.cluster

    async def again(self, server):
        for _ in range(4):
            if await server.start():
                return
            await asyncio.sleep(1)

    async def make_killServer(self, step, rng):
        server = rng.choice(self.cluster.servers)
        server.kill()
        await server.wait(10)
        await asyncio.sleep(step["for"])
        await self.again(server)

    async def make_termServer(self, step, rng):
        server = rng.choice(self.cluster.servers)
        server.signal(signal.SIGTERM)
        if not await server.wait(10):
            self.stage.history.add("note", what="no end at SIGTERM")
            server.kill()
            await server.wait(10)
        await asyncio.sleep(step["for"])
        await self.again(server)

    async def make_stopServer(self, step, rng):
        server = rng.choice(self.cluster.servers)
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(step["for"] * rng.choice((1, 1, 5)))
        server.signal(signal.SIGCONT)
        server.stopped = False

    async def make_cutDatabase(self, step, rng):
        for proxy in rng.choice(self.cluster.lines):
            proxy.cut()

    async def make_deafDatabase(self, step, rng):
        pair = rng.choice(self.cluster.lines)
        way = rng.choice(({"up": 0}, {"down": 0}, {"up": 0, "down": 0}, {"refuses": True}))
        for proxy in pair:
            proxy.set(**way)
            if "refuses" in way:
                proxy.cut()
        await asyncio.sleep(step["for"] * rng.choice((1, 2, 4)))
        for proxy in pair:
            proxy.set()

    async def make_terminate(self, step, rng):
        await aside(self.cluster.primary.sql, "select pg_terminate_backend(pid) from pg_stat_activity "
                    "where datname = 'understudy' and pid <> pg_backend_pid()")

    async def make_standbyAway(self, step, rng):
        self.cluster.standby.stop()
        await asyncio.sleep(step["for"])
        self.cluster.standby.start()
        await self.cluster.wait(self.cluster.copies, 20, "the standby follows")

    async def make_failover(self, step, rng):
        """The primary ends for good, and its standby takes its place. A new standby follows it."""
        cluster = self.cluster
        cluster.primary.stop()
        await asyncio.sleep(step["for"] / 2)
        cluster.primary, cluster.standby = cluster.standby, cluster.primary
        await aside(lambda: cluster.primary.run("pg_ctl", "promote", "-w", "-D", cluster.primary.folder, check=False))
        await cluster.wait(lambda: cluster.primary.sql("select pg_is_in_recovery()") == "f", 20, "the standby is promoted")
        await cluster.follow()

    def heal(self):
        for proxy in self.stage.proxies.values():
            proxy.set()
