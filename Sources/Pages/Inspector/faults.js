// The injected faults: those that wait, and those that occurred.

let faults = [];
const effects = ["drop", "delay", "duplicate", "reorder", "disconnect"];
const faultable = [
  "message.posted", "message.changed", "receipt", "typing", "conversation.changed", "deletion.changed", "notice.posted", "notice.cleared",
  "consent.requested",
  "highlights.changed", "share.changed", "settings.changed", "document.changed", "document.accessChanged", "document.presence", "action.requested",
  "activities.changed", "activity.chosen", "person.changed",
];

async function readFaults() {
  faults = (await ask("fault.list")).faults;
  drawTabs();
  if (shownPanel === "faults") drawFaults();
}

function choice(id, label, options) {
  return element("label.field", {}, label, element("select", { id }, options.map(([value, words]) => element("option", { value }, words))));
}

function faultsPanel() {
  const people = [["", "anybody"], ...world.people.slice(0, 300).map((person) => [person.handle, person.name])];
  const form = element(
    "div.fault-form",
    { role: "group", "aria-label": "A new fault" },
    choice("fault-do", "Do", effects.map((effect) => [effect, effect])),
    choice("fault-notification", "of", [["", "any notification"], ...faultable.map((name) => [name, name])]),
    choice("fault-to", "to", people),
    choice("fault-from", "from", people),
    element("label.field", {}, "nth match", element("input", { id: "fault-nth", type: "number", min: "1", value: "1" })),
    element("label.field", {}, "delay in ms", element("input", { id: "fault-milliseconds", type: "number", min: "0", value: "1000" })),
    element("button.primary", { type: "button", id: "fault-inject", click: injectFault }, "Inject"),
  );
  queueMicrotask(drawFaults);
  return [form, element("ul.faults", { id: "faults" })];
}

async function injectFault() {
  const value = (id) => byID(id).value;
  const on = { nth: Number(value("fault-nth")) || 1 };
  for (const key of ["notification", "to", "from"]) if (value(`fault-${key}`) !== "") on[key] = value(`fault-${key}`);
  const params = { on, do: value("fault-do") };
  if (params.do === "delay") params.milliseconds = Number(value("fault-milliseconds")) || 0;
  const done = await attempt(() => ask("fault.inject", params));
  if (done !== undefined) say(`${done.fault.id} waits.`);
  await attempt(readFaults);
}

async function clearFault(id) {
  await attempt(() => ask("fault.clear", id === undefined ? {} : { fault: id }));
  await attempt(readFaults);
}

function faultWords({ on, do: effect, milliseconds }) {
  const whom = [on.notification ?? "anything", on.to ? `to ${nameOf(on.to)}` : undefined, on.from ? `from ${nameOf(on.from)}` : undefined, on.device ? `on device ${on.device}` : undefined];
  const which = on.percent !== undefined ? `${on.percent} % of` : on.nth > 1 ? `number ${on.nth} of` : "the next";
  return `${effect}${milliseconds !== undefined ? ` by ${milliseconds} ms` : ""}: ${which} ${whom.filter(Boolean).join(" ")}`;
}

function drawFaults() {
  const rows = faults.map((fault) =>
    element(
      "li",
      {},
      element("code.rule", {}, fault.id),
      element("span.name", {}, faultWords(fault)),
      element(fault.spent ? "span.badge.away" : "span.badge", {}, fault.spent ? "spent" : fault.fired > 0 ? `occurred ${fault.fired}×` : "waits"),
      element("button.small", { type: "button", "aria-label": `Clear ${fault.id}`, click: () => clearFault(fault.id) }, "Clear"),
    ));
  const all = faults.length > 1 ? [element("li", {}, element("button.small", { type: "button", click: () => clearFault() }, "Clear all"))] : [];
  byID("faults")?.replaceChildren(...(rows.length > 0 ? [...rows, ...all] : [element("li.nothing", {}, "No faults.")]));
}
