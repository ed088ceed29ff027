// What the server decided in a step.

function decisionsPanel(step) {
  const decisions = decisionsOf(step?.decisions);
  if (decisions.length === 0) return [nothing("Nothing came into being in this step that somebody could be told of.")];
  const left = step.leftOut?.decisions ?? 0;
  return [...decisionList(decisions), left > 0 ? nothing(`${left} more things came into being.`) : undefined];
}
