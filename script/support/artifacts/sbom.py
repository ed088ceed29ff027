"""The bill of materials: the libraries inside the programs, with versions and licences, in SPDX 2.3."""
import hashlib
import json
import re
import time
from dataclasses import asdict, dataclass

from .archive import Problem, read, run, sha256

SWIFT = "Apache-2.0 WITH Swift-exception"
GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"


@dataclass(frozen=True)
class Library:
    """A library that the programs contain, or that they need from the machine."""

    name: str
    version: str
    licence: str
    copyright: str
    origin: str
    purl: str
    is_inside: bool = True


def debian_version(package):
    """The installed version of a package of Debian, without the version of its build."""
    return run("dpkg-query", "--show", "--showformat", "${Version}", package)


def swift_version():
    found = re.search(r"Swift version ([0-9.]+)", run("swift", "--version"))
    if not found:
        raise Problem("swift --version names no version")
    return found[1]


def recorded(path):
    """The libraries that a file lists, as `record` wrote them."""
    return [Library(**each) for each in json.loads(read(path))]


def record(libraries):
    return (json.dumps([asdict(each) for each in libraries], indent=2) + "\n").encode()


def libraries(program):
    """The libraries of a program that was built on this machine."""
    data = read(program)
    swift, sqlite, libc = swift_version(), debian_version("libsqlite3-dev"), debian_version("libc6")
    upstream = sqlite.split("-")[0]
    # Both compilers leave their versions in the programs.
    gcc = re.search(rb"GCC: \(Debian ([^)]+)\)", data)
    if upstream.encode() not in data:
        raise Problem(f"{program} does not contain SQLite {upstream}, which is installed: build it again on this machine")
    if not gcc:
        raise Problem(f"{program} does not name the version of its C++ library")
    library = gcc[1].decode()
    return [
        Library("swift", swift, SWIFT, "Copyright Apple Inc. and the Swift project authors",
                f"https://github.com/swiftlang/swift/tree/swift-{swift}-RELEASE", f"pkg:github/swiftlang/swift@swift-{swift}-RELEASE"),
        Library("swift-corelibs-libdispatch", swift, SWIFT, "Copyright Apple Inc. and the Swift project authors",
                f"https://github.com/swiftlang/swift-corelibs-libdispatch/tree/swift-{swift}-RELEASE",
                f"pkg:github/swiftlang/swift-corelibs-libdispatch@swift-{swift}-RELEASE"),
        Library("sqlite3", sqlite, "blessing", "NONE", "https://www.sqlite.org", f"pkg:deb/debian/sqlite3@{sqlite}"),
        Library("libstdc++", library, GCC, "Copyright Free Software Foundation, Inc.",
                "https://gcc.gnu.org", f"pkg:deb/debian/gcc-12@{library}"),
        Library("libc6", libc, "LGPL-2.1-or-later", "Copyright Free Software Foundation, Inc.",
                "https://sourceware.org/glibc", f"pkg:deb/debian/glibc@{libc}", is_inside=False),
    ]


def name_of(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]", "-", text)


def bill(release):
    """The document, as bytes."""
    program, shown = release.program, f"understudy-{release.version}-{release.machine}-linux"
    code = sha256(program)
    main = {
        "SPDXID": "SPDXRef-understudy", "name": "understudy", "versionInfo": release.version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "primaryPackagePurpose": "APPLICATION",
        "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0", "copyrightText": "Copyright the Understudy contributors",
        "externalRefs": [reference(f"pkg:generic/understudy@{release.version}")],
    }
    packages = [main]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-understudy"), ("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-chat-client"),
                 ("SPDXRef-chat-client", "GENERATED_FROM", "SPDXRef-understudy")]
    for each in release.libraries:
        packages.append({
            "SPDXID": name_of(each.name), "name": each.name, "versionInfo": each.version, "downloadLocation": each.origin,
            "filesAnalyzed": False, "primaryPackagePurpose": "LIBRARY", "licenseConcluded": each.licence,
            "licenseDeclared": each.licence, "copyrightText": each.copyright, "externalRefs": [reference(each.purl)]})
        relations.append(("SPDXRef-chat-client", "STATIC_LINK" if each.is_inside else "DYNAMIC_LINK", name_of(each.name)))
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": shown,
        # The address is a name only; the checksum makes it the name of these programs.
        "documentNamespace": f"https://understudy.invalid/spdx/{shown}-{code}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch)), "creators": ["Tool: script-release"]},
        "packages": packages,
        "files": [{
            "SPDXID": "SPDXRef-chat-client", "fileName": "./bin/chat-client", "fileTypes": ["BINARY"],
            "comment": "bin/chat-server is a symbolic link to this file.",
            "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(program, usedforsecurity=False).hexdigest()},
                          {"algorithm": "SHA256", "checksumValue": code}],
            "licenseConcluded": "Apache-2.0", "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION"}],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations],
    }
    return (json.dumps(document, indent=2) + "\n").encode()


def reference(purl):
    return {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
