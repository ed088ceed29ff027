"""The hostile crowd, over real sockets: what a healthy session's pings cost quiet (before and after), and beside each attack.

A crowd is a process of its own, so that neither it nor the measurement waits for the other in Python. It says what it
could do in a line at its end, so that an attack which came to nothing is seen.
"""
import argparse
import json
import multiprocessing
import os
import random
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from chat import HOST, Refused, Server, Session, pinged, quantile, request, say, table

# As many as one person can begin, and as fit into a message.
GROUPS = 10_000
MEMBERS = 9_900
MESSAGES = 20_000


# What the crowds are made of.

def connected(port, receive_buffer=None):
    stranger = socket.socket()
    if receive_buffer:
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    stranger.connect((HOST, port))
    return stranger


def asking(port, hellos, method, params, depth=4):
    """Each session has so many of the same request under way, all the time."""
    selector = selectors.DefaultSelector()
    text = request(7, method, params)
    for hello in hellos:
        session = Session(port, **hello)
        session.socket.sendall(text * depth)
        selector.register(session.socket, selectors.EVENT_READ)
    answers = 0
    while True:
        for key, _ in selector.select(1):
            try:
                piece = key.fileobj.recv(1 << 20)
                if not piece:
                    selector.unregister(key.fileobj)
                    continue
                came = piece.count(b"\n")
                answers += came
                key.fileobj.sendall(text * came)
            except OSError:
                selector.unregister(key.fileobj)
        yield answers


def resuming(port, hello, count=10):
    """Comes, asks to be told all since the beginning, leaves when a megabyte of it is there, and comes again."""
    text = request(1, "session.hello", {**hello, "after": 0})
    selector, comings = selectors.DefaultSelector(), 0

    def come():
        stranger = connected(port)
        stranger.sendall(text)
        selector.register(stranger, selectors.EVENT_READ, [0])

    for _ in range(count):
        come()
    while True:
        for key, _ in selector.select(1):
            try:
                came = len(key.fileobj.recv(1 << 20))
            except OSError:
                came = 0
            key.data[0] += came
            if not came or key.data[0] > 1 << 20:
                selector.unregister(key.fileobj)
                key.fileobj.close()
                comings += 1
                try:
                    come()
                except OSError:
                    time.sleep(0.01)
        yield comings


def never_reading(port, conversation, count=100):
    """So many sessions that read nothing are told of all that one says, which is as long as it may be."""
    deaf = []
    for _ in range(count):
        stranger = connected(port, receive_buffer=4096)
        stranger.sendall(request(1, "session.hello", {"role": "person", "handle": "bea"}))
        deaf.append(stranger)
    talker, said = Session(port, role="person", handle="anna"), 0
    while True:
        try:
            talker.call("message.send", conversation=conversation, text="x" * 20_000)
            said += 1
        except (Refused, OSError):
            time.sleep(0.01)
        talker.told.clear()
        yield said


def silent(port):
    """Takes every slot there is and says nothing; comes again when it is shown out."""
    selector, comings = selectors.DefaultSelector(), 0
    while True:
        try:
            stranger = connected(port)
            selector.register(stranger, selectors.EVENT_READ)
            comings += 1
        except OSError:
            time.sleep(0.01)
        for key, _ in selector.select(0):
            selector.unregister(key.fileobj)
            key.fileobj.close()
        if comings % 100 == 0:
            yield comings
            # A crowd of people, not a flood of packets: some thousand comings a second.
            time.sleep(0.05)


def halves(port, count=300):
    """Lines that grow by a byte, of which none ends, beside some of the longest length that miss their end."""
    strangers, written = [], 0
    for number in range(count):
        stranger = connected(port)
        stranger.sendall(b'{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"handle":"'
                         + (b"x" * 250_000 if number % 10 == 0 else b""))
        stranger.setblocking(False)
        strangers.append(stranger)
    while True:
        for index, stranger in enumerate(strangers):
            try:
                written += stranger.send(b"x")
            except BlockingIOError:
                pass
            except OSError:
                stranger.close()
                strangers[index] = connected(port)
                strangers[index].setblocking(False)
                strangers[index].setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield written
        # Who wants to stay need not hurry.
        time.sleep(0.1)


def hurrying(port, size=250_000):
    """Opens a connection, sends most of a long line, closes, and does it again."""
    line = b'{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"handle":"' + b"x" * size
    comings = 0
    while True:
        try:
            stranger = connected(port)
            stranger.sendall(line)
            stranger.close()
        except OSError:
            time.sleep(0.01)
        comings += 1
        yield comings


def hoarding(port, count=800, size=250_000):
    """Keeps as many long lines without an end as it can, and comes again for each that is ended."""
    line = b'{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"handle":"' + b"x" * size
    selector, comings = selectors.DefaultSelector(), 0

    def come():
        stranger = connected(port)
        selector.register(stranger, selectors.EVENT_READ)
        try:
            stranger.sendall(line)
        except OSError:
            pass

    for _ in range(count):
        come()
    while True:
        for key, _ in selector.select(0.1):
            selector.unregister(key.fileobj)
            key.fileobj.close()
            comings += 1
            try:
                come()
            except OSError:
                time.sleep(0.01)
        yield comings


