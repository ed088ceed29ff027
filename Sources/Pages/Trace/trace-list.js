// The list of scenarios, with the steps of the current one.

/** The buttons of the drawn scenarios, by index. */
const scenarioButtons = new Map();

/** The listed features, by element: their scenarios, and whether they are near the visible part and drawn. */
const groups = new Map();
/** The mark of a status, with its word for screen readers. */
function statusMark(status) {
  const { mark, word } = statuses[status];
  return element(`span.mark.${status}`, {}, element("span", { "aria-hidden": "true" }, mark), element("span.unseen", {}, `${word}: `));
}

/** True if a scenario matches the filter and the words of the search. */
function isListed(scenario) {
  if (here.filter !== "all" && scenario.status !== here.filter) return false;
  if (here.rule !== undefined && !rulesOf(scenario).includes(here.rule)) return false;
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
  const filters = [["all", `All ${scenarios.length}`], ...filtered.map((status) => [status, `${statuses[status].word} ${count(status)}`])];
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
    // The browser does not lay out hidden sections. Without an estimate, the list would have the wrong height.
    section.style.containIntrinsicHeight = `auto ${headHeight + estimatedHeight(group)}px`;
    reserve(group);
    nearness.observe(section);
  }
  byID("list").replaceChildren(...(groups.size > 0 ? groups.keys() : [nothing("No scenario matches.")]));
  drawSteps();
  whenListed();
}

/** The estimated height of a scenario in the list, until it is drawn, and of the ids of its rules. */
const rowHeight = 30;
const rulesHeight = 26;
/** The estimated height of the name of a feature. */
const headHeight = 34;

/** The estimated height of the scenarios of a feature. */
const estimatedHeight = (group) =>
  group.indices.reduce((height, index) => height + rowHeight + (rulesOf(scenarios[index]).length > 0 ? rulesHeight : 0), 0);

/** Reserves the height of scenarios that are not drawn, so that the list does not jump. */
function reserve(group) {
  group.list.style.minHeight = `${group.height ?? estimatedHeight(group)}px`;
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
        { type: "button", click: () => whenWhole(() => go(index, firstStepOf(index), { isNew: true })) },
        statusMark(scenario.status),
        element("span.name", {}, scenario.name, whichPlay(scenario)),
        element("span.count", { "aria-hidden": "true" }, String(scenario.count)),
      );
      scenarioButtons.set(index, button);
      return element("li", {}, button, ruleButtons(scenario));
    }),
  );
  group.list.style.minHeight = "";
}

/** Removes the drawn scenarios of a feature, unless the current one or the focus is among them. */
function forgetGroup(group) {
  if (!group.isDrawn || group.indices.includes(here.scenario) || group.list.contains(document.activeElement)) return;
  group.isDrawn = false;
  group.height = group.list.offsetHeight;
  for (const index of group.indices) scenarioButtons.delete(index);
  group.list.replaceChildren();
  reserve(group);
}

/** Draws the features near the visible part and removes the others, so that a long list has few elements. */
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

/** The step at which a scenario opens: its first failed step, or its first step. */
function firstStepOf(index) {
  const failed = scenarios[index].steps.findIndex((step) => step.status !== "passed" && step.status !== "skipped");
  return Math.max(0, failed);
}

/** Draws the steps below the current scenario, and removes those of the previous one. */
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
      stepMargin(step),
      element(
        `button.step.${step.status}`,
        { type: "button", click: () => { go(here.scenario, index, { isNew: true }); closeDrawer(); } },
        statusMark(step.status),
        element("span.name", {}, element("b", {}, step.keyword), step.text),
        element("span.count", {}, isLater ? element("span", {}, storyTime(from)) : undefined, actor ? element("bdi", {}, actor) : undefined),
      ),
    );
  });
  button.parentElement.append(element("ol.steps", { "aria-label": "Steps" }, steps));
  markStep();
}

/** Marks the current scenario. */
function markScenario() {
  for (const [index, button] of scenarioButtons) {
    if (index === here.scenario) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** Marks the current step, and scrolls to it. */
function markStep() {
  const buttons = document.querySelectorAll("#list ol.steps button.step");
  for (const [index, button] of buttons.entries()) {
    if (index === here.step) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  (buttons[here.step] ?? scenarioButtons.get(here.scenario))?.scrollIntoView({ block: "nearest" });
}
