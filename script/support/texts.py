"""Lists the texts that people read: texts.py [--KIND | --findings | --count | --check FILE] [PATH ...]

    (nothing)        each text of the programs in a line of its own: FILE:LINE: TEXT
    --KIND           each text of another kind: --pages, --doc-comments, --comments or --test-names
    --findings       each vague word and each opener, in all kinds
    --count          words, vague words and openers of each kind
    --check FILE     compares the counts with the ceilings in FILE: status 1 if a count is above its ceiling

PATH limits the list to these files and folders. The texts are the string literals of Sources/ that are sentences or
labels, the doc comments of the contracts, and the words of the pages that a browser shows. An interpolation is `…`.
The comments are those of Sources/ and Tests/, in Swift, contracts and JavaScript: each block of lines is one.

A vague word leaves out the actor or the noun. An opener is a clause that begins with Of, Where, What or the like, in
front of the sentence or in place of its noun. A question is no opener. In a doc comment only the first word counts, and
in another comment none. A test name counts as an opener if it has no subject, or fewer than three words.
"""
import itertools
import os
import re
import signal
import subprocess
import sys

VAGUE = re.compile(
    r"\b(somebody|nobody|whoever|whatever|of late|anew|otherwise|tidings|stands?|stood|told|tells?|said|says?|heard"
    r"|hears?|comes? about|came about|behind|meanwhile|elsewhere|beside|at the most|takes? away|goes? on|gone on|dear"
    r"|borne|is there|are there)\b", re.I)
# “How to …”, “Which app opens a link?” and “That message was unsent.” are good English: heading, question, subject.
# “Who can access” is Apple's label, and a text that begins with a small “of” or “which” continues a sentence.
OPENER = re.compile(
    r"^(what|who(?! can access$)|whom|whose|whether|where|(?-i:Which)|why|those|whoever|whatever|(?-i:Of)(?! course)"
    r"|by what|in which|from where|how(?! to\b)|when (?=[^,]*$)"
    r"|that (?=(?:an?|the|there|it|he|she|they|you|this|nobody|somebody|everybody)\b))\b", re.I)
DOC_OPENER = re.compile(
    r"^(What|Who|Whom|Whose|Whether|How|Where|When|Which|Why|That|Those|Whoever|Whatever|Of|By what|In which"
    r"|From where)\b")
NO_SUBJECT = {"what", "who", "whom", "whose", "whoever", "where", "that", "those", "nobody", "somebody"}
SENTENCE = re.compile(r"(?<=[.!?;])[”\"’)]?\s+")
# Their strings are Swift, shell and Gherkin.
SKIPPED = (
    "Sources/Programs/contract-compiler/", "Sources/Programs/websocket-echo/", "Sources/Gherkin/Languages/",
    "Sources/Options/CompletionScript.swift")
SQL = re.compile(
    r"^\s*(SELECT|INSERT|CREATE|UPDATE|DELETE|BEGIN|COMMIT|PRAGMA|WITH|ALTER|DROP|SET|LISTEN|NOTIFY|ON CONFLICT|WHERE"
    r"|LEFT JOIN|FROM|ORDER BY|VALUES|AND|REPLACE|VACUUM|ROLLBACK|SAVEPOINT|RELEASE|LOCK|TRUNCATE|UNION|END)\b"
    r"(?! [a-z]+ing\b)")
