"""Devices: the sessions of people, of their apps and of the observer. A device resumes and retries as a client does."""

import asyncio
import json

import wire

PATIENCE = 6.0
PAUSE = 0.3


class Device:
    """One device. It keeps its cursor, logs in again after each end, and sends again what was not answered."""

    def __init__(self, label, greeting, transport, port, stage, after=0):
        self.label, self.greeting, self.transport, self.stage = label, greeting, transport, stage
        self.port = port
        self.person, self.role = greeting.get("handle"), greeting["role"]
        self.cursor = after
        self.stream = self.session = None
        self.connections = 0
        self.pending = {}
        self.outbox = []
        self.next = 1
        self.ends = False
        self.task = None
        self.heard = 0

    def start(self):
        self.task = asyncio.ensure_future(self.live())
        self.watcher = asyncio.ensure_future(self.watch())

    async def live(self):
        while not self.ends:
            try:
                await self.connect()
                await self.read()
            except wire.Closed as error:
                self.end(f"closed {error.args[0]}")
            except (OSError, asyncio.TimeoutError, json.JSONDecodeError) as error:
                self.end(type(error).__name__)
            if not self.ends:
                await asyncio.sleep(PAUSE)

    async def connect(self):
        port = self.port() if callable(self.port) else self.port
        if not port:
            raise OSError("no server")
        self.stream = await asyncio.wait_for(wire.STREAMS[self.transport].open(port), PATIENCE)
        greeting = dict(self.greeting)
        if self.cursor is not None:
            greeting["after"] = self.cursor
        self.stream.send(json.dumps({"jsonrpc": "2.0", "id": 0, "method": "session.hello", "params": greeting}))
        asked = self.stage.history.now()
        while True:
            answer = json.loads(await asyncio.wait_for(self.stream.receive(), PATIENCE))
            if answer.get("id") == 0:
                break
            if "error" in answer:
                self.stage.history.add("note", what="last error", device=self.label, error=answer["error"])
                raise OSError("refused")
        if "error" in answer:
            self.stage.history.add("note", what="hello refused", device=self.label, after=self.cursor,
                                   error=answer["error"])
            if answer["error"].get("data", {}).get("field") == "after":
                self.cursor = 0
            raise OSError("refused")
        self.connections += 1
        self.session = f"{self.label}/{self.connections}"
        self.stage.history.add("open", session=self.session, device=self.label, person=self.person, role=self.role,
                               app=self.greeting.get("app"), after=greeting.get("after"), asked=asked,
                               transport=self.transport, hello=answer["result"])
        if self.cursor is None:
            self.cursor = answer["result"]["cursor"]
        for action in answer["result"].get("actions", []):
            self.stage.act(self, action)
        outbox, self.outbox = self.outbox, []
        for request in outbox:
            self.write(request)

    async def watch(self):
        """Aborts a connection on which a request is not answered for too long."""
        while True:
            await asyncio.sleep(0.5)
            now = self.stage.history.now()
            if self.stream and any(now - request["sent"] > PATIENCE for request in self.pending.values()):
                self.stream.abort()

    async def read(self):
        while True:
            text = await self.stream.receive()
            message = json.loads(text)
            if "method" in message:
                self.heard += 1
                params = message.get("params", {})
                self.stage.history.add("told", session=self.session, person=self.person, role=self.role,
                                       method=message["method"], params=params)
                if "cursor" in params:
                    self.cursor = max(self.cursor or 0, params["cursor"])
                self.stage.told(self, message["method"], params)
            elif message.get("id") in self.pending:
                self.answered(self.pending.pop(message["id"]), message)
            else:
                self.stage.history.add("note", what="last error", device=self.label, error=message.get("error"))

    def ask(self, step, method, params, attempt=1, retries=True):
        """Sends a request, or keeps it until the device is connected."""
        request = {"step": step, "method": method, "params": params, "attempt": attempt, "retries": retries}
        if self.session:
            self.write(request)
        elif retries:
            self.outbox.append(request)
        return request

    async def call(self, method, params, timeout=PATIENCE, step=None):
        """Sends a request and returns its answer, or None."""
        request = self.ask(step, method, params, retries=False)
        future = asyncio.get_running_loop().create_future()
        request["future"] = future
        if not self.session:
            return None
        try:
            return await asyncio.wait_for(future, timeout)
        except asyncio.TimeoutError:
            return None

    def write(self, request):
        number, self.next = self.next, self.next + 1
        request["r"] = f"{self.label}:{number}"
        request["sent"] = self.stage.history.now()
        self.pending[number] = request
        self.stage.history.add("ask", session=self.session, person=self.person, role=self.role, r=request["r"],
                               step=request["step"], method=request["method"], params=request["params"],
                               attempt=request["attempt"])
        try:
            self.stream.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": request["method"],
                                         "params": request["params"]}, ensure_ascii=False))
        except OSError:
            pass

    def answered(self, request, message):
        error = message.get("error")
        entry = {"result": message["result"]} if "result" in message else {"error": error}
        self.stage.history.add("answer", session=self.session, person=self.person, role=self.role, r=request["r"],
                               step=request["step"], method=request["method"], **entry)
        future = request.get("future")
        if future and not future.done():
            future.set_result(message)
        reason = (error or {}).get("data", {}).get("reason")
        if reason in ("unavailable", "rate_limited") and request["retries"] and request["attempt"] < 6:
            asyncio.get_running_loop().call_later(0.5, self.retry, request)
        else:
            self.stage.answered(self, request, message)

    def retry(self, request):
        if not self.ends:
            self.ask(request["step"], request["method"], request["params"], request["attempt"] + 1)

    def end(self, why):
        if self.session:
            self.stage.history.add("closed", session=self.session, why=why)
        if self.stream:
            self.stream.abort()
        self.session = self.stream = None
        for request in self.pending.values():
            self.stage.history.add("lost", session=f"{self.label}/{self.connections}", r=request["r"],
                                   step=request["step"])
            future = request.get("future")
            if future and not future.done():
                future.set_result(None)
            elif request["retries"] and request["attempt"] < 6 and "clientID" in request["params"]:
                self.outbox.append({**request, "attempt": request["attempt"] + 1})
        self.pending = {}

    def hang_up(self):
        """Ends the connection from the client's side; the device logs in again."""
        if self.stream:
            self.stream.abort()

    async def stop(self):
        self.ends = True
        if self.task:
            self.watcher.cancel()
            self.task.cancel()
            try:
                await self.task
            except (asyncio.CancelledError, Exception):
                pass
        self.end("stopped")


