// The place in the address: #12/7/Anna is step 7 of scenario 12 with Anna's terminal marked.
// #scenarios/tapbacks.feature:41/7 names the scenario by its file and line.

/** Returns the fragment of a place. */
const fragmentOf = ({ scenario, step, person }) => `#${scenario + 1}/${step + 1}${person === undefined ? "" : `/${encodeURIComponent(person)}`}`;

/** Returns the scenario of a link, by its number or by its file and line; undefined if the trace has none. */
function scenarioOf(name) {
  const place = /^\d+$/.test(name) ? Number(name) - 1 : scenarios.findIndex((scenario) => placeOf(scenario) === decoded(name));
  return scenarios[place] === undefined ? undefined : place;
}

/** Returns the place that a fragment names, with a sentence about a part that the trace does not have. */
function placeOfLink(fragment) {
  if (fragment === "" || fragment === "#") return openingPlace();
  const match = /^#(\d{1,9}|.+?:\d{1,9})(?:\/(\d{1,9})(?:\/([^/]+))?)?$/.exec(fragment);
  const scenario = match === null ? undefined : scenarioOf(match[1]);
  if (scenario === undefined) {
    const name = shortened(decoded((match?.[1] ?? fragment).replace(/^#/, "")) ?? "");
    return { ...openingPlace(), problem: `${pageName} has no scenario “${name}”. It has ${scenarios.length} ${scenarios.length === 1 ? "scenario" : "scenarios"}.` };
  }
  const count = scenarios[scenario].steps.length;
  const step = match[2] === undefined ? firstStepOf(scenario) : Number(match[2]) - 1;
  if (step < 0 || step >= Math.max(1, count)) {
    return { scenario, step: firstStepOf(scenario), problem: `Scenario ${scenario + 1} has no step ${step + 1}. It has ${count} ${count === 1 ? "step" : "steps"}.` };
  }
  if (match[3] === undefined) return { scenario, step };
  const person = decoded(match[3]);
  if (person !== undefined && isInScenario(person, scenario)) return { scenario, step, person };
  return { scenario, step, problem: `“${shortened(person ?? match[3])}” has no terminal in scenario ${scenario + 1}.` };
}

/** Goes to the place of the address. */
function followLink() {
  const { scenario, step, person, problem } = placeOfLink(location.hash);
  go(scenario, step, { person, problem });
}

/** Marks a person's terminal; the marked person's name removes the mark. */
function choosePerson(name) {
  go(here.scenario, here.step, { person: here.person === name ? undefined : name, isNew: true });
  [...document.querySelectorAll("#terminals .who")].find((button) => button.dataset.person === name)?.focus({ preventScroll: true });
}

/** Marks the terminal of the next person, and after the last one none. */
function nextPerson() {
  const names = screensOf(currentStep()).map((screen) => screen.name);
  go(here.scenario, here.step, { person: names[names.indexOf(here.person) + 1] });
}
