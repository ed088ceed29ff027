// Creates elements. Texts become text nodes, so that no text of a person can become markup.

/**
  * Creates an element.
 *
  * @param {string} name its tag, with classes after dots
  * @param {Object} attributes its attributes; a function becomes a listener
 * @param {...(Node|string|undefined)} children
 */
function element(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag);
  if (classes.length > 0) made.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  for (const child of children.flat(2)) {
    if (child !== undefined) made.append(typeof child === "string" ? visible(child) : child);
  }
  return made;
}

const byID = (id) => document.getElementById(id);

/** Lines of a difference, each with its sign. */
function differenceLines(lines) {
  const signs = { same: " ", gone: "−", come: "+" };
  const words = { same: undefined, gone: "removed: ", come: "added: " };
  return element(
    "div.lines",
    {},
    lines.map(([kind, text]) =>
      element(
        `div.line.${kind}`,
        {},
        element("span.sign", { "aria-hidden": "true" }, signs[kind]),
        words[kind] === undefined ? undefined : element("span.unseen", {}, words[kind]),
        element("span", {}, text === "" ? " " : text),
      ),
    ),
  );
}

/** A button that copies a text and confirms it. */
function copyButton(text, label = "Copy") {
  const button = element("button.small", { type: "button" }, label);
  button.addEventListener("click", async () => {
    button.textContent = (await copied(text)) ? "Copied" : "Select and copy it";
    setTimeout(() => (button.textContent = label), 1600);
  });
  return button;
}

/** Copies a text, even from a file, where the page may not use the clipboard API. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea.unseen", { readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** The text of an empty panel. */
const nothing = (text) => element("p.nothing", {}, text);
