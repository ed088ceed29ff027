// The place that the page shows. The fragment of the address names it, so that a link leads to it:
// #world=trip&conversation=c18&person=anna&moment=42

const placeNames = ["world", "conversation", "person", "entry", "moment"];
const worldsFragment = "#worlds";

/** The form of a moment: a position in the journal, and the number of a request or a fault after it. */
const momentForm = /^(0|[1-9]\d{0,14})(?:\.([1-9]\d{0,14}))?$/;

/** Returns the place that a fragment names, and a sentence about the first part that is wrong. */
function parsePlace(fragment) {
  if (fragment === worldsFragment) return { place: { isWorlds: true } };
  const place = {};
  const problems = [];
  for (const part of fragment.replace(/^#/, "").split("&").filter((part) => part !== "")) {
    const name = part.split("=", 1)[0];
    const value = decoded(part.slice(name.length + 1));
    if (!placeNames.includes(name)) problems.push(`The address has “${shortened(decoded(name) ?? name)}”, which this page does not know.`);
    else if (value === undefined || value === "") problems.push(`The address names no ${name}.`);
    else if (Object.hasOwn(place, name)) problems.push(`The address names more than one ${name}.`);
    else if (name === "moment" && !momentForm.test(value)) problems.push(`“${shortened(value)}” is not a moment. A moment is a position in the journal, such as 42.`);
    else place[name] = value;
  }
  return { place, problem: problems[0] };
}

/** Returns the fragment that names a place. */
function fragmentOf(place) {
  if (place.isWorlds) return worldsFragment;
  return "#" + placeNames.filter((name) => place[name] !== undefined).map((name) => `${name}=${encodeURIComponent(place[name])}`).join("&");
}

/** The place of the address. It may name things that the server does not have; `isLost` marks an unknown world. */
let here = {};

/** Writes a place into the address. A quiet visit makes no entry in the history of the browser. */
function visit(place, isQuiet = false) {
  here = place;
  if (!isQuiet) showLost(undefined);
  const fragment = fragmentOf(place);
  if (location.hash !== fragment) history[isQuiet ? "replaceState" : "pushState"](null, "", fragment);
  drawTitle();
}

/** Returns the shown place with other parts. An unknown world and the list of worlds are left for the open world. */
const hereWith = (parts) => ({ ...(here.isLost || here.isWorlds ? { world: world.name } : here), ...parts });

/** The number of places that the address named so far. A place that is still being read gives way to a later one. */
let arrivals = 0;

/** Marks the place of the address as not shown yet. */
function expectArrival() {
  arrivals += 1;
  stale.place = true;
  mayRead.place = 0;
}

/** Goes to the place of the address, after it was changed by a link, by hand or by the history of the browser. */
async function arrive() {
  const { place, problem } = parsePlace(location.hash);
  const name = place.world ?? (place.isWorlds ? world.name : "main");
  const isOther = name !== world.name || here.isLost === true;
  here = place;
  showLost(problem);
  if (isOther) return chooseWorld(name);
  expectArrival();
  const isKnown = (place.conversation === undefined || conversationOf(place.conversation) !== undefined)
    && (place.person === undefined || world.people.some((person) => person.handle === place.person));
  if (isKnown && world.isRead) return readAgain("place");
  Object.assign(stale, { people: true, conversations: true });
  Object.assign(mayRead, { people: 0, conversations: 0 });
  return follow();
}

/** Shows the sentence about a world that the server does not have, and the list of the others. */
function loseWorld() {
  showLost(`The world “${shortened(world.name)}” is not on this server. It was deleted, or the link is wrong.`);
  here.isLost = true;
  world.name = "main";
  forgetWorld();
  openLine();
}

function loseView(kind, id) {
  showLost(`The ${kind} “${shortened(id)}” is not in the world “${shortened(world.name)}”. The world was emptied, or the link is wrong.`);
  forgetView();
}

/** Shows the place of the address. */
async function readPlace() {
  const number = arrivals;
  for (const part of [readSubject, readEntry, readMoment]) if (arrivals === number) await part();
}

/** Shows the conversation or the person of the address. Without one, it shows the first conversation. */
async function readSubject() {
  const wanted = here;
  const { conversation, person } = wanted;
  if (wanted.isWorlds || wanted.isLost) return forgetView();
  if (conversation !== undefined) {
    const found = conversationOf(conversation) ?? (await findConversation(conversation));
    if (here !== wanted) return undefined;
    if (found === undefined) return loseView("conversation", conversation);
    const isMember = person === undefined || found.participants.includes(person);
    if (!isMember) showLost(`“${shortened(person)}” is not a member of this conversation. The right side shows another person.`);
    return show("conversation", conversation, isMember ? person : undefined);
  }
  if (person !== undefined) {
    const isKnown = world.morePeople || world.people.some((one) => one.handle === person);
    return isKnown ? show("person", person) : loseView("person", person);
  }
  if (world.conversations.length === 0) return forgetView();
  visit({ ...wanted, world: world.name, conversation: world.conversations[0].id }, true);
  return show("conversation", here.conversation);
}

/** Marks the entry of the address in the thread or on the shelf, and explains its delivery. */
async function readEntry() {
  const wanted = here;
  if (view.kind === undefined) return;
  if (wanted.entry === undefined) {
    if (view.chosen === undefined) return;
    view.chosen = undefined;
    about.subject = undefined;
    markChosen();
    if (shownPanel === "why") drawPanel();
    return;
  }
  let count = -1;
  while (here === wanted) {
    const found = byID("stage").querySelector(`[data-entry="${CSS.escape(wanted.entry)}"]`);
    if (found !== null) {
      if (view.chosen !== wanted.entry) found.click();
      found.scrollIntoView({ block: "nearest" });
      return;
    }
    const isWhole = view.kind !== "conversation" || !view.more || view.entries.length >= 1000 || view.entries.length === count;
    if (isWhole) return showLost(`The entry “${shortened(wanted.entry)}” is not among the newest entries here. It was deleted, or the link is wrong.`);
    count = view.entries.length;
    await readOlder();
  }
}

/** Names the shown place in the title of the page, for the history and the bookmarks of the browser. */
function drawTitle() {
  const conversation = view.kind === "conversation" ? conversationOf(view.id) : undefined;
  const shown = conversation === undefined ? (view.kind === "person" ? nameOf(view.id) : undefined) : titleOf(conversation);
  document.title = visible([shown, here.isWorlds ? "Worlds" : world.name, "Understudy"].filter((part) => part !== undefined).join(" – "));
}
