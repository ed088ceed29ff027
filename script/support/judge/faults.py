"""Faults of a round with one server: its process, its disk, its clock, and the lines of its clients.

A fault is a step with `fault`, `at` and `for`. Each returns when it is over.
"""

import asyncio
import errno
import random
import signal

import server as processes

# How often each fault is chosen.
PROCESS = {"kill": 5, "power": 4, "slowPower": 3, "term": 3, "stop": 3, "full": 3, "readonly": 2,
           "readonlyStart": 1, "sync": 4, "syncPower": 2, "slowSync": 1, "clockAhead": 1, "clockBack": 2}
LINES = {"cutAll": 2, "cutSome": 5, "slow": 3, "deaf": 3, "mute": 3, "refuse": 1, "hangUp": 3, "glutton": 1}


def plan(seconds, rng, first, process=PROCESS, lines=LINES):
    """Returns the fault steps of a round: one of a process or disk at a time, and those of lines beside it."""
    steps = []

    def add(at, mix, length):
        kind = rng.choices(list(mix), list(mix.values()))[0]
        steps.append({"n": first + len(steps), "at": round(at, 3), "fault": kind, "for": round(length, 3),
                      "roll": rng.getrandbits(32)})

    at = rng.uniform(2, 5)
    while at < seconds - 4:
        length = rng.uniform(0.3, 3.0)
        add(at, process, length)
        at += length + rng.uniform(2.5, 6)
    at = rng.uniform(1, 3)
    while at < seconds - 2:
        add(at, lines, rng.uniform(0.5, 5.0))
        at += rng.uniform(1, 4)
    return steps


