// The shown world, and the loop that follows it. The page requests events as fast as it can show them. If there are
// more, it skips some and shows how many.

/** The most stored events, and the most missing log entries before the page skips some. */
const wireMax = 1000;
const behindMax = 400;

const world = { name: "main", clock: undefined, cursor: 0, number: 0, people: [], morePeople: false, conversations: [], moreConversations: false, isRead: false };

/** The received events of the journal, the newest last, with a gap for each group of skipped events. */
let wire = [];

/** The parts to reload, and the earliest time for each. A part that takes longer is reloaded less often. */
const stale = { people: true, conversations: true, place: true, view: true, faults: true, worlds: false };
const mayRead = { people: 0, conversations: 0, place: 0, view: 0, faults: 0, worlds: 0 };
let followTimer;

/** The connection over which the page is following the world, and whether to do so again at once. */
const following = { socket: undefined, isAgain: false };

/** The parts that any event can change. */
const allStale = { people: true, conversations: true, view: true, faults: true };

/** Begins to follow a world, from its newest events. */
async function enter(welcome) {
  if (welcome.cursor < world.cursor) forgetWorld();
  if (wire.length === 0) Object.assign(world, { cursor: Math.max(0, welcome.cursor - 60), number: 0 });
  showClock(welcome.clock.kind, welcome.clock.now);
  Object.assign(stale, allStale);
  if (here.world === undefined && !here.isWorlds) visit({ ...here, world: world.name }, true);
  say("Connected.");
  await attempt(readWorlds);
  follow();
}

function forgetWorld() {
  wire = [];
  Object.assign(world, { cursor: 0, number: 0, people: [], morePeople: false, conversations: [], moreConversations: false, isRead: false });
  momentRows = undefined;
  isHeld = false;
  heldCount = 0;
  expectArrival();
  forgetView();
  drawPanel();
}

function chooseWorld(name) {
  world.name = name;
  forgetWorld();
  say("Connecting …");
  openLine();
}

/** Reads a page of new events, then reloads the outdated parts. */
async function follow() {
  clearTimeout(followTimer);
  const socket = line.socket;
  if (socket?.readyState !== WebSocket.OPEN || document.hidden) return;
  following.isAgain = following.socket === socket;
  if (following.isAgain) return;
  following.socket = socket;
  let pause = 1000;
  try {
    const page = await ask("journal.list", { after: world.cursor, number: world.number, limit: 200 });
    takePage(page);
    if (page.entries.length > 0) pause = 250;
    stale.worlds = view.kind === undefined;
    for (const what of Object.keys(stale)) await readAgain(what);
    const now = await ask("clock.now");
    showClock(now.clock, now.now);
    summarize();
  } catch (error) {
    if (line.socket === socket && line.socket !== undefined) say(error.message, true);
  }
  if (following.socket === socket) following.socket = undefined;
  if (line.socket === socket) followTimer = setTimeout(follow, following.isAgain ? 0 : pause);
}

/** Shows a summary of the world, after the previous message was shown long enough. */
function summarize() {
  if (performance.now() - saidAt < 4000) return;
  const online = world.people.filter((person) => person.sessions > 0).length;
  byID("summary").classList.remove("bad");
  byID("summary").textContent = `${world.conversations.length} conversations, ${world.people.length}${world.morePeople ? "+" : ""} people, ${online} online · position ${world.cursor}`;
}

function takePage(page) {
  // A world that was reset has a shorter journal.
  if (page.end < world.cursor) {
    forgetWorld();
    Object.assign(stale, allStale);
    return;
  }
  for (const entry of page.entries) noteStale(entry);
  wire.push(...page.entries);
  Object.assign(world, { cursor: page.cursor, number: page.number });
  if (page.end - page.cursor > behindMax) {
    const next = page.end - behindMax / 4;
    wire.push({ kind: "gap", count: next - page.cursor });
    world.cursor = next;
    Object.assign(stale, allStale);
  }
  if (wire.length > wireMax) wire.splice(0, wire.length - wireMax);
  if (page.entries.length > 0) wireCame(page.entries);
}

/** Marks the parts that an event changes. */
function noteStale(entry) {
  if (entry.kind === "fault") stale.faults = true;
  if (entry.kind === "request") {
    if (entry.event === "session.hello" || entry.event === "contact.add") stale.people = true;
    if (entry.event.startsWith("fault.")) stale.faults = true;
    if (entry.event === "app.register" || entry.event === "document.close") stale.view = true;
  }
  if (entry.conversation !== undefined || entry.event.startsWith("conversation.")) stale.conversations = true;
  if (concernsView(entry)) stale.view = true;
}

const reading = {
  people: readPeople, conversations: readConversations, place: readPlace, view: readView, faults: readFaults,
  worlds: readWorlds,
};
const shortestPause = { view: 200, worlds: 2000 };

async function readAgain(what) {
  if (!stale[what] || performance.now() < mayRead[what]) return;
  stale[what] = false;
  const began = performance.now();
  await attempt(reading[what]);
  const took = performance.now() - began;
  mayRead[what] = performance.now() + Math.max(shortestPause[what] ?? 800, 15 * took);
}

async function readPeople() {
  const page = await ask("person.list", { limit: 1000 });
  world.people = page.people;
  world.morePeople = page.more;
  drawList();
}

async function readConversations() {
  const { conversations, next } = await ask("conversation.list");
  const shown = view.kind === "conversation" ? conversationOf(view.id) : undefined;
  world.conversations = conversations;
  world.moreConversations = next !== undefined;
  world.isRead = true;
  if (shown !== undefined && conversationOf(shown.id) === undefined) {
    if (next === undefined) loseView("conversation", shown.id);
    else conversations.push(shown);
  }
  if (view.kind === undefined && conversations.length > 0 && (here.conversation ?? here.person) === undefined && !here.isWorlds && !here.isLost) expectArrival();
  drawList();
}

/** Reads the further pages of conversations until one has the id; undefined if none has. */
async function findConversation(id) {
  let page = await ask("conversation.list");
  while (page.next !== undefined && !page.conversations.some((one) => one.id === id)) page = await ask("conversation.list", { after: page.next });
  const found = page.conversations.find((one) => one.id === id);
  if (found !== undefined && conversationOf(id) === undefined) world.conversations.push(found);
  return found;
}

const nameOf = (handle) => world.people.find((person) => person.handle === handle)?.name ?? handle ?? "";
const conversationOf = (id) => world.conversations.find((one) => one.id === id);

/** The members of a conversation, then the people who left it or were removed. */
const everMembersOf = (id) => {
  const conversation = conversationOf(id);
  return conversation === undefined ? [] : [...conversation.participants, ...(conversation.former ?? []).map((person) => person.handle)];
};
const titleOf = (conversation) => conversation.name ?? conversation.people.map((person) => person.name).join(", ");
