"""Verdicts about the process, its file, the contract of the wire, and liveness."""

from contract import Contract
from verdicts import verdict

import stage


@verdict("crash", "trust.md", "Bytes from outside end no process and read nothing they should not")
def crash(facts):
    for entry in facts.entries:
        if entry["k"] == "server" and entry["event"] == "end" and not entry["expected"]:
            yield f"the server {entry['name']} ended by itself with status {entry['status']}", [entry]


@verdict("exit", "chat-server --help", "SIGTERM and SIGINT end it cleanly, with status 0.")
def exit_status(facts):
    for entry in facts.entries:
        if entry["k"] == "note" and entry["what"] == "no end at SIGTERM":
            yield "the server did not end within 10 s of SIGTERM", [entry]
        if entry["k"] == "server" and entry["event"] == "end" and entry["expected"] and entry["status"] not in (0, -9):
            yield f"the server {entry['name']} ended with status {entry['status']} after SIGTERM", [entry]


@verdict("whole", "keep-the-data.md",
         "`chat-server check FILE` reads every record with its checksum, and reports damage with status "
         "1.")
def whole(facts):
    for entry in facts.notes:
        if entry["what"] == "check" and entry["status"] != 0:
            yield f"after the round the file is not whole: {entry['output'].strip()}", [entry]
        if entry["what"] == "no start":
            yield "the server does not start after all faults have ended", [entry]


@verdict("liveness", "delivery.md D9, D18; run-a-server.md",
         "the session can resume; the server goes on (`/healthz` 200)")
def liveness(facts):
    for entry in facts.notes:
        if entry["what"] == "settled":
            for problem in entry["problems"]:
                yield f"{stage.BOUND:.0f} s after the last fault: {problem}", [entry]


@verdict("internal", "protocol.md, Errors",
         "-32603 `internal`: a fault of the server")
def internal(facts):
    for entry in facts.entries:
        if entry["k"] == "answer" and (entry.get("error") or {}).get("code") == -32603:
            yield f"{entry['method']}: {entry['error']['message']}", [facts.asks.get(entry["r"]), entry]


@verdict("error-form", "protocol.md, Errors",
         "Every error has a `message` for people and `data.reason`.")
def error_form(facts):
    for entry in facts.entries:
        error = entry.get("error")
        if entry["k"] != "answer" or "error" not in entry:
            continue
        data = (error or {}).get("data") or {}
        if not (error or {}).get("message") or not data.get("reason"):
            yield f"{entry['method']}: an error without a message or a reason: {error}", [entry]
        elif data["reason"] == "unavailable" and data.get("outcome") not in ("none", "unknown"):
            yield f"{entry['method']}: `unavailable` without `data.outcome`: {error}", [entry]


@verdict("lost-end", "protocol.md, Sessions",
         "A cursor past the end of the log is a `conflict` … The log then is another one or lost its end")
def lost_end(facts):
    for entry in facts.notes:
        if entry["what"] == "hello refused":
            data = entry["error"].get("data", {})
            if data.get("field") == "after":
                yield f"{entry['device']} was told of cursor {entry['after']}, which the log has lost", [entry]


@verdict("contract", "openrpc.json",
         "Returns this contract as an OpenRPC document.")
def contract(facts):
    known, seen = Contract(stage.CONTRACT), set()
    for entry in facts.entries:
        if entry["k"] == "answer" and "result" in entry:
            fault = known.of_answer(entry["method"], entry["result"])
        elif entry["k"] == "told":
            fault = known.of_notification(entry["method"], entry["role"], entry["params"])
        else:
            continue
        if fault and (entry["method"], fault) not in seen:
            seen.add((entry["method"], fault))
            yield f"{entry['method']} ({entry['role']}): {fault}", [entry]
