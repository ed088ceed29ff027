// The worlds of the server. Their list is shown for #worlds, for an unknown world, and while the world is empty.

/** The most worlds to draw. */
const worldsMax = 1000;
let worlds = [];
let drawnWorlds = "";

async function readWorlds() {
  ({ worlds } = await ask("world.list"));
  byID("world").replaceChildren(...worlds.slice(0, worldsMax).map((one) => element("option", { value: one.world, selected: one.world === world.name }, one.world)));
  if (view.kind === undefined) drawEmpty();
}

/** Draws the page without a conversation and without a person. */
function drawEmpty() {
  const isLost = world.isRead && !here.isLost && (here.conversation ?? here.person) !== undefined;
  const isShown = here.isWorlds || here.isLost || (world.isRead && world.conversations.length === 0);
  const listed = worlds.filter((one) => isListed(one.world));
  // The list is read again and again. It is drawn only when it changed, so that no click and no focus is lost.
  const signature = JSON.stringify([isLost, isShown, world.name, query, here, listed.map(({ now, ...one }) => (one.clock === "real" ? one : { ...one, now }))]);
  if (signature === drawnWorlds && byID("stage").querySelector("[data-empty]") !== null) return;
  drawnWorlds = signature;
  const focused = document.activeElement?.dataset?.world;
  byID("head").replaceChildren();
  byID("stage").replaceChildren(element("div", { "data-empty": "" }, isLost ? nothing("Choose a conversation or a person in the list.") : isShown ? worldsList(listed) : nothing("Reading …")));
  if (focused !== undefined) byID("stage").querySelector(`[data-world="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  drawTitle();
}

function worldsList(listed) {
  const isEmpty = !here.isWorlds && !here.isLost;
  const left = listed.length - worldsMax;
  return [
    isEmpty ? nothing(`The world “${world.name}” is empty. A new conversation appears here by itself.`) : undefined,
    worlds.length < 2 && isEmpty ? nothing("The server has no other world.") : element("h3", {}, "Worlds of this server"),
    worlds.length < 2 && isEmpty ? undefined : element("ul.worlds", {}, listed.slice(0, worldsMax).map((one) => element("li", {}, worldItem(one)))),
    listed.length === 0 && worlds.length > 0 ? nothing("No matches.") : undefined,
    left > 0 ? nothing(`${left} more: search for them.`) : undefined,
  ];
}

const counted = (number, one) => `${number.toLocaleString("en-US")} ${one}${number === 1 ? "" : "s"}`;

/** A world as a link, with its numbers of events and open streams. */
function worldItem(one) {
  const hints = [
    one.clock === "real" ? "real clock" : `virtual clock at ${one.now.slice(0, 16).replace("T", " ")}`,
    one.stored ? "stored" : "in memory", one.holder === undefined ? undefined : `served by ${one.holder}`,
  ];
  return element(
    "a.item",
    { href: fragmentOf({ world: one.world }), "data-world": one.world, "aria-current": one.world === world.name ? "true" : undefined },
    avatar(one.world),
    element("span.name", {}, element("bdi", {}, one.world), element("span.last", {}, hints.filter((hint) => hint !== undefined).join(" · "))),
    element("span.count", {}, element("span", {}, one.cursor === 0 ? "empty" : counted(one.cursor, "event")), element("span", {}, counted(one.sessions, "open stream"))),
  );
}
