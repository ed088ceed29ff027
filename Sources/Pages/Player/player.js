// The whole page of the player: its buttons, its keys and its start.

Object.assign(statuses, {
  waiting: { mark: "·", word: "not played", empty: "The step was not played yet." },
  running: { mark: "▸", word: "running", empty: "No one has logged in yet." },
  paused: { mark: "‖", word: "paused before this step", empty: "No one has logged in yet." },
  stopped: { mark: "■", word: "stopped" },
});

// MARK: The run

/** The buttons, with the states of the run in which they act. */
const buttons = {
  "run-listed": { states: ["idle"], act: () => runScenarios(listed().map((index) => scenarios[index])) },
  run: { states: ["idle"], act: () => runScenarios([currentScenario()]) },
  pause: { states: ["running"], act: () => send("pause") },
  step: { states: ["idle", "paused"], act: () => (run.state === "idle" ? runScenarios([currentScenario()], true) : send("step")) },
  continue: { states: ["paused"], act: () => send("continue") },
  stop: { states: ["running", "paused"], act: () => send("stop") },
};

const mayPress = (name) => buttons[name].states.includes(run.state) && scenarios.length > 0;

/** Does what a button does, if it acts now. */
function press(name) {
  if (mayPress(name)) buttons[name].act();
}

/** Plays scenarios. With `pauses`, the run pauses before the first step. */
function runScenarios(chosen, pauses = false) {
  if (chosen.length > 0) send("run", { ids: chosen.map((scenario) => scenario.id), pauses });
}

/** Sets or removes the breakpoint of a step. */
function toggleBreakpoint(step) {
  if (step === undefined) return;
  const { path } = feature(currentScenario());
  send("breakpoint", { path, line: step.line, set: !breakpoints.has(`${path}:${step.line}`) });
}

/** The words for the state of the run. */
function runWords() {
  const scenario = scenarioWith(run.id);
  const part = run.count > 1 ? `${run.ended} of ${run.count} played · ` : "";
  switch (run.state) {
    case "connecting": return "Connecting …";
    case "lost": return line.failures > failuresMax ? "chat-client has ended. Start it again, and open its new address." : "The connection ended; trying again …";
    case "running": return `${part}Running${scenario === undefined ? "" : ` “${scenario.name}”`}`;
    case "paused": return `${part}Paused before step ${run.step + 1} of ${scenario?.plan.length ?? "?"}${scenario === undefined ? "" : ` of “${scenario.name}”`}`;
    default: return run.summary || `${scenarios.length === 1 ? "1 scenario" : `${scenarios.length} scenarios`}${run.watches ? " · watching the files" : ""}`;
  }
}

/** Draws the state of the run: the buttons, the summary and the problem of a file. */
function drawRun() {
  // A disabled button would lose the focus, which a key then would not reach.
  for (const name of Object.keys(buttons)) byID(name).setAttribute("aria-disabled", String(!mayPress(name)));
  const count = listed().length;
  byID("run-listed").textContent = count === scenarios.length ? `Run all ${count}` : `Run the ${count} listed`;
  document.title = run.state === "paused" ? "‖ Player" : "Player";
  document.body.dataset.run = run.state;
  byID("summary").textContent = visible(runWords());
  byID("summary").classList.toggle("bad", run.state === "lost" || scenarios.some((scenario) => scenario.status === "failed"));
  byID("problem").hidden = run.problem === undefined;
  byID("problem").textContent = visible(run.problem ?? "");
}

// MARK: Keys

const keys = [
  ["g", "play the shown scenario"],
  ["a", "play the listed scenarios"],
  ["Space  or  F8", "pause, continue"],
  ["s  or  F10", "step: play one step; before a run, pause before the first one"],
  ["x", "stop"],
  ["b", "set or remove a breakpoint at the shown step"],
  ["← →  or  k j", "the previous step, the next step"],
  ["↑ ↓", "the previous scenario, the next scenario"],
  ["Home End", "the first step, the last step"],
  ["f", "the next failure"],
  ["1 2 3 4", "wire, decisions, document, failure; again closes the panel"],
  ["c", "mark changes since the previous step"],
  ["p", "mark the terminal of the next person"],
  ["r", "choose a rule, which filters the scenarios"],
  ["l", "copy a link to the shown place"],
  ["/", "search names, tags, paths and steps"],
  ["t", "colours: system, light, dark"],
  ["?", "this help"],
];

const pauseOrContinue = () => press(run.state === "paused" ? "continue" : "pause");

const actions = {
  g: () => press("run"), a: () => press("run-listed"), " ": pauseOrContinue, F8: pauseOrContinue, s: () => press("step"), F10: () => press("step"),
  x: () => press("stop"), b: () => toggleBreakpoint(currentStep()),
  ArrowRight: () => move(1), j: () => move(1), ArrowLeft: () => move(-1), k: () => move(-1),
  ArrowDown: () => moveScenario(1), ArrowUp: () => moveScenario(-1),
  Home: () => go(here.scenario, 0), End: () => go(here.scenario, Infinity),
  p: nextPerson, l: copyAddress, r: () => { showSteps(true); byID("rule-choice").focus(); },
  f: nextFailure, c: toggleChanges, t: nextTheme,
  1: () => choosePanel("wire"), 2: () => choosePanel("decisions"), 3: () => choosePanel("document"), 4: () => choosePanel("failure"),
  "?": () => byID("help").showModal(),
  "/": () => { showSteps(true); byID("search").focus(); },
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    closeDrawer();
    if (event.target === byID("search")) byID("search").blur();
    return;
  }
  if (event.target.matches("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) return turnTabs(event);
  if (scenarios.length === 0 || keeps(event.target, event.key) || !Object.hasOwn(actions, event.key)) return;
  event.preventDefault();
  actions[event.key]();
}

// MARK: Start

function begin() {
  setTheme(rememberedTheme());
  drawHelp(keys, "Only the player begins a step: a pause holds it before the next one, and the virtual clock stops. A click in the margin of a step sets a breakpoint.");
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => { if (scenarios.length > 0) followLink(); });
  listenToSkipLink();
  const clicks = { drawer: () => showSteps(), theme: nextTheme, previous: () => move(-1), next: () => move(1), "help-button": actions["?"], copy: copyAddress };
  for (const [id, action] of Object.entries(clicks)) byID(id).addEventListener("click", action);
  for (const name of Object.keys(buttons)) byID(name).addEventListener("click", () => press(name));
  byID("scrubber").addEventListener("input", (event) => go(here.scenario, Number(event.target.value)));
  byID("search").addEventListener("input", (event) => { here.query = event.target.value; drawList(); });
  byID("search").addEventListener("keydown", (event) => { if (event.key === "Enter") { moveScenario(0); closeDrawer(); event.target.blur(); } });
  drawRun();
  openLine();
}

begin();
