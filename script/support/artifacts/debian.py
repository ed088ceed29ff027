"""The Debian package: the programs, their manual pages and completions, and the unit of systemd."""
import hashlib
import lzma
import os
import re
import time

from .archive import Entry, Problem, ar, gzipped, read, run, tar, with_folders

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
SUMMARY = "simulator of collaboration in Messages"
DESCRIPTION = """\
 Understudy has a chat server, a terminal client and a scenario player. They
 simulate what each person in a group sees on their devices: conversations,
 shared links, Shared with You, and notices of edits and mentions.
 .
 The unit chat-server.service is installed, but not enabled."""
SYSUSERS = 'u understudy - "Understudy chat server" /var/lib/understudy\n'
# The account that the unit runs as. A machine without systemd has no unit to run.
POSTINST = """\
#!/bin/sh
set -e
if [ "$1" = configure ] && command -v systemd-sysusers >/dev/null; then
    systemd-sysusers understudy.conf
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
fi
"""
PRERM = """\
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    systemctl disable --now chat-server.service || true
fi
"""
POSTRM = """\
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
fi
"""


def architecture(machine):
    if machine not in ARCHITECTURES:
        raise Problem(f"packages are made for {' and '.join(ARCHITECTURES)}; this machine is {machine}")
    return ARCHITECTURES[machine]


def version(text):
    """The version in Debian's order, in which 0.2.0~rc.1 comes before 0.2.0."""
    return text.replace("-", "~")


def needed_libc(program):
    """The oldest version of the GNU C library that has every symbol the program needs."""
    needs = run("readelf", "--version-info", "--wide", program)
    versions = [tuple(int(part) for part in found.split(".")) for found in re.findall(r"\bGLIBC_([0-9.]+)", needs)]
    if not versions:
        raise Problem(f"{program} names no version of the C library")
    # Packed relocations came with 2.36, under a name of their own.
    if "GLIBC_ABI_DT_RELR" in needs:
        versions.append((2, 36))
    return ".".join(str(part) for part in max(versions))


def licence(release):
    """The copyright file, in Debian's format."""
    return f"""\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Understudy

Files: *
Copyright: 2026 The Understudy contributors
License: Apache-2.0
 On Debian systems, the full text is in /usr/share/common-licenses/Apache-2.0.
Comment:
 The programs contain the following libraries:
{"".join(f" - {each.name} {each.version} ({each.licence}){chr(10)}" for each in release.libraries if each.is_inside)}"""


def contents(release):
    """The files of the package."""
    unit = read(release.source("deploy/chat-server.service")).decode().replace("/usr/local/bin/", "/usr/bin/")
    changes = (f"understudy ({version(release.version)}) unstable; urgency=medium\n\n  * The changes are in CHANGELOG.md.\n\n"
               f" -- {release.maintainer}  {time.strftime('%a, %d %b %Y %H:%M:%S +0000', time.gmtime(release.epoch))}\n")
    documents = "usr/share/doc/understudy"
    entries = [
        Entry("usr/bin/chat-client", release.program, 0o755),
        Entry.link("usr/bin/chat-server", "chat-client"),
        Entry("usr/lib/systemd/system/chat-server.service", unit.encode()),
        Entry("usr/lib/sysusers.d/understudy.conf", SYSUSERS.encode()),
        Entry("etc/understudy/chat-server.json", read(release.source("deploy/chat-server.json"))),
        Entry(f"{documents}/copyright", licence(release).encode()),
        Entry(f"{documents}/changelog.gz", gzipped(changes.encode())),
        Entry(f"{documents}/CHANGELOG.md.gz", gzipped(read(release.source("CHANGELOG.md")))),
        Entry(f"{documents}/understudy.spdx.json", release.bill),
        *(Entry(f"usr/share/man/man1/{name}.gz", gzipped(text.encode())) for name, text in release.pages.items()),
        *(Entry(f"usr/share/understudy/{name}", data) for name, data in release.schemas.items()),
        *(Entry(f"{documents}/examples/{name}", read(release.source(f"deploy/{name}"))) for name in ("Caddyfile", "logrotate", "nginx.conf")),
    ]
    places = {"bash": "bash-completion/completions/{}", "zsh": "zsh/vendor-completions/_{}", "fish": "fish/vendor_completions.d/{}.fish"}
    entries += [Entry("usr/share/" + places[shell].format(program), text) for (program, shell), text in release.completions.items()]
    return entries


def package(release):
    """The package: (file name, bytes)."""
    entries = contents(release)
    files = [entry for entry in with_folders(entries) if entry.data and entry.target is None]
    size = sum(len(entry.data) // 1024 + 1 for entry in files)
    control = (
        f"Package: understudy\nVersion: {version(release.version)}\nArchitecture: {architecture(release.machine)}\n"
        f"Maintainer: {release.maintainer}\nInstalled-Size: {size}\n"
        f"Depends: libc6 (>= {needed_libc(os.path.join(release.programs, 'chat-client'))})\n"
        f"Section: devel\nPriority: optional\nDescription: {SUMMARY}\n{DESCRIPTION}\n")
    sums = "".join(f"{md5(entry.data)}  {entry.path}\n" for entry in files if not entry.path.startswith("etc/"))
    scripts = {"postinst": POSTINST, "prerm": PRERM, "postrm": POSTRM}
    inner = tar(
        [Entry("control", control.encode()), Entry("conffiles", b"/etc/understudy/chat-server.json\n"), Entry("md5sums", sums.encode()),
         *(Entry(name, text.encode(), 0o755) for name, text in scripts.items())], release.epoch, root=True)
    data = lzma.compress(tar(entries, release.epoch, root=True), preset=6)
    members = [("debian-binary", b"2.0\n"), ("control.tar.gz", gzipped(inner)), ("data.tar.xz", data)]
    return f"understudy_{version(release.version)}_{architecture(release.machine)}.deb", ar(members, release.epoch)


def md5(data):
    return hashlib.md5(data, usedforsecurity=False).hexdigest()
