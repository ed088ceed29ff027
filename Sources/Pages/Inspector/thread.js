// A thread: bubbles, notices and lines of the system.

/** The shown conversation or person, the person on the right side, and the chosen entry. */
const view = { kind: undefined, id: undefined, entries: [], more: false, own: undefined, things: undefined, chosen: undefined };

function forgetView() {
  Object.assign(view, { kind: undefined, id: undefined, entries: [], more: false, own: undefined, things: undefined, chosen: undefined });
  about.subject = undefined;
  drawList();
}

/** Shows a conversation or a person, and for a conversation the person on the right side. */
async function show(kind, id, own) {
  if (view.kind === kind && view.id === id) {
    view.own = own;
    if (kind === "conversation" && view.entries.length > 0) drawThread();
    return;
  }
  Object.assign(view, { kind, id, entries: [], more: false, own, things: undefined, chosen: undefined });
  drawList();
  drawTitle();
  byID("stage").replaceChildren(nothing("Reading …"));
  Object.assign(mayRead, { view: 0 });
  stale.view = true;
  await readAgain("view");
}

/** True if an event concerns the shown conversation or person. */
function concernsView(entry) {
  if (view.kind === "conversation") return entry.conversation === view.id || entry.event === "message.react";
  return view.kind === "person" && entry.person === view.id;
}

async function readView() {
  const { kind, id } = view;
  if (kind === "person") return readPerson(id);
  if (kind !== "conversation") return undefined;
  const page = await ask("conversation.history", { conversation: id, limit: 100 });
  if (view.id !== id) return undefined;
  // Older entries stay if the new page begins with one of the known entries.
  const first = page.entries[0]?.id;
  const place = view.entries.findIndex((entry) => entry.id === first);
  const older = place > 0 ? view.entries.slice(0, place) : [];
  view.entries = [...older, ...page.entries].slice(-1000);
  view.more = older.length > 0 ? view.more : page.more;
  return drawThread();
}

async function readOlder() {
  const { id, entries } = view;
  const page = await attempt(() => ask("conversation.history", { conversation: id, before: entries[0].id, limit: 100 }));
  if (page === undefined || view.id !== id) return;
  view.entries = [...page.entries, ...view.entries].slice(0, 1000);
  view.more = page.more;
  drawThread();
}

