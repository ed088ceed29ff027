"""Verdicts about notices: who is told, how many events they count, and how they grow."""

import bisect

from facts import END, instant, walk
from verdicts import verdict


@verdict("notice-count", "collaboration.md, Events",
         "A notice counts only the events that its reader received.")
def notice_count(facts):
    """Nobody is told of more events than were posted, and nobody of their own; each event of an app once a conversation."""
    posted = {}
    for step in facts.steps.values():
        if step.method == "highlightCenter.postNotice" and step.outcome != "refused":
            event = step.params["event"]
            key = (step.person, step.params["url"], event["type"], event.get("trigger"), event.get("mentioned"))
            posted[key] = posted.get(key, 0) + 1
    counts = {}
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] != "told" or entry["method"] != "notice.posted":
                continue
            notice = entry["params"]["notice"]
            if notice["actor"] == session.person and notice["event"]["type"] != "group":
                yield f"{session.name} was told of what they did: {notice['text']}", [entry]
            event = notice["event"]
            if event["type"] not in ("change", "mention"):
                continue
            if event.get("mentioned", session.person) != session.person:
                yield f"{session.name} was told of a mention of {event['mentioned']}", [entry]
            key = (session.device, notice["conversation"], notice["actor"], notice["url"], event["type"],
                   event.get("trigger"), event.get("mentioned"))
            notices = counts.setdefault(key, {})
            if notices.get(notice["id"], (0,))[0] > notice["count"]:
                yield f"{notice['id']} counted {notices[notice['id']][0]} for {session.device}, then {notice['count']}", [entry]
            notices[notice["id"]] = (notice["count"], entry)
    for (device, conversation, *key), notices in counts.items():
        total, most = sum(count for count, _ in notices.values()), posted.get(tuple(key), 0)
        if total > most:
            yield f"{device} was told of {total} events {key} in {conversation}; {most} were posted", \
                [entry for _, entry in notices.values()]


@verdict("notice-kept", "collaboration.md, Each reader's count",
         "A notice counts only the events that its reader received. A person who loses access keeps the notice as "
         "it was.")
def notice_kept(facts):
    """The history of the end has each notice with the count that its reader was told of last."""
    last = {}
    for session in facts.person_sessions():
        if session.device.endswith(("#end", "#again")):
            continue
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "notice.posted":
                key = (session.person, entry["params"]["notice"]["id"])
                if key not in last or last[key]["params"]["cursor"] <= entry["params"]["cursor"]:
                    last[key] = entry
    for session in facts.person_sessions():
        if not session.device.endswith("#end"):
            continue
        for entry in session.stream:
            if entry["k"] != "answer" or entry["method"] != "conversation.history" or "result" not in entry:
                continue
            for item in entry["result"]["entries"]:
                told = last.get((session.person, item["id"])) if item["kind"] == "notice" else None
                if told and told["params"]["notice"]["count"] != item["notice"]["count"]:
                    yield (f"{session.person} was told of {item['id']} with the count "
                           f"{told['params']['notice']['count']}, and reads {item['notice']['count']}"), [told, entry]


@verdict("notice-told", "collaboration.md, Events",
         "The event becomes one notice in each conversation that has the link. It reaches the members "
         "with access, but not the actor.")
def notice_told(facts):
    """Each notice that a post was answered with reached each device of each person that was told of it at all."""
    told, people = {}, {}
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "notice.posted":
                notice = entry["params"]["notice"]
                told.setdefault(session.device, {})[notice["id"]] = max(
                    notice["count"], told.get(session.device, {}).get(notice["id"], 0))
        people[session.device] = session.person
    for person in set(people.values()):
        devices = [d for d in people if people[d] == person and not d.endswith(("#end", "#again"))]
        everything = set().union(*(told.get(device, {}).keys() for device in devices))
        for notice in everything:
            counts = {device: told.get(device, {}).get(notice, 0) for device in devices}
            if len(set(counts.values())) > 1:
                yield f"the devices of {person} were told of {notice} with the counts {counts}", []


@verdict("coalescing", "rules.md, Where the sources are silent",
         "Events of the same actor, link, type and trigger within 10 minutes of the first are one notice, "
         "updated in place.")
def coalescing(facts):
    window = facts.plan["config"]["limits"].get("coalescingMilliseconds", 600000) / 1000
    spans = {}
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "notice.posted":
                notice = entry["params"]["notice"]
                if notice["event"]["type"] in ("change", "mention"):
                    at = instant(notice["postedAt"])
                    span = spans.setdefault(notice["id"], [at, at, entry])
                    span[0], span[1] = min(span[0], at), max(span[1], at)
    for identifier, (first, last, entry) in spans.items():
        if last - first > window + 0.001:
            yield f"{identifier} grew for {last - first:.3f} s; the window is {window} s", [entry]


