// The decisions of the server, with their reasons.

/** The decision about one person: the verdict, then the rules in the order in which the server applied them. */
function decisionOf(decision) {
  return element(
    decision.came ? "li.came" : "li.kept",
    {},
    element(
      "p.verdict",
      {},
      element("span.mark", { "aria-hidden": "true" }, decision.came ? "✓" : "✗"),
      element("bdi.who", {}, decision.person),
      element("span.quiet", {}, decision.came ? "delivered" : "not delivered"),
    ),
    element(
      "ul.reasons",
      {},
      decision.reasons.map(([rule, text]) => element("li", {}, element("code.rule", {}, rule), element("span", {}, text))),
    ),
  );
}

/** Decisions, grouped by their subject. */
function decisionList(decisions) {
  const things = new Map();
  for (const decision of decisions) {
    if (!things.has(decision.about)) things.set(decision.about, []);
    things.get(decision.about).push(decision);
  }
  return [...things].map(([about, list]) =>
    element("section.decision", {}, element("h3", {}, element("bdi", {}, about)), element("ul", {}, list.map(decisionOf))),
  );
}
