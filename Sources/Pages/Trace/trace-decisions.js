// The decisions of the server in a step.

function decisionsPanel(step) {
  const decisions = decisionsOf(step?.decisions);
  if (decisions.length === 0) return [nothing("This step created nothing that could be delivered.")];
  const left = step.leftOut?.decisions ?? 0;
  return [...decisionList(decisions), left > 0 ? nothing(`${left} more decisions are left out.`) : undefined];
}
