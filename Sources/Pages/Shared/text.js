// Texts: times, invisible characters, and differences.

/** A duration since the start of the scenario: 1d 2:03:04, 00:12, 250 ms. */
function storyTime(milliseconds) {
  const two = (number) => String(number).padStart(2, "0");
  if (milliseconds > 0 && milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = Math.floor(milliseconds / 1000);
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return (days > 0 ? `${days}d ` : "") + (days > 0 || hours > 0 ? `${hours}:${rest}` : rest);
}

/** A text with its invisible characters made visible, so that it cannot reverse a line or hide anything. */
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, (mark) => {
    const code = mark.codePointAt(0);
    if (mark === "\u200D") return mark;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return `⟨${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

/** The common, removed and added lines of two texts, by their longest common subsequence. */
const difference = (before, after) => differenceOf(before.split("\n"), after.split("\n"));

/** The same difference for two lists of any values. */
function differenceOf(old, fresh) {
  if (old.length * fresh.length > 400_000) {
    return [...old.map((text) => ["gone", text]), ...fresh.map((text) => ["come", text])];
  }
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[row] === fresh[column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : Math.max(lengths[(row + 1) * width + column], lengths[row * width + column + 1]);
    }
  }
  const lines = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < fresh.length) {
    if (row < old.length && column < fresh.length && old[row] === fresh[column]) {
      lines.push(["same", old[row]]);
      row += 1;
      column += 1;
    } else if (
      row < old.length &&
      (column === fresh.length || lengths[(row + 1) * width + column] >= lengths[row * width + column + 1])
    ) {
      lines.push(["gone", old[row]]);
      row += 1;
    } else {
      lines.push(["come", fresh[column]]);
      column += 1;
    }
  }
  return lines;
}
