// The content of the documents.

/** The documents after a step, one for each link: its newest state and the one before. */
function pagesAt(index) {
  const pages = new Map();
  for (const [number, step] of (currentScenario()?.steps ?? []).slice(0, index + 1).entries()) {
    for (const place of step.pages ?? []) {
      const page = trace.pages(place);
      pages.set(page.url, { page, before: pages.get(page.url)?.page, step: number });
    }
  }
  return [...pages.values()].sort((one, other) => other.step - one.step);
}

function documentsPanel() {
  const pages = pagesAt(here.step);
  if (pages.length === 0) return [nothing("No document was changed yet.")];
  return pages.map(({ page, before, step }) => {
    const isNew = step === here.step;
    const renamed = before !== undefined && before.title !== page.title;
    const text = isNew && before ? differenceLines(difference(before.text, page.text)) : differenceLines(page.text.split("\n").map((line) => ["same", line]));
    return element(
      "article.document",
      {},
      element(
        "header",
        {},
        element("h3", {}, element("bdi", {}, page.title)),
        element("span.badge", {}, isNew ? (before ? "changed in this step" : "new in this step") : `as of step ${step + 1}`),
        element("p.quiet", {}, `${page.url} · revision ${page.revision}`, isNew && renamed ? ` · was “${before.title}”` : undefined),
      ),
      page.text === "" ? nothing("Empty") : text,
    );
  });
}
