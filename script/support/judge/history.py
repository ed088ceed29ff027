"""The history of one round: each request, answer, notification, fault and process with its time.

An entry is an object with `i` (its position), `t` (seconds since the begin), and `k` (its kind):

  ask      a request was written: session, person, r, step, method, params, attempt
  answer   it was answered: session, r, step, result or error
  lost     its connection ended before an answer came: session, r, step
  told     a notification came: session, person, method, params
  open     a session said hello: session, device, person, role, after, transport, hello
  closed   it ended: session, why
  fault    a fault began or ended: fault, phase
  server   a process started or ended
  note     what the judge did
"""

import json
import time


class History:
    """A list of entries, which can be kept as JSON lines."""

    def __init__(self):
        self.entries = []
        self.begin = time.monotonic()

    def add(self, kind, **members):
        entry = {"i": len(self.entries), "t": round(time.monotonic() - self.begin, 4), "k": kind, **members}
        self.entries.append(entry)
        return entry

    def now(self):
        return time.monotonic() - self.begin

    def store(self, path, plan, findings):
        with open(path, "w") as file:
            file.write(json.dumps({"plan": plan, "findings": findings}, ensure_ascii=False) + "\n")
            for entry in self.entries:
                file.write(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n")


def load(path):
    """Returns the plan, the findings and the entries of a history that was kept."""
    with open(path) as file:
        head = json.loads(file.readline())
        return head["plan"], head["findings"], [json.loads(line) for line in file]