function drawThread() {
  const conversation = conversationOf(view.id);
  if (conversation === undefined) return;
  if (!conversation.participants.includes(view.own)) view.own = conversation.participants[0];
  drawThreadHead(conversation);
  const stage = byID("stage");
  const isAtEnd = stage.scrollHeight - stage.scrollTop - stage.clientHeight < 80;
  const place = stage.scrollTop;
  const focused = document.activeElement?.closest?.("[data-entry]")?.dataset.entry;
  let sender;
  const rows = view.entries.map((entry) => {
    const row = threadRow(entry, sender);
    sender = entry.message?.sender;
    return row;
  });
  const older = view.more ? element("button.small.older", { type: "button", click: readOlder }, "Earlier") : undefined;
  const parts = rows.length === 0 ? [nothing("No messages yet.")] : [older, element("ol.thread", {}, rows)];
  stage.replaceChildren(...parts.filter((part) => part !== undefined));
  stage.scrollTop = isAtEnd ? stage.scrollHeight : place;
  if (focused !== undefined) stage.querySelector(`[data-entry="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function drawThreadHead(conversation) {
  const sides = conversation.participants.length > 30 ? [] : conversation.people;
  byID("head").replaceChildren(
    element("h2", {}, element("bdi", {}, titleOf(conversation)), element("code.rule", {}, conversation.id)),
    element(
      "div.facts",
      {},
      element("span", {}, `${conversation.participants.length} people · right side`),
      element("span.chips", { role: "group", "aria-label": "Person on the right side" }, sides.map((person) =>
        element("button.chip", { type: "button", "aria-pressed": String(view.own === person.handle), click: () => { visit(hereWith({ person: person.handle })); view.own = person.handle; drawThread(); } }, person.name))),
    ),
  );
}

/** An element that explains its delivery when it is clicked. */
function clickable(name, entry, subject, ...children) {
  const choose = (event) => {
    event.stopPropagation();
    view.chosen = entry.id;
    if (here.entry !== entry.id) visit(hereWith({ entry: entry.id, moment: undefined }));
    explain(subject);
    markChosen();
  };
  const isChosen = view.chosen === entry.id;
  return element(
    isChosen ? `${name}.chosen` : name,
    {
      tabindex: "0", role: "button", "data-entry": entry.id, "aria-label": `${subject.title}: explain its delivery`, click: choose,
      keydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(event); } },
    },
    ...children,
  );
}

function markChosen() {
  for (const one of document.querySelectorAll("[data-entry]")) one.classList.toggle("chosen", one.dataset.entry === view.chosen);
}

const timeOf = (instant) => instant.slice(11, 16);
const dayOf = (instant) => instant.slice(0, 10);

function threadRow(entry, senderBefore) {
  if (entry.kind === "message") return messageRow(entry, entry.message.sender === senderBefore);
  if (entry.kind === "notice") {
    const { notice } = entry;
    const subject = { about: notice.id, title: notice.text, people: peopleHere() };
    const hint = [timeOf(notice.postedAt), notice.url, notice.actions?.map((action) => action.title).join(" / ")].filter(Boolean).join(" · ");
    return element("li.line-row", {}, clickable("div.notice", entry, subject, element("span", { "aria-hidden": "true" }, "◆ "), element("bdi", {}, notice.text), element("span.last", {}, hint)));
  }
  return element("li.line-row", {}, element("p.system", {}, element("bdi", {}, entry.text ?? "")));
}

/** The members of the shown conversation, then its former members. */
const peopleHere = () => everMembersOf(view.id);

function messageRow(entry, isSame) {
  const { message } = entry;
  const isOwn = message.sender === view.own;
  const subject = { about: message.id, title: message.unsentAt ? "an unsent message" : message.text || "a document", people: peopleHere() };
  const parts = [];
  if (message.replyTo) parts.push(element("p.reply", {}, `↩ ${message.replyTo}`));
  if (message.unsentAt) parts.push(element("p.unsent", {}, `${nameOf(message.sender)} unsent this message`));
  else if (message.text) parts.push(element("p.text", {}, element("bdi", {}, message.text)));
  if (message.attachment) parts.push(element("p.attached", {}, `📄 ${message.attachment.name} · ${message.attachment.size} bytes`));
  for (const link of message.links ?? []) parts.push(linkCard(entry, link));
  const reactions = (message.reactions ?? []).map((one) => element("span.tapback", { title: `${nameOf(one.handle)} · ${one.at}` }, tapbacks[one.reaction] ?? one.reaction));
  const facts = [timeOf(message.sentAt), `#${message.sequence}`, message.id, message.editedAt ? "edited" : undefined, message.replies ? `${message.replies} replies` : undefined].filter(Boolean);
  return element(
    isOwn ? "li.own" : "li.other",
    {},
    isSame ? element("span.avatar.none", { "aria-hidden": "true" }) : avatar(nameOf(message.sender)),
    element(
      "div.said",
      {},
      isSame ? undefined : element("span.sender", {}, element("bdi", {}, nameOf(message.sender))),
      clickable("div.bubble", entry, subject, ...parts),
      element("p.under", {}, element("span", {}, facts.join(" · ")), ...reactions),
    ),
  );
}

/** A link of a message. A click explains who has it on their shelf. */
function linkCard(entry, link) {
  const subject = { about: link.url, title: link.title ?? link.url, people: peopleHere() };
  return clickable("span.link-card", { id: `${entry.id} ${link.url}` }, subject, element("bdi", {}, link.title ?? link.url), element("span.last", {}, `${link.app ?? "no app"} · ${link.url}`));
}

const tapbacks = { heart: "❤️", thumbsUp: "👍", thumbsDown: "👎", haHa: "😂", exclamation: "‼️", question: "❓" };
