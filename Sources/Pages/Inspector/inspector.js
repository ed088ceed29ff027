// The whole page: its panels, its keys and its start.

const panels = {
  wire: { title: "Wire", draw: wirePanel, count: () => wire.length },
  why: { title: "Why", draw: whyPanel, count: () => about.decisions.length },
  faults: { title: "Faults", draw: faultsPanel, count: () => faults.filter((fault) => !fault.spent).length },
};
let shownPanel = "wire";

function drawTabs() {
  const focused = document.activeElement?.id;
  byID("tabs").replaceChildren(
    ...Object.entries(panels).map(([key, { title, count }], index) => {
      const isShown = shownPanel === key;
      return element(
        "button",
        {
          type: "button", role: "tab", id: `tab-${key}`, "aria-selected": String(isShown), "aria-controls": "panel",
          tabindex: isShown ? "0" : "-1", title: String(index + 1), click: () => choosePanel(key, true),
        },
        title,
        count() > 0 ? element("span.number", {}, String(count())) : undefined,
      );
    }),
  );
  if (focused?.startsWith("tab-")) byID(focused)?.focus({ preventScroll: true });
}

function drawPanel() {
  byID("panel").setAttribute("aria-labelledby", `tab-${shownPanel}`);
  byID("panel").replaceChildren(...panels[shownPanel].draw().filter((part) => part !== undefined));
  drawTabs();
}

/** Shows a panel. If it is already shown and may fold, it folds or unfolds. */
function choosePanel(key, mayFold = false) {
  const isFolded = mayFold && shownPanel === key && !document.body.classList.contains("folded");
  document.body.classList.toggle("folded", isFolded);
  shownPanel = key;
  drawPanel();
}

// MARK: Help and keys

const keys = [
  ["1 2 3", "wire, why, faults; again closes the panel"],
  ["j k", "the next entry of the thread, the previous one"],
  ["Return", "explain its delivery"],
  ["h", "pause or resume the wire"],
  ["/", "search people and conversations"],
  ["w", "the worlds of the server"],
  ["l", "copy a link to the shown place"],
  ["t", "colours: system, light, dark"],
  ["?", "this help"],
];

function drawHelp() {
  byID("help").replaceChildren(
    element("h2", {}, "Keys"),
    element("dl", {}, keys.map(([key, words]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)])),
    element("p", {}, "The page is an observer: it sees everything, and changes only faults and the clock. Once it is open, the server records requests."),
    element("button", { type: "button", autofocus: true, click: () => byID("help").close() }, "Close"),
  );
}

/** Moves the focus to another entry of the thread. */
function step(count) {
  const all = [...document.querySelectorAll("#stage [data-entry]")];
  const at = all.indexOf(document.activeElement);
  const next = at < 0 ? (count > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(at + count, all.length - 1));
  all[next]?.focus();
  all[next]?.scrollIntoView({ block: "nearest" });
}

const actions = {
  1: () => choosePanel("wire", true), 2: () => choosePanel("why", true), 3: () => choosePanel("faults", true),
  j: () => step(1), k: () => step(-1), h: toggleHold, t: nextTheme,
  w: showWorlds, l: copyAddress,
  "/": () => { toggleDrawer(true); byID("search").focus(); }, "?": () => byID("help").showModal(),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog")) return;
  if (event.key === "Escape") {
    closeDrawer();
    document.activeElement?.blur();
    return;
  }
  if (event.target.matches("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) return turnTabs(event);
  if (event.target.matches("input, select, textarea") || !Object.hasOwn(actions, event.key)) return;
  event.preventDefault();
  actions[event.key]();
}

function turnTabs(event) {
  event.preventDefault();
  const names = Object.keys(panels);
  const name = names[(names.indexOf(shownPanel) + (event.key === "ArrowRight" ? 1 : -1) + names.length) % names.length];
  choosePanel(name);
  byID(`tab-${name}`).focus();
}

/** Shows the list of worlds. */
function showWorlds() {
  location.hash = worldsFragment;
}

// MARK: Start

function begin() {
  setTheme(rememberedTheme());
  drawHelp();
  drawClock();
  const { place, problem } = parsePlace(location.hash);
  here = place;
  world.name = place.world ?? "main";
  showLost(problem);
  forgetWorld();
  listenToSkipLink();
  window.addEventListener("hashchange", arrive);
  document.addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", follow);
  const clicks = { drawer: () => toggleDrawer(), theme: nextTheme, "help-button": actions["?"], "token-button": useToken, copy: copyAddress, worlds: closeDrawer };
  for (const [id, action] of Object.entries(clicks)) byID(id).addEventListener("click", action);
  byID("token").addEventListener("keydown", (event) => { if (event.key === "Enter") useToken(); });
  byID("search").addEventListener("input", (event) => { query = event.target.value; drawList(); });
  byID("world").addEventListener("change", (event) => { visit({ world: event.target.value }); chooseWorld(event.target.value); });
  byID("world").addEventListener("focus", () => attempt(readWorlds));
  // On a narrow page, the panels are a drawer below the thread.
  if (matchMedia("(max-width: 900px)").matches) choosePanel(shownPanel, true);
  openLine();
}

begin();
