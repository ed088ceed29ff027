// The messages on the streams.

/** The shown stream; undefined shows all streams. */
let shownStream;

/** The messages of a step, each request with its answer. */
function exchanges(step) {
  const asked = new Map();
  const list = [];
  for (const [name, toServer, place] of step?.wire ?? []) {
    const stream = trace.names(name);
    const text = trace.texts(place);
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    const message = { stream, toServer: toServer === 1, text, value };
    const key = `${stream} ${JSON.stringify(value?.id)}`;
    if (message.toServer) {
      list.push(message);
      if (value?.id !== undefined) asked.set(key, message);
    } else if (value?.method === undefined && asked.has(key)) {
      asked.get(key).answer = message;
      asked.delete(key);
    } else {
      list.push(message);
    }
  }
  return list;
}

/** The title of a message, in one line. */
function wireTitle(message) {
  const { value, text } = message;
  if (value === undefined) return /"method"\s*:\s*"([\w.]+)"/.exec(text)?.[1] ?? "a long message";
  if (value.method !== undefined) return value.method;
  return value.error ? `error ${value.error.code ?? ""}` : "answer";
}

/** A few words that distinguish messages of the same kind. */
function wireHint(message) {
  const params = message.value?.params ?? message.value?.result;
  const found = [
    params?.text, params?.url, params?.message?.text, params?.notice?.text, params?.title, params?.document?.title,
    params?.name, params?.handle, params?.milliseconds && `${params.milliseconds} ms`, message.value?.error?.message,
  ];
  return String(found.find((text) => typeof text === "string" && text !== "") ?? "");
}

/** A whole message, or as much of it as the trace has. */
function messageText(message) {
  if (message.value !== undefined) return prettyJSON(message.value);
  const cut = element("span.cut", {}, `\n… cut after ${trace.cut} bytes`);
  return element("pre.json", { tabindex: "0" }, message.text, cut);
}

/** One line that opens to the whole message. */
function wireLine(message, isAnswer = false) {
  const isBad = message.value?.error !== undefined;
  const line = element(
    "summary",
    {},
    element("span.arrow", { "aria-hidden": "true" }, message.toServer ? "→" : "←"),
    element("span.unseen", {}, message.toServer ? "to the server, " : "from the server, "),
    isAnswer ? undefined : element("bdi.stream", {}, message.stream),
    element(isBad ? "code.bad" : "code", {}, wireTitle(message)),
    element("bdi.hint", {}, wireHint(message)),
  );
  // A message is drawn only when its line is opened.
  const details = element(isAnswer ? "details.answer" : "details", {}, line);
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) {
      details.append(messageText(message), copyButton(message.text));
    }
  });
  return details;
}

function wirePanel(step) {
  const list = exchanges(step);
  if (list.length === 0) return [nothing("Nothing went over the wire in this step.")];
  const streams = [...new Set(list.map((message) => message.stream))];
  if (!streams.includes(shownStream)) shownStream = undefined;
  const chips = element(
    "div.chips",
    { role: "group", "aria-label": "Streams" },
    [undefined, ...streams].map((stream) =>
      element(
        "button.chip",
        { type: "button", "aria-pressed": String(stream === shownStream), click: () => { shownStream = stream; drawPanel(); } },
        stream ?? "All streams",
      ),
    ),
  );
  const shown = list.filter((message) => shownStream === undefined || message.stream === shownStream);
  const lines = shown.map((message) =>
    element("li", {}, wireLine(message), message.answer ? wireLine(message.answer, true) : undefined),
  );
  const left = step.leftOut?.wire ?? 0;
  const more = left > 0 ? nothing(`${left} more messages are left out.`) : undefined;
  return [chips, element("ol.wire", {}, lines), more];
}
