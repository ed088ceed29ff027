"""The last reading of a round: what each person, each app and an observer is answered when all is quiet."""

import asyncio

import mix
import people


async def pages(device, method, params, key, limit=100):
    """Reads all pages of a thread, from the newest to the oldest."""
    before = None
    for _ in range(200):
        answer = await device.call(method, {**params, "limit": limit, **({"before": before} if before else {})})
        result = (answer or {}).get("result")
        if not result or not result[key]:
            return
        before = result[key][0]["id"]
        if not result["more"]:
            return


async def quiet(device):
    """Waits until nothing comes on the stream for a while: nothing says when a session has caught up."""
    while True:
        before = device.heard
        await device.call("session.ping", {})
        await asyncio.sleep(1.0)
        await device.call("session.ping", {})
        if device.heard == before:
            return


async def read_person(stage, person):
    port = lambda: stage.live_port(0)
    again = people.Device(f"{person}#again", {"role": "person", "handle": person}, "line", port, stage, after=0)
    again.start()
    await stage.until(lambda: again.session, 10)
    await quiet(again)
    await again.stop()
    end = people.Device(f"{person}#end", {"role": "person", "handle": person}, "line", port, stage, after=None)
    end.start()
    if not await stage.until(lambda: end.session, 10):
        return
    listed = await end.call("conversation.list", {})
    for conversation in ((listed or {}).get("result") or {}).get("conversations", []):
        await pages(end, "conversation.history", {"conversation": conversation["id"]}, "entries")
    known = stage.knowledge[(person, None)]
    there = {c["id"] for c in ((listed or {}).get("result") or {}).get("conversations", [])}
    for identifier in list(known.conversations):
        if identifier not in there:
            await end.call("conversation.history", {"conversation": identifier})
    for method, params in (("settings.get", {}), ("settings.audit", {}), ("contact.list", {}), ("highlight.list", {}),
                           ("share.list", {}), ("document.list", {}), ("conversation.recentlyDeleted", {}),
                           ("collaboration.list", {})):
        await end.call(method, params)
    for share in list(known.shares):
        await end.call("share.get", {"share": share})
        await end.call("document.get", {"url": known.shares[share]["url"]})
    sample = [m for m in known.messages.values() if m["text"].startswith("t")][-60::12]
    for query in ["look", *(message["text"].split(" ")[0] for message in sample)]:
        await end.call("message.search", {"text": query})
    await end.stop()


async def read_app(stage, app, person):
    device = people.Device(f"{app}/{person}#end", {"role": "app", "handle": person, "app": app}, "line",
                           lambda: stage.live_port(0), stage, after=None)
    device.start()
    await stage.until(lambda: device.session, 10)
    for method in ("highlight.list", "document.list", "app.get"):
        await device.call(method, {})
    await device.stop()


async def read_observer(stage):
    device = people.Device("observer#end", {"role": "observer"}, "line", lambda: stage.live_port(0), stage, after=None)
    device.start()
    await stage.until(lambda: device.session, 10)
    listed = await device.call("conversation.list", {})
    for conversation in ((listed or {}).get("result") or {}).get("conversations", []):
        await pages(device, "conversation.history", {"conversation": conversation["id"]}, "entries")
    for person in mix.NAMES:
        await device.call("document.list", {"person": person})
        await device.call("share.list", {"person": person})
    messages = list(stage.everything.messages.values())
    for message in messages[-240::12]:
        for person in list(mix.NAMES)[::2]:
            await device.call("delivery.explain", {"person": person, "about": message["id"]})
    await device.stop()


async def read_all(stage):
    await asyncio.gather(*(read_person(stage, person) for person in mix.NAMES))
    await asyncio.gather(*(read_app(stage, app, person) for app in mix.APPS for person in mix.NAMES))
    await read_observer(stage)