MEMBERSHIP = ("conversation.addParticipant", "conversation.removeParticipant", "conversation.leave")


def span(step):
    """Returns when a step may have taken effect: from its first request to its last answer."""
    ends = [entry["t"] for entry in (*step.oks, *step.errors, *step.losts)]
    return step.asks[0]["t"], (max(ends) if step.outcome != "maybe" else END)


def certain_audiences(facts):
    """Yields each post whose audience is certain: the step, its conversations and the people there.

    It is certain if no change of the share or of the membership of the conversation was under way.
    """
    shares, moves, states, links = {}, {}, {}, {}
    urls = {}

    def see(value):
        if "participants" in value and "owner" in value and "url" in value:
            urls[value["id"]] = value["url"]

    for entry in facts.entries:
        if entry["k"] in ("told", "answer"):
            walk(entry.get("params", entry.get("result")) or {}, see)
    unclear, deleted = False, set()
    changed = {step.params["message"] for step in facts.steps.values()
               if step.method in ("message.edit", "message.unsend") and step.outcome != "refused"}
    for step in facts.steps.values():
        if not step.asks or step.outcome == "refused":
            continue
        unclear = unclear or step.method == "notice.answer" and step.outcome == "maybe"
        if step.method == "notice.answer":
            for share in (step.result["notice"].get("shares", ()) if step.oks else ()):
                shares.setdefault(urls.get(share), []).append((*span(step), step))
        if step.method == "document.delete":
            deleted.add(step.params["url"])
        if step.method.startswith("share.") and step.method not in ("share.get", "share.list"):
            url = urls.get(step.params.get("share")) or step.params.get("url")
            shares.setdefault(url, []).append((*span(step), step))
            if step.method == "share.send" and step.outcome == "ok" and "message" in step.result \
                    and step.result["message"]["id"] not in changed:
                links.setdefault(url, []).append((step.oks[0]["t"], step.params["conversation"]))
        if step.method in MEMBERSHIP:
            moves.setdefault(step.params["conversation"], []).append(span(step))
    for entry in facts.entries:
        if entry["k"] == "told" and entry["role"] == "observer" and entry["method"] == "share.changed":
            share = entry["params"]["share"]
            if share.get("role") == "owner":
                states.setdefault(share["url"], []).append(
                    (share["revision"], entry["t"], {p["handle"] for p in share["participants"]}))
    if unclear:
        return
    for step in facts.steps.values():
        if step.method != "highlightCenter.postNotice" or step.outcome != "ok" or len(step.asks) > 1:
            continue
        url, (begin, end) = step.params["url"], span(step)
        changes = shares.get(url, [])
        if any(s.method in ("share.setAccess", "share.save") for _, _, s in changes) or url in deleted:
            continue
        if any(a < end and b > begin or b == END for a, b, _ in changes):
            continue
        before = [state for state in states.get(url, ()) if state[1] < begin]
        last = max((b for a, b, _ in changes if b < begin), default=0)
        if not before or begin < last + 0.4:
            continue
        people = max(before, key=lambda state: state[0])[2]
        for conversation in {c for at, c in links.get(url, ()) if at < begin}:
            if any(a < end and b > begin for a, b in moves.get(conversation, ())):
                continue
            yield step, conversation, people


@verdict("notice-missing", "collaboration.md, Events",
         "The event becomes one notice in each conversation that has the link. It reaches the members "
         "with access, but not the actor.")
def notice_missing(facts):
    """Each person of a certain audience was told, on each device, of at least as many events as were posted for them."""
    wanted, shown = {}, {}
    for step, conversation, people in certain_audiences(facts):
        event, at = step.params["event"], step.oks[0]["t"]
        cursor = max((facts.cursor.get(n, 0) for n in step.result["notices"]), default=0)
        for person in people - {step.person}:
            if event["type"] == "mention" and event["mentioned"] != person:
                continue
            spans = facts.cursor_spans(person, conversation)
            if not cursor or not any(a is not None and b is not None and a < cursor and b == END for a, b in spans):
                continue
            key = (person, conversation, step.person, step.params["url"], event["type"], event.get("trigger"))
            wanted[key] = wanted.get(key, 0) + 1
            shown.setdefault(key, step)
    counts, devices = {}, {}
    for session in facts.person_sessions():
        if session.device.endswith(("#end", "#again")):
            continue
        devices.setdefault(session.person, set()).add(session.device)
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "notice.posted":
                notice = entry["params"]["notice"]
                key = (session.device, notice["conversation"], notice["actor"], notice.get("documentURL", notice["url"]),
                       notice["event"]["type"], notice["event"].get("trigger"))
                found = counts.setdefault(key, {})
                found[notice["id"]] = max(found.get(notice["id"], 0), notice["count"])
    for (person, *key), least in wanted.items():
        for device in devices.get(person, ()):
            total = sum(counts.get((device, *key), {}).values())
            if total < least:
                step = shown[(person, *key)]
                yield f"{device} was told of {total} of at least {least} events {key}", [step.asks[0], step.oks[0]]


