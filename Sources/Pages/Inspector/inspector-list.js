// The list of conversations and people.

const listMax = 500;
let query = "";

const isListed = (...texts) => {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const all = texts.join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
};

function drawList() {
  const conversations = world.conversations.filter((one) => isListed(titleOf(one), ...one.participants, one.id));
  const people = world.people.filter((one) => isListed(one.name, one.handle));
  byID("list").replaceChildren(
    ...group("Conversations", conversations, conversationItem, world.moreConversations),
    ...group("People", people, personItem, world.morePeople),
  );
  if (view.kind === undefined) drawEmpty();
}

function group(title, things, item, isCut = false) {
  const left = things.length - listMax;
  return [
    element("h2", {}, title, element("span.number", {}, String(things.length) + (isCut ? "+" : ""))),
    things.length === 0 ? nothing(query === "" ? "None yet." : "No matches.") : element("ul", {}, things.slice(0, listMax).map((one) => element("li", {}, item(one)))),
    left > 0 ? nothing(`${left} more: search for them.`) : undefined,
  ].filter((part) => part !== undefined);
}

function listItem(kind, id, avatarName, title, hint, ...marks) {
  const isHere = view.kind === kind && view.id === id;
  return element(
    "a.item",
    { href: fragmentOf({ world: world.name, [kind]: id }), "aria-current": isHere ? "true" : undefined, click: closeDrawer },
    avatar(avatarName),
    element("span.name", {}, element("bdi", {}, title), element("span.last", {}, hint)),
    ...marks,
  );
}

function conversationItem(conversation) {
  const last = conversation.lastMessage;
  const hint = last === undefined ? `${conversation.participants.length} people` : last.unsentAt ? `${nameOf(last.sender)} unsent a message` : `${nameOf(last.sender)}: ${last.text}`;
  return listItem("conversation", conversation.id, titleOf(conversation), titleOf(conversation), hint, element("span.count", {}, conversation.id));
}

function personItem(person) {
  const isHere = person.sessions > 0;
  const words = isHere ? `${person.sessions} ${person.sessions === 1 ? "device" : "devices"} online` : "offline";
  return listItem("person", person.handle, person.name, person.name, `${person.handle} · ${words}`, element(isHere ? "span.dot" : "span.dot.off", { "aria-hidden": "true" }, isHere ? "●" : "○"));
}

/** The first letter of a person's name, on a colour that depends on the name. */
function avatar(name) {
  let sum = 0;
  for (const letter of name) sum = Math.imul(sum ^ letter.codePointAt(0), 0x5bd1e995) >>> 0;
  sum ^= sum >>> 15;
  const letters = [...name].filter((letter) => /\p{L}|\p{N}/u.test(letter));
  return element(`span.avatar.hue-${(sum >>> 0) % 8}`, { "aria-hidden": "true" }, (letters[0] ?? "?").toUpperCase());
}
