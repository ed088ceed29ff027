// A person: their shelf, shares, documents, contacts, and the changes of their switches.

async function readPerson(handle) {
  const parts = {
    shelf: ask("highlight.list", { person: handle, limit: 100 }), shares: ask("share.list", { person: handle }),
    documents: ask("document.list", { person: handle }), contacts: ask("contact.list", { person: handle }),
    audit: ask("settings.audit", { person: handle, limit: 50 }),
  };
  const answers = await Promise.all(Object.values(parts));
  if (view.kind !== "person" || view.id !== handle) return;
  view.things = Object.fromEntries(Object.keys(parts).map((key, index) => [key, answers[index]]));
  drawPerson();
}

function drawPerson() {
  const { shelf, shares, documents, contacts, audit } = view.things;
  const known = world.people.find((one) => one.handle === view.id);
  const devices = known?.sessions ?? 0;
  byID("head").replaceChildren(
    element("h2", {}, element("bdi", {}, nameOf(view.id)), element("code.rule", {}, view.id)),
    element("p.facts", {}, element("span", {}, devices > 0 ? `${devices} ${devices === 1 ? "device" : "devices"} online` : "offline"), element("span", {}, `${contacts.contacts.length} contacts`)),
  );
  const stage = byID("stage");
  const place = stage.scrollTop;
  stage.replaceChildren(
    element(
      "div.things",
      {},
      section("Shared with You", shelf.highlights, shelfItem, "No links. Click a link in a thread to see why.", shelf.more),
      section("Shares", shares.shares, shareItem, "No shares.", shares.more),
      section("Documents", documents.documents, documentItem, "No documents.", documents.more),
      section("Contacts", [...contacts.contacts, ...contacts.blocked.map((one) => ({ ...one, isBlocked: true }))], contactItem, "No contacts."),
      section("Switches", [...audit.changes].reverse(), changeItem, "All switches have their defaults.", audit.more),
    ),
  );
  stage.scrollTop = place;
}

function section(title, things, item, none, isCut = false) {
  return element(
    "section.thing-group",
    { "aria-label": title },
    element("h3", {}, title, element("span.number", {}, `${things.length}${isCut ? "+" : ""}`)),
    things.length === 0 ? nothing(none) : element("ul", {}, things.slice(0, 200).map((thing) => element("li", {}, item(thing)))),
  );
}

function shelfItem(highlight) {
  const subject = { about: highlight.id, title: highlight.title, people: [view.id] };
  const who = highlight.attribution.map((one) => one.name).join(", ");
  return clickable(
    "div.thing",
    highlight,
    subject,
    element("bdi.who", {}, highlight.pinned ? `📌 ${highlight.title}` : highlight.title),
    element("p.last", {}, `${highlight.app} · ${highlight.url}`),
    element("p.last", {}, who === "" ? "from no one else" : `from ${who}`),
    element("p.reason", {}, element("code.rule", {}, highlight.why.rule), highlight.why.text),
  );
}

function shareItem(share) {
  const subject = { about: share.url, title: share.title, people: share.participants.map((one) => one.handle) };
  const people = share.participants.map((one) => `${nameOf(one.handle)} (${[one.role, one.permission, one.acceptance].join(", ")})`).join(" · ");
  return clickable(
    "div.thing", share, subject,
    element("bdi.who", {}, share.title),
    element("p.last", {}, `${share.id} · ${share.app} · ${share.access}, ${share.permission}${share.allowsInviting ? ", inviting" : ""}`),
    element("p.last", {}, people),
  );
}

function documentItem(document) {
  const details = element(
    "details.thing",
    {},
    element("summary", {}, element("bdi.who", {}, document.title), element("span.hint", {}, `${document.id} · revision ${document.revision} · ${document.app}`)),
  );
  details.addEventListener("toggle", async () => {
    if (!details.open || details.childElementCount > 1) return;
    const answer = await attempt(() => ask("document.get", { document: document.id }));
    if (answer === undefined) return;
    const { text, comments } = answer.document;
    details.append(
      text === "" ? nothing("Empty") : differenceLines(text.split("\n").map((one) => ["same", one])),
      ...comments.map((one) => element("p.last", {}, `${nameOf(one.author)}: ${one.text}`)),
    );
  });
  return details;
}

const contactItem = (person) => element("p.thing", {}, element("bdi.who", {}, person.name), element("span.last", {}, ` ${person.handle}${person.isBlocked ? " · blocked" : ""}`));

const changeItem = (change) =>
  element(
    "div.thing",
    {},
    element("span.who", {}, `${change.app ?? change.conversation ?? "Everywhere"}: ${change.from} → ${change.to}`),
    element("p.reason", {}, element("code.rule", {}, change.cause.rule), `${change.cause.text}, ${change.at}`),
  );
