"""Writes the pages of docs/ as one page with a search: docs_page.py FILE. As much of Markdown as docs/ has."""

import base64
import hashlib
import html
import os
import re
import sys

# The order of the list at the side. Decisions have no entry in it: the other pages link to them.
FOLDERS = ["", "how-to", "reference", "internals", "internals/decisions"]

STYLE = """
:root { color-scheme: light dark; --page: #f5f5f7; --card: #fff; --text: #1d1d1f; --quiet: #5f6066; --line: #d9d9de; --accent: #0a66d6; --mark: #fff3bf; }
@media (prefers-color-scheme: dark) { :root { --page: #131316; --card: #1d1d21; --text: #ececf1; --quiet: #a0a1a9; --line: #36363d; --accent: #6aaeff; --mark: #5a4b10; } }
* { box-sizing: border-box; }
body { display: grid; grid-template-columns: 260px minmax(0, 1fr); margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 12px; background: var(--card); border-right: 1px solid var(--line); }
nav a { display: block; padding: 3px 8px; border-radius: 6px; color: inherit; text-decoration: none; }
nav a[aria-current] { background: var(--page); font-weight: 600; }
input { width: 100%; min-height: 40px; margin-bottom: 8px; padding: 0 10px; border: 1px solid var(--line); border-radius: 9px; background: var(--page); color: inherit; font: inherit; }
main { max-width: 900px; padding: 20px 28px 80px; overflow-wrap: anywhere; }
main:focus { outline: none; }
a { color: var(--accent); }
code, pre { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
pre, .table { overflow-x: auto; padding: 10px 12px; border: 1px solid var(--line); border-radius: 9px; background: var(--card); }
table { border-collapse: collapse; }
th, td { padding: 4px 10px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.hit { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; }
.hit b { color: var(--accent); } .hit span { color: var(--quiet); } mark { background: var(--mark); color: inherit; }
@media (max-width: 760px) { body { display: block; } nav { position: static; height: auto; border: 0; } nav div { display: flex; overflow-x: auto; } nav a { white-space: nowrap; min-height: 44px; } main { padding: 14px; } }
"""

SCRIPT = """
"use strict";
const pages = [...document.querySelectorAll("article")];
const field = document.getElementById("search");
const results = document.getElementById("results");
/** What can be found: every heading with the text below it. */
const sections = pages.flatMap((page) => [...page.querySelectorAll("section")].map((section) => {
  const heading = section.querySelector("h1, h2, h3, h4");
  const text = section.textContent.replace(/\\s+/g, " ");
  return { page, id: heading.id, title: heading.textContent, text, low: text.toLowerCase() };
}));
function show(id) {
  const target = document.getElementById(id) ?? pages[0];
  const page = target.closest("article");
  for (const one of pages) one.hidden = one !== page;
  results.hidden = true;
  for (const link of document.querySelectorAll("nav a")) link.toggleAttribute("aria-current", link.hash === "#" + page.id);
  target.scrollIntoView();
  document.title = page.querySelector("h1").textContent + " – Understudy";
}
function marked(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0)) - 60);
  const piece = document.createElement("span");
  let rest = text.slice(at, at + 220);
  while (rest !== "") {
    const found = words.map((word) => [rest.toLowerCase().indexOf(word), word.length]).filter(([place]) => place >= 0).sort((one, other) => one[0] - other[0])[0];
    if (found === undefined) break;
    const mark = document.createElement("mark");
    mark.textContent = rest.slice(found[0], found[0] + found[1]);
    piece.append(rest.slice(0, found[0]), mark);
    rest = rest.slice(found[0] + found[1]);
  }
  piece.append(rest);
  return piece;
}
function search() {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  if (words.length === 0) return show(location.hash.slice(1));
  const score = ({ title, low }) => words.reduce((sum, word) => sum + (title.toLowerCase().includes(word) ? 20 : 0) + Math.min(9, low.split(word).length), 0) - low.length / 4000;
  const hits = sections.filter(({ low }) => words.every((word) => low.includes(word))).sort((one, other) => score(other) - score(one)).slice(0, 40);
  results.replaceChildren(...hits.map((hit) => {
    const link = Object.assign(document.createElement("a"), { className: "hit", href: "#" + hit.id });
    const title = Object.assign(document.createElement("b"), { textContent: hit.title });
    link.append(title, " · " + hit.page.dataset.file, document.createElement("br"), marked(hit.text, words));
    link.addEventListener("click", () => { field.value = ""; show(hit.id); });
    return link;
  }));
  if (hits.length === 0) results.textContent = "Nothing has all of these words.";
  for (const page of pages) page.hidden = true;
  results.hidden = false;
}
field.addEventListener("input", search);
addEventListener("hashchange", () => show(location.hash.slice(1)));
addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== field) { event.preventDefault(); field.focus(); }
  if (event.key === "Escape") { field.value = ""; search(); }
  if (event.key === "Enter" && event.target === field) results.querySelector("a")?.click();
});
show(location.hash.slice(1));
"""


