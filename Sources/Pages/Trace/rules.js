// The rules that the tags of scenarios name: their ids in the list, the filter, and their sentences. The trace has only
// the sentences of these rules.

/** The ids of the rules that a scenario's tags name. */
function rulesOf(scenario) {
  scenario.ruleIDs ??= (scenario.tags ?? []).map((tag) => tag.replace(/^@/, "")).filter((id) => Object.hasOwn(trace.rules, id));
  return scenario.ruleIDs;
}

/** The text of a rule, with its names in code. */
const sentence = (text) => text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));

/** The ids of a scenario's rules as buttons; undefined if it has none. */
function ruleButtons(scenario) {
  const ids = rulesOf(scenario);
  if (ids.length === 0) return undefined;
  return element(
    "span.rules",
    { role: "group", "aria-label": "Rules" },
    ids.map((id) =>
      element("button.rule", { type: "button", "data-rule": id, "aria-pressed": String(here.rule === id), title: trace.rules[id].text, click: () => chooseRule(here.rule === id ? undefined : id) }, id)),
  );
}

/** Lists only the scenarios of a rule, and shows its sentence; undefined lists all. */
function chooseRule(id) {
  here.rule = id;
  drawRule();
  drawList();
  for (const button of document.querySelectorAll("[data-rule]")) button.setAttribute("aria-pressed", String(button.dataset.rule === id));
  const count = listed().length;
  byID("live").textContent = id === undefined ? "All rules" : `Rule ${id}: ${count} ${count === 1 ? "scenario" : "scenarios"}`;
}

/** The number of scenarios of each rule. */
const ruleCounts = new Map();

const ruleOption = (id) => element("option", { value: id }, `${id} (${ruleCounts.get(id)})`);

/** Draws the choice of a rule. A trace can have hundreds, so their options are drawn when the choice is used. */
function drawRuleChoice() {
  ruleCounts.clear();
  for (const scenario of scenarios) for (const id of rulesOf(scenario)) ruleCounts.set(id, (ruleCounts.get(id) ?? 0) + 1);
  const choice = byID("rule-choice");
  choice.hidden = ruleCounts.size === 0;
  choice.replaceChildren(element("option", { value: "" }, `All rules (${ruleCounts.size})`));
  choice.onchange = () => chooseRule(choice.value === "" ? undefined : choice.value);
  for (const event of ["pointerdown", "focus"]) choice.addEventListener(event, drawRuleOptions);
}

/** Draws the options of all rules. */
function drawRuleOptions() {
  const choice = byID("rule-choice");
  if (choice.options.length > ruleCounts.size) return;
  choice.replaceChildren(choice.options[0], ...[...ruleCounts.keys()].sort().map(ruleOption));
  choice.value = here.rule ?? "";
}

/** Draws the sentence of the chosen rule, with its sources. */
function drawRule() {
  const choice = byID("rule-choice");
  if (here.rule !== undefined && ![...choice.options].some((option) => option.value === here.rule)) choice.append(ruleOption(here.rule));
  choice.value = here.rule ?? "";
  const box = byID("rule");
  box.hidden = here.rule === undefined;
  if (here.rule === undefined) return box.replaceChildren();
  const { text, sources } = trace.rules[here.rule];
  return box.replaceChildren(
    element("p", {}, element("b", {}, here.rule), " ", ...sentence(text)),
    element("ul.quiet", {}, sources.map((mark) => element("li", {}, `${mark}: ${trace.sources[mark] ?? "see docs/reference/rules.md"}`))),
    element("button.small", { type: "button", click: () => chooseRule(undefined) }, "All scenarios"),
  );
}
