"""Several servers on one database that has a standby: what goes wrong, and what must be so all the same."""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from chat import HOST, Refused, Server, Session, quantile, say
from crowd import Life, Listener, Talker, history, lost
from database import Database, owned
from line import Line

APP = "com.example.notes"


class Node:
    """A server, with a line of its own to each database."""

    def __init__(self, program, folder, number, databases):
        self.program, self.number = program, number
        self.lines = [Line(database.port) for database in databases]
        self.log = open(os.path.join(folder, f"node-{number}.log"), "ab")
        self.server = None
        self.start()

    @property
    def address(self):
        hosts = ",".join(f"{HOST}:{line.port}" for line in self.lines)
        return f"postgres://understudy@{hosts}/postgres?connect_timeout=2"

    def start(self):
        self.server = Server(self.program, "--no-rate-limit", "--data", self.address, log=self.log,
                             port=self.server.port if self.server else 0)

    def health(self):
        try:
            return urllib.request.urlopen(f"http://{HOST}:{self.server.port}/healthz", timeout=10).status
        except urllib.error.HTTPError as error:
            return error.code
        except TimeoutError:
            return "silent"


class Editor(threading.Thread):
    """Shares one document after the other, and edits each once: a notice for everybody else in the conversation."""

    def __init__(self, life, name, conversation, pause):
        super().__init__(daemon=True)
        self.life, self.name, self.conversation, self.pause = life, name, conversation, pause
        self.edited = []

    def run(self):
        count = 0
        while not self.life.hushed.is_set():
            url = f"https://notes.example/{self.name}/{count}"
            made = self.asked("share.create", f"{count}-made", app=APP, title=f"Plan {count}", url=url)
            if made is None:
                return
            self.asked("share.send", f"{count}-sent", share=made["share"]["id"], conversation=self.conversation)
            self.asked("highlightCenter.postNotice", f"{count}-told", app=APP, url=url,
                       event={"type": "change", "trigger": "edit"})
            self.edited.append(url)
            count += 1
            self.life.hushed.wait(self.pause)

    def asked(self, method, clientID, app=None, **params):
        """The result, however often it has to be asked for; what was begun is brought to its end."""
        while not self.life.over.is_set():
            role = {"role": "app", "app": app} if method.startswith("highlightCenter") else {}
            session = self.life.came(self.name, **role)
            if session is None:
                return None
            try:
                if app and not role:
                    params["app"] = app
                return session.call(method, clientID=f"{self.name}-{clientID}", **params)
            except (OSError, ValueError):
                pass
            except Refused as refusal:
                if refusal.args[0].get("data", {}).get("reason") != "unavailable":
                    self.life.problems.append(f"{self.name} was refused {method}: {refusal}")
                time.sleep(0.1)
            finally:
                session.close()
        return None


class Fencer(threading.Thread):
    """Has something accepted at one server, asks for a fence at another, and looks whether it stands on the stream of
    somebody who listens there."""

    def __init__(self, life, conversation):
        super().__init__(daemon=True)
        self.life, self.conversation = life, conversation
        self.certified = self.uncertified = self.count = 0

    def run(self):
        while not self.life.hushed.is_set():
            try:
                speaker = self.life.came("fence-speaker")
                self.life.turns["fence-listener"] = self.life.turns.get("fence-listener", 0) + 1
                listener = self.life.came("fence-listener")
                while speaker and listener and not self.life.hushed.is_set():
                    self.look(speaker, listener)
                    self.life.hushed.wait(0.02)
            except (OSError, ValueError):
                pass
            except Refused as refusal:
                if refusal.args[0].get("data", {}).get("reason") != "unavailable":
                    self.life.problems.append(f"a fence was refused: {refusal}")
                self.uncertified += 1
                time.sleep(0.1)
            finally:
                for session in (speaker, listener):
                    if session:
                        session.close()

    def look(self, speaker, listener):
        self.count += 1
        accepted = speaker.call("message.send", conversation=self.conversation, text=f"fence {self.count}",
                                clientID=f"fence-{self.count}-{id(speaker)}")["message"]["id"]
        speaker.told.clear()
        fence = listener.call("session.fence")
        told = {message["params"]["message"]["id"] for message in listener.told
                if message["method"] == "message.posted"}
        listener.told.clear()
        if accepted in told:
            self.certified += 1
        else:
            self.life.problems.append(f"a fence certified more than was told: {accepted} had been accepted, {fence}")


