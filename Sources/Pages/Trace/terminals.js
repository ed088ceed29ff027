// Terminals, cell by cell.

/** A row of a terminal. Each run has the width of its columns, which does not depend on the font. */
function terminalRow(place) {
  const row = element("div.row");
  const runs = place === undefined ? [] : trace.rows(place);
  for (let index = 0; index < runs.length; index += 2) {
    const text = runs[index + 1];
    const run = document.createElement("span");
    run.className = trace.styles(runs[index]);
    if (typeof text === "string") {
      run.textContent = text;
      run.style.width = `${text.length}ch`;
    } else {
      run.classList.add("glyph");
      run.textContent = text[0];
      run.style.width = `${text[1]}ch`;
    }
    row.append(run);
  }
  if (runs.length === 0) row.append(" ");
  return row;
}

/** Returns for each row of a screen whether it is new. A row that only moved up is not. */
const changedRows = (before, after) =>
  differenceOf(before, after)
    .filter(([kind]) => kind !== "gone")
    .map(([kind]) => kind === "come");

/** One person's terminal. */
function terminal(screen, isActor, before) {
  const isChosen = screen.name === here.person;
  const heading = element(
    "figcaption",
    {},
    element("span.dot", { "aria-hidden": "true" }, screen.presence === "here" ? "●" : "○"),
    element(
      "button.who",
      { type: "button", "data-person": screen.name, "aria-pressed": String(isChosen), title: "Mark this terminal in the address", click: () => choosePerson(screen.name) },
      element("bdi", {}, screen.name),
    ),
    isActor ? element("span.badge", {}, "this step") : undefined,
    screen.presence === "here" ? undefined : element("span.badge.away", {}, screen.presence),
  );
  const name = `figure.terminal${isActor ? ".actor" : ""}${isChosen ? ".chosen" : ""}`;
  if (screen.presence === "not here yet") return element(name, {}, heading, nothing("Has not logged in yet."));
  const changed = before === undefined ? undefined : changedRows(before.rows, screen.rows);
  const rows = [];
  for (let index = 0; index < screen.height; index += 1) {
    const row = terminalRow(screen.rows[index]);
    if (changed?.[index]) row.classList.add("changed");
    rows.push(row);
  }
  const glass = element("div.glass", { tabindex: "0", role: "group", "aria-label": `Terminal of ${screen.name}` }, rows);
  glass.style.setProperty("--columns", screen.columns);
  return element(name, {}, heading, glass);
}

/** Draws the terminals of all people. */
function drawTerminals() {
  const step = currentStep();
  const screens = screensOf(step);
  const box = byID("terminals");
  if (screens.length === 0) {
    box.replaceChildren(nothing(statuses[step?.status]?.empty ?? "No one has logged in yet."));
    return;
  }
  const before = new Map(screensOf(stepBefore()).map((screen) => [screen.name, screen]));
  const blank = { rows: [] };
  const drawn = screens.map((screen, index) =>
    terminal(screen, index === step.actor, here.marksChanges ? (before.get(screen.name) ?? blank) : undefined),
  );
  const left = step.leftOut?.screens ?? 0;
  if (left > 0) drawn.push(nothing(`${left} more ${left === 1 ? "person is" : "people are"} in the scenario, not drawn here.`));
  box.replaceChildren(...drawn);
  // Each person keeps their position. If the terminals scroll, the marked one or that of the actor is scrolled into view.
  const chosen = drawn.find((one) => one.classList.contains("chosen"));
  if (getComputedStyle(box).overflowY === "auto") (chosen ?? drawn[step.actor])?.scrollIntoView({ block: "nearest" });
}
