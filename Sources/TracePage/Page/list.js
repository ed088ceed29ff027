// The scenarios, and the steps of the one that is shown.

/** The buttons of the scenarios that are drawn, by their places. */
const scenarioButtons = new Map();

/** The features that are listed, by their elements: which scenarios of each, whether they are near to what is in sight, and drawn. */
const groups = new Map();
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
  const filters = [["all", `All ${scenarios.length}`], ...["failed", "flaky", "passed", "skipped"].map((status) => [status, `${statuses[status].word} ${count(status)}`])];
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
  nearness.disconnect();
  groups.clear();
  let group;
  let last;
  for (const index of listed()) {
    const scenario = scenarios[index];
    const { path, name } = feature(scenario);
    if (last !== scenario.feature) {
      group = { indices: [], list: element("ul"), isDrawn: false, isNear: false };
      groups.set(element("section.feature", {}, element("h2", { title: path }, name), group.list), group);
      last = scenario.feature;
    }
    group.indices.push(index);
  }
  for (const [section, group] of groups) {
    // Out of sight nothing is laid out: without this, the end of the list would be farther down than it seems.
    section.style.containIntrinsicHeight = `auto ${headHeight + group.indices.length * rowHeight}px`;
    reserve(group);
    nearness.observe(section);
  }
  byID("list").replaceChildren(...(groups.size > 0 ? groups.keys() : [nothing("No scenario matches.")]));
  drawSteps();
}

/** About what a scenario takes in the list; what it takes is known when it is drawn. */
const rowHeight = 30;
/** And what the name of its feature takes. */
const headHeight = 34;

/** Keeps the room of scenarios that are not drawn, so that the list does not jump. */
function reserve(group) {
  group.list.style.minHeight = `${group.height ?? group.indices.length * rowHeight}px`;
}

/** Draws the scenarios of a feature. */
function drawGroup(group) {
  if (group.isDrawn) return;
  group.isDrawn = true;
  group.list.replaceChildren(
    ...group.indices.map((index) => {
      const scenario = scenarios[index];
      const button = element(
        "button.scenario",
        { type: "button", click: () => whenWhole(() => go(index, firstStepOf(index))) },
        statusMark(scenario.status),
        element("span.name", {}, scenario.name, whichPlay(scenario)),
        element("span.count", { "aria-hidden": "true" }, String(scenario.count)),
      );
      scenarioButtons.set(index, button);
      return element("li", {}, button);
    }),
  );
  group.list.style.minHeight = "";
}

/** Takes them away again, but for those among which the reader is. */
function forgetGroup(group) {
  if (!group.isDrawn || group.indices.includes(here.scenario) || group.list.contains(document.activeElement)) return;
  group.isDrawn = false;
  group.height = group.list.offsetHeight;
  for (const index of group.indices) scenarioButtons.delete(index);
  group.list.replaceChildren();
  reserve(group);
}

/** Told which features come near to what is in sight, and which go: a page of many scenarios draws few of them. */
const nearness = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const group = groups.get(target);
      if (group === undefined) continue;
      group.isNear = isIntersecting;
      if (isIntersecting) drawGroup(group);
      else forgetGroup(group);
    }
    markScenario();
  },
  { root: byID("list"), rootMargin: "400px 0px" },
);

/** Where a scenario opens: at what failed, else at its beginning. */
function firstStepOf(index) {
  const failed = scenarios[index].steps.findIndex((step) => step.status !== "passed" && step.status !== "skipped");
  return Math.max(0, failed);
}

/** Puts the steps below the scenario that is shown, and takes those of the other away. */
function drawSteps() {
  document.querySelector("#list ol.steps")?.remove();
  for (const group of groups.values()) {
    if (group.indices.includes(here.scenario)) drawGroup(group);
    else if (!group.isNear) forgetGroup(group);
  }
  markScenario();
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

/** Marks the scenario that is shown. */
function markScenario() {
  for (const [index, button] of scenarioButtons) {
    if (index === here.scenario) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
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
