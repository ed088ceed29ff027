// The scenarios and their steps, as the player sends them.

/** The tables that all scenarios share. The other tables are those of the shown scenario. */
const trace = { rules: {}, sources: {}, features: [], cut: 0 };

const tableNames = ["styles", "rows", "screens", "names", "texts", "decisions", "pages"];
for (const name of tableNames) trace[name] = (place) => currentScenario().story[name][place];

/** Runs a task at once: the page has no parts that are loaded later. */
const whenWhole = (work) => work();

/** The breakpoints, as FILE:LINE. */
const breakpoints = new Set();

/** The state of the run: idle, running or paused, with the id of its scenario and the index of its next step. */
let run = { state: "connecting" };

/** The steps of a scenario that the page has not received, or that were not played. */
const emptyStory = () => ({ isEmpty: true, steps: [], ...Object.fromEntries(tableNames.map((name) => [name, []])) });

/** A scenario in the list. It has the steps of its file, and those that were played as the player sends them. */
class Scenario {
  constructor(entry) {
    Object.assign(this, entry);
    this.story = emptyStory();
  }

  /** True if the run plays this scenario. */
  get isActive() { return run.state !== "idle" && run.id === this.id; }

  /** The played steps, and after them the others. */
  get steps() {
    this.merged ??= mergedSteps(this);
    return this.merged;
  }

  get count() { return this.plan.length; }
  get failure() { return this.story.failure; }
  get again() { return this.story.again ?? `chat-client play ${placeOf(this)}`; }
}

/** Returns the played steps of a scenario, and the others as far as the file has them. */
function mergedSteps(scenario) {
  const { steps } = scenario.story;
  const last = steps.at(-1);
  return scenario.plan.map((planned, index) => {
    if (index < steps.length) return { ...steps[index], line: planned.line };
    const from = last?.to ?? last?.from;
    if (!scenario.isActive || index > steps.length) return { ...planned, from, status: "waiting" };
    // The next step: the screens are those before it.
    return { ...planned, from, status: run.state, screens: last?.screens };
  });
}

const scenarios = [];

const pageName = "This run";

const filtered = ["failed", "flaky", "passed", "stopped", "skipped", "running", "waiting"];

/** True for every person, because the page has the screens of a scenario only after it was opened. */
const isInScenario = () => true;

/** Returns the place at which the page opens without a link. */
const openingPlace = () => ({ scenario: 0, step: firstStepOf(0) });

const whenShown = () => openShown();
const whenListed = () => drawRun();

/** The breakpoint in the margin of a step. */
function stepMargin(step) {
  const place = `${feature(currentScenario()).path}:${step.line}`;
  return element("button.breakpoint", {
    type: "button", "data-place": place, "aria-pressed": String(breakpoints.has(place)), "aria-label": `Breakpoint at line ${step.line}`,
    title: "Pause before this step", click: () => toggleBreakpoint(step),
  });
}
