"""What the inspector costs everybody else: pings of a healthy session beside many messages, without and with it open.

inspector_load.py BROWSER SERVER [MESSAGES A SECOND] [SECONDS] [ROUNDS]: prints a line for each round, and a table.
"""

import json
import multiprocessing
import os
import socket
import sys
import threading
import time

# The browser and the server are those of script/inspector-check.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "Browser"))
from browser import browser
from inspector_check import Session, server


def flood(port, rate, ends):
    """So many messages a second between pairs of people, as far as the machine goes; what is told is read and dropped."""
    pairs = []
    for number in range(8):
        one = Session(port, role="person", handle=f"a{number}", world="load")
        Session(port, role="person", handle=f"b{number}", world="load")
        conversation = one.ask("conversation.create", participants=[f"b{number}"])["conversation"]["id"]
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "message.send", "params": {"conversation": conversation, "text": "x" * 60}})
        pairs.append((one.socket, line.encode() + b"\n"))

    def drop(stream):
        while stream.recv(1 << 20):
            pass

    for stream, _ in pairs:
        threading.Thread(target=drop, args=(stream,), daemon=True).start()
    began, sent = time.monotonic(), 0
    while time.monotonic() < ends:
        due = int((time.monotonic() - began) * rate) - sent
        if due >= len(pairs):
            for stream, line in pairs:
                stream.sendall(line * (due // len(pairs)))
            sent += due // len(pairs) * len(pairs)
        time.sleep(0.005)
    os._exit(0)


def pings(session, seconds):
    """How long pings took, in milliseconds, sorted."""
    took, ends = [], time.monotonic() + seconds
    while time.monotonic() < ends:
        began = time.perf_counter()
        session.ask("session.ping")
        took.append((time.perf_counter() - began) * 1000)
        time.sleep(0.004)
    return sorted(took)


def point(sorted_times, share):
    return sorted_times[min(len(sorted_times) - 1, int(len(sorted_times) * share))]


def main():
    program, chat_server = sys.argv[1:3]
    rate, seconds, rounds = [int(word) for word in sys.argv[3:]] + [10_000, 8, 3][len(sys.argv) - 3:]
    with server(chat_server, "--no-rate-limit") as port, browser(program) as page:
        observer = Session(port, role="observer")
        observer.ask("world.create", world="load")
        healthy = Session(port, role="person", handle="healthy")
        source = multiprocessing.Process(target=flood, args=(port, rate, time.monotonic() + (seconds + 4) * rounds * 2 + 10), daemon=True)
        source.start()
        time.sleep(2)
        all_times = {"closed": [], "open": []}

        def position():
            return next(one["cursor"] for one in observer.ask("world.list")["worlds"] if one["world"] == "load")

        for _ in range(rounds):
            for state in ("closed", "open"):
                page.visit("about:blank" if state == "closed" else f"http://127.0.0.1:{port}/")
                if state == "open":
                    page.until("[...document.querySelectorAll('#world option')].some((one) => one.value === 'load')", 10)
                    page.run("(() => { const one = document.querySelector('#world'); one.value = 'load'; one.dispatchEvent(new Event('change')); })()")
                time.sleep(2)
                first, began = position(), time.monotonic()
                times = pings(healthy, seconds)
                speed = (position() - first) / (time.monotonic() - began)
                all_times[state] += times
                tab = ""
                if state == "open":
                    began = time.monotonic()
                    rows = page.run("document.querySelectorAll('#rows li').length")
                    summary = page.run("document.querySelector('#summary').innerText")
                    heap = page.run("performance.memory?.usedJSHeapSize ?? 0") / 1e6
                    gaps = page.run("document.querySelectorAll('#rows .gap').length")
                    tab = f"; the tab answers in {(time.monotonic() - began) * 1000:.0f} ms, {rows} rows ({gaps} gaps), heap {heap:.0f} MB, “{summary}”"
                print(f"{state:6} {speed:7.0f} facts/s  p50 {point(times, 0.5):.3f} ms  p99 {point(times, 0.99):.3f} ms  of {len(times)}{tab}", flush=True)
        for state, times in all_times.items():
            times.sort()
            print(f"all {state:6} p50 {point(times, 0.5):.3f} ms  p99 {point(times, 0.99):.3f} ms")
        source.terminate()


if __name__ == "__main__":
    main()
