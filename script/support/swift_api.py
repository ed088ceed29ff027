"""Lists the public declarations of the modules with a promise of compatibility: swift_api.py [ROOT]

Each line is `MODULE Type.Nested: declaration`, without bodies, values, comments and attributes. It reads the text of the
sources: no build is needed, and a declaration that only moves to another file does not change.
"""
import os
import re
import sys

# The modules under Apple's names follow Apple: Tests/AppleTests/Surface holds them.
MODULES = {
    "ChatProtocol": "Sources/Protocol", "ChatConnection": "Sources/ChatClient/Connection", "ChatTestKit": "Sources/ChatTestKit",
    "ChatServer": "Sources/ChatServer/Network", "Gherkin": "Sources/Gherkin", "AppHost": "Sources/Apple/Host",
    "AppTestKit": "Sources/Apple/TestKit",
}
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)"""(?:.*?)"""\1|(#+)"(?:.*?)"\2|"(?:\\.|[^"\\\n])*"', re.S)
ATTRIBUTE = re.compile(r"@\w+(?:\((?:[^()]|\([^()]*\))*\))?\s*")
TYPE = re.compile(r"(?:(?:final|indirect|nonisolated|public|open|package|private|fileprivate|internal)\s+)*"
                  r"(struct|class|enum|actor|protocol|extension)\s+(?!func\b|var\b|subscript\b)([\w.]+)")
WORD = (r"(?:(?:static|class|final|mutating|nonmutating|nonisolated|override|convenience|required|lazy|weak|unowned|indirect"
        r"|prefix|postfix|infix|(?:private|package|internal|fileprivate)\(set\)|nonisolated\(unsafe\))\s+)*")
MEMBER = re.compile(
    WORD + r"(?:(?:public|open)\s+)?" + WORD + r"(?:func|var|let|init|subscript|case|typealias|associatedtype|struct|class|enum|actor"
    r"|protocol|extension)\b")
HIDDEN = re.compile(r"\b(?:private|fileprivate|package|internal)\b(?!\(set\))")


def statements(text):
    """The text in pieces, each ended by a brace or by the end of a line outside of parentheses: (piece, brace or "")."""
    piece, depth = [], 0
    for sign in NOISE.sub(lambda match: '""' if match[0][0] in '"#' else "", text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign in "{};" and depth == 0 or sign == "\n" and depth == 0 and piece and "".join(piece).strip()[-1:] not in ("", ",", ":", "=", "&"):
            yield " ".join("".join(piece).split()), sign.strip("\n;")
            piece = []
        else:
            piece.append(sign)


def without_values(text):
    """Replaces the default of each parameter by …, and drops the value of a property."""
    output, at = "", 0
    while (found := re.compile(r"(?<![=!<>&|+*/-])\s*=(?![=>])\s*").search(text, at)) is not None:
        output += text[at:found.start()]
        depth, at, inside = 0, found.end(), text[:found.start()].count("(") > text[:found.start()].count(")")
        if not inside:
            return output
        while at < len(text) and not (depth == 0 and text[at] in ",)"):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[at], 0)
            at += 1
        output += " = …"
    return output + text[at:]


def declarations(module, text):
    """The public declarations of one file."""
    # Each open brace: the path of its type, the default visibility of its members, and the kind.
    open_braces = [(module, False, "file")]
    for piece, brace in statements(text):
        path, members_are_public, kind = open_braces[-1]
        plain = ATTRIBUTE.sub("", piece).strip()
        is_public = re.search(r"\b(?:public|open)\b(?!\()", plain) is not None or members_are_public and not HIDDEN.search(plain)
        if kind != "code" and is_public and MEMBER.match(plain) and not re.match(r"(?:public )?extension \w+$", plain):
            shown = without_values(re.sub(r"\b(?:public|final)\s+", "", plain)).strip()
            yield f"{path}: {shown}"
        if brace == "{":
            found = TYPE.match(plain)
            if found and kind != "code":
                visible = re.search(r"\bpublic\b|\bopen\b", plain) is not None
                # Only these give their visibility to their members.
                inherits = found[1] == "protocol" and visible or found[1] == "extension" and visible
                inner = "enum" if found[1] == "enum" and is_public else found[1]
                separator = " " if kind == "file" else "."
                open_braces.append((f"{path}{separator}{found[2]}", inherits, inner))
            else:
                open_braces.append((path, False, "code"))
        elif brace == "}" and len(open_braces) > 1:
            open_braces.pop()


def cases(module, text):
    """The cases of public enums: they are as visible as the enum."""
    open_braces = [(module, False)]
    for piece, brace in statements(text):
        path, is_enum = open_braces[-1]
        plain = ATTRIBUTE.sub("", piece).strip()
        if is_enum and re.match(r"(?:indirect )?case ", plain):
            for each in re.split(r",\s*(?![^(]*\))", re.sub(r"^(?:indirect )?case ", "", plain)):
                yield f"{path}: case {without_values(each).strip()}"
        if brace == "{":
            found = TYPE.match(plain)
            separator = " " if len(open_braces) == 1 else "."
            is_public_enum = found is not None and found[1] == "enum" and re.search(r"\bpublic\b", plain) is not None
            open_braces.append((f"{path}{separator}{found[2]}" if found else path, is_public_enum))
        elif brace == "}" and len(open_braces) > 1:
            open_braces.pop()


def listing(root):
    """All public declarations, in order."""
    found = set()
    for module, folder in MODULES.items():
        for place, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                if name.endswith(".swift"):
                    with open(os.path.join(place, name), encoding="utf-8") as file:
                        text = file.read()
                    found.update(declarations(module, text))
                    found.update(cases(module, text))
    return sorted(found)


if __name__ == "__main__":
    print("\n".join(listing(sys.argv[1] if sys.argv[1:] else ".")))
