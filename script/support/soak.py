"""A soak: mixed life with faults, its curves, and what must be so in the end; or short checks of one fault each."""
import argparse
import glob
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

from chat import Refused, Server, Session, quantile, say
from crowd import Life, Listener, Talker, history, lost
from curves import draw


class Stage:
    """A server on a log of its own, on one port through all its lives, and people around it."""

    def __init__(self, options, name, **limits):
        self.program, self.limits = options.program, limits
        self.folder = os.path.join(options.folder, name)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.data = os.path.join(self.folder, "log.sqlite")
        self.errors = open(os.path.join(self.folder, "server.log"), "ab")
        self.server = self.started()
        self.life = Life(self.server.port)
        anna = Session(self.server.port, role="person", handle="t0")
        others = [f"t{number}" for number in range(1, 6)] + ["ear", "slow", "late"]
        self.conversation = anna.call("conversation.create", participants=others, name="Soak")["conversation"]["id"]
        anna.close()
        self.talkers = [Talker(self.life, f"t{number}", self.conversation, 0.1) for number in range(6)]
        self.listeners = [Listener(self.life, "ear", self.conversation),
                          Listener(self.life, "slow", self.conversation, pause=0.01)]

    def started(self, port=0):
        return Server(self.program, "--data", self.data, port=port, log=self.errors, **self.limits)

    def begin(self):
        for person in self.listeners:
            person.start()
        # Whoever listens is there before anything is said.
        while any(listener.cursor is None for listener in self.listeners):
            time.sleep(0.01)
        for person in self.talkers:
            person.start()

    def again(self, by, **limits):
        """The server ends by a signal, and another one begins where it was."""
        status = self.server.end(by)
        self.limits = limits or self.limits
        self.server = self.started(self.life.port)
        return status

    def acknowledged(self):
        return {key: text for talker in self.talkers for key, text in list(talker.acknowledged.items())}

    def judged(self):
        """Ends all that goes on and says what is wrong."""
        self.life.hushed.set()
        for talker in self.talkers:
            talker.join(120)
        said = self.acknowledged()
        # Who reads slowly, or was cut off, is given the time to be told.
        patience = time.monotonic() + 60
        while time.monotonic() < patience and any(set(said) - set(each.heard) for each in self.listeners):
            time.sleep(0.1)
        self.life.over.set()
        for listener in self.listeners:
            listener.join(10)
        problems = list(self.life.problems)
        problems += lost(history(self.life.port, "t0", self.conversation), said)
        for listener in self.listeners:
            problems += listener.judged(said)
        return problems

    def ended(self):
        """The server ends cleanly, and its log is whole."""
        problems = []
        status = self.server.end()
        if status:
            problems.append(f"the server ended with {status}")
        check = subprocess.run([self.program, "check", self.data], capture_output=True, text=True)
        if check.returncode:
            problems.append(f"the log is not whole: {check.stdout}{check.stderr}")
        self.errors.close()
        return problems


# A soak.

