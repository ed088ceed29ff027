// The keys and the help of a page with scenarios and steps.

/** Opens or closes the drawer, at the current step. */
function showSteps(isOpen) {
  toggleDrawer(isOpen);
  markStep();
}

/** Draws the help: the keys, and a sentence below them. */
function drawHelp(keys, words) {
  byID("help").replaceChildren(
    element("h2", {}, "Keys"),
    element("dl", {}, keys.map(([key, action]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, action)])),
    element("p", {}, words),
    element("button", { type: "button", autofocus: true, click: () => byID("help").close() }, "Close"),
  );
}

/** True if an element handles a key itself. */
function keeps(target, key) {
  if (target.closest("dialog")) return true;
  if (target.matches("input[type=search], textarea, select")) return key !== "Escape";
  if (target.matches("input[type=range]")) return ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key);
  if (target.matches("button, summary, a")) return key === " " || key === "Enter";
  // A scrolling element takes the arrow keys only if it can scroll.
  if (target.matches("pre, .glass, .argument")) return target.scrollWidth > target.clientWidth && key.startsWith("Arrow");
  return false;
}

/** Selects another tab by an arrow key. */
function turnTabs(event) {
  event.preventDefault();
  const names = Object.keys(panels);
  const step = event.key === "ArrowRight" ? 1 : -1;
  const name = names[(names.indexOf(here.panel) + step + names.length) % names.length];
  choosePanel(name);
  byID(`tab-${name}`).focus();
}
