"""Plants one defect after the other into a history in which nothing is found, and says by which verdict it is found.

Usage: python3 script/support/judge/selfcheck.py FILE
A verdict that sees nothing is found out so. The defects are changes of what was recorded, not of the server.
"""

import copy
import random
import sys

import history
import verdicts


def told(entries, method, role="person", where=lambda entry: True):
    return [entry for entry in entries if entry["k"] == "told" and entry["method"] == method and entry["role"] == role
            and "#again" not in entry["session"] and where(entry)]


def oks(entries, method, where=lambda entry: True):
    return [entry for entry in entries if entry["k"] == "answer" and entry["method"] == method and "result" in entry
            and where(entry)]


def named(entry, kind):
    """Returns the id of the message or notice that a notification has in it."""
    value = entry["params"].get(kind)
    return value.get("id") if isinstance(value, dict) else None


def dropped_member(entries, rng):
    """A message is told to nobody of one person."""
    chosen = rng.choice(told(entries, "message.posted"))
    identifier, person = chosen["params"]["message"]["id"], chosen["person"]
    return [e for e in entries if not (e["k"] == "told" and e.get("person") == person and e["role"] == "person"
                                       and named(e, "message") == identifier)]


def dropped_on_one_device(entries, rng):
    chosen = rng.choice(told(entries, "message.posted"))
    identifier, device = chosen["params"]["message"]["id"], chosen["session"].split("/")[0]
    return [e for e in entries if not (e["k"] == "told" and e["session"].startswith(device + "/")
                                       and named(e, "message") == identifier)]


def told_twice(entries, rng):
    chosen = rng.choice(told(entries, "message.posted"))
    at = entries.index(chosen)
    return entries[:at + 1] + [copy.deepcopy(chosen)] + entries[at + 1:]


def cursor_off_by_one(entries, rng):
    rng.choice(told(entries, "message.posted"))["params"]["cursor"] -= 1
    return entries


def acknowledged_and_lost(entries, rng):
    """A message was acknowledged, and its log lost it."""
    chosen = rng.choice(oks(entries, "message.send"))["result"]["message"]["id"]
    for entry in oks(entries, "conversation.history"):
        entry["result"]["entries"] = [item for item in entry["result"]["entries"] if item["id"] != chosen]
    return entries


def done_twice(entries, rng):
    """A retry did its message once more."""
    chosen = rng.choice(told(entries, "message.posted", "observer"))
    second = copy.deepcopy(chosen)
    second["params"]["message"]["id"] = "m999999"
    return entries[:entries.index(chosen) + 1] + [second] + entries[entries.index(chosen) + 1:]


def refused_and_done(entries, rng):
    step = rng.choice(oks(entries, "message.send"))["step"]
    for entry in entries:
        if entry["k"] == "answer" and entry.get("step") == step:
            entry.pop("result", None)
            entry["error"] = {"code": -32004, "message": "No.", "data": {"reason": "conflict"}}
    return [e for e in entries if not (e["k"] == "lost" and e.get("step") == step)]


def removed_person_told(entries, rng):
    """Somebody who left is told once more what is said there."""
    for line in rng.sample(told(entries, "conversation.changed", where=lambda e: e["params"]["conversation"].get("left")), 3):
        conversation, person = line["params"]["conversation"]["id"], line["person"]
        session = line["session"]
        for later in told(entries, "message.posted", "observer", lambda e: e["params"]["cursor"] > line["params"]["cursor"]
                          and e["params"]["message"]["conversation"] == conversation
                          and person not in e["params"]["alerted"] and e["params"]["message"]["sender"] != person):
            fake = {**copy.deepcopy(later), "session": session, "person": person, "role": "person"}
            for name in ("alerted",):
                fake["params"].pop(name, None)
            ends = [e["t"] for e in entries if e["k"] == "closed" and e["session"] == session]
            if ends and ends[0] < later["t"]:
                continue
            at = entries.index(later)
            return entries[:at + 1] + [fake] + entries[at + 1:]
    return None


