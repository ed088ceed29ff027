// The controls of the reader: keys, buttons, the drawer and the colours.

let playing;

/** Starts or stops playing through the steps. */
function togglePlay() {
  if (playing !== undefined) return stop();
  if (here.step >= currentScenario().steps.length - 1) go(here.scenario, 0);
  playing = setInterval(() => {
    if (here.step >= currentScenario().steps.length - 1) stop();
    else move(1);
  }, 1400);
  showPlaying();
}

function stop() {
  clearInterval(playing);
  playing = undefined;
  showPlaying();
}

function showPlaying() {
  const isPlaying = playing !== undefined;
  byID("play").setAttribute("aria-pressed", String(isPlaying));
  byID("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  byID("play").textContent = isPlaying ? "❚❚ Pause" : "▶ Play";
}

// MARK: Help

const keys = [
  ["← →  or  k j", "the previous step, the next step"],
  ["↑ ↓", "the previous scenario, the next scenario"],
  ["Home End", "the first step, the last step"],
  ["f", "the next failure"],
  ["1 2 3 4", "wire, decisions, document, failure; again closes the panel"],
  ["c", "mark changes since the previous step"],
  ["p", "mark the terminal of the next person"],
  ["r", "choose a rule, which filters the scenarios"],
  ["l", "copy a link to the shown place"],
  ["Space", "play, pause"],
  ["/", "search"],
  ["t", "colours: system, light, dark"],
  ["?", "this help"],
];

// MARK: Keys

const actions = {
  ArrowRight: () => move(1), j: () => move(1), ArrowLeft: () => move(-1), k: () => move(-1),
  ArrowDown: () => moveScenario(1), ArrowUp: () => moveScenario(-1),
  Home: () => go(here.scenario, 0), End: () => go(here.scenario, Infinity),
  p: nextPerson, l: copyAddress, r: () => { showSteps(true); byID("rule-choice").focus(); },
  f: nextFailure, c: toggleChanges, t: nextTheme, " ": togglePlay,
  1: () => choosePanel("wire"), 2: () => choosePanel("decisions"), 3: () => choosePanel("document"), 4: () => choosePanel("failure"),
  "?": () => byID("help").showModal(),
  "/": () => { showSteps(true); byID("search").focus(); },
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    stop();
    closeDrawer();
    if (event.target === byID("search")) byID("search").blur();
    return;
  }
  if (event.target.matches("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) return turnTabs(event);
  if (keeps(event.target, event.key) || !Object.hasOwn(actions, event.key)) return;
  event.preventDefault();
  if (playing !== undefined && event.key !== " ") stop();
  actions[event.key]();
}

// MARK: Start

/** Draws the summary of the run. */
function drawSummary() {
  const name = scenarios.length === 1 ? scenarios[0].name : `${scenarios.length} scenarios`;
  document.title = visible(`${name} – trace`);
  byID("summary").textContent = trace.summary;
  byID("summary").classList.toggle("bad", scenarios.some((scenario) => scenario.status === "failed"));
}

/** Adds the listeners. Call it once the whole page is loaded, because a scenario may be anywhere in it. */
function listen() {
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", followLink);
  listenToSkipLink();
  const clicks = { drawer: () => showSteps(), theme: nextTheme, play: togglePlay, previous: () => move(-1), next: () => move(1), "help-button": actions["?"], copy: copyAddress };
  for (const [id, action] of Object.entries(clicks)) byID(id).addEventListener("click", action);
  byID("scrubber").addEventListener("input", (event) => go(here.scenario, Number(event.target.value)));
  byID("search").addEventListener("input", (event) => { here.query = event.target.value; drawList(); });
  byID("search").addEventListener("keydown", (event) => { if (event.key === "Enter") { moveScenario(0); closeDrawer(); event.target.blur(); } });
}

function openAt({ scenario, step, person, problem }) {
  here.scenario = scenario;
  drawFilters();
  drawRuleChoice();
  drawList();
  go(scenario, step, { person, problem, isFirst: true });
  performance.mark("drawn");
}

function begin() {
  drawSummary();
  setTheme(rememberedTheme());
  drawHelp(keys, `Seed ${trace.seed}. The address of this page names the scenario, the step and the marked person: share it as a link.`);
  whenWhole(listen);
  if (scenarios.length === 0) {
    byID("terminals").append(nothing("No scenario was played."));
    return;
  }
  // The step of a link may not be loaded yet.
  if (location.hash !== "") whenWhole(() => openAt(placeOfLink(location.hash)));
  else openAt(openingPlace());
}

begin();
