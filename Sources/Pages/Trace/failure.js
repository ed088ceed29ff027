// The reason of a failure.

/** The failure of the current step or of its scenario. */
const failureHere = () => currentStep()?.failure ?? currentScenario()?.failure;

/** True if the panel of the failure has content. */
const hasTrouble = () => {
  const status = currentStep()?.status;
  return failureHere() !== undefined || status === "undefined";
};

/** The expected and the actual text in two columns, line by line. */
function besides(expected, actual) {
  if (expected === undefined && actual === undefined) return undefined;
  const lines = difference(expected ?? "", actual ?? "");
  const side = (title, kinds) =>
    element("div", {}, element("h3", {}, title), differenceLines(lines.filter(([kind]) => kinds.includes(kind))));
  return element(
    "div.besides",
    {},
    expected === undefined ? undefined : side("Expected", ["same", "gone"]),
    actual === undefined ? undefined : side("Actual", ["same", "come"]),
  );
}

function failurePanel(step) {
  const scenario = currentScenario();
  const failure = failureHere();
  const parts = [];
  if (failure) {
    parts.push(element("p.message", {}, failure.message), besides(failure.expected, failure.actual));
    if (failure.nearest) parts.push(element("h3", {}, "Nearest miss"), element("p.lines", {}, failure.nearest));
    if (failure.trail) parts.push(element("h3", {}, "Why"), ...decisionList(decisionsOf(failure.trail)));
  }
  if (step?.status === "undefined") {
    parts.push(element("p.message", {}, step.status === "undefined" ? "No phrase matches this step." : "Several phrases match this step."));
    if (step.suggestion) parts.push(element("h3", {}, "Did you mean"), element("p.lines", {}, step.suggestion));
    if (step.phrases) {
      parts.push(element("h3", {}, step.status === "undefined" ? "The nearest phrases" : "The phrases"));
      parts.push(element("ul.phrases", {}, step.phrases.map((phrase) => element("li", {}, element("code", {}, phrase)))));
    }
  }
  parts.push(
    element("h3", {}, "Play it again"),
    element("div.command", {}, element("code", {}, scenario.again), copyButton(scenario.again)),
  );
  if (failure?.threads) {
    parts.push(element("h3", {}, "Everyone's screen"));
    parts.push(
      element(
        "div.threads",
        {},
        failure.threads.map((thread) =>
          element(
            "div",
            {},
            element("h4", {}, element("bdi", {}, thread.person), thread.verdict),
            thread.lines.length === 0 ? undefined : element("div.lines", {}, thread.lines.map((line) => element("div.line", {}, line))),
          ),
        ),
      ),
    );
    const left = failure.threadsLeftOut ?? 0;
    if (left > 0) parts.push(nothing(`${left} more ${left === 1 ? "person is" : "people are"} in the scenario, not shown here.`));
  }
  return parts;
}
