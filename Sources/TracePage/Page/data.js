// What the page shows: the data of the trace, and the place in it where the reader is.

const trace = JSON.parse(document.getElementById("data").textContent);
const scenarios = trace.scenarios;

/** Where the reader is. */
const here = { scenario: 0, step: 0, panel: "wire", query: "", filter: "all", marksChanges: false };

const currentScenario = () => scenarios[here.scenario];
const currentStep = () => currentScenario()?.steps[here.step];
const feature = (scenario) => trace.features[scenario.feature];
const placeOf = (scenario) => `${feature(scenario).path}:${scenario.line}`;

/** The words for what became of something, and the mark that says it without colour. */
const statuses = {
  passed: { mark: "✓", word: "passed" },
  failed: { mark: "✗", word: "failed" },
  skipped: { mark: "–", word: "skipped" },
  undefined: { mark: "?", word: "undefined" },
};

/** Whether somebody is there, by its number. */
const presences = ["offline", "here", "not here yet"];

/** A terminal of a step: whose, whether they were there, its size and its rows by their places. */
function screensOf(step) {
  return (step?.screens ?? []).map(([name, presence, place]) => {
    const [columns, height, ...rows] = trace.screens[place];
    return { name: trace.names[name], presence: presences[presence], columns, height, rows };
  });
}

/** The step before, in the same scenario, that shows something. */
function stepBefore() {
  const steps = currentScenario()?.steps ?? [];
  for (let index = here.step - 1; index >= 0; index -= 1) if (steps[index].screens) return steps[index];
  return undefined;
}

/** Who acts in a step. */
const actorOf = (step) => (step?.actor === undefined ? undefined : trace.names[step.screens[step.actor][0]]);

const decisionsOf = (places) => (places ?? []).map((place) => trace.decisions[place]);