# The phrases of scenarios and their examples: they are a language of their own, with its own test.
PHRASE = re.compile(r"\{(persons?|app|url|text|conversation|count|duration)\}")
GHERKIN = re.compile(r"^(Feature|Rule|Scenario|Given|When|Then|And|But)\b:? ?(?![a-z])")
SWIFT = re.compile(r'(#*)(""")|(#*)"|//[^\n]*|/\*')
SCRIPT = re.compile(r"""//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'""", re.S)
SCRIPT_DOC = re.compile(r"^ */\*\*(.*?)\*/", re.M | re.S)
COMMENT = re.compile(r"\s*(///?|)\s*(.*)")
TEST = re.compile(r"""^[^"/\n]*@Test\b(?:\(\s*"((?:[^"\\]|\\.)*)")?(?:.|\n)*?\bfunc (\w+|`[^`]+`)""", re.M)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def literal(source, at, close, hashes):
    """Reads a Swift literal from behind its opening quote: (text, index after the closing quote)."""
    text, escape = [], "\\" + hashes
    while at < len(source):
        if source.startswith(close, at):
            return "".join(text), at + len(close)
        if source.startswith(escape, at):
            at += len(escape)
            if source[at] == "(":
                at = interpolation(source, at + 1)
                text.append("…")
            elif source[at] == "\n":
                text.append("\\\n")
                at += 1
            elif source[at] == "u":
                end = source.index("}", at)
                text.append(chr(int(source[at + 2:end], 16)))
                at = end + 1
            else:
                text.append(ESCAPES.get(source[at], source[at]))
                at += 1
        else:
            text.append(source[at])
            at += 1
    return "".join(text), at


def interpolation(source, at):
    """Returns the index after the parenthesis that closes an interpolation."""
    depth = 1
    while depth:
        if source[at] == '"':
            hashes = re.search(r"#*$", source[:at]).group()
            at = literal(source, at + 1, '"' + hashes, hashes)[1]
            continue
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        at += 1
    return at


def literals_of_swift(source):
    """Yields (index, text, is multi-line) of each literal, those inside interpolations left out."""
    at = 0
    while match := SWIFT.search(source, at):
        at = match.end()
        if match.group().startswith("/*"):
            at = source.index("*/", at) + 2
        elif match.group(2):
            text, at = literal(source, at, '"""' + match.group(1), match.group(1))
            yield match.start(), text, True
        elif match.group(3) is not None:
            text, at = literal(source, at, '"' + match.group(3), match.group(3))
            yield match.start(), text, False


def paragraphs(text):
    """Yields (line, paragraph) of a multi-line text. A row of a table begins a paragraph."""
    current, first, lines = [], 0, text.split("\n")
    margin = len(lines[-1]) if not lines[-1].strip() else 0
    for number, line in enumerate(lines):
        line = line[margin:]
        row = re.match(r"\s*\S(?:\S| (?! ))*\s{2,}\S", line) or re.match(r" {2,4}\S", line)
        if current and (not line.strip() or row):
            yield first, " ".join(current)
            current = []
        if line.strip():
            if not current:
                first = number
            current.append(line.rstrip(" \\").strip())
    if current:
        yield first, " ".join(current)


def is_text(text):
    """True for a sentence or a label, false for identifiers, statements, patterns and the like."""
    words = text.split()
    if len(words) > 100 and max(map(len, words)) < 4:
        return False
    if SQL.match(text) or re.match(r"^[\s{}\[\]<(:,;.$^\\*?+|#=]*[{\[<^\\]", text) or "://" in text and " " not in text:
        return False
    if re.search(r"[A-Za-z]{2,}[”’\"').,:;…]* +[“‘\"'(…]*[A-Za-z…]|… [a-z]{2,}", text):
        return not re.search(r"\)\\|\(\?|\[\^|: %|;\s*\}|^(GET|POST|HTTP)\b|^[a-z-]+: [a-z/]+;|^import ", text)
    return bool(re.fullmatch(r"[A-Z][a-z]+(?:[’'-][A-Za-z]+)*[….:]?", text))


def texts_of_swift(source):
    for at, text, multiline in literals_of_swift(source):
        line = source.count("\n", 0, at) + 1
        if multiline:
            for offset, paragraph in paragraphs(text[1:]):
                yield line + 1 + offset, paragraph
        else:
            yield line, text


def texts_of_contract(source):
    """Yields the doc comments, the lines of each as one text."""
    block, first = [], 0
    for number, line in enumerate(source.split("\n") + [""], 1):
        line = line.strip()
        if line.startswith("///"):
            if not line[3:].strip() and block:
                yield first, " ".join(block)
                block = []
                continue
            if not block:
                first = number
            block.append(line[3:].strip())
        elif block:
            yield first, " ".join(block)
            block = []


