// The position of the reader, and the values that a step shows.

/** The position of the reader. */
const here = { scenario: 0, step: 0, person: undefined, panel: "wire", query: "", filter: "all", rule: undefined, marksChanges: false };

const currentScenario = () => scenarios[here.scenario];
const currentStep = () => currentScenario()?.steps[here.step];
const feature = (scenario) => trace.features[scenario.feature];
const placeOf = (scenario) => `${feature(scenario).path}:${scenario.line}`;

/** The word and the mark of each status, and the words in place of the terminals. The mark needs no colour. */
const statuses = {
  passed: { mark: "✓", word: "passed" },
  failed: { mark: "✗", word: "failed" },
  skipped: { mark: "–", word: "skipped", empty: "The step was not played." },
  undefined: { mark: "?", word: "undefined", empty: "No phrase matches the step." },
  flaky: { mark: "↻", word: "flaky" },
  retried: { mark: "↻", word: "tried again" },
};

/** The round and the try of a scenario, to follow its name; undefined if it was played once. */
function whichPlay({ round, attempt }) {
  const words = [round && `round ${round}`, attempt && `try ${attempt}`].filter((word) => word !== undefined);
  return words.length > 0 ? ` (${words.join(", ")})` : undefined;
}

/** The words for the presence of a person, by number. */
const presences = ["offline", "here", "not here yet"];

/** The terminals of a step: the person, the presence, the size and the places of the rows. */
function screensOf(step) {
  return (step?.screens ?? []).map(([name, presence, place]) => {
    const [columns, height, ...rows] = trace.screens(place);
    return { name: trace.names(name), presence: presences[presence], columns, height, rows };
  });
}

/** The previous step with terminals in the same scenario. */
function stepBefore() {
  const steps = currentScenario()?.steps ?? [];
  for (let index = here.step - 1; index >= 0; index -= 1) if (steps[index].screens) return steps[index];
  return undefined;
}

/** The name of the person who acts in a step. */
const actorOf = (step) => (step?.actor === undefined ? undefined : trace.names(step.screens[step.actor][0]));

const decisionsOf = (places) => (places ?? []).map((place) => trace.decisions(place));
