// The moment of the address: the rows of the wire at a position of the journal.

/** The positions before the moment that are read with it, and the most pages to read. */
const momentBefore = 20;
const momentPages = 10;

/** The rows that the wire shows for a moment; undefined if it follows the journal. */
let momentRows;

/** Returns the moment of a row: its position, and the number of a request or a fault after it. */
const momentOf = (entry) => (entry.number === undefined ? `${entry.cursor}` : `${entry.cursor}.${entry.number}`);
const isAtMoment = (entry) => here.moment !== undefined && entry.kind !== "gap" && momentOf(entry) === here.moment;

/** Shows the rows around the moment of the address, or follows the journal again. */
async function readMoment() {
  const wanted = here;
  if (wanted.isLost || wanted.isWorlds) return;
  if (wanted.moment === undefined) {
    if (momentRows !== undefined) resumeWire();
    return;
  }
  if (momentRows?.some(isAtMoment) !== true) {
    const rows = await journalAround(wanted.moment);
    if (here !== wanted) return;
    momentRows = rows;
  }
  isHeld = true;
  choosePanel("wire");
  // The panel draws its rows after this task.
  queueMicrotask(() => {
    const row = byID("rows")?.querySelector(".moment details");
    if (!row) return;
    row.open = true;
    byID("panel").scrollTop = row.offsetTop - 8;
  });
}

/** Reads the rows around a moment. If the journal does not have it, a sentence names the reason. */
async function journalAround(moment) {
  const [cursor, number] = moment.split(".").map(Number);
  // The requests after a position can be many. Those before the wanted one are left out.
  const rest = number === undefined ? { after: Math.max(0, cursor - momentBefore), number: 0 } : { after: cursor, number: Math.max(0, number - momentBefore) };
  let rows = [];
  let page;
  for (let count = 0; count < momentPages; count += 1) {
    page = await ask("journal.list", { ...rest, limit: 200 });
    rows = [...rows, ...page.entries].slice(-wireMax);
    if (!page.more || page.cursor > cursor || rows.some((entry) => momentOf(entry) === moment)) break;
    Object.assign(rest, { after: page.cursor, number: page.number });
  }
  if (rows.some((entry) => momentOf(entry) === moment)) return rows;
  if (page.end < cursor) showLost(`The journal of “${shortened(world.name)}” ends at position ${page.end}, and the link names position ${cursor}.`);
  else if (number !== undefined) showLost(`The server has no record of request ${number} at position ${cursor} any more. The wire shows the rows after that position.`);
  else showLost(`The journal has nothing to show at position ${cursor}. The wire shows the rows around it.`);
  return rows;
}

/** Names the moment of an opened row in the address. The list pauses. */
function chooseMoment(entry) {
  isHeld = true;
  drawHeld();
  momentRows ??= [...wire];
  if (!isAtMoment(entry)) visit(hereWith({ entry: undefined, moment: momentOf(entry) }));
  markMoment();
}

/** Marks the rows of the moment. */
function markMoment() {
  for (const row of byID("rows")?.children ?? []) {
    const isHere = here.moment !== undefined && row.dataset.moment === here.moment;
    row.classList.toggle("moment", isHere);
    if (isHere) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

/** Follows the journal again. */
function resumeWire() {
  isHeld = false;
  heldCount = 0;
  momentRows = undefined;
  if (here.moment !== undefined) visit(hereWith({ moment: undefined }));
  drawHeld();
  drawRows();
}
