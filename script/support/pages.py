"""Writes the pages of docs/ that the programs show to models and editors, as Swift.

usage: pages.py

Sources/Pages/Generated/RulesPage.swift has docs/reference/rules.md, and DocsPages.swift has the pages of PAGES. A string
literal costs the compiler nothing, unlike the bytes of an embedded file.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Sources/Pages/Generated"
PAGES = [
    "how-to/cookbook", "reference/gherkin", "reference/protocol", "reference/values", "reference/delivery",
    "reference/journal", "how-to/find-a-missing-notice", "how-to/inject-faults",
]
HEAD = "// Written by script/docs: change the page instead.\n\n"


def literal(text: str, indent: str) -> str:
    """Returns a raw multi-line string literal with the text."""
    marks = "#" * (1 + max([0] + [len(run) for run in re.findall(r'"""(#*)', text)] + [len(run) for run in re.findall(r"\\(#+)", text)]))
    lines = "".join(indent + line + "\n" if line else "\n" for line in text.split("\n"))
    return f'{marks}"""\n{lines}{indent}"""{marks}'


def write(name: str, code: str) -> None:
    path = FOLDER / name
    if not path.exists() or path.read_text() != code:
        path.write_text(code)


FOLDER.mkdir(exist_ok=True)
rules = (ROOT / "docs/reference/rules.md").read_text()
write("RulesPage.swift", HEAD + f"""/// The page docs/reference/rules.md.
package enum RulesPage {{
    /// The text of the page, in Markdown.
    package static let text = {literal(rules, "        ")}
}}
""")
cases = ""
for page in PAGES:
    text = (ROOT / f"docs/{page}.md").read_text()
    title = text.split("\n", 1)[0].removeprefix("# ")
    cases += f"""        DocsPage(
            path: "{page}", title: "{title}",
            text: {literal(text, "                ")}),
"""
write("DocsPages.swift", HEAD + f"""/// A page of docs/.
package struct DocsPage: Sendable {{
    /// The path in docs/, without the ending.
    package let path: String
    /// The first heading.
    package let title: String
    /// The text, in Markdown.
    package let text: String

    /// The pages that a model needs for its work with the tools.
    package static let all = [
{cases}    ]
}}
""")