class Knowledge:
    """What a person (or the app of a person) learned, from answers and notifications on any device."""

    def __init__(self, forgets=True):
        self.forgets = forgets
        self.conversations, self.messages, self.shares = {}, {}, {}
        self.consents, self.notices, self.highlights, self.documents = {}, {}, {}, {}
        self.starts, self.deleted = {}, set()

    def learn(self, value):
        """Takes in each value of the protocol that stands in an answer or a notification."""
        if isinstance(value, list):
            for item in value:
                self.learn(item)
        elif isinstance(value, dict):
            if "participants" in value and "unread" in value:
                self.conversations[value["id"]] = value
            elif "sentAt" in value and "sequence" in value and "conversation" in value:
                self.messages[value["id"]] = value
            elif "participants" in value and "owner" in value:
                self.shares[value["id"]] = value
            elif "state" in value and "title" in value:
                self.starts[value["id"]] = value
            elif "gone" in value and "share" in value and self.forgets:
                self.shares.pop(value["share"]["id"], None)
            elif "consent" in value and "url" in value:
                self.consents[value["consent"]] = value
            elif "postedAt" in value and "event" in value:
                self.notices[value["id"]] = value
            elif "revision" in value and "canEdit" in value:
                self.documents[value["url"]] = value
            elif "url" in value and "id" in value and ("attribution" in value or len(value) == 2):
                self.highlights[value["id"]] = value
            for item in value.values():
                if isinstance(item, (dict, list)):
                    self.learn(item)
