// The wire: the events of the journal, with filters.

/** The most rows to draw; the newest are shown. */
const rowsMax = 200;
const filter = { person: "", event: "", text: "", kind: "" };
let isHeld = false;
let heldCount = 0;

const kinds = {
  request: { mark: "→", word: "request" }, refusal: { mark: "✗", word: "refused" }, notification: { mark: "←", word: "sent" },
  silence: { mark: "∅", word: "not sent" }, fault: { mark: "⚡", word: "fault" },
};

function fits(entry) {
  if (entry.kind === "gap") return filter.kind === "" && filter.person === "" && filter.event === "" && filter.text === "";
  if (filter.kind !== "" && entry.kind !== filter.kind) return false;
  if (filter.person !== "" && !(entry.person ?? "").includes(filter.person.toLowerCase())) return false;
  if (filter.event !== "" && !entry.event.includes(filter.event)) return false;
  if (filter.text === "") return true;
  entry.words ??= JSON.stringify(entry).toLowerCase();
  return entry.words.includes(filter.text.toLowerCase());
}

/** Adds new events at the top, unless the wire is paused. */
function wireCame(entries) {
  if (shownPanel !== "wire") return drawTabs();
  if (isHeld) {
    heldCount += entries.filter(fits).length;
    return drawHeld();
  }
  drawRows();
  return drawTabs();
}

function wireRow(entry) {
  if (entry.kind === "gap") return element("li.gap", {}, `${entry.count} events came too fast to be shown, and are left out.`);
  const { mark, word } = kinds[entry.kind];
  const details = element(
    `details.${entry.kind}`,
    {},
    element(
      "summary",
      {},
      element("span.arrow", { "aria-hidden": "true" }, mark),
      element("span.unseen", {}, `${word}, `),
      element("time.at", {}, entry.at.slice(11, 19)),
      element("bdi.stream", {}, entry.person ?? entry.role),
      element("code", {}, entry.event),
      element("bdi.hint", {}, rowText(entry)),
    ),
  );
  details.addEventListener("toggle", () => {
    if (!details.open) return;
    chooseMoment(entry);
    if (details.childElementCount > 1) return;
    const { words, ...plain } = entry;
    const why = entry.about === undefined || entry.person === undefined ? undefined
      : element("button.small", { type: "button", click: () => explain({ about: entry.about, title: entry.text ?? entry.about, people: [...everMembersOf(entry.conversation), entry.person] }) }, "Why?");
    details.append(prettyJSON(plain), element("div.chips.below", {}, why, copyButton(JSON.stringify(plain))));
  });
  return element(isAtMoment(entry) ? "li.moment" : "li", { "data-moment": momentOf(entry), "aria-current": isAtMoment(entry) ? "true" : undefined }, details);
}

/** The text of a row: its subject, and for a notification that was not sent also the rule. */
function rowText(entry) {
  const subject = entry.text ?? entry.url ?? hintOf(entry);
  if (entry.kind !== "silence" || entry.why === undefined) return subject;
  const why = `${entry.why.rule}: ${entry.why.text}`;
  return subject === "" ? why : `${subject} · ${why}`;
}

function hintOf(entry) {
  const params = entry.request?.params;
  const hint = params?.text ?? params?.url ?? params?.handle ?? (params?.milliseconds !== undefined ? `${params.milliseconds} ms` : params?.until) ?? entry.fault?.do ?? "";
  return String(hint);
}

/** The rows to draw, the newest first. The rows of the moment are among them in spite of the filters. */
function shownRows() {
  const found = (momentRows ?? wire).filter((entry) => isAtMoment(entry) || fits(entry)).reverse();
  const start = Math.max(0, found.findIndex(isAtMoment) - rowsMax / 2);
  return found.slice(start, start + rowsMax);
}

function drawRows() {
  const rows = shownRows().map(wireRow);
  byID("rows")?.replaceChildren(...(rows.length > 0 ? rows : [element("li.gap", {}, (momentRows ?? wire).length === 0 ? "No events yet." : "No matches among the newest events.")]));
}

function drawHeld() {
  const button = byID("hold");
  if (button === null) return;
  button.setAttribute("aria-pressed", String(isHeld));
  button.textContent = isHeld ? (heldCount > 0 ? `▶ Resume, ${heldCount} new` : "▶ Resume") : "❚❚ Pause";
}

function toggleHold() {
  if (isHeld) return resumeWire();
  isHeld = true;
  return drawHeld();
}

function filterField(key, label, list) {
  const field = element("input", { type: "search", placeholder: label, "aria-label": label, autocomplete: "off", spellcheck: "false", list, value: filter[key] });
  field.addEventListener("input", () => { filter[key] = field.value.trim(); drawRows(); });
  return field;
}

function wirePanel() {
  const events = [...new Set(wire.map((entry) => entry.event).filter((event) => event !== undefined))].sort();
  const chips = ["", ...Object.keys(kinds)].map((kind) =>
    element("button.chip", { type: "button", "aria-pressed": String(filter.kind === kind), click: () => { filter.kind = kind; drawPanel(); } }, kind === "" ? "All" : `${kinds[kind].mark} ${kinds[kind].word}`));
  const panel = [
    element("div.filters", {}, filterField("person", "Person", "known-people"), filterField("event", "Method or notification", "known-events"), filterField("text", "Text")),
    element("div.chips", { role: "group", "aria-label": "Kind of events" }, chips, element("button.small", { type: "button", id: "hold", "aria-pressed": "false", click: toggleHold })),
    element("datalist", { id: "known-people" }, world.people.slice(0, 200).map((person) => element("option", { value: person.handle }))),
    element("datalist", { id: "known-events" }, events.map((event) => element("option", { value: event }))),
    element("ol.wire", { id: "rows" }),
  ];
  queueMicrotask(() => { drawHeld(); drawRows(); });
  return panel;
}