def soak(options):
    stage = Stage(options, "soak")
    samples, faults = [], []
    started = time.monotonic()
    stage.begin()
    time.sleep(3)
    begun = (stage.server.rss(), stage.server.descriptors())
    until = started + options.minutes * 60
    quiet_end = 20 if options.minutes >= 2 else 5
    chance = random.Random(1)
    pause = max(5.0, min(30.0, options.minutes * 60 / 20))
    kinds = ["kill", "restart", "stop", "storm"]
    watching = threading.Event()
    watcher = threading.Thread(target=watch, args=(stage, started, samples, watching))
    watcher.start()
    while time.monotonic() < until - quiet_end - pause:
        time.sleep(pause * chance.uniform(0.5, 1.5))
        kind = kinds[len(faults) % len(kinds)]
        faults.append((time.monotonic() - started, kind))
        if kind == "kill":
            stage.again(signal.SIGKILL)
        elif kind == "restart":
            status = stage.again(signal.SIGTERM)
            if status:
                stage.life.problems.append(f"SIGTERM ended the server with {status}")
        elif kind == "stop":
            os.kill(stage.server.pid, signal.SIGSTOP)
            time.sleep(min(options.stop_seconds or 5, 60))
            os.kill(stage.server.pid, signal.SIGCONT)
        else:
            storm(stage.life)
    time.sleep(max(0, until - time.monotonic() - quiet_end))
    problems = stage.judged()
    time.sleep(max(2, quiet_end / 2))
    rss, descriptors = stage.server.rss(), stage.server.descriptors()
    watching.set()
    watcher.join()
    # At the beginning eight people were there, and now none is.
    if descriptors > begun[1]:
        problems.append(f"{descriptors} descriptors are open at the end, and {begun[1]} were at the beginning")
    if rss > begun[0] + 32:
        problems.append(f"{rss:.0f} MiB are resident at the end, and {begun[0]:.0f} were at the beginning")
    problems += stage.ended()
    draw(options.svg or os.path.join(options.folder, "soak.svg"), samples, faults)
    said = len(stage.acknowledged())
    resent = sum(talker.resent for talker in stage.talkers)
    times = [each for talker in stage.talkers for _, each in talker.times]
    print(f"{options.minutes:g} minutes, {len(faults)} faults, {said} messages acknowledged ({resent} sent again), "
          f"p50 {quantile(times, 0.5):.1f} ms, p99 {quantile(times, 0.99):.1f} ms, longest {max(times):.0f} ms")
    print(f"memory {begun[0]:.0f} to {rss:.0f} MiB, descriptors {begun[1]} to {descriptors}, "
          f"listeners came {sum(each.comings for each in stage.listeners)} times")
    print(f"curves: {options.svg or os.path.join(options.folder, 'soak.svg')}")
    return problems


def watch(stage, started, samples, over):
    seen = {}
    while not over.wait(1):
        times = []
        for talker in stage.talkers:
            fresh = talker.times[seen.get(talker.name, 0):]
            seen[talker.name] = seen.get(talker.name, 0) + len(fresh)
            times += [each for _, each in fresh]
        try:
            size = sum(os.path.getsize(file) for file in glob.glob(stage.data + "*")) / 2**20
            samples.append((time.monotonic() - started, stage.server.rss(), stage.server.descriptors(),
                            quantile(times, 0.5), quantile(times, 0.99), size))
        except OSError:
            pass  # between two lives


def storm(life, count=100):
    """Many come, and go without a word."""
    crowd = []
    for number in range(count):
        try:
            crowd.append(Session(life.port, timeout=10, role="person", handle="late"))
        except (OSError, Refused):
            pass
    for session in crowd:
        session.close()


# Checks of one fault each.

def check_stop(options):
    """SIGSTOP, and on: a pause and nothing else."""
    stage = Stage(options, "stop")
    stage.begin()
    time.sleep(1)
    comings = [listener.comings for listener in stage.listeners]
    os.kill(stage.server.pid, signal.SIGSTOP)
    time.sleep(options.stop_seconds or 60)
    os.kill(stage.server.pid, signal.SIGCONT)
    time.sleep(2)
    problems = stage.judged()
    if [listener.comings for listener in stage.listeners] != comings:
        problems.append("somebody who listened was cut off by a pause")
    return problems + stage.ended()