def filling(port, handle="mallory"):
    """One person stores as much as they may: groups of many long handles, links, documents and shares."""
    session, stored, refused = Session(port, role="person", handle=handle), 0, 0
    number = 0
    while True:
        number += 1
        people = [f"{'p' * 240}{number * 31 + index}" for index in range(31)]
        for method, params in [
            ("conversation.create", {"participants": people, "name": f"{number} " + "n" * 100}),
            ("share.create", {"app": "com.example.notes", "title": "t" * 100, "url": f"https://notes.example/{number}"}),
        ]:
            try:
                session.call(method, **params)
                stored += 1
            except Refused:
                refused += 1
            except OSError:
                session = Session(port, role="person", handle=handle)
        session.told.clear()
        yield f"{stored} stored, {refused} refused"


def guessing(port):
    guesses = 0
    while True:
        try:
            Session(port, timeout=5, role="person", handle="anna", token=f"ust_{random.getrandbits(200):x}").close()
            raise SystemExit("a guessed token was taken")
        except (Refused, OSError):
            guesses += 1
        yield guesses


def garbage(port):
    """Noise where HTTP, a WebSocket's frames or a line is expected."""
    random.seed(1)
    upgrade = (b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    starts = [upgrade, upgrade + b"\x81\xfe", b"GET / HTTP/1.1\r\n", b"POST /rpc HTTP/1.1\r\nContent-Length: 99999\r\n\r\n",
              b"{", b"\x16\x03\x01", b"GET /" + b"a" * 20_000, b"X: y\r\n" * 500, upgrade + b"\x01\x80\0\0\0\0" * 9_000]
    sent = 0
    while True:
        try:
            stranger = connected(port)
            stranger.settimeout(0.05)
            stranger.sendall(random.choice(starts) + random.randbytes(random.choice([0, 10, 1_000, 60_000])))
            try:
                stranger.recv(4096)
            except socket.timeout:
                pass
            stranger.close()
        except OSError:
            pass
        sent += 1
        yield sent


def crowd(steps, port, pipe, arguments):
    """The body of a crowd's process: on until it is told to end, then a line about what it did."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    done = 0
    try:
        for done in steps(port, *arguments):
            if pipe.poll():
                break
    except Exception as problem:  # whatever it was, the table says so
        done = f"{done}, then {type(problem).__name__}: {problem}"
    try:
        pipe.send(str(done))
    except OSError:
        pass


# What the attacks need: a log that was filled once.

def filled(program, folder):
    """A world with a long thread and many groups. Returns the id of the thread."""
    server = Server(program, "--data", os.path.join(folder, "log.sqlite"), "--no-rate-limit")
    try:
        anna = Session(server.port, timeout=300, role="person", handle="anna")
        talk = anna.call("conversation.create", participants=["bea", "carl"], name="Talk")["conversation"]["id"]
        anna.calls(("message.send", {"conversation": talk, "text": f"the common word, and line {number}"})
                   for number in range(MESSAGES))
        many = Session(server.port, timeout=300, role="person", handle="many")
        many.calls(("conversation.create", {"participants": [f"g{number % 500}", f"h{number // 500}"],
                                            "name": f"Group {number}"}) for number in range(GROUPS))
        return talk
    finally:
        server.end()


def measured(server, seconds, hello, steps, arguments):
    """The pings of one session before and after the crowd and beside it, and what the server takes meanwhile."""
    ours, theirs = multiprocessing.Pipe()
    pings, answers = multiprocessing.Pipe()
    peak = {"rss": server.rss(), "descriptors": server.descriptors()}
    over = threading.Event()

    def watch():
        while not over.wait(0.02):
            peak["rss"] = max(peak["rss"], server.rss())
            peak["descriptors"] = max(peak["descriptors"], server.descriptors())

    watcher = threading.Thread(target=watch)
    attacker = multiprocessing.Process(target=crowd, args=(steps, server.port, theirs, arguments))
    healthy = multiprocessing.Process(target=healthy_session, args=(server.port, seconds, hello, answers))
    healthy.start()
    quiet = pings.recv()
    if isinstance(quiet, str):
        raise SystemExit(f"the healthy session failed before any crowd came: {quiet}")
    watcher.start()
    attacker.start()
    pings.send("now")
    times = pings.recv()
    ours.send("enough")
    did = ours.recv() if ours.poll(30) else "did not end by itself"
    attacker.join(5)
    if attacker.is_alive():
        attacker.kill()
    over.set()
    watcher.join()
    # What is left behind is looked at when the server has had a moment to see that they are gone.
    time.sleep(1)
    if isinstance(times, list):
        # A machine is quicker now and slower then: quiet is what it was before and what it is after.
        pings.send("again")
        after = pings.recv()
        quiet = quiet + after if isinstance(after, list) else quiet
        times = times if isinstance(after, list) else after
    healthy.join()
    return quiet, times, did, peak


def healthy_session(port, seconds, hello, pipe):
    try:
        session = Session(port, **hello)
        pipe.send(pinged(session, seconds))
        pipe.recv()
        # What a crowd needs to come is not measured.
        pipe.send(pinged(session, seconds, warming=1.2))
        pipe.recv()
        pipe.send(pinged(session, seconds))
        session.close()
    except Exception as problem:
        pipe.send(f"{type(problem).__name__}: {problem}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(0 if run(options, folder) else 1)


def run(options, folder):
    say("filling a log…")
    talk = filled(options.program, folder)
    person = {"role": "person", "handle": "carl"}
    anna, many = {"role": "person", "handle": "anna"}, {"role": "person", "handle": "many"}
    marks = "a" + "\u0301" * 120_000
    strangers = [f"s{number}" for number in range(10_000)]
    wide = {f"{number:x}": 1 for number in range(MEMBERS)}
    attacks = [
        ("history in a loop", asking, ([anna] * 10, "conversation.history", {"conversation": talk, "limit": 200})),
        ("resume in a loop", resuming, (anna,)),
        (f"lines with {MEMBERS:,} members", asking, ([anna] * 10, "session.ping", wide)),
        ("lines with 120,000 numbers", asking, ([anna] * 10, "contact.add", {"handles": [1] * 120_000})),
        ("search, a common word", asking, ([anna] * 10, "message.search", {"text": "common"})),
        ("search, an absent word", asking, ([anna] * 10, "message.search", {"text": "absent"})),
        (f"list of {GROUPS:,} groups", asking, ([many] * 4, "conversation.list", {}, 1)),
        ("100 that never read", never_reading, (talk,)),
        ("silent in every slot", silent, ()),
        ("half lines", halves, ()),
        ("900 half lines", halves, (900,)),
        ("long half lines that come and go", hurrying, ()),
        ("800 long half lines that stay", hoarding, ()),
        ("texts of combining marks", asking, ([anna] * 10, "message.send", {"conversation": talk, "text": marks})),
        ("search, combining marks", asking, ([anna] * 10, "message.search", {"text": marks})),
        ("texts of emoji", asking, ([anna] * 10, "message.send", {"conversation": talk, "text": "👩‍👩‍👧‍👦" * 9_000})),
        ("10,000 contacts at once", asking, ([anna] * 10, "contact.add", {"handles": strangers})),
        ("filling the log", filling, ()),
        ("garbage", garbage, ()),
    ]
    wanted = [name for name in options.only.split(",") if name]
    rows = [("attack", "quiet p50 ms", "p50", "p99", "p50 to quiet", "RSS peak", "after", "descriptors", "after",
             "the crowd did")]
    missed = []

    def row(server, name, hello, steps, arguments=()):
        say(name)
        before, times, did, peak = measured(server, options.seconds, hello, steps, arguments)
        if isinstance(times, str):
            missed.append(f"{name}: the healthy session was lost ({times})")
            rows.append((name, "", "lost", "lost", "", "", "", "", "", did))
            return
        quiet, median, slow = quantile(before, 0.5), quantile(times, 0.5), quantile(times, 0.99)
        if median > 2 * quiet:
            missed.append(f"{name}: p50 is {median / quiet:.1f} times the quiet one, and may be twice")
        if slow > 20:
            missed.append(f"{name}: p99 is {slow:.1f} ms, and may be 20")
        rows.append((name, f"{quiet:.3f}", f"{median:.3f}", f"{slow:.2f}", f"{median / quiet:.1f}",
                     f"{peak['rss']:.0f} MiB", f"{server.rss():.0f} MiB", str(peak["descriptors"]),
                     str(server.descriptors()), did))

    log = os.path.join(folder, "log.sqlite")
    server = Server(options.program, "--data", log, files=1024)
    try:
        for name, steps, arguments in attacks:
            if not wanted or any(word in name for word in wanted):
                row(server, name, person, steps, arguments)
    finally:
        ended = server.end()
    if ended:
        missed.append(f"the server ended with {ended}")

    if not wanted or any(word in "token guesses" for word in wanted):
        tokens = os.path.join(folder, "tokens.json")
        secret = subprocess.run(
            [options.program, "token", "add", "--role", "person", "--handle", "carl", "--tokens", tokens],
            check=True, capture_output=True, text=True).stdout.strip()
        server = Server(options.program, "--ephemeral", "--tokens", tokens)
        try:
            row(server, "token guesses", {**person, "token": secret}, guessing)
        finally:
            server.end()

    table(rows)
    print()
    print("\n".join(missed) if missed else "every aim was reached: p50 within twice the quiet one, p99 under 20 ms")
    return not missed


if __name__ == "__main__":
    main()
