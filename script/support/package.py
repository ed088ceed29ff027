"""Packs a release: package.py DIST VERSION FOLDER, or package.py --complete VERSION FOLDER

DIST has the programs and schemas, as script/release builds them. FOLDER gets, for the architecture of this machine:

    understudy-VERSION-ARCH-linux.tar.gz   programs, manual pages, completions, schemas
    understudy_VERSION_ARCH.deb            the same as a package of Debian, with the unit of systemd
    understudy-VERSION-ARCH-image.tar      a container image, as an OCI layout; needs umoci
    understudy-VERSION-ARCH.spdx.json      the libraries inside the programs, in SPDX 2.3

and for all machines: understudy-VERSION-source.tar.gz, understudy.rb (Homebrew), SHA256SUMS, and a signature NAME.minisig
of each tarball and of SHA256SUMS, if there is a key (script/support/artifacts/signing.py).

With --complete, it writes only the formula, SHA256SUMS and the signatures again, after FOLDER got the files of another
architecture.

The same commit and programs give the same bytes. All times are SOURCE_DATE_EPOCH, by default the time of the commit.
"""
import json
import os
import platform
import re
import subprocess
import sys
import time

from artifacts import debian, formula, image, manual, sbom, signing
from artifacts.archive import Entry, Problem, gzipped, megabytes, read, report, run, sha256, tar, write

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCHEMAS = ("openrpc.json", "notifications.schema.json")
MAINTAINER = "Understudy maintainers <maintainers@understudy.invalid>"
PLACES = {"bash": "share/bash-completion/completions/{}", "zsh": "share/zsh/site-functions/_{}",
          "fish": "share/fish/vendor_completions.d/{}.fish"}


class Release:
    """The programs of a version with everything that is made from them."""

    maintainer = MAINTAINER

    def __init__(self, programs, version, epoch):
        self.programs, self.version, self.epoch, self.machine = os.path.abspath(programs), version, epoch, platform.machine()
        client = os.path.join(self.programs, "chat-client")
        for name in ("chat-client", "chat-server"):
            seen = run(os.path.join(self.programs, name), "--version").strip()
            if seen != f"{name} {version}":
                raise Problem(f"{self.programs}/{name} reports “{seen}”, not “{name} {version}”")
        self.program = read(client)
        if self.program != read(os.path.join(self.programs, "chat-server")):
            raise Problem("chat-client and chat-server are not the same file")
        listed = os.path.join(self.programs, "libraries.json")
        self.libraries = sbom.recorded(listed) if os.path.exists(listed) else sbom.libraries(client)
        self.schemas = {name: read(os.path.join(self.programs, name)) for name in SCHEMAS}
        self.pages = manual.pages(self.programs, version, time.strftime("%Y-%m-%d", time.gmtime(epoch)))
        self.completions = {
            (name, shell): run(os.path.join(self.programs, name), "completion", shell).encode()
            for name in ("chat-client", "chat-server") for shell in PLACES}
        self.bill = sbom.bill(self)

    @staticmethod
    def source(path):
        """A file of this project."""
        return os.path.join(ROOT, path)

    def tarball(self):
        """The tarball: (file name, bytes). It unpacks into one folder, whose content belongs into a prefix."""
        name = f"understudy-{self.version}-{self.machine}-linux"
        documents = "share/doc/understudy"
        entries = [
            Entry("bin/chat-client", self.program, 0o755),
            Entry.link("bin/chat-server", "chat-client"),
            *(Entry(f"share/man/man1/{page}", text.encode()) for page, text in self.pages.items()),
            *(Entry(PLACES[shell].format(program), text) for (program, shell), text in self.completions.items()),
            *(Entry(f"share/understudy/{schema}", data) for schema, data in self.schemas.items()),
            *(Entry(f"{documents}/{page}", read(self.source(page))) for page in ("LICENSE", "CHANGELOG.md")),
            Entry(f"{documents}/understudy.spdx.json", self.bill),
            Entry(f"{documents}/libraries.json", sbom.record(self.libraries)),
        ]
        return name + ".tar.gz", gzipped(tar(entries, self.epoch, prefix=name + "/"))


def sources(version):
    """The files of the commit: (file name, bytes)."""
    words = ("git", "-C", ROOT, "-c", "core.autocrlf=false", "archive", "--format=tar", f"--prefix=understudy-{version}/", "HEAD")
    packed = subprocess.run(words, capture_output=True, check=False)
    if packed.returncode != 0:
        raise Problem(f"git archive failed: {packed.stderr.decode().strip()}")
    return f"understudy-{version}-source.tar.gz", gzipped(packed.stdout)


def complete(version, folder):
    """Writes the formula, the checksums and the signatures for everything in the folder."""
    repository = os.environ.get("GITHUB_REPOSITORY")
    if not repository:
        repository = "OWNER/understudy"
        report(f"package.py: the formula has {repository}, because GITHUB_REPOSITORY is not set")
    template = read(os.path.join(ROOT, "deploy", "understudy.rb")).decode()
    write(os.path.join(folder, "understudy.rb"), formula.formula(template, version, repository, folder))
    for name in os.listdir(folder):
        if name.endswith(".minisig"):
            os.remove(os.path.join(folder, name))
    names = sorted(name for name in os.listdir(folder) if name != "SHA256SUMS")
    sums = "".join(f"{sha256(read(os.path.join(folder, name)))}  {name}\n" for name in names)
    write(os.path.join(folder, "SHA256SUMS"), sums)
    key = os.environ.get("UNDERSTUDY_SIGNING_KEY")
    if not key:
        return report("package.py: nothing is signed, because UNDERSTUDY_SIGNING_KEY is not set")
    signed = [os.path.join(folder, name) for name in [*names, "SHA256SUMS"] if name.endswith(".tar.gz") or name == "SHA256SUMS"]
    signing.sign(signed, version, key, os.environ.get("UNDERSTUDY_SIGNING_PASSWORD", ""))


def pack(programs, version, folder):
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()
    if not epoch.isdigit():
        raise Problem(f"SOURCE_DATE_EPOCH is “{epoch}”, not a number of seconds")
    release = Release(programs, version, int(epoch))
    os.makedirs(folder, exist_ok=True)
    parts = [release.tarball, lambda: sources(version), lambda: debian.package(release), lambda: image.image(release)]
    for part in parts:
        try:
            name, data = part()
        except Problem as problem:
            if "umoci is not installed" not in str(problem):
                raise
            report("package.py: the container image is left out, because umoci is not installed")
            continue
        write(os.path.join(folder, name), data)
        report(f"{folder}/{name}: {megabytes(data)}")
    write(os.path.join(folder, f"understudy-{version}-{release.machine}.spdx.json"), release.bill)
    complete(version, folder)


def main():
    words = sys.argv[1:]
    if len(words) != 3 or not re.fullmatch(r"\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?", words[1]):
        sys.exit("usage: package.py DIST VERSION FOLDER\n       package.py --complete VERSION FOLDER\nVERSION is such as 0.1.0")
    try:
        if words[0] == "--complete":
            complete(*words[1:])
        else:
            pack(*words)
    except (Problem, OSError, json.JSONDecodeError) as problem:
        sys.exit(f"package.py: {problem}")


if __name__ == "__main__":
    main()
