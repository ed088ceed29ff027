// What the page shows: the data of the trace, and the place in it where the reader is.

const trace = JSON.parse(document.getElementById("data").textContent);

/**
 * What stands in a page a line each: split up when the first is asked for, and read one by one. What the page opens with
 * came before.
 */
function lines(name) {
  let texts;
  const values = new Map(Object.entries(trace.opening?.[name] ?? {}).map(([place, value]) => [Number(place), value]));
  return (place) => {
    if (!values.has(place)) {
      texts ??= document.getElementById(name).textContent.split("\n");
      values.set(place, JSON.parse(texts[place]));
    }
    return values.get(place);
  };
}

for (const name of ["styles", "rows", "screens", "names", "texts", "decisions", "pages", "stories"]) trace[name] = lines(name);

/** Does something when all of the page is there. */
function whenWhole(work) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", work, { once: true });
  else work();
}

/** A scenario as the list has it; its steps are read when somebody looks at them. */
class Scenario {
  constructor(entry, place) {
    Object.assign(this, entry);
    this.place = place;
  }

  get steps() { return trace.stories(this.place).steps; }
  get failure() { return trace.stories(this.place).failure; }
  get again() { return trace.stories(this.place).again; }
}

const scenarios = trace.scenarios.map((entry, place) => new Scenario(entry, place));

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
  flaky: { mark: "↻", word: "flaky" },
  retried: { mark: "↻", word: "tried again" },
};

/** Which of several plays of a scenario this is, to be put behind its name. */
function whichPlay({ round, attempt }) {
  const words = [round && `round ${round}`, attempt && `try ${attempt}`].filter((word) => word !== undefined);
  return words.length > 0 ? ` (${words.join(", ")})` : undefined;
}

/** Whether somebody is there, by its number. */
const presences = ["offline", "here", "not here yet"];

/** A terminal of a step: whose, whether they were there, its size and its rows by their places. */
function screensOf(step) {
  return (step?.screens ?? []).map(([name, presence, place]) => {
    const [columns, height, ...rows] = trace.screens(place);
    return { name: trace.names(name), presence: presences[presence], columns, height, rows };
  });
}

/** The step before, in the same scenario, that shows something. */
function stepBefore() {
  const steps = currentScenario()?.steps ?? [];
  for (let index = here.step - 1; index >= 0; index -= 1) if (steps[index].screens) return steps[index];
  return undefined;
}

/** Who acts in a step. */
const actorOf = (step) => (step?.actor === undefined ? undefined : trace.names(step.screens[step.actor][0]));

const decisionsOf = (places) => (places ?? []).map((place) => trace.decisions(place));