def slug(text):
    """As GitHub makes anchors."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"`|\*|\[|\]\([^)]*\)", "", text).lower()).replace(" ", "-")


def page_id(name):
    return name.removesuffix(".md").replace("/", "-")


class Writer:
    def __init__(self, name, known):
        self.name, self.known = name, known

    def link(self, text, target):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            return f'<a href="{html.escape(target)}" rel="noreferrer">{text}</a>'
        file = os.path.normpath(os.path.join(os.path.dirname(self.name), path)) if path else self.name
        if file in self.known:
            return f'<a href="#{page_id(file)}{"--" + anchor if anchor else ""}">{text}</a>'
        return f'<a href="{html.escape(os.path.normpath(os.path.join(os.path.dirname(self.name), target)))}">{text}</a>'

    def inline(self, text):
        pieces = re.split(r"(``.+?``|`[^`]+`)", text)
        for index, piece in enumerate(pieces):
            if piece.startswith("`"):
                pieces[index] = f"<code>{html.escape(piece.strip('`').strip())}</code>"
                continue
            piece = html.escape(piece, quote=False)
            piece = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", piece)
            pieces[index] = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*", r"<em>\1</em>", piece)
        text = "".join(pieces)
        # A picture is named: the page has none of them.
        text = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"<em>\1</em>", text)
        return re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])+)\]\(([^)\s]+)\)", lambda match: self.link(match[1], match[2]), text)

    def table(self, lines):
        cells = [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines]
        rows = []
        for number, row in enumerate(cells):
            if number == 1:
                continue
            tag = "th" if number == 0 else "td"
            rows.append("<tr>" + "".join(f"<{tag}>{self.inline(cell)}</{tag}>" for cell in row) + "</tr>")
        return f'<div class="table"><table>{"".join(rows)}</table></div>'

    def listing(self, lines):
        """A list of up to two levels; a line that is indented belongs to the item above."""
        tag = "ol" if lines[0][0].isdigit() else "ul"
        items = []
        for line in lines:
            match = re.match(r"(?:[-*]|\d+\.) (.*)", line)
            inner = re.match(r"  [-*] (.*)", line)
            if match:
                items.append((match[1], []))
            elif inner and items:
                items[-1][1].append(inner[1])
            elif items and items[-1][1]:
                items[-1][1][-1] += " " + line.strip()
            elif items:
                items[-1] = (items[-1][0] + " " + line.strip(), [])

        def item(text, under):
            below = "<ul>" + "".join(f"<li>{self.inline(one)}</li>" for one in under) + "</ul>" if under else ""
            return f"<li>{self.inline(text)}{below}</li>"

        return f"<{tag}>" + "".join(item(*one) for one in items) + f"</{tag}>"

    def page(self, text):
        lines = re.sub(r"<!--.*?-->\n?", "", text, flags=re.S).split("\n")
        out, index, is_open = [], 0, False
        while index < len(lines):
            line = lines[index]
            if line.startswith("```"):
                end = next((place for place in range(index + 1, len(lines)) if lines[place].startswith("```")), len(lines))
                out.append("<pre>" + html.escape("\n".join(lines[index + 1:end])) + "</pre>")
                index = end + 1
                continue
            kinds = ((r"    ", lambda block: "<pre>" + html.escape("\n".join(one[4:] for one in block)) + "</pre>", r"    "),
                     (r"\|", self.table, r"\|"), (r"(?:[-*]|\d+\.) ", self.listing, r"(?:[-*]|\d+\.) |  \S"))
            for start, make, goes_on in kinds:
                if re.match(start, line):
                    end = index
                    while end < len(lines) and re.match(goes_on, lines[end]):
                        end += 1
                    out.append(make(lines[index:end]))
                    index = end
                    break
            else:
                heading = re.match(r"(#{1,4}) (.*)", line)
                if heading:
                    anchor = page_id(self.name) + ("--" + slug(heading[2]) if len(heading[1]) > 1 else "--top")
                    out.append(("</section>" if is_open else "") + f'<section><h{len(heading[1])} id="{anchor}">{self.inline(heading[2])}</h{len(heading[1])}>')
                    is_open = True
                elif line.strip():
                    end = index
                    while end < len(lines) and lines[end].strip() and not re.match(r"#|\||```|    |[-*] |\d+\. ", lines[end]):
                        end += 1
                    end = max(end, index + 1)
                    out.append("<p>" + self.inline(" ".join(lines[index:end])) + "</p>")
                    index = end
                    continue
                index += 1
        return "\n".join(out) + ("</section>" if is_open else "")


def main():
    (target,) = sys.argv[1:]
    names = [os.path.relpath(os.path.join(folder, name), "docs") for folder, _, files in os.walk("docs") for name in files if name.endswith(".md")]
    names.sort(key=lambda name: (FOLDERS.index(os.path.dirname(name)), name))
    articles, links = [], []
    for name in names:
        with open(os.path.join("docs", name), encoding="utf-8") as file:
            text = file.read()
        title = re.search(r"^# (.*)", text, re.M)[1]
        articles.append(f'<article id="{page_id(name)}" data-file="{html.escape(name)}" hidden>\n{Writer(name, set(names)).page(text)}\n</article>')
        if not name.startswith("internals/decisions/"):
            links.append(f'<a href="#{page_id(name)}">{html.escape(title)}</a>')
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    page = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<title>Understudy</title>
<link rel="icon" href="data:,">
<style>{STYLE}</style>
<noscript><style>article {{ display: block !important; }}</style></noscript>
</head>
<body>
<nav aria-label="Pages"><input id="search" type="search" placeholder="Search  /" aria-label="Search" autocomplete="off" spellcheck="false"><div>{"".join(links)}</div></nav>
<main tabindex="-1"><noscript>The pages are below; to search them needs a script.</noscript><div id="results" hidden></div>
{chr(10).join(articles)}
</main>
<script>{SCRIPT}</script>
</body>
</html>
"""
    with open(target, "w", encoding="utf-8") as file:
        file.write(page)
    print(f"{target}: {len(names)} pages, {len(page) // 1000} kB")


main()