def texts_of_script(source):
    for match in SCRIPT.finditer(source):
        text = match.group(1) or match.group(2) or match.group(3)
        if text:
            yield source.count("\n", 0, match.start()) + 1, re.sub(r"\$\{[^}]*\}+", "…", text)


def texts_of_markup(source):
    blank = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", lambda m: "\n" * m.group().count("\n"), source, flags=re.S)
    for match in re.finditer(r">([^<>]+)<|(?:title|aria-label|placeholder)=\"([^\"]+)\"", blank):
        text = (match.group(1) or match.group(2)).strip()
        if text:
            yield blank.count("\n", 0, match.start(1 if match.group(1) else 2)) + 1, text


READERS = {
    ".swift": texts_of_swift, ".contract": texts_of_contract, ".js": texts_of_script, ".html": texts_of_markup,
}


def texts(paths):
    for path in files(["Sources"], READERS, paths):
        if path.startswith(SKIPPED) or "/Generated/" in path:
            continue
        with open(path, encoding="utf-8") as file:
            source = file.read()
        kind = os.path.splitext(path)[1]
        for line, text in READERS[kind](source):
            text = re.sub(r"\s+", " ", text).strip() if "  " not in text.strip() else text.replace("\n", " ").strip()
            if path.startswith("Sources/Scenario/Phrases/") and PHRASE.search(text) or GHERKIN.match(text):
                continue
            if text and (kind == ".contract" or kind == ".html" or is_text(text)):
                yield path, line, text


