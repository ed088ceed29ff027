// The scenarios, and the steps of the one that is shown.

/** The buttons of the scenarios that are listed, by their places. */
const scenarioButtons = new Map();

/** The mark of a status, with its word for those who hear the page. */
function statusMark(status) {
  const { mark, word } = statuses[status];
  return element(`span.mark.${status}`, {}, element("span", { "aria-hidden": "true" }, mark), element("span.unseen", {}, `${word}: `));
}

/** Whether a scenario is listed: by what became of it, and by the words that are searched for. */
function isListed(scenario) {
  if (here.filter !== "all" && scenario.status !== here.filter) return false;
  const words = here.query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return true;
  scenario.found ??= [
    feature(scenario).name, feature(scenario).path, scenario.name, ...(scenario.tags ?? []),
    ...scenario.steps.map((step) => step.text),
  ].join("\n").toLowerCase();
  return words.every((word) => scenario.found.includes(word));
}

const listed = () => scenarios.map((_, index) => index).filter((index) => isListed(scenarios[index]));

function drawFilters() {
  const count = (status) => scenarios.filter((scenario) => scenario.status === status).length;
  const filters = [["all", `All ${scenarios.length}`], ...["failed", "passed", "skipped"].map((status) => [status, `${statuses[status].word} ${count(status)}`])];
  byID("filters").replaceChildren(
    ...filters
      .filter(([status]) => status === "all" || count(status) > 0)
      .map(([status, label]) =>
        element(
          "button.chip",
          { type: "button", "aria-pressed": String(here.filter === status), click: () => { here.filter = status; drawFilters(); drawList(); } },
          label,
        ),
      ),
  );
}

function drawList() {
  scenarioButtons.clear();
  const groups = [];
  let group;
  let last;
  for (const index of listed()) {
    const scenario = scenarios[index];
    const { path, name } = feature(scenario);
    if (last !== scenario.feature) {
      group = element("ul");
      groups.push(element("section.feature", {}, element("h2", { title: path }, name), group));
      last = scenario.feature;
    }
    const button = element(
      "button.scenario",
      { type: "button", click: () => go(index, firstStepOf(index)) },
      statusMark(scenario.status),
      element("span.name", {}, scenario.name, scenario.round ? ` (round ${scenario.round})` : undefined),
      element("span.count", { "aria-hidden": "true" }, String(scenario.steps.length)),
    );
    scenarioButtons.set(index, button);
    group.append(element("li", {}, button));
  }
  byID("list").replaceChildren(...(groups.length > 0 ? groups : [nothing("No scenario is like that.")]));
  drawSteps();
}

/** Where a scenario opens: at what failed, else at its beginning. */
function firstStepOf(index) {
  const failed = scenarios[index].steps.findIndex((step) => step.status !== "passed" && step.status !== "skipped");
  return Math.max(0, failed);
}

/** Puts the steps below the scenario that is shown, and takes those of the other away. */
function drawSteps() {
  document.querySelector("#list ol.steps")?.remove();
  for (const [index, button] of scenarioButtons) {
    if (index === here.scenario) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  const button = scenarioButtons.get(here.scenario);
  if (button === undefined) return;
  const steps = currentScenario().steps.map((step, index) => {
    const actor = actorOf(step);
    const from = step.from ?? 0;
    const isLater = from > (currentScenario().steps[index - 1]?.from ?? 0);
    return element(
      "li",
      {},
      element(
        `button.step.${step.status}`,
        { type: "button", click: () => { go(here.scenario, index); closeDrawer(); } },
        statusMark(step.status),
        element("span.name", {}, element("b", {}, step.keyword), step.text),
        element("span.count", {}, isLater ? element("span", {}, storyTime(from)) : undefined, actor ? element("bdi", {}, actor) : undefined),
      ),
    );
  });
  button.parentElement.append(element("ol.steps", { "aria-label": "Steps" }, steps));
  markStep();
}

/** Marks the step that is shown, and brings it into view. */
function markStep() {
  const buttons = document.querySelectorAll("#list ol.steps button");
  for (const [index, button] of buttons.entries()) {
    if (index === here.step) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  (buttons[here.step] ?? scenarioButtons.get(here.scenario))?.scrollIntoView({ block: "nearest" });
}
