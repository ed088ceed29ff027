// Explains the delivery of the clicked message, notice, link or highlight to each person.

/** The most people of an explanation. */
const explainedMax = 40;

const about = { subject: undefined, decisions: [], number: 0 };

/** Asks the server for the decision about each person of a subject. */
async function explain(subject) {
  about.subject = subject;
  about.decisions = [];
  about.number += 1;
  const number = about.number;
  choosePanel("why");
  const people = [...new Set(subject.people)].slice(0, explainedMax);
  const answers = await Promise.all(
    people.map((person) => ask("delivery.explain", { person, about: subject.about }).catch((error) => ({ delivered: false, reasons: [{ rule: error.reason ?? "error", text: error.message }] }))),
  );
  if (about.number !== number) return;
  about.decisions = answers.map((answer, index) => ({
    about: subject.title, person: nameOf(people[index]), came: answer.delivered, reasons: answer.reasons.map((reason) => [reason.rule, reason.text]),
  }));
  byID("live").textContent = visible(`${answers.filter((answer) => answer.delivered).length} of ${people.length} people: ${subject.title}`);
  drawPanel();
}

function whyPanel() {
  const { subject, decisions } = about;
  if (subject === undefined) return [nothing("Click a message, a notice, a link or an item of a shelf to see who received it, and why.")];
  const left = new Set(subject.people).size - explainedMax;
  return [
    element("p.way", {}, element("code.rule", {}, subject.about), " ", linkToRules()),
    decisions.length === 0 ? nothing("Asking …") : undefined,
    ...decisionList(decisions),
    left > 0 ? nothing(`${left} more people are not shown.`) : undefined,
  ];
}

const linkToRules = () => element("span.quiet", {}, "the rules are in docs/reference/rules.md");