class Faults:
    """Makes the faults of a stage come about."""

    def __init__(self, stage):
        self.stage = stage
        self.busy = asyncio.Lock()

    async def play(self, step):
        history = self.stage.history
        kind = step["fault"]
        rng = random.Random(step["roll"])
        if kind in LINES:
            history.add("fault", fault=kind, phase="begin", step=step["n"])
            await self.line(kind, step, rng)
            history.add("fault", fault=kind, phase="end", step=step["n"])
            return
        async with self.busy:
            history.add("fault", fault=kind, phase="begin", step=step["n"])
            await getattr(self, "make_" + kind)(step, rng)
            history.add("fault", fault=kind, phase="end", step=step["n"])

    # Lines

    async def line(self, kind, step, rng):
        devices = [device for device in self.stage.devices if device.label in self.stage.proxies]
        if kind != "cutAll":
            devices = rng.sample(devices, min(len(devices), rng.randint(1, 4)))
        proxies = [self.stage.proxies[device.label] for device in devices]
        if kind in ("cutAll", "cutSome"):
            for proxy in proxies:
                proxy.cut()
            return
        if kind == "hangUp":
            for device in devices:
                device.hang_up()
            return
        if kind == "glutton":
            await self.glutton(rng.choice([device for device in self.stage.devices if device.role == "person"]), step)
            return
        change = {"slow": {"up": 3000, "down": 3000}, "deaf": {"down": 0}, "mute": {"up": 0},
                  "refuse": {"refuses": True}}[kind]
        for proxy in proxies:
            proxy.set(**change)
            if kind == "refuse":
                proxy.cut()
        await asyncio.sleep(step["for"])
        for proxy in proxies:
            if kind in ("deaf", "mute") and rng.random() < 0.5:
                proxy.cut()
            proxy.set()

    async def glutton(self, device, step):
        """A device asks for much and reads nothing; then it comes back."""
        proxy = self.stage.proxies[device.label]
        proxy.set(down=0)
        for _ in range(500):
            device.ask(None, "conversation.list", {}, retries=False)
        await asyncio.sleep(step["for"])
        proxy.cut()
        proxy.set()

    # The process

    async def revive(self):
        for _ in range(3):
            if await self.stage.server.start():
                return
            await asyncio.sleep(0.5)

    async def make_kill(self, step, rng):
        self.stage.server.kill()
        await self.stage.server.wait(10)
        await asyncio.sleep(step["for"] if rng.random() < 0.5 else 0)
        await self.revive()

    async def make_power(self, step, rng):
        self.stage.server.kill()
        await self.stage.server.wait(10)
        self.stage.history.add("note", what="power", undone=self.stage.shim.lose_unsynced())
        await self.revive()

    async def make_slowPower(self, step, rng):
        """Syncs take long, and the power goes amid one."""
        self.stage.shim.set(processes.SYNC_DELAY, 250)
        await asyncio.sleep(min(step["for"], 1.2))
        await self.make_power(step, rng)
        self.stage.shim.set(processes.SYNC_DELAY, 0)

    async def make_term(self, step, rng):
        self.stage.server.signal(signal.SIGTERM)
        if not await self.stage.server.wait(10):
            self.stage.history.add("note", what="no end at SIGTERM")
            self.stage.server.kill()
            await self.stage.server.wait(10)
        await self.revive()

    async def make_stop(self, step, rng):
        self.stage.server.signal(signal.SIGSTOP)
        await asyncio.sleep(step["for"])
        self.stage.server.signal(signal.SIGCONT)

    # The disk

    async def make_full(self, step, rng):
        self.stage.disk.fill(leave=rng.choice((0, 0, 8192, 65536)))
        await asyncio.sleep(step["for"])
        if rng.random() < 0.3:
            await self.make_kill({"for": 0}, rng)
        self.stage.disk.empty()
        if not self.stage.server.lives:
            await self.revive()

    async def make_readonly(self, step, rng):
        self.stage.shim.set(processes.WRITE_ERRNO, errno.EROFS)
        await asyncio.sleep(step["for"])
        self.stage.shim.set(processes.WRITE_ERRNO, 0)

    async def make_readonlyStart(self, step, rng):
        """A server is started on a disk that is mounted read-only; then the disk is writable again."""
        self.stage.server.kill()
        await self.stage.server.wait(10)
        if self.stage.disk.remount("ro"):
            if await self.stage.server.start(5):
                await asyncio.sleep(step["for"])
                self.stage.server.kill()
                await self.stage.server.wait(10)
            self.stage.disk.remount("rw")
        await self.revive()

    async def make_sync(self, step, rng):
        self.stage.shim.set(processes.SYNC_ERRNO, errno.EIO)
        await asyncio.sleep(step["for"])
        self.stage.shim.set(processes.SYNC_ERRNO, 0)

    async def make_syncPower(self, step, rng):
        self.stage.shim.set(processes.SYNC_ERRNO, errno.EIO)
        await asyncio.sleep(min(step["for"], 1.0))
        self.stage.server.kill()
        await self.stage.server.wait(10)
        self.stage.shim.set(processes.SYNC_ERRNO, 0)
        self.stage.history.add("note", what="power", undone=self.stage.shim.lose_unsynced())
        await self.revive()

    async def make_slowSync(self, step, rng):
        self.stage.shim.set(processes.SYNC_DELAY, 120)
        await asyncio.sleep(step["for"])
        self.stage.shim.set(processes.SYNC_DELAY, 0)

    # The clock

    async def make_clockAhead(self, step, rng):
        self.stage.offset += rng.choice((300, 2000, 90000, 3600000))
        self.stage.shim.set(processes.CLOCK, self.stage.offset * 1000000)

    async def make_clockBack(self, step, rng):
        self.stage.offset -= rng.choice((300, 2000, 90000, 3600000))
        self.stage.shim.set(processes.CLOCK, self.stage.offset * 1000000)

    def heal(self):
        """Ends all faults but those of the process."""
        for proxy in self.stage.proxies.values():
            proxy.set()
        if self.stage.disk:
            self.stage.disk.remount("rw")
            self.stage.disk.empty()
        if self.stage.shim:
            for offset in (processes.SYNC_ERRNO, processes.WRITE_ERRNO, processes.SYNC_DELAY):
                self.stage.shim.set(offset, 0)
        if self.stage.server and self.stage.server.stopped:
            self.stage.server.signal(signal.SIGCONT)