@verdict("notice-stranger", "rules.md, Where the sources are silent",
         "A notice reaches every member of a linked conversation who is on the share and is not the "
         "actor. A mention reaches the mentioned person alone.")
def notice_stranger(facts):
    """Nobody is told of an event on a share on which they never were."""
    on_share, public = {}, set()

    def see(value):
        if "participants" in value and "owner" in value and "url" in value:
            if value["access"] == "public":
                public.add(value["url"])
            on_share.setdefault(value["url"], set()).update(p["handle"] for p in value["participants"])
            on_share[value["url"]].add(value["owner"])

    for entry in facts.entries:
        if entry["k"] in ("told", "answer"):
            walk(entry.get("params", entry.get("result")) or {}, see)
    for session in facts.person_sessions():
        for entry in session.stream:
            if entry["k"] == "told" and entry["method"] == "notice.posted":
                notice = entry["params"]["notice"]
                people = on_share.get(notice.get("documentURL", notice["url"]))
                if people is not None and notice.get("documentURL", notice["url"]) not in public and notice["event"]["type"] in ("change", "mention") and session.person not in people:
                    yield f"{session.name} was told “{notice['text']}”, and was never on the share", [entry]


@verdict("coalescing-early", "rules.md, Where the sources are silent",
         "Events of the same actor, link, type and trigger within 10 minutes of the first are one notice "
         "… It covers the people who received all of its events.")
def coalescing_early(facts):
    """No second notice begins within the window, where nothing else changed meanwhile."""
    window = facts.plan["config"]["limits"].get("coalescingMilliseconds", 600000) / 1000
    disturbed = [span(step)[0] for step in facts.steps.values() if step.asks and step.outcome != "refused" and (
        step.method.startswith(("share.", "notice.", "collaboration.", "conversation.", "message.", "document.", "action."))
        and step.method not in ("share.get", "share.list", "message.send", "message.react", "message.search",
                                "message.thread", "message.attachment", "conversation.history", "conversation.list",
                                "conversation.markRead", "conversation.mute", "conversation.typing", "document.get",
                                "document.edit", "document.comment", "document.list")
        or step.method == "highlightCenter.clearNotices")]
    disturbed.sort()
    for session in facts.person_sessions():
        first = {}
        for entry in session.stream:
            if entry["k"] != "told" or entry["method"] != "notice.posted":
                continue
            notice = entry["params"]["notice"]
            event, at = notice["event"], instant(notice["postedAt"])
            if event["type"] not in ("change", "mention") or entry["params"]["cursor"] <= session.hello["cursor"]:
                continue
            key = (notice["conversation"], notice["actor"], notice["url"], event["type"], event.get("trigger"))
            before = first.get(key)
            if before and before[0] != notice["id"] and notice["count"] == 1 and at - before[1] < window - 0.001:
                position = bisect.bisect_right(disturbed, before[2] - 1)
                if position == len(disturbed) or disturbed[position] > entry["t"]:
                    yield f"{session.name} was told of {notice['id']} {at - before[1]:.3f} s after {before[0]} began", [entry]
            if not before or before[0] != notice["id"]:
                first[key] = (notice["id"], at, entry["t"])


@verdict("count-first", "collaboration.md, Each reader's count",
         "A notice counts only the events that its reader received.")
def count_first(facts):
    """A notice begins with one event: its id says where that is in the log."""
    for session in facts.sessions.values():
        for entry in session.stream:
            if entry["k"] != "told" or entry["method"] != "notice.posted":
                continue
            notice = entry["params"]["notice"]
            if notice["event"]["type"] in ("change", "mention", "persistence") and notice["count"] != 1 \
                    and notice["id"] == f"n{entry['params'].get('cursor')}":
                yield f"{notice['id']} was told to {session.name} with the count {notice['count']} at its first event", \
                    [entry]
