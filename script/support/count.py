"""How many instructions and allocations a message takes in the server, counted by valgrind: they do not depend on what
else the machine does.

Each count is the difference of two runs, one of them longer, so that starting, greeting and ending are not in it.
"""
import argparse
import os
import re
import selectors
import subprocess
import sys
import tempfile

from chat import Server, Session, request, say, table

ALLOCATING = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}


class Counted(Server):
    """A server under callgrind, which shows it clocks that are as slow as it is."""

    def __init__(self, program, out, clock, *words):
        self.out = out
        super().__init__(
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program, "--no-rate-limit", *words,
            environment={**os.environ, "LD_PRELOAD": clock})

    def counts(self):
        """Instructions, and calls of what allocates."""
        if self.end():
            raise SystemExit("the server did not end as it should")
        instructions, allocations, callee, names = 0, 0, "", {}
        with open(self.out) as file:
            for line in file:
                if line.startswith("cfn=") or line.startswith("fn="):
                    kind, _, name = line.rstrip().partition("=")
                    number, _, word = name.partition(" ")
                    if word:
                        names[number] = word
                    if kind == "cfn":
                        callee = names.get(number, "")
                elif line.startswith("calls=") and re.sub(r"'.*", "", callee) in ALLOCATING:
                    allocations += int(line[6:].split()[0])
                elif line.startswith("totals:") or line.startswith("summary:"):
                    instructions = int(line.split()[1])
        return instructions, allocations


def talk(server, rooms, size, count, window):
    """In each of so many rooms of that size one talks, with so many messages under way, until all have heard all."""
    selector, speakers = selectors.DefaultSelector(), []
    for room in range(rooms):
        sessions = [Session(server.port, timeout=300, role="person", handle=f"r{room}p{number}") for number in range(size)]
        conversation = sessions[0].call(
            "conversation.create", participants=[f"r{room}p{number}" for number in range(1, size)])["conversation"]["id"]
        speakers.append({"sent": 0, "answered": 0, "conversation": conversation, "socket": sessions[0].socket})
        for number, session in enumerate(sessions):
            state = {"heard": 0, "speaker": speakers[-1], "isSpeaker": number == 0, "kept": session}
            if number:
                while not any(message["method"] == "conversation.changed" for message in session.told):
                    session.told.append(session.line())
            selector.register(session.socket, selectors.EVENT_READ, state)

    def send(speaker):
        speaker["sent"] += 1
        speaker["socket"].sendall(request(
            speaker["sent"] + 10, "message.send",
            {"conversation": speaker["conversation"], "text": f"The train leaves at seven, number {speaker['sent']}"}))

    for speaker in speakers:
        for _ in range(min(window, count)):
            send(speaker)
    left = rooms * size * count
    while left:
        for key, _ in selector.select(300):
            state, speaker = key.data, key.data["speaker"]
            came = key.fileobj.recv(1 << 20).count(b"\n")
            left -= came
            if state["isSpeaker"]:
                speaker["answered"] += came
                while speaker["sent"] < count and speaker["sent"] - speaker["answered"] < window:
                    send(speaker)


WORK = {
    # rooms, people in each, messages of each in the shorter and the longer run, under way
    "a message in 33 rooms of 3": (33, 3, 10, 60, 1),
    "a message in a room of 3, alone": (1, 3, 200, 800, 1),
    "a message to 100": (1, 101, 100, 1_100, 64),
    "a message to 200": (1, 201, 100, 1_100, 64),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--stored", action="store_true", help="with a log on the disk, in place of memory")
    parser.add_argument("--profile", help="keep the profile of the longer run of the first work here")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    rows = [("", "instructions", "allocations")]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        clock = os.path.join(folder, "slowclock.so")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "slowclock.c")
        subprocess.run(["clang", "-O2", "-shared", "-fPIC", "-o", clock, source, "-ldl"], check=True)
        for name, (rooms, size, few, many, window) in WORK.items():
            if not any(word in name for word in options.only.split(",")):
                continue
            say(name)
            counts = []
            for count in (few, many):
                out = os.path.join(folder, "out")
                place = ["--data", os.path.join(tempfile.mkdtemp(dir=folder), "log")] if options.stored else ["--ephemeral"]
                server = Counted(options.program, out, clock, *place)
                try:
                    talk(server, rooms, size, count, window)
                finally:
                    counts.append(server.counts())
            if options.profile:
                os.replace(out, options.profile)
                options.profile = None
            messages = rooms * (many - few)
            found[name] = [(longer - shorter) / messages for shorter, longer in zip(*counts)]
            rows.append((name, *(f"{number:,.1f}" for number in found[name])))
    hundred, two = found.get("a message to 100"), found.get("a message to 200")
    if hundred:
        rows.append(("a delivery to 100, in all", *(f"{number / 100:,.2f}" for number in hundred)))
    if hundred and two:
        rows.append(("a delivery at the margin", *(f"{(b - a) / 100:,.2f}" for a, b in zip(hundred, two))))
    table(rows)


if __name__ == "__main__":
    sys.exit(main())