class Cluster:
    def __init__(self, options):
        self.options, self.began = options, time.monotonic()
        self.folder = tempfile.mkdtemp(prefix="/tmp/understudy-cluster.")
        os.chmod(self.folder, 0o755)
        owned(self.folder)
        self.databases, self.nodes, self.between = [], [], None

    def prepare(self):
        self.primary = Database(self.folder, "primary")
        self.databases.append(self.primary)
        self.primary.make().start()
        self.between = Line(self.primary.port)
        self.standby = Database(self.folder, "standby")
        self.databases.append(self.standby)
        self.standby.follow(self.primary, through=self.between).start()
        self.primary.is_followed_by(self.standby)
        program = os.path.join(self.options.programs, "chat-server")
        for number in range(1, self.options.nodes + 1):
            self.nodes.append(Node(program, self.folder, number, self.databases))
        self.tell(f"a primary, a synchronous standby and {len(self.nodes)} servers: "
                  + ", ".join(f"{HOST}:{node.server.port}" for node in self.nodes))

    def tell(self, text):
        print(f"{time.monotonic() - self.began:6.1f} s  {text}", flush=True)

    def end(self):
        for node in self.nodes:
            node.server.end()
            node.log.close()
            for line in node.lines:
                line.end()
        if self.between:
            self.between.end()
        for database in self.databases:
            database.end()

    # Life.

    def begin(self):
        ports = [node.server.port for node in self.nodes]
        # Who has no answer for so long goes to another server, as the client does.
        self.life = Life(*ports, patience=10)
        Session(ports[0], role="observer").call("app.register", app=APP, name="Notes", domains=["notes.example"])
        people = [f"t{number}" for number in range(6)]
        ears = [f"ear{number}" for number in range(1, len(ports) + 1)]
        anna = Session(ports[0], role="person", handle="t0")
        others = people[1:] + ears + ["editor", "fence-speaker", "fence-listener"]
        self.conversation = anna.call("conversation.create", participants=others, name="Cluster")["conversation"]["id"]
        anna.close()
        for number, person in enumerate(people + ears):
            self.life.turns[person] = number
        self.talkers = [Talker(self.life, person, self.conversation, 0.05) for person in people]
        self.listeners = [Listener(self.life, person, self.conversation) for person in ears]
        self.editor = Editor(self.life, "editor", self.conversation, 0.1)
        self.fencer = Fencer(self.life, self.conversation)
        for listener in self.listeners:
            listener.start()
        while any(listener.cursor is None for listener in self.listeners):
            time.sleep(0.01)
        for person in [*self.talkers, self.editor, self.fencer]:
            person.start()
        self.all_talk(time.monotonic())

    def acknowledged(self):
        return {key: text for talker in self.talkers for key, text in list(talker.acknowledged.items())}

    def talks_within(self, since, seconds):
        """How long it took until everybody had something acknowledged that was asked after that, in seconds; nil where
        somebody had nothing."""
        while time.monotonic() < since + seconds:
            later = [[at for at, took in list(talker.times) if at - took / 1000 > since] for talker in self.talkers]
            if all(later):
                return max(min(each) for each in later) - since
            time.sleep(0.02)
        return None

    def all_talk(self, since, seconds=60):
        took = self.talks_within(since, seconds)
        if took is None:
            self.life.problems.append(f"somebody had nothing acknowledged within {seconds} s")
        return float("nan") if took is None else took

    # What goes wrong.

    def holder(self):
        """The server that holds the world."""
        while True:
            for node in self.nodes:
                try:
                    session = Session(node.server.port, role="observer")
                    port = int(session.welcome["holder"].rpartition(":")[2])
                    session.close()
                    return next(node for node in self.nodes if node.server.port == port)
                except (OSError, ValueError, Refused, StopIteration):
                    time.sleep(0.1)

    def faults(self):
        """What goes wrong, how it begins and ends, and for how long at least, in seconds: a lease lasts for 10 s."""

        def ended(node):
            status = node.server.end(signal.SIGTERM)
            if status:
                self.life.problems.append(f"SIGTERM ended a server with {status}")

        def pair(what, node, begin, mend, seconds=0):
            return f"server {node.number} {what}", lambda: begin(node), lambda: mend(node), seconds

        def killed(node):
            node.server.end(signal.SIGKILL)

        def frozen(node):
            os.kill(node.server.process.pid, signal.SIGSTOP)

        def thawed(node):
            os.kill(node.server.process.pid, signal.SIGCONT)

        def forwarder():
            holder = self.holder()
            return next(node for node in self.nodes if node is not holder)

        yield pair("(holds the world) is killed", self.holder(), killed, Node.start)
        yield pair("(holds the world) is ended by SIGTERM", self.holder(), ended, Node.start)
        yield pair("(holds the world) is frozen", self.holder(), frozen, thawed, 15)
        yield pair("(forwards) is killed", forwarder(), killed, Node.start)
        yield pair("(forwards) is frozen", forwarder(), frozen, thawed, 12)
        yield pair("(holds the world) loses its line to the database", self.holder(),
                   lambda node: node.lines[0].cut(), lambda node: node.lines[0].mend(), 15)
        yield pair("(holds the world) has a silent line to the database", self.holder(),
                   lambda node: node.lines[0].silence(), lambda node: node.lines[0].mend(), 15)
        yield "the line between primary and standby is cut", self.between.cut, self.between.mend, 0
        yield "the primary is killed", self.primary_is_gone, self.standby_takes_over, 0
        time.sleep(self.options.pause)
        self.next_standby()
        yield "the new standby is killed", self.standby.kill, self.primary.commits_alone, 0

    def primary_is_gone(self):
        self.primary.kill()
        # Nobody is there who would take a connection.
        for line in [self.between, *(node.lines[0] for node in self.nodes)]:
            line.cut()

    def standby_takes_over(self):
        self.standby.promote()
        self.primary = self.standby

    def next_standby(self):
        self.standby = Database(self.folder, "second_standby")
        self.databases.append(self.standby)
        self.standby.follow(self.primary).start()
        self.primary.is_followed_by(self.standby)
        self.tell("another standby follows the new primary")

    def play(self):
        """The tour, each person at the next server."""
        if self.options.no_play:
            return []
        servers = ",".join(f"{HOST}:{node.server.port}" for node in self.nodes)
        played = subprocess.run(
            [os.path.join(self.options.programs, "chat-client"), "play", "--no-color", "--server", servers,
             *self.options.scenarios], capture_output=True, text=True)
        count = next((line for line in played.stdout.splitlines() if " passed, " in line), "")
        self.tell(f"{' '.join(self.options.scenarios)}, each person at the next server: {count or played.stderr.strip()}")
        return [f"a scenario did not pass:\n{played.stdout[-2000:]}{played.stderr[-2000:]}"] if played.returncode else []

    def suffer(self):
        for what, begin, mend, least in self.faults():
            before = len(self.acknowledged())
            resent = sum(talker.resent for talker in self.talkers)
            start = time.monotonic()
            begin()
            pause = max(self.options.pause, least)
            # Where another server can take the world, everybody talks again although nothing is mended.
            without = self.talks_within(start, pause)
            time.sleep(max(0, start + pause - time.monotonic()))
            during = len(self.acknowledged()) - before
            health = ", ".join("gone" if node.server.process.poll() is not None else str(node.health())
                               for node in self.nodes)
            mended = time.monotonic()
            mend()
            again = self.all_talk(mended)
            resent = sum(talker.resent for talker in self.talkers) - resent
            without = "nobody" if without is None else f"everybody after {without:.1f} s"
            self.tell(f"{what} for {mended - start:.1f} s: {without} talks meanwhile, {during} messages, "
                      f"/healthz {health}; mended, everybody talks after {again:.1f} s, {resent} asked again elsewhere")
            time.sleep(self.options.pause / 2)

    # What must be so.

    def judge(self):
        self.life.hushed.set()
        for person in [*self.talkers, self.editor, self.fencer]:
            person.join(120)
        said = self.acknowledged()
        patience = time.monotonic() + 30
        while time.monotonic() < patience and any(
                set(said) - set(each.heard) or set(self.editor.edited) - set(each.notices) for each in self.listeners):
            time.sleep(0.1)
        self.life.over.set()
        for listener in self.listeners:
            listener.join(10)
        problems = list(self.life.problems)
        for node in self.nodes:
            thread = history(node.server.port, "t0", self.conversation)
            problems += [f"at server {node.number}: {problem}" for problem in lost(thread, said)]
        order = {identity: place for place, (identity, _) in enumerate(thread)}
        for listener in self.listeners:
            problems += listener.judged(said)
            places = [order.get(identity, -1) for identity in listener.heard]
            if places != sorted(places):
                problems.append(f"{listener.name} was told messages in another order than they stand in")
            for url in self.editor.edited:
                if listener.notices.count(url) != 1:
                    problems.append(f"{listener.name} was told {listener.notices.count(url)} times of the edit of {url}")
        if not self.fencer.certified:
            problems.append("no fence certified anything")
        check = subprocess.run([os.path.join(self.options.programs, "chat-server"), "check", self.nodes[0].address],
                               capture_output=True, text=True)
        if check.returncode:
            problems.append(f"the log is not whole: {check.stdout}{check.stderr}")
        times = [each for talker in self.talkers for _, each in talker.times]
        self.tell(f"{len(said)} messages acknowledged (p50 {quantile(times, 0.5):.1f} ms, longest {max(times):.0f} ms), "
                  f"{len(self.editor.edited)} notices to {len(self.listeners)} people each, "
                  f"{self.fencer.certified} fences certified and {self.fencer.uncertified} not, "
                  f"listeners came {sum(each.comings for each in self.listeners)} times")
        return problems


def main():
    parser = argparse.ArgumentParser(prog="script/cluster")
    parser.add_argument("--programs", required=True, help="the folder of chat-server and chat-client")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--pause", type=float, default=3, help="how long each fault lasts, in seconds")
    parser.add_argument("--keep", action="store_true", help="keep the folder with the logs of all servers")
    parser.add_argument("--no-play", action="store_true", help="play no scenario")
    parser.add_argument("scenarios", nargs="*", default=["scenarios/weekend-trip.feature"])
    options = parser.parse_args()
    # However it ends, no server is left.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    cluster = Cluster(options)
    try:
        cluster.prepare()
        problems = cluster.play()
        cluster.begin()
        cluster.suffer()
        problems += cluster.judge()
    finally:
        cluster.end()
        if options.keep:
            say(f"kept: {cluster.folder}")
        else:
            shutil.rmtree(cluster.folder, ignore_errors=True)
    for problem in problems[:40]:
        print(problem)
    if len(problems) > 40:
        print(f"and {len(problems) - 40} more")
    print("nothing that was acknowledged is lost, doubled or out of order" if not problems
          else f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
