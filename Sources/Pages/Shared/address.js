// The address of a page, as a link to the place that it shows.

/** Returns the text of a part of an address; undefined if its percent-encoding is broken. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The beginning of a text from an address, for a sentence about it. */
const shortened = (text) => ([...text].length > 60 ? `${[...text].slice(0, 60).join("")}…` : text);

/** Shows a sentence about a link that leads nowhere; undefined hides it. */
function showLost(sentence) {
  byID("lost").hidden = sentence === undefined;
  byID("lost").textContent = visible(sentence ?? "");
}

/** Copies the address of the shown place, and confirms it. */
async function copyAddress() {
  const button = byID("copy");
  button.textContent = (await copied(location.href)) ? "Link copied" : "Copy it from the address";
  byID("live").textContent = button.textContent;
  setTimeout(() => (button.textContent = "Copy link"), 1600);
}

/** Makes the skip link move the focus without a change of the address, which names the shown place. */
function listenToSkipLink() {
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    document.querySelector("main").focus();
  });
}
