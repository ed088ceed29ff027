// The whole page: the current step, its panels and the navigation.

const panels = {
  wire: { title: "Wire", draw: wirePanel, count: (step) => step?.wire?.length ?? 0 },
  decisions: { title: "Decisions", draw: decisionsPanel, count: (step) => step?.decisions?.length ?? 0 },
  document: { title: "Document", draw: documentsPanel, count: () => pagesAt(here.step).length },
  failure: { title: "Failure", draw: failurePanel, count: () => (hasTrouble() ? 1 : 0) },
};

/** The panel that the reader chose. A failure shows its own panel instead. */
let chosenPanel = "wire";

function drawHead() {
  const scenario = currentScenario();
  const step = currentStep();
  const parts = [
    element(
      "p.way",
      { title: scenario.tags?.join(" ") },
      element("bdi", {}, feature(scenario).name),
      scenario.rule ? element("span", {}, ` › ${scenario.rule}`) : undefined,
      element("span", {}, ` › ${scenario.name}`),
      whichPlay(scenario),
    ),
  ];
  if (step === undefined) {
    parts.push(element("h2", {}, statusMark(scenario.status), scenario.failure?.message ?? "This scenario has no steps."));
  } else {
    parts.push(
      element("h2", {}, statusMark(step.status), element("span", {}, element("b", {}, step.keyword), step.text)),
      stepArgument(step),
      element("p.facts", {}, facts(scenario, step)),
    );
  }
  byID("head").replaceChildren(...parts.filter((part) => part !== undefined));
}

/** The table or the text below a step. */
function stepArgument(step) {
  if (step.table) {
    const rows = step.table.map((row) => element("tr", {}, row.map((cell) => element("td", {}, cell))));
    return element("div.argument", { tabindex: "0" }, element("table", {}, rows));
  }
  if (step.doc !== undefined) return element("pre.argument", { tabindex: "0" }, step.doc);
  return undefined;
}

function facts(scenario, step) {
  const took = (step.to ?? step.from ?? 0) - (step.from ?? 0);
  const words = [
    `step ${here.step + 1} of ${scenario.steps.length}`,
    `at ${storyTime(step.from ?? 0)} of the scenario${took > 0 ? `, for ${storyTime(took)}` : ""}`,
    `${feature(scenario).path}:${step.line}`,
  ];
  if (step.wall !== undefined) words.push(`took ${step.wall} ms`);
  const toggle = element(
    "button.chip",
    { type: "button", id: "changes", "aria-pressed": String(here.marksChanges), click: toggleChanges },
    "Mark changes",
  );
  return [...words.map((word) => element("span", {}, word)), toggle, ruleButtons(scenario)];
}

function toggleChanges() {
  here.marksChanges = !here.marksChanges;
  drawHead();
  drawTerminals();
}

function drawTabs() {
  const step = currentStep();
  byID("tabs").replaceChildren(
    ...Object.entries(panels).map(([key, { title, count }], index) => {
      const number = count(step);
      return element(
        "button",
        {
          type: "button", role: "tab", id: `tab-${key}`, "aria-selected": String(here.panel === key), "aria-controls": "panel",
          "aria-expanded": here.panel === key ? String(!document.body.classList.contains("folded")) : undefined,
          tabindex: here.panel === key ? "0" : "-1", title: `${index + 1}`, class: key === "failure" && number > 0 ? "bad" : undefined,
          click: () => choosePanel(key),
        },
        title,
        key !== "failure" && number > 0 ? element("span.number", {}, String(number)) : undefined,
      );
    }),
  );
}

function drawPanel() {
  const step = currentStep();
  const parts = here.panel === "failure" && !hasTrouble() ? [nothing("Nothing failed here.")] : panels[here.panel].draw(step);
  byID("panel").setAttribute("aria-labelledby", `tab-${here.panel}`);
  byID("panel").replaceChildren(...parts.filter((part) => part !== undefined));
}

/** Shows a panel. If it is already shown, it folds or unfolds. */
function choosePanel(key) {
  const isFolded = here.panel === key && !document.body.classList.contains("folded");
  document.body.classList.toggle("folded", isFolded);
  chosenPanel = key;
  here.panel = key;
  drawTabs();
  drawPanel();
  if (!isFolded) byID("panels").scrollIntoView({ block: "nearest" });
}

/**
 * Goes to a step, and writes it into the address.
 *
 * @param {Object} options
 *   `person`: the person whose terminal is marked; if left out, the mark stays in the scenario
 *   `problem`: a sentence about the address, which stays as it is
 *   `isNew`: true for a new entry in the history of the browser
 *   `isFirst`: true if the list of steps must be drawn
 *   `isBrief`: true if another step follows at once, so that the address stays
 */
function go(scenario, step, options = {}) {
  if (scenarios.length === 0) return;
  const isOther = scenario !== here.scenario;
  if (isOther || Object.hasOwn(options, "person")) here.person = options.person;
  showLost(options.problem);
  here.scenario = Math.max(0, Math.min(scenario, scenarios.length - 1));
  here.step = Math.max(0, Math.min(step, currentScenario().steps.length - 1));
  here.panel = hasTrouble() ? "failure" : chosenPanel;
  document.body.classList.toggle("trouble", hasTrouble());
  drawHead();
  drawTerminals();
  drawTabs();
  drawPanel();
  if (isOther || options.isFirst) drawSteps();
  else markStep();
  const count = currentScenario().steps.length;
  byID("scrubber").max = String(Math.max(0, count - 1));
  byID("scrubber").value = String(here.step);
  byID("place").textContent = `${Math.min(here.step + 1, count)} / ${count}`;
  byID("previous").disabled = here.step === 0;
  byID("next").disabled = here.step >= count - 1;
  const now = currentStep();
  if (now) byID("live").textContent = visible(`Step ${here.step + 1} of ${count}, ${statuses[now.status].word}: ${now.keyword}${now.text}`);
  const fragment = fragmentOf(here);
  const isLink = options.problem === undefined && !options.isBrief;
  if (isLink && location.hash !== fragment) history[options.isNew ? "pushState" : "replaceState"](null, "", fragment);
  whenShown();
}

const move = (steps) => go(here.scenario, here.step + steps);

/** Goes forward in the list by a number of scenarios, or back if it is negative. */
function moveScenario(count) {
  const list = listed();
  if (list.length === 0) return;
  const at = list.indexOf(here.scenario);
  const next = at < 0 ? 0 : Math.max(0, Math.min(at + count, list.length - 1));
  go(list[next], firstStepOf(list[next]));
}

/** Goes to the next failed scenario, and after the last one to the first. */
function nextFailure() {
  for (let offset = 1; offset <= scenarios.length; offset += 1) {
    const index = (here.scenario + offset) % scenarios.length;
    if (scenarios[index].status === "failed") return go(index, firstStepOf(index));
  }
  byID("live").textContent = "Nothing failed.";
}
