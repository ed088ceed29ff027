// The controls of every page: the drawer of a narrow page, and the colours.

// MARK: The drawer of a narrow page

function toggleDrawer(isOpen = !document.body.classList.contains("drawer-open")) {
  document.body.classList.toggle("drawer-open", isOpen);
  byID("drawer").setAttribute("aria-expanded", String(isOpen));
}

const closeDrawer = () => toggleDrawer(false);

// MARK: Colours

const themes = ["auto", "light", "dark"];

/** Sets the colours, and stores the choice if the browser allows it. */
function setTheme(theme) {
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
  byID("theme").setAttribute("aria-label", `Colours: ${theme}`);
  byID("theme").title = `Colours: ${theme}`;
  try {
    localStorage.setItem("understudy-theme", theme);
  } catch {
    // Without storage, a page begins with the colours of the system.
  }
}

function nextTheme() {
  const now = document.documentElement.getAttribute("data-theme") ?? "auto";
  setTheme(themes[(themes.indexOf(now) + 1) % themes.length]);
}

function rememberedTheme() {
  try {
    const theme = localStorage.getItem("understudy-theme");
    return themes.includes(theme) ? theme : "auto";
  } catch {
    return "auto";
  }
}
