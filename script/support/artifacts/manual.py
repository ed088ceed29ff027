"""Manual pages, made from the help of the programs: manual.py PROGRAMS VERSION FOLDER

One page for each program, and one for each of its commands, such as chat-client-play(1).
"""
import os
import re
import sys
import time

if __package__:
    from .archive import Problem, run, write
else:
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from artifacts.archive import Problem, run, write

SIGNS = {"“": r"\(lq", "”": r"\(rq", "’": r"\(cq", "–": r"\(en", "…": "..."}
HEADING = re.compile(r"[A-Z][A-Z ]+$")
# A term in the second column, and its description after at least two spaces.
ROW = re.compile(r"  (?P<term>\S(?:\S| (?! ))*)(?:(?P<gap> {2,})(?P<text>\S.*))?$")


def escaped(text):
    """Text for roff: its special characters, and hyphens that belong to an option."""
    text = re.sub(r"(?<![A-Za-z0-9])-|-(?=-)", r"\\-", text.replace("\\", r"\e"))
    text = "".join(SIGNS.get(sign, sign if ord(sign) < 128 else rf"\[u{ord(sign):04X}]") for sign in text)
    return r"\&" + text if text[:1] in (".", "'") else text


def literal(text):
    """A text to type: every hyphen is a minus sign, so that it can be copied."""
    return escaped(text).replace(r"\-", "-").replace("-", r"\-")


def depth(line):
    return len(line) - len(line.lstrip(" "))


def verbatim(lines):
    least = min(depth(line) for line in lines if line.strip())
    return [".nf", *(literal(line[least:]) for line in lines), ".fi"]


def described(lines, column):
    """The lines of a row's description: text at its column, and a table in what lies deeper."""
    output, deeper = [], []
    for line in [*lines, None]:
        if line is not None and depth(line) > column:
            deeper.append(line)
            continue
        if deeper:
            output += [".br", *verbatim(deeper)]
            deeper = []
        if line is not None:
            output.append(escaped(line.strip()))
    return output


def block(lines):
    """The roff of lines without an empty one: rows of a list, an example, or a paragraph."""
    output, at = [], 0
    while at < len(lines):
        line = lines[at]
        below = at + 1
        while below < len(lines) and depth(lines[below]) > 2:
            below += 1
        row = ROW.match(line)
        if depth(line) == 0:
            output += [".PP", escaped(line)]
            at += 1
            while at < len(lines) and depth(lines[at]) == 0:
                output.append(escaped(lines[at]))
                at += 1
        elif row and row["term"][0] != "|" and (row["text"] or below > at + 1):
            column = len("  " + row["term"] + row["gap"]) if row["text"] else min(depth(each) for each in lines[at + 1:below])
            term = literal(row["term"])
            output += [".TP", rf"\fB{term}\fR", *([escaped(row["text"])] if row["text"] else []), *described(lines[at + 1:below], column)]
            at = below
        else:
            while below < len(lines) and lines[below][:3] != "  -" and depth(lines[below]) > 0:
                below += 1
            output += [".PP", ".RS 4", *verbatim(lines[at:below]), ".RE"]
            at = below
    return output


def sections(text):
    """The parts of a help text: (heading, paragraphs), each paragraph a list of lines."""
    found, heading = {"DESCRIPTION": []}, "DESCRIPTION"
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        lines = paragraph.split("\n")
        if HEADING.match(lines[0]):
            heading = {"USAGE": "SYNOPSIS"}.get(lines[0], lines[0])
            lines = lines[1:]
        elif lines[0].startswith("usage: "):
            found["SYNOPSIS"] = [[line.removeprefix("usage: ").strip() for line in lines]]
            continue
        elif lines[0].startswith("exit status: "):
            found["EXIT STATUS"] = [[lines[0].removeprefix("exit status: "), *lines[1:]]]
            continue
        elif heading == "SYNOPSIS" and depth(lines[0]) == 0:
            heading = "DESCRIPTION"
        found.setdefault(heading, []).append(lines)
    return found


def page(name, text, version, date, others):
    """The manual page of a command, from its help."""
    parts = sections(text)
    first = next((lines for lines in parts["DESCRIPTION"] if depth(lines[0]) == 0), None)
    if first is None:
        raise Problem(f"the help of {name} describes nothing")
    summary = re.sub(r"^chat-\w+( \w+)?: ", "", " ".join(first))
    summary = re.split(r"(?<=[a-z)])[.:](?: |$)", summary)[0].rstrip(".")
    output = [f'.TH {name.upper()} 1 {date} "Understudy {version}" "Understudy"', ".SH NAME", rf"{literal(name)} \- {escaped(summary[0].lower() + summary[1:])}"]
    if "SYNOPSIS" in parts:
        output.append(".SH SYNOPSIS")
        for lines in parts["SYNOPSIS"]:
            output += [".nf", *(literal(re.sub(r"^  ", "", line)) for line in lines), ".fi"]
    for heading in ["DESCRIPTION", *(each for each in parts if each not in ("SYNOPSIS", "DESCRIPTION", "EXIT STATUS")), "EXIT STATUS"]:
        if parts.get(heading):
            output.append(f".SH {heading}")
            body = [line for lines in parts[heading] for line in block(lines)]
            # A heading begins a paragraph by itself.
            output += body[1:] if body[0] == ".PP" else body
    output += [".SH SEE ALSO", ",\n".join(rf"\fB{literal(other)}\fR(1)" for other in others)]
    return "\n".join(output) + "\n"


def pages(programs, version, date):
    """All manual pages: {file name: text}."""
    found = {}
    client, server = (os.path.join(programs, name) for name in ("chat-client", "chat-server"))
    helps = {"chat-client": run(client, "--help"), "chat-server": run(server, "--help")}
    for command in re.findall(r"^  ([a-z][a-z-]*) {2,}\S", helps["chat-client"], re.M):
        if command != "help":
            helps[f"chat-client-{command}"] = run(client, command, "--help")
    for command in dict.fromkeys(re.findall(r"^  chat-server ([a-z]+)\b", helps["chat-server"], re.M)):
        helps[f"chat-server-{command}"] = run(server, command, "--help")
    for name, text in helps.items():
        program = name[:len("chat-client")]
        others = [each for each in helps if each.startswith(program + "-")] if name == program else [program]
        found[f"{name}.1"] = page(name, text, version, date, others)
    return found


if __name__ == "__main__":
    day = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    os.makedirs(sys.argv[3], exist_ok=True)
    for file, content in pages(sys.argv[1], sys.argv[2], day).items():
        write(os.path.join(sys.argv[3], file), content)
