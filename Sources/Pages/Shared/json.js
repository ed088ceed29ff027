// JSON for readers.

/** JSON with different styles for keys, texts and numbers. */
function prettyJSON(value) {
  const box = element("pre.json", { tabindex: "0" });
  const text = visible(JSON.stringify(value, null, 2));
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g;
  let end = 0;
  for (const match of text.matchAll(token)) {
    box.append(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[1] === undefined) box.append(element("span.number", {}, match[3]));
    else {
      box.append(element(match[2] === undefined ? "span.string" : "span.key", {}, match[1]));
      if (match[2] !== undefined) box.append(match[2]);
    }
  }
  box.append(text.slice(end));
  return box;
}
