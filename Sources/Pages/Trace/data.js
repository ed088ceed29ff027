// The data of the trace.

const trace = JSON.parse(document.getElementById("data").textContent);

/**
  * Returns a reader of values that the page has in one line each. The lines are split at the first use, and parsed one
  * by one. The values for the opening are in the data of the trace.
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

/** Runs a task once the whole page is loaded. */
function whenWhole(work) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", work, { once: true });
  else work();
}

/** A scenario in the list. Its steps are parsed when they are shown. */
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

/** The name of the page in sentences about a link. */
const pageName = "This trace";

/** The statuses by which the list can be filtered. */
const filtered = ["failed", "flaky", "passed", "skipped"];

/** True if a person has a terminal in a scenario. */
const isInScenario = (person, scenario) => scenarios[scenario].steps.some((step) => screensOf(step).some((screen) => screen.name === person));

/** Returns the place at which the trace opens without a link. */
const openingPlace = () => ({ scenario: trace.opening.place, step: firstStepOf(trace.opening.place) });

/** The hooks of the player's page: a button in the margin of a step, and calls after a step or the list was drawn. */
const stepMargin = () => undefined;
const whenShown = () => undefined;
const whenListed = () => undefined;