def pages(paths):
    """Yields the paragraphs of the pages, without code."""
    for path in files(["docs", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"], [".md"], paths):
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        fenced, block, first = False, [], 0
        for number, line in enumerate(lines + [""], 1):
            fence = line.lstrip().startswith("```")
            fenced ^= fence
            ends = fence or fenced or not line.strip() or re.match(r"^(    |[|\s:-]+$)", line)
            if block and (ends or re.match(r"\s*([|#>*-]|\d+\.)", line)):
                yield path, first, " ".join(block)
                block = []
            if ends:
                continue
            first = first if block else number
            block.append(re.sub(r"`[^`]*`", "`…`", re.sub(r"\]\([^)]*\)", "]", line)).strip())


def comments(paths, wanted="//"):
    """Yields the comments with a mark, the lines of each as one text. A doc comment of JavaScript has the mark `///`."""
    for path in files(["Sources", "Tests"], [".swift", ".contract", ".js"], paths):
        if "/Generated/" in path:
            continue
        with open(path, encoding="utf-8") as file:
            source = file.read()
        if path.endswith(".js"):
            source = SCRIPT_DOC.sub(lambda m: re.sub(r"^[ *]*", "/// ", m.group(1), flags=re.M), source)
        lines = [(number, *COMMENT.match(line).groups()) for number, line in enumerate(source.split("\n"), 1)]
        for mark, block in itertools.groupby(lines, lambda line: line[1]):
            if mark == wanted:
                numbers, _, parts = zip(*block)
                yield path, numbers[0], " ".join(parts).strip()


def doc_comments(paths):
    return comments(paths, "///")


def test_names(paths):
    """Yields the name of each test as words: its title, or the name of its function."""
    for path in files(["Tests"], [".swift"], paths):
        with open(path, encoding="utf-8") as file:
            source = file.read()
        for match in TEST.finditer(source):
            name = match.group(1) or re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", match.group(2).strip("`"))
            yield path, source.count("\n", 0, match.start()) + 1, name


def files(roots, kinds, paths):
    """The tracked and new files under the roots, and under the given paths if there are any."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *roots]
    listed = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split("\0")
    within = [os.path.relpath(path) for path in paths]
    for path in sorted(set(listed)):
        if os.path.splitext(path)[1] in kinds and os.path.exists(path):
            if not within or any(path == one or path.startswith(one + "/") for one in within):
                yield path


def sentences(text):
    """The parts of a text that a reader begins to read: sentences, and the columns of a table."""
    for part in re.split(r"\s{2,}|\s\|\s|^\|\s|\n", text):
        for sentence in SENTENCE.split(part.strip()):
            yield re.sub(r"^([-*>#\s]|\d+\.)+", "", sentence).strip("“\"(* ")


def vague_words(text):
    return VAGUE.findall(re.sub(r"`+[^`]*`+", "", text))


def openers(text):
    return [
        one for one in sentences(text)
        if OPENER.match(one) and len(one.split()) > 1 and not one.rstrip("”\")").endswith("?")]


def openers_of_doc_comment(text):
    return [text] if DOC_OPENER.match(text) else []


def openers_of_test_name(name):
    words = name.lower().split()
    return [name] if len(words) < 3 or words[0] in NO_SUBJECT else []


def none(text):
    return []


# For each kind of text its source, and the functions that return its vague words and its openers.
KINDS = {
    "texts": (texts, vague_words, openers),
    "pages": (pages, vague_words, openers),
    "doc-comments": (doc_comments, vague_words, openers_of_doc_comment),
    "comments": (comments, vague_words, none),
    "test-names": (test_names, none, openers_of_test_name),
}


def findings(kind, paths):
    """Yields (path, line, text, vague words, openers) of each text of a kind."""
    source, vague, opening = KINDS[kind]
    for path, line, text in source(paths):
        yield path, line, text, vague(text), opening(text)


class Count:
    def __init__(self, kind, paths):
        self.texts = self.words = self.vague = self.openers = 0
        for _, _, text, vague, opening in findings(kind, paths):
            self.texts += 1
            self.words += len(text.split())
            self.vague += len(vague)
            self.openers += len(opening)

    def value(self, what, unit=""):
        """The number of vague words or openers; with a unit, openers in 100 texts or vague words in 1,000 words."""
        scale = {"": 1, "%": 100 / max(self.texts, 1), "‰": 1000 / max(self.words, 1)}[unit]
        return getattr(self, what) * scale


def check(path):
    """Compares the counts with their ceilings."""
    counts = {kind: Count(kind, []) for kind in KINDS}
    status = 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            kind, what, ceiling, *unit = line.split()
            number = counts[kind].value(what, *unit)
            if number > int(ceiling):
                print(
                    f"{kind}: {' '.join([str(round(number, 2)), *unit, what])}, and {path} allows {ceiling}: "
                    "script/texts --findings lists them", file=sys.stderr)
                status = 1
            elif number < int(ceiling) and not unit:
                print(f"{kind}: {number} {what}; lower the ceiling of {ceiling} in {path}")
    return status


def main(words):
    option = words.pop(0) if words and words[0].startswith("--") else "--texts"
    if option == "--check":
        return check(words[0])
    if option == "--count":
        print(f"{'':12}{'texts':>8}{'words':>9}{'vague':>8}{'in 1,000':>10}{'openers':>9}{'in 100':>8}")
        for kind in KINDS:
            count = Count(kind, words)
            print(
                f"{kind:12}{count.texts:8,}{count.words:9,}{count.vague:8,}{count.value('vague', '‰'):10.1f}"
                f"{count.openers:9,}{count.value('openers', '%'):8.1f}")
    elif option == "--findings":
        for kind in KINDS:
            for path, line, text, vague, opening in findings(kind, words):
                if vague or opening:
                    marks = [word.lower() for word in vague] + [" ".join(one.split()[:3]) + " …" for one in opening]
                    print(f"{path}:{line}: [{', '.join(marks)}] {text}")
    elif option[2:] in KINDS:
        for path, line, text in KINDS[option[2:]][0](words):
            print(f"{path}:{line}: {text}")
    else:
        print(__doc__.strip())
        return 0 if option == "--help" else 64
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
