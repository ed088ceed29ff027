// The page follows the player: its list, its steps and its pauses.

/** The scenario with an id; undefined if the list does not have it. */
const scenarioWith = (id) => scenarios.find((scenario) => scenario.id === id);

/** The id of the scenario whose steps the player sends. */
let openedID;

/** Asks for the steps of the shown scenario, and for each further one. */
function openShown() {
  const id = currentScenario()?.id;
  if (id === undefined || id === openedID) return;
  openedID = id;
  send("open", { id });
}

// MARK: The list

/** Receives the list. The shown scenario and step stay, if they still exist. */
function takeList(message) {
  const shown = currentScenario()?.id;
  const isFirst = openedID === undefined;
  Object.assign(trace, { rules: message.rules, sources: message.sources, features: message.features, cut: message.cut });
  scenarios.splice(0, Infinity, ...message.scenarios.map((entry) => new Scenario(entry)));
  breakpoints.clear();
  for (const place of message.breakpoints) breakpoints.add(place);
  openedID = undefined;
  const place = scenarios.findIndex((scenario) => scenario.id === shown);
  here.scenario = Math.max(0, place);
  if (here.rule !== undefined && !Object.hasOwn(trace.rules, here.rule)) here.rule = undefined;
  drawFilters();
  drawRuleChoice();
  drawRule();
  drawList();
  const isThere = !isFirst && place >= 0;
  show(isThere ? { scenario: place, step: here.step, person: here.person } : scenarios.length > 0 ? placeOfLink(location.hash) : undefined);
  drawRun();
}

/** Shows a place, even if it is already shown; undefined shows an empty page. */
function show(place) {
  if (place === undefined) return byID("terminals").replaceChildren(nothing("No scenario is chosen."));
  go(place.scenario, place.step, { person: place.person, problem: place.problem, isFirst: true });
}

/** Receives the result of a scenario. */
function takeResult({ id, status, attempt }) {
  const scenario = scenarioWith(id);
  if (scenario === undefined) return;
  scenario.status = status;
  scenario.attempt = attempt;
  scenario.merged = undefined;
  changedResults.add(scenario);
  redraw();
}

/** The scenarios whose results are not drawn yet. */
const changedResults = new Set();

function drawResults() {
  if (changedResults.size === 0) return;
  drawFilters();
  // A filter by status can hide the scenario, or show it.
  if (here.filter !== "all") drawList();
  for (const scenario of changedResults) {
    const button = scenarioButtons.get(scenarios.indexOf(scenario));
    button?.querySelector(".mark").replaceWith(statusMark(scenario.status));
  }
  changedResults.clear();
}

// MARK: Steps

/** True if the shown step is the last one that was played, or the next one: the page follows then. */
const follows = (scenario) => scenario === currentScenario() && here.step >= scenario.story.steps.length - 1;

function takeBegin({ id }) {
  const scenario = scenarioWith(id);
  if (scenario === undefined) return;
  scenario.story = emptyStory();
  scenario.merged = undefined;
  if (run.count === 1 && scenario !== currentScenario()) show({ scenario: scenarios.indexOf(scenario), step: 0 });
  else if (scenario === currentScenario()) here.step = 0;
  redraw();
}

/** Receives all played steps of a scenario. */
function takeStory(message) {
  const scenario = scenarioWith(message.id);
  if (scenario === undefined) return;
  const wasEmpty = scenario.story.isEmpty;
  scenario.story = message;
  scenario.merged = undefined;
  if (scenario !== currentScenario()) return;
  // The failure is known only now, unless a link named a step.
  if (wasEmpty && here.step === 0) here.step = firstStepOf(here.scenario);
  redraw();
}

/** Receives a scenario without played steps. */
function takeNothing({ id }) {
  const scenario = scenarioWith(id);
  if (scenario === undefined || scenario.status === "waiting") return;
  scenario.story = emptyStory();
  scenario.merged = undefined;
  redraw();
}

/** Appends the new items of the tables. */
function addItems(scenario, message) {
  for (const name of tableNames) if (message[name] !== undefined) scenario.story[name].push(...message[name]);
}

/** Receives a step that has ended. */
function takeStep(message) {
  const scenario = scenarioWith(message.id);
  if (scenario === undefined || scenario.story.steps.length !== message.index) return;
  const isFollowed = follows(scenario);
  addItems(scenario, message);
  scenario.story.steps.push(message.step);
  scenario.merged = undefined;
  if (isFollowed && message.step.status !== "skipped") here.step = message.index;
  redraw();
}

/** Receives the reason why a scenario was not played to its end. */
function takeFailure(message) {
  const scenario = scenarioWith(message.id);
  if (scenario === undefined) return;
  addItems(scenario, message);
  scenario.story.failure = message.failure;
  redraw();
}

// MARK: The run

function takeState(message) {
  const wasActive = scenarioWith(run.id);
  run = message;
  const active = scenarioWith(run.id);
  for (const scenario of [wasActive, active]) if (scenario !== undefined) scenario.merged = undefined;
  drawRun();
  if (run.state === "paused" && active !== undefined) {
    if (active !== currentScenario()) show({ scenario: scenarios.indexOf(active), step: run.step });
    else here.step = run.step;
  }
  redraw();
}

function takeBreakpoint({ place, set }) {
  if (set) breakpoints.add(place);
  else breakpoints.delete(place);
  for (const button of document.querySelectorAll(".breakpoint")) button.setAttribute("aria-pressed", String(breakpoints.has(button.dataset.place)));
}

let drawing;

/** Draws the shown scenario again, once for all messages of a frame. */
function redraw() {
  drawing ??= requestAnimationFrame(() => {
    drawing = undefined;
    drawResults();
    if (scenarios.length > 0) go(here.scenario, here.step, { isFirst: true, isBrief: run.state === "running" });
  });
}
