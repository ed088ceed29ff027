"""The container image: an OCI layout with one layer, made without a container engine.

The layer has the programs, the three files of Debian's libc6 that they need, and dash, which makes the first token. The
whole libc6 package would add 10 MB, most of it character sets and locales that the programs never open.
"""
import os
import re
import tempfile
import time

from .archive import Entry, Problem, read, run, tar
from .debian import architecture

USER = 999
START = ("[ -e /data/tokens.json ] || chat-server token add --role observer --tokens /data/tokens.json; "
         "exec chat-server --host 0.0.0.0 --data /data/chat.sqlite --tokens /data/tokens.json --log-format json")


def shared_libraries(*programs):
    """The shared libraries that programs load, each under the path that they ask for."""
    found = set()
    for program in programs:
        found.update(re.findall(r"(?:=> |^\s*)(/\S+) \(0x", run("ldd", program), re.M))
    return sorted(found)


def debian_file(path):
    """A file of the machine that a package of Debian installed."""
    real = os.path.realpath(path)
    for name in (real, real.removeprefix("/usr")):
        try:
            run("dpkg-query", "--search", name)
            return read(real)
        except Problem:
            continue
    raise Problem(f"{real} belongs to no package of Debian: the image takes the C library from there")


def root(release):
    """The files of the image."""
    shell = "/bin/dash"
    libraries = shared_libraries(os.path.join(release.programs, "chat-client"), shell)
    return [
        Entry("usr/local/bin/chat-client", release.program, 0o755),
        Entry.link("usr/local/bin/chat-server", "chat-client"),
        *(Entry(path.lstrip("/"), debian_file(path), 0o755) for path in libraries),
        Entry("bin/sh", debian_file(shell), 0o755),
        *(Entry(f"usr/share/doc/{name}/copyright", debian_file(f"/usr/share/doc/{name}/copyright")) for name in ("dash", "libc6")),
        Entry("usr/share/doc/understudy/LICENSE", read(release.source("LICENSE"))),
        Entry("usr/share/doc/understudy/understudy.spdx.json", release.bill),
        Entry("etc/passwd", f"root:x:0:0:root:/:/bin/sh\nunderstudy:x:{USER}:{USER}::/data:/bin/sh\n".encode()),
        Entry("etc/group", f"root:x:0:\nunderstudy:x:{USER}:\n".encode()),
        Entry.folder("data", 0o700, USER),
        Entry.folder("tmp", 0o1777),
    ]


def image(release):
    """The layout as an archive: (file name, bytes)."""
    entries = root(release)
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch))
    with tempfile.TemporaryDirectory() as scratch:
        layout, layer = os.path.join(scratch, "layout"), os.path.join(scratch, "layer.tar")
        with open(layer, "wb") as file:
            file.write(tar(entries, release.epoch))
        # The name with which engines load the image.
        tagged = f"{layout}:understudy:{release.version}"
        history = ("--history.created", made, "--history.author", release.maintainer)
        run("umoci", "init", "--layout", layout)
        run("umoci", "new", "--image", tagged)
        run("umoci", "raw", "add-layer", "--image", tagged, *history, "--history.created_by", "script/release", layer)
        run("umoci", "config", "--image", tagged, *history, "--history.created_by", "script/release", "--created", made,
            "--author", release.maintainer, "--architecture", architecture(release.machine), "--os", "linux",
            "--config.user", f"{USER}:{USER}", "--config.workingdir", "/data", "--config.volume", "/data",
            "--config.env", "PATH=/usr/local/bin:/bin", "--config.env", "HOME=/data", "--config.exposedports", "7400/tcp",
            "--config.stopsignal", "SIGTERM", "--config.cmd", "sh", "--config.cmd", "-c", "--config.cmd", START,
            "--config.label", f"org.opencontainers.image.version={release.version}",
            "--config.label", "org.opencontainers.image.licenses=Apache-2.0", "--config.label", "org.opencontainers.image.title=understudy")
        run("umoci", "gc", "--layout", layout)
        files = []
        for folder, _, names in os.walk(layout):
            for name in names:
                path = os.path.join(folder, name)
                files.append(Entry(os.path.relpath(path, layout), read(path)))
        return f"understudy-{release.version}-{release.machine}-image.tar", tar(files, release.epoch)
