// The connection to the server: a WebSocket for requests of an observer in one world. The server sends only answers.

/** The state of the connection. The token is stored only here. */
const line = { socket: undefined, asked: new Map(), lastID: 0, token: undefined, failures: 0, timer: undefined };

/** Sends a request, and returns its result. Throws an error if it is refused. */
function ask(method, params = {}) {
  return new Promise((done, refuse) => {
    if (line.socket?.readyState !== WebSocket.OPEN) return refuse(new Error("There is no connection to the server."));
    line.lastID += 1;
    line.asked.set(line.lastID, { done, refuse });
    line.socket.send(JSON.stringify({ jsonrpc: "2.0", id: line.lastID, method, params }));
  });
}

/** Opens a connection to the chosen world, and closes the previous one. */
function openLine() {
  clearTimeout(line.timer);
  closeLine();
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`, "chat.v1");
  line.socket = socket;
  socket.addEventListener("open", () => greet(socket));
  socket.addEventListener("message", (event) => { if (line.socket === socket) takeAnswer(JSON.parse(event.data)); });
  socket.addEventListener("close", (event) => { if (line.socket === socket) lineEnded(event); });
}

function closeLine() {
  const old = line.socket;
  line.socket = undefined;
  old?.close();
  for (const { refuse } of line.asked.values()) refuse(new Error("The connection to the server ended."));
  line.asked.clear();
}

function takeAnswer(message) {
  const asked = line.asked.get(message.id);
  if (asked === undefined) {
    if (message.error) say(message.error.message, true);
    return;
  }
  line.asked.delete(message.id);
  if (message.error === undefined) return asked.done(message.result);
  const error = new Error(message.error.message);
  error.reason = message.error.data?.reason;
  asked.refuse(error);
}

async function greet(socket) {
  try {
    const welcome = await ask("session.hello", { role: "observer", world: world.name, events: false, ...(line.token ? { token: line.token } : {}) });
    line.failures = 0;
    await enter(welcome);
  } catch (error) {
    if (line.socket !== socket) return;
    if (error.reason === "unauthenticated" || error.reason === "rate_limited") return askForToken(error.message);
    if (error.reason === "not_found" && world.name !== "main") return loseWorld();
    say(error.message, true);
  }
}

/** Handles the end of the connection: tries again after a pause, which grows with each failure. */
function lineEnded(event) {
  closeLine();
  if (byID("token-dialog").open) return;
  line.failures += 1;
  const seconds = Math.min(15, 2 ** Math.min(line.failures, 4));
  say(`The connection ended${event.reason ? ` (${event.reason})` : ""}; trying again in ${seconds} s.`, true);
  line.timer = setTimeout(openLine, seconds * 1000);
}

/** Asks for the token that the server wants. */
function askForToken(problem) {
  const dialog = byID("token-dialog");
  byID("token-problem").textContent = line.token === undefined ? "" : problem;
  say("This server needs a token.", true);
  if (!dialog.open) dialog.showModal();
  byID("token").value = "";
  byID("token").focus();
}

function useToken() {
  line.token = byID("token").value.trim();
  byID("token-dialog").close();
  say("Connecting …");
  openLine();
}

let saidAt = 0;

/** Shows a message at the top of the page for a few seconds. */
function say(text, isBad = false) {
  saidAt = performance.now();
  byID("summary").textContent = visible(text);
  byID("summary").classList.toggle("bad", isBad);
}

/** Runs a task that may be refused. Shows the error, and returns undefined. */
async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    say(error.message, true);
    return undefined;
  }
}
