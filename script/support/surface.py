"""Writes Swift that names each row of Tests/AppleTests/Surface/apple-surface.tsv with its exact type. Used by script/surface."""
import re
import sys

APART = {"SwiftUI", "CoreTransferable"}


def split(text, separator=","):
    """Splits at separators outside of brackets."""
    parts, depth, start = [], 0, 0
    for index, letter in enumerate(text):
        if letter in "([<":
            depth += 1
        elif letter in ")]" or letter == ">" and text[index - 1] != "-":
            depth -= 1
        elif letter == separator and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def signature(text):
    """Returns the base name, the labels, the parameter types and the rest of a function or an initializer."""
    name, rest = re.match(r"(?:func )?([\w]+[?]?)(?:<.*?>)?\((.*)$", text).groups()
    depth, end = 1, 0
    for end, letter in enumerate(rest):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            break
    labels, types = [], []
    for parameter in split(rest[:end]):
        names, kind = parameter.split(":", 1)
        labels.append(names.split()[0] + ":")
        types.append(re.sub(r" = .*$", "", kind).strip())
    return name, "".join(labels), types, rest[end + 1:].strip()


def effects(rest):
    """Returns `async throws` and the result type."""
    head, _, result = rest.partition("->")
    return " ".join(word for word in head.split() if word in ("async", "throws")), result.strip() or "Void"


def function(owner, text, attribute, is_protocol):
    name, labels, types, rest = signature(text)
    marks, result = effects(rest)
    reference = f"{name}({labels})" if labels else name
    kind = f"{attribute}({', '.join(types)}) {marks + ' ' if marks else ''}-> {result}"
    if name.rstrip("?") == "init":
        optional = "?" if name.endswith("?") else ""
        return [f"let _: {attribute}({', '.join(types)}) -> {owner}{optional} = {owner}.init({labels})"]
    subject = f"any {owner}" if is_protocol else owner
    return [f"func names(_ it: {subject}) {{ let _: {kind} = it.{reference} }}"]


def row(kind, identifier, declaration, protocols):
    """Returns the statements for one row."""
    head = identifier.split("(")[0]
    owner, _, member = head.rpartition(".")
    attribute = "@MainActor " if "@MainActor" in declaration else ""
    text = re.sub(r"@MainActor |@NSCopying |optional |convenience |weak ", "", declaration).strip()
    text = re.sub(r"^(static|class) (?=func|var)", "", text)
    is_protocol = owner in protocols
    if kind == "enum":
        return [f"enumeration({identifier}.self)"]
    if kind == "struct":
        return [f"structure({identifier}.self)"]
    if kind == "class":
        return [f"let _: {identifier}.Type = {identifier}.self", f"func names(_ it: {identifier}) {{ let _: NSObject = it }}"]
    if kind == "protocol":
        parents = text.split(":")[1].split(",")
        return [f"func names(_ it: any {identifier}) {{ let _: any {' & '.join(p.strip() for p in parents)} = it }}"]
    if kind == "case":
        return [f"let _: {owner} = .{member}"]
    if kind == "operator":
        return [f"let _: ({owner}, {owner}) -> Bool = (!=)"]
    if kind == "var":
        return [f"let _: {text.split(':')[1].strip()} = {identifier}"]
    if kind in ("property", "type property"):
        type_ = text.split(":", 1)[1].split("{")[0].strip()
        if kind == "type property":
            return [f"let _: {type_} = {owner}.{member}"]
        if is_protocol:
            return [f"func names(_ it: any {owner}) {{ let _: {type_} = it.{member} }}"]
        path = "ReferenceWritableKeyPath" if "set }" in text else "KeyPath"
        return [f"let _: {path}<{owner}, {type_}> = \\{owner}.{member}"]
    if identifier.endswith("hash(into:)"):
        return [f"let _: ({owner}) -> (inout Hasher) -> Void = {owner}.hash(into:)"]
    statements = []
    for part in text.split("; "):
        if re.match(r"func \w+\((\w+:)+\)", part):
            # The short form of an overload, such as `func signedIdentityProof(for:using:) async throws -> T`.
            labels = re.match(r"func \w+\(((?:\w+:)+)\)", part).group(1)
            types = signature(text.split("; ")[0])[2]
            named = ", ".join(f"{a} x: {t}" for a, t in zip(labels.strip(":").split(":"), types))
            part = part.replace(f"({labels})", f"({named})")
        statements += function(owner, part, attribute, is_protocol)
    return statements


def main(table):
    rows = [line.rstrip("\n").split("\t") for line in open(table)][1:]
    protocols = {identifier for _, kind, identifier, _ in rows if kind == "protocol"}
    lines = [
        "// Written by script/surface from apple-surface.tsv.",
        "import SharedWithYou", "import SharedWithYouCore", "import UIKit",
        "import UniformTypeIdentifiers", "",
        "private func enumeration<Value: RawRepresentable & Hashable>(_: Value.Type) where Value.RawValue == Int {}",
        "private func structure<Value: RawRepresentable & Hashable>(_: Value.Type) where Value.RawValue == String {}",
    ]
    apart = 0
    for number, (module, kind, identifier, declaration) in enumerate(rows, 1):
        if kind in APART or declaration.startswith("SwiftUI:"):
            apart += 1
            continue
        lines += ["", f"// {module}: {identifier}", f"@MainActor private func row{number}() {{"]
        statements = row(kind, identifier, declaration, protocols)
        if len(statements) > 1:
            statements = [f"do {{ {statement} }}" for statement in statements]
        lines += ["    " + statement for statement in statements] + ["}"]
    print("\n".join(lines))
    print(f"{len(rows)} rows: {len(rows) - apart} compile with their exact types, {apart} need SwiftUI or "
          "CoreTransferable", file=sys.stderr)


main(sys.argv[1])