def alert_turned(entries, rng):
    chosen = rng.choice(told(entries, "message.posted", where=lambda e: not e["params"]["message"].get("editedAt")))
    chosen["params"]["alert"] = not chosen["params"].get("alert", False)
    return entries


def tapback_alerts_others(entries, rng):
    chosen = rng.choice(told(entries, "message.changed", where=lambda e: e["params"]["change"]["kind"] == "reacted"
                             and e["params"]["message"]["sender"] != e["person"]))
    chosen["params"]["alert"] = True
    return entries


def fence_too_early(entries, rng):
    """What was accepted comes only after the ping behind a fence."""
    for ping in rng.sample([e for e in entries if e["k"] == "answer" and e["method"] == "session.ping"
                            and e.get("step")], 40):
        before = [e for e in told(entries, "message.posted") if e["session"] == ping["session"] and e["i"] < ping["i"]]
        opened = next(e for e in entries if e["k"] == "open" and e["session"] == ping["session"])
        if not before or ping["t"] - opened["t"] < 4 or before[-1]["params"]["cursor"] <= opened["hello"]["cursor"]:
            continue
        moved = before[-1]
        rest = [e for e in entries if e is not moved]
        at = rest.index(ping)
        return rest[:at + 1] + [moved] + rest[at + 1:]
    return None


def app_told_a_name(entries, rng):
    chosen = rng.choice([e for e in entries if e["k"] == "told" and e["role"] == "app"
                         and e["method"] in ("document.changed", "highlights.changed")])
    chosen["params"]["by"] = "anna"
    return entries


def app_told_a_conversation(entries, rng):
    chosen = rng.choice(told(entries, "highlights.changed", "app"))
    chosen["params"]["conversation"] = oks(entries, "conversation.create")[0]["result"]["conversation"]["id"]
    return entries


def unread_off_by_one(entries, rng):
    people = [e for e in oks(entries, "conversation.list") if "#end" in e["session"] and e["role"] == "person"]
    for entry in people:
        for conversation in entry["result"]["conversations"]:
            conversation["unread"] += 1
    return entries


def notice_counts_too_much(entries, rng):
    chosen = rng.choice(told(entries, "notice.posted", where=lambda e: e["params"]["notice"]["event"]["type"] == "change"))
    chosen["params"]["notice"]["count"] += 60
    return entries


def notice_on_one_device(entries, rng):
    for chosen in rng.sample(told(entries, "notice.posted"), 10):
        devices = {e["session"].split("/")[0] for e in told(entries, "notice.posted") if e["person"] == chosen["person"]}
        if len(devices) > 1:
            device = chosen["session"].split("/")[0]
            return [e for e in entries if not (e["k"] == "told" and e["session"].startswith(device + "/") and
                                               named(e, "notice") == chosen["params"]["notice"]["id"])]
    return None


def mute_on_one_device(entries, rng):
    last = {}
    for entry in told(entries, "conversation.changed"):
        last[(entry["session"].split("/")[0], entry["params"]["conversation"]["id"])] = entry
    chosen = rng.choice([e for e in last.values() if not e["params"]["conversation"].get("left")])
    value = chosen["params"]["conversation"]
    value["muted"] = not value["muted"]
    return entries


def lost_edit_of_a_document(entries, rng):
    edits = {}
    for entry in oks(entries, "document.edit"):
        edits.setdefault(entry["result"]["document"]["url"], []).append(entry)
    chosen = rng.choice([found for found in edits.values() if len({e["step"] for e in found}) > 1])
    chosen[-1]["result"]["document"]["revision"] = chosen[0]["result"]["document"]["revision"]
    return entries


def asked_after_never(entries, rng):
    for entry in oks(entries, "settings.audit", lambda e: "#end" in e["session"]):
        for change in entry["result"]["changes"]:
            if change["scope"] == "app":
                change["from"] = "never"
                return entries
    return None


def time_goes_back(entries, rng):
    for entry in reversed(oks(entries, "conversation.history", lambda e: e["session"].startswith("observer#end"))):
        messages = [item for item in entry["result"]["entries"] if item["kind"] == "message"]
        if len(messages) > 2:
            messages[-1]["message"]["sentAt"] = "2001-01-01T00:00:00.000Z"
            return entries
    return None


