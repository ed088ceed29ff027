// The connection to the player: a WebSocket next to the page.

const line = { socket: undefined, failures: 0 };

/** The number of attempts to connect again before the page gives up. The player has probably ended then. */
const failuresMax = 5;

/** Opens the connection. */
function openLine() {
  const folder = location.pathname.replace(/\/?$/, "/");
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${folder}ws`);
  line.socket = socket;
  socket.addEventListener("open", () => { line.failures = 0; });
  socket.addEventListener("message", (event) => take(JSON.parse(event.data)));
  socket.addEventListener("close", lineEnded);
}

/** Handles the end of the connection: tries again a few times, after a pause that grows. */
function lineEnded() {
  line.failures += 1;
  run = { state: "lost" };
  drawRun();
  if (line.failures > failuresMax) return;
  setTimeout(openLine, 250 * 2 ** line.failures);
}

/** Sends a message to the player. */
function send(action, members = {}) {
  if (line.socket?.readyState === WebSocket.OPEN) line.socket.send(JSON.stringify({ do: action, ...members }));
}

/** The handlers of the player's messages, by type. */
const takers = {
  list: takeList, state: takeState, begin: takeBegin, result: takeResult, story: takeStory, step: takeStep, failure: takeFailure,
  nothing: takeNothing, breakpoint: takeBreakpoint,
};

/** Receives a message of the player. */
function take(message) {
  if (Object.hasOwn(takers, message.type)) takers[message.type](message);
}
