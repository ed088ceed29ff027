// The clock of the world. A virtual clock can be advanced here.

const steps = [[1_000, "+1 s"], [60_000, "+1 min"], [600_000, "+10 min"], [3_600_000, "+1 h"], [86_400_000, "+1 day"]];

function drawClock() {
  byID("advances").replaceChildren(
    ...steps.map(([milliseconds, words]) => element("button.small", { type: "button", disabled: true, click: () => advance({ milliseconds }) }, words)),
    element("button.small.primary", { type: "button", id: "settle", disabled: true, title: "Advances the clock until nothing is pending", click: () => advance({ until: "settled" }) }, "Until settled"),
  );
}

async function advance(step) {
  const done = await attempt(() => ask("clock.advance", step));
  if (done === undefined) return;
  showClock(done.clock, done.now);
  byID("live").textContent = `It is ${done.now}.`;
  follow();
}

function showClock(kind, now) {
  byID("now").replaceChildren(element("span", {}, now.slice(0, 10)), " ", element("span", {}, now.slice(11, 19)));
  byID("now").dateTime = now;
  byID("clock-kind").textContent = kind;
  if (world.clock === kind) return;
  world.clock = kind;
  for (const button of byID("advances").children) button.disabled = kind !== "virtual";
  byID("advances").title = kind === "virtual" ? "" : "This clock is real: time passes by itself.";
}