def window_too_long(entries, rng):
    rng.choice(oks(entries, "message.edit"))["result"]["message"]["sentAt"] = "2001-01-01T00:00:00.000Z"
    return entries


def setting_lost(entries, rng):
    """An acknowledged switch is as it was before."""
    for entry in oks(entries, "settings.get", lambda e: "#end" in e["session"]):
        value = entry["result"]["settings"]
        value["mentionAlerts"] = not value["mentionAlerts"]
        value["automaticSharing"]["everywhere"] = not value["automaticSharing"]["everywhere"]
    return entries


def unsent_text_found(entries, rng):
    """A search finds a text that was unsent."""
    unsent = [e["result"]["message"]["id"] for e in oks(entries, "message.unsend")]
    texts = [e["params"]["message"] for e in told(entries, "message.posted", "observer")
             if e["params"]["message"]["id"] in unsent and e["params"]["message"]["text"]]
    searches = oks(entries, "message.search", lambda e: "#end" in e["session"])
    if not texts or not searches:
        return None
    rng.choice(searches)["result"]["messages"].append(copy.deepcopy(texts[0]))
    return entries


def told_as_it_is_now(entries, rng):
    """A session that resumes is told the edited text in place of the first one."""
    edited = {e["params"]["message"]["id"]: e["params"]["message"] for e in told(entries, "message.changed", "observer")
              if e["params"]["change"]["kind"] == "edited"}
    for entry in entries:
        if entry["k"] == "told" and entry["method"] == "message.posted" and "#again" in entry["session"] \
                and entry["params"]["message"]["id"] in edited and entry["params"]["message"]["text"]:
            entry["params"]["message"] = copy.deepcopy(edited[entry["params"]["message"]["id"]])
            return entries
    return None


def stranger_on_the_shelf(entries, rng):
    """A link of a conversation without a contact surfaces, and nobody pinned it."""
    for entry in oks(entries, "highlight.list", lambda e: "#end" in e["session"] and e["role"] == "person"):
        for item in entry["result"]["highlights"]:
            item["pinned"] = False
    return entries


def seen_by_a_newcomer(entries, rng):
    """The history of somebody who came later begins before they came."""
    threads = {}
    for entry in oks(entries, "conversation.history", lambda e: e["session"].startswith("observer#end")):
        asked = next(e for e in entries if e["k"] == "ask" and e["r"] == entry["r"])
        threads.setdefault(asked["params"]["conversation"], []).extend(entry["result"]["entries"])
    for entry in oks(entries, "conversation.history", lambda e: "#end" in e["session"] and e["role"] == "person"):
        asked = next(e for e in entries if e["k"] == "ask" and e["r"] == entry["r"])
        here = {item["id"] for item in entry["result"]["entries"]}
        whole = [item for item in threads.get(asked["params"]["conversation"], []) if item["kind"] == "message"]
        if whole and whole[0]["id"] not in here and "t0" in whole[0]["message"]["text"] and here:
            entry["result"]["entries"].insert(0, copy.deepcopy(whole[0]))
            return entries
    return None


DEFECTS = [value for name, value in list(globals().items())
           if callable(value) and getattr(value, "__code__", None) and value.__code__.co_varnames[:2] == ("entries", "rng")]


def main(path):
    plan, _, entries = history.load(path)
    clean = sorted({finding["verdict"] for finding in verdicts.judge(plan, entries)})
    print(f"without a defect: {', '.join(clean) or 'nothing'}")
    missed = 0
    for defect in DEFECTS:
        found, places = [], 0
        for seed in range(1, 5):
            changed = defect(copy.deepcopy(entries), random.Random(seed))
            if changed is None:
                continue
            places += 1
            for position, entry in enumerate(changed):
                entry["i"] = position
            found = sorted({finding["verdict"] for finding in verdicts.judge(plan, changed)} - set(clean))
            if found:
                break
        if not places:
            print(f"{defect.__name__}: the history has no place for it")
            continue
        missed += not found
        print(f"{defect.__name__}: {', '.join(found) or 'MISSED'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