def check_clock(options):
    """The server's clock is stepped a day on, and two days back, while people talk."""
    library = os.path.join(os.path.abspath(options.folder), "clockstep.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clockstep.c")
    subprocess.run(["clang", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    steps = os.path.join(options.folder, "clock")
    put(steps, "0")
    faked = {"LD_PRELOAD": library, "CLOCK_STEP_FILE": os.path.abspath(steps)}
    os.environ.update(faked)
    try:
        stage = Stage(options, "clock-log")
    finally:
        for name in faked:
            del os.environ[name]
    stage.begin()
    for step in ("86400", "-86400", "0"):
        time.sleep(1.5)
        put(steps, step)
    time.sleep(1.5)
    before = sum(len(talker.acknowledged) for talker in stage.talkers)
    time.sleep(1.5)
    problems = [] if sum(len(talker.acknowledged) for talker in stage.talkers) > before else ["nobody talks any more"]
    if any(listener.comings > 1 for listener in stage.listeners):
        problems.append("somebody who listened was cut off by a step of the clock")
    return problems + stage.judged() + stage.ended()


def put(path, text):
    with open(path + ".new", "w") as file:
        file.write(text + "\n")
    os.replace(path + ".new", path)


def check_descriptors(options):
    """64 descriptors, and 300 who want one: who has said hello keeps their place, and there is room afterwards."""
    stage = Stage(options, "descriptors", files=64)
    stage.begin()
    time.sleep(1)
    comings = [listener.comings for listener in stage.listeners]
    crowd = []
    for _ in range(300):
        try:
            crowd.append(Session(stage.life.port, timeout=2, role="person", handle="late"))
        except (OSError, Refused, ValueError):
            pass
    before = sum(len(talker.acknowledged) for talker in stage.talkers)
    time.sleep(2)
    problems = [] if sum(len(talker.acknowledged) for talker in stage.talkers) > before else ["nobody can talk any more"]
    if [listener.comings for listener in stage.listeners] != comings:
        problems.append("somebody who listened was cut off by a crowd")
    for session in crowd:
        session.close()
    time.sleep(1)
    Session(stage.life.port, timeout=5, role="person", handle="late").close()
    return problems + stage.judged() + stage.ended()


def check_memory(options):
    """Less memory than a crowd asks for: the server may die of it, and what it acknowledged is there all the same."""
    problems, died = [], 0
    for limit in (256, 40, 36):
        more, ends = check_memory_of(options, limit)
        print(f"  memory: of {limit} MiB the server ended {ends} times")
        problems += more
        died += ends
    return problems or ([] if died else ["it never ran out of memory, so this says nothing of that"])


def check_memory_of(options, limit):
    stage = Stage(options, f"memory-{limit}", memory=limit << 20)
    stage.begin()
    time.sleep(1)
    deaf, died = [], 0
    for number in range(30):
        try:
            session = Session(stage.life.port, timeout=5, role="person", handle="t0")
            session.socket.setblocking(False)
            line = b'{"jsonrpc":"2.0","id":1,"method":"conversation.history","params":{"conversation":"' + \
                stage.conversation.encode() + b'","limit":200}}\n'
            session.socket.send(line * 900)
            deaf.append(session)
        except (OSError, Refused, ValueError):
            pass
        if stage.server.process.poll() is not None:
            died += 1
            stage.again(signal.SIGKILL)
    time.sleep(1)
    died += stage.server.process.poll() is not None
    # What is there is looked at by a server that has room.
    stage.again(signal.SIGKILL, memory=None)
    for session in deaf:
        session.close()
    return stage.judged() + stage.ended(), died


def check_term(options):
    """SIGTERM under load, ten times: status 0, and nothing acknowledged is lost."""
    stage = Stage(options, "term")
    for talker in stage.talkers:
        talker.pause = 0.02
    stage.begin()
    problems = []
    for _ in range(10):
        time.sleep(0.5)
        status = stage.again(signal.SIGTERM)
        if status:
            problems.append(f"SIGTERM ended the server with {status}")
    return problems + stage.judged() + stage.ended()


CHECKS = {"stop": check_stop, "clock": check_clock, "descriptors": check_descriptors, "memory": check_memory,
          "term": check_term}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--folder", required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--stop-seconds", type=float)
    parser.add_argument("--svg")
    parser.add_argument("--checks", nargs="?", const=",".join(CHECKS))
    options = parser.parse_args()
    if not options.checks:
        problems = soak(options)
        print("\n".join(problems) if problems else "nothing that was acknowledged is lost, and all ended as it began")
        sys.exit(1 if problems else 0)
    failed = False
    for name in options.checks.split(","):
        if name not in CHECKS:
            say(f"script/soak: there is no check {name}; there are: {' '.join(CHECKS)}")
            sys.exit(2)
        problems = CHECKS[name](options)
        failed = failed or bool(problems)
        print(f"{name:<12} {'; '.join(problems[:5]) if problems else 'passed'}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
