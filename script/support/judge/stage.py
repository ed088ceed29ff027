"""One round: a fresh server, its people, the steps of a plan, the healing, and the last reading."""

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess

import faults
import mix
import operations
import people
import server as processes
import wire
from history import History
from proxy import Proxy

HERE = os.path.dirname(os.path.abspath(__file__))
BOUND = 30.0


def contract():
    """Returns docs/reference/openrpc.json of the project."""
    with open(os.path.join(HERE, "..", "..", "..", "docs", "reference", "openrpc.json")) as file:
        return json.load(file)


CONTRACT = contract()
CHANGING = {method["name"] for method in CONTRACT["methods"]
            if any(parameter["name"] == "clientID" for parameter in method["params"])}


class Stage:
    """Plays one plan and records its history."""

    def __init__(self, plan, program, folder, library):
        self.plan, self.program, self.folder, self.library = plan, program, folder, library
        self.history = History()
        self.changing = CHANGING
        self.knowledge = {(person, app): people.Knowledge()
                          for person in mix.NAMES for app in (None, *mix.APPS)}
        self.everything = people.Knowledge(forgets=False)
        self.origin, self.found = {}, {}
        self.devices, self.proxies = [], {}
        self.by_label = {}
        self.offset = 0
        self.server = self.disk = self.shim = self.cluster = None
        self.tasks = set()
        self.sent = 0

    # What devices report

    def told(self, device, method, params):
        if device.role == "observer":
            self.learn(self.everything, params)
            return
        known = self.knowledge[(device.person, device.greeting.get("app"))]
        self.learn(known, params)
        self.learn(self.everything, params)
        if method == "deletion.changed":
            for message in list(known.messages.values()):
                if message["conversation"] == params["conversation"]["id"] and any(
                        run["first"] <= message["sequence"] <= run["last"] for run in params["messages"]):
                    (known.deleted.add if params["change"] == "deleted" else known.deleted.discard)(message["id"])
        if method == "action.requested":
            self.act(device, params["action"])

    def learn(self, known, value):
        known.learn(value)
        for identifier, conversation in known.conversations.items():
            if identifier not in self.origin and "name" not in conversation:
                self.name(identifier, "pair:" + "+".join(sorted(conversation["participants"])))

    def name(self, identifier, reference):
        self.origin.setdefault(identifier, reference)
        self.found.setdefault(reference, identifier)

    def answered(self, device, request, message):
        result = message.get("result")
        if not result:
            return
        known = self.knowledge.get((device.person, device.greeting.get("app")))
        if known:
            self.learn(known, result)
        self.learn(self.everything, result)
        step = request["step"]
        for key in ("message", "share", "document"):
            if step and isinstance(result.get(key), dict) and "id" in result[key]:
                self.name(result[key]["id"], f"@{step}")
        if step and request["method"] in ("conversation.create", "conversation.addParticipant"):
            self.name(result["conversation"]["id"], f"@{step}")

    def act(self, device, action):
        """An app answers what it is asked for, as its habit is."""
        habit = next((app["habit"] for app in self.plan["apps"] if app["label"] == device.label), "silent")
        choice = random.Random(f"{self.plan['seed']} {action['id']}").random()
        if habit == "silent" or habit == "mixed" and choice < 0.3:
            return
        params = {"action": action["id"], "clientID": "act" + action["id"]}
        if habit == "fail" or habit == "mixed" and choice < 0.5:
            device.ask(None, "action.fail", {**params, "message": "No."})
            return
        if action["kind"] == "startCollaboration":
            params["url"] = f"https://board.example/b/{action['id']}"
            params["collaborationIdentifier"] = f"board-{action['id']}"
        device.ask(None, "action.fulfill", params)

    # Setting up

    def live_port(self, index=0):
        if self.cluster:
            return self.cluster.port(index)
        return self.server.port if self.server and not self.server.stopped else None

    async def begin(self):
        os.makedirs(self.folder, exist_ok=True)
        if self.plan["servers"] == 1:
            self.disk = processes.Disk(os.path.join(self.folder, "disk"))
            data = os.path.join(self.disk.folder, "chat.sqlite")
            self.shim = processes.Shim(self.library, os.path.join(self.folder, "control"), data)
            self.server = processes.Server("server", self.program, data, self.plan["config"], self.folder,
                                           self.history, self.shim)
            if not await self.server.start():
                raise processes.Missing("The server does not start: see " + self.folder)
            self.faults = faults.Faults(self)
        else:
            import cluster
            self.cluster = cluster.Cluster(self)
            await self.cluster.start()
            self.faults = cluster.Faults(self)
        self.observer = people.Device("observer", {"role": "observer"}, "line", lambda: self.live_port(0), self)
        self.observer.start()
        await self.until(lambda: self.observer.session, 10)
        for app, domain in mix.APPS.items():
            backends = ["custom"] if "board" in app else ["cloudRecord", "file"]
            await self.observer.call("app.register", {"app": app, "name": app.split(".")[2].title(),
                                                      "domains": [domain], "backends": backends})
        self.by_label["observer"] = self.observer
        for device in self.plan["devices"] + self.plan["apps"]:
            greeting = {"role": "person", "handle": device["person"], "name": mix.NAMES[device["person"]]}
            if "app" in device:
                greeting = {"role": "app", "handle": device["person"], "app": device["app"]}
            else:
                greeting["device"] = device["label"].replace("#", "-")
            proxy = await Proxy(lambda index=device["server"]: self.live_port(index)).start()
            self.proxies[device["label"]] = proxy
            made = people.Device(device["label"], greeting, device["transport"], proxy.port, self)
            self.devices.append(made)
            self.by_label[device["label"]] = made
            made.start()
        await self.until(lambda: all(device.session for device in self.devices), 20)
        for person, others in (("anna", ["bea", "carl", "dana"]), ("bea", ["anna", "emil"]), ("carl", ["frida"])):
            await self.by_label[person + "#1"].call("contact.add", {"handles": others, "clientID": "c" + person})
        if not all(device.session for device in self.devices):
            raise processes.Missing("Not all devices could log in: see " + self.folder)

    async def until(self, condition, seconds):
        end = self.history.now() + seconds
        while not condition():
            if self.history.now() > end:
                return False
            await asyncio.sleep(0.05)
        return True

    # Playing

    async def play(self):
        begin = self.history.now()
        for step in self.plan["steps"]:
            await asyncio.sleep(max(0.0, begin + step["at"] - self.history.now()))
            if "fault" in step:
                self.spawn(self.faults.play(step))
            elif "fence" in step:
                self.spawn(self.fence(step))
            else:
                self.operate(step)
            if self.server and self.server.crashed:
                self.spawn(self.revive_crashed())
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=30)

    def spawn(self, work):
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.finished)

    def finished(self, task):
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            self.history.add("note", what="judge failed", error=repr(task.exception()))

    async def revive_crashed(self):
        async with self.faults.busy:
            if self.server.crashed:
                await self.server.start()

    def operate(self, step):
        label = step["by"]
        person = label.split("#")[0].split("@")[0] if "/" not in label else label.split("/")[1]
        app = label.split("/")[0] if "/" in label else None
        chooser = operations.Chooser(self, step, person, app)
        try:
            method, params = chooser.request()
        except operations.Skip:
            return
        step["using"] = chooser.using
        self.sent += 1
        rng = random.Random(step["roll"] + 1)
        if label.endswith("@http"):
            self.spawn(self.post(step, person, method, params))
        else:
            self.by_label[label].ask(step["n"], method, params, retries=rng.random() < 0.85)
        if "clientID" in params and rng.random() < 0.08:
            self.spawn(self.again(step, person, app, method, params, rng))

    async def again(self, step, person, app, method, params, rng):
        """Sends the same clientID again later, with the same words or others."""
        await asyncio.sleep(rng.choice((0.0, 0.3, 2.0, 6.0)))
        if method == "message.send" and "text" in params and rng.random() < 0.4:
            params = {**params, "text": mix.token(step["n"], "z")}
        labels = [d.label for d in self.devices if d.person == person and d.greeting.get("app") == app]
        self.by_label[rng.choice(labels)].ask(step["n"], method, params, attempt=9)

    async def post(self, step, person, method, params, attempt=1):
        number = f"http:{step['n']}:{attempt}"
        common = {"session": f"{person}@http", "person": person, "role": "person", "r": number, "step": step["n"],
                  "method": method}
        self.history.add("ask", params=params, attempt=attempt, **common)
        try:
            port = self.live_port(step["n"] % self.plan["servers"])
            if not port:
                raise wire.Closed(None)
            message = await wire.post(port, {"role": "person", "handle": person},
                                      {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        except (wire.Closed, json.JSONDecodeError) as error:
            self.history.add("lost", session=common["session"], r=number, step=step["n"], why=str(error))
            if attempt < 4 and "clientID" in params:
                await asyncio.sleep(0.7)
                await self.post(step, person, method, params, attempt + 1)
            return
        entry = {"result": message["result"]} if "result" in message else {"error": message.get("error")}
        self.history.add("answer", **common, **entry)
        fake = self.by_label[person + "#1"]
        self.answered(fake, {"step": step["n"], "method": method}, message)

    async def burst(self, step):
        """Has somebody send a message, and waits for its acknowledgement: the fence comes at once behind it."""
        rng = random.Random(f"{self.plan['seed']} {step['n']}")
        sender = self.by_label[rng.choice([device["label"] for device in self.plan["devices"]])]
        known = [c["id"] for c in self.knowledge[(sender.person, None)].conversations.values() if not c.get("left")]
        if known:
            await sender.call("message.send", {"conversation": rng.choice(known), "clientID": f"k{step['n']}",
                                               "text": mix.token(step["n"])}, step=step["n"], timeout=2)

    async def fence(self, step):
        """Asks for a fence, and then each device for a ping: what is not there by then was not sent."""
        device = self.by_label.get(step["fence"])
        if not device:
            return
        await self.burst(step)
        asked = self.history.now()
        answer = await device.call("session.fence", {}, step=step["n"])
        if answer and "result" in answer:
            self.history.add("note", what="fence", asked=asked, step=step["n"])
            for other in [*self.devices, self.observer]:
                if other.session:
                    other.ask(step["n"], "session.ping", {}, retries=False)

    # The end

    async def heal(self):
        """Ends all faults. Returns what is not well within the bound."""
        self.faults.heal()
        if self.cluster:
            await self.cluster.heal()
        elif not self.server.lives:
            self.server.kill()
            await self.server.wait(5)
            if not await self.server.start():
                self.history.add("note", what="no start")
                return ["the server does not start"]
        self.history.add("note", what="healed")
        everybody = [*self.devices, self.observer]

        def well():
            return all(d.session and not d.pending and not d.outbox for d in everybody)

        await self.until(well, BOUND)
        await self.silence()
        problems = [f"{d.label}: session {d.session}, pending {len(d.pending)}, to send {len(d.outbox)}"
                    for d in everybody if not d.session or d.pending or d.outbox]
        end = self.history.now() + BOUND
        while self.history.now() < end:
            answer = await self.observer.call("session.fence", {})
            if answer and "result" in answer:
                break
            await asyncio.sleep(0.3)
        else:
            problems.append("no fence is answered")
        for device in everybody:
            if not await device.call("session.ping", {}):
                problems.append(f"{device.label}: no answer to a ping")
        servers = self.cluster.servers if self.cluster else [self.server]
        for server in servers:
            try:
                status, body = await wire.http(server.port, "GET", "/healthz") if server.port else (0, "no process")
            except wire.Closed:
                status, body = 0, "no answer"
            if status != 200:
                problems.append(f"{server.name}: /healthz answers {status} {body[:200]}")
        self.history.add("note", what="settled", problems=problems)
        return problems

    async def silence(self):
        """Waits until no notification came for a while, within the bound: nothing says when a device has caught up."""
        end, count = self.history.now() + BOUND, -1
        while self.history.now() < end:
            told = sum(device.heard for device in [*self.devices, self.observer])
            if told == count:
                return
            count = told
            await asyncio.sleep(1.5)

    async def read_all(self):
        """Each person, each app and an observer read everything in a session of their own."""
        import reading
        await reading.read_all(self)

    async def end(self):
        self.history.add("note", what="origin", of=self.origin)
        for device in [*self.devices, getattr(self, "observer", None)]:
            if device:
                await device.stop()
        for proxy in self.proxies.values():
            await proxy.stop()
        for task in list(self.tasks):
            task.cancel()
        if self.cluster:
            await self.cluster.stop()
        if self.server and self.server.process:
            if self.server.lives:
                self.server.signal(signal.SIGTERM)
                if not await self.server.wait(10):
                    self.history.add("note", what="no end at SIGTERM")
                    self.server.kill()
                    await self.server.wait(10)
            check = await asyncio.get_running_loop().run_in_executor(None, lambda: subprocess.run(
                [self.program, "check", self.server.data], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
            self.history.add("note", what="check", status=check.returncode, output=check.stdout[-400:])
        if self.shim:
            self.shim.close()
        if self.disk:
            self.disk.release()
        shutil.rmtree(os.path.join(self.folder, "disk"), ignore_errors=True)


async def play(plan, program, folder, library):
    """Plays a plan. Returns its history."""
    stage = Stage(plan, program, folder, library)
    try:
        await stage.begin()
        await stage.play()
        if "the server does not start" not in await stage.heal():
            await stage.read_all()
    finally:
        await stage.end()
    stage.history.operations = stage.sent
    return stage.history
