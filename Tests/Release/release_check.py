"""Tries a release: release_check.py FOLDER SCRATCH CACHE [PART…]

FOLDER has the artifacts of script/release VERSION. Each is installed in a root folder of its own, where the first example
of the README runs. A part whose tool is missing is left out, and is listed. CACHE keeps Debian's base for the next time.
"""
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tarfile

from roots import PROJECT, Root, first_example, must, run

folder, scratch, cache = (os.path.abspath(path) for path in sys.argv[1:4])
SUPPORT = os.path.join(PROJECT, "script", "support")
MACHINE = platform.machine()
# Bytes: the aim, and the ceiling above which the check fails.
SIZES = {"programs": (20e6, 30e6), "image": (35e6, 35e6), "tarball": (None, 12.5e6), "package": (None, 9e6)}
failed, left_out = [], []


class LeftOut(Exception):
    """A part that cannot be tried on this machine, with the reason."""


def check(what, is_so, seen=None):
    print(("✓ " if is_so else "✗ ") + what + ("" if is_so or seen is None else f": {seen}"), flush=True)
    if not is_so:
        failed.append(what)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def names(pattern):
    return sorted(name for name in os.listdir(folder) if re.fullmatch(pattern, name))


def artifact(pattern):
    """The only file of the folder with this name, or nothing to try."""
    found = names(pattern)
    if len(found) != 1:
        raise LeftOut(f"{len(found)} files are named {pattern}")
    return os.path.join(folder, found[0])


def version():
    found = names(r"understudy-(\d.*)-source\.tar\.gz")
    if len(found) != 1:
        sys.exit(f"{folder} has no release: a file understudy-VERSION-source.tar.gz is missing")
    return found[0].removeprefix("understudy-").removesuffix("-source.tar.gz")


VERSION = version()
NAME = f"understudy-{VERSION}-{MACHINE}-linux"


def new_folder(name):
    path = os.path.join(scratch, name)
    os.makedirs(path)
    return path


def size(kind, path):
    aim, ceiling = SIZES[kind]
    measured = path if isinstance(path, int) else os.path.getsize(path)
    missed = f", {(measured - aim) / 1e6:.1f} MB above the aim of {aim / 1e6:.0f} MB" if aim and measured > aim else ""
    check(f"{kind}: {measured / 1e6:.1f} MB{missed}; the ceiling is {ceiling / 1e6:.1f} MB", measured <= ceiling)


_unpacked = []


def unpacked():
    """The content of the tarball, unpacked once."""
    if not _unpacked:
        path = new_folder("unpacked")
        must("tar", "-xzf", artifact(re.escape(NAME) + r"\.tar\.gz"), "-C", path)
        _unpacked.append(os.path.join(path, NAME))
    return _unpacked[0]


def needs_root():
    if os.getuid() != 0:
        raise LeftOut("chroot needs root")


def example(what, root):
    try:
        first_example(root)
        check(f"{what}: the first example of the README", True)
    except RuntimeError as problem:
        check(f"{what}: the first example of the README", False, problem)


def sums():
    done = run("sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS", cwd=folder)
    check("the checksums match", done.returncode == 0, done.stdout + done.stderr)
    with open(os.path.join(folder, "SHA256SUMS"), encoding="utf-8") as file:
        listed = {line.split()[1] for line in file}
    missing = [name for name in os.listdir(folder) if name not in listed and not name.endswith((".minisig", "SHA256SUMS"))]
    check("every file has a checksum", not missing, missing)


def signatures():
    if not shutil.which("minisign"):
        raise LeftOut("minisign is not installed")
    key, signed = os.environ.get("UNDERSTUDY_PUBLIC_KEY"), names(r".*\.minisig")
    if signed and key:
        words = ("-p", key) if os.path.exists(key) else ("-P", key)
        for name in signed:
            done = run("minisign", "-V", "-q", *words, "-m", os.path.join(folder, name.removesuffix(".minisig")))
            check(f"the signature of {name.removesuffix('.minisig')}", done.returncode == 0, done.stderr)
        check("all tarballs and the checksums are signed", len(signed) == len(names(r".*\.tar\.gz")) + 1, signed)
    # A key for this check only: the scripts sign with it, and a changed byte is noticed.
    path, keys = new_folder("signed"), new_folder("keys")
    secret, public = (os.path.join(keys, name) for name in ("secret", "public"))
    must("minisign", "-G", "-W", "-s", secret, "-p", public)
    for name in (f"{NAME}.tar.gz", f"understudy-{VERSION}-source.tar.gz"):
        shutil.copy(os.path.join(folder, name), path)
    must(sys.executable, os.path.join(SUPPORT, "package.py"), "--complete", VERSION, path, env={**os.environ, "UNDERSTUDY_SIGNING_KEY": secret})
    tarball = os.path.join(path, NAME + ".tar.gz")
    check("a signature of a new key is accepted", run("minisign", "-V", "-p", public, "-m", tarball).returncode == 0)
    with open(tarball, "r+b") as file:
        file.seek(1000)
        byte = file.read(1)
        file.seek(1000)
        file.write(bytes([byte[0] ^ 1]))
    check("a changed byte is noticed", run("minisign", "-V", "-p", public, "-m", tarball).returncode != 0)
    if not signed:
        raise LeftOut("the release is not signed: script/release needs UNDERSTUDY_SIGNING_KEY")
    if not key:
        raise LeftOut("UNDERSTUDY_PUBLIC_KEY is not set to the public key of the release")


def again():
    """Packs the same programs again, as another person on another day would, and compares every byte."""
    tarball = artifact(re.escape(NAME) + r"\.tar\.gz")
    head = must("git", "-C", PROJECT, "log", "-1", "--format=%ct").strip()
    with tarfile.open(tarball) as archive:
        epoch = str(int(archive.next().mtime))
    if epoch != head:
        raise LeftOut("the release is of another commit than this work tree")
    programs, second = new_folder("dist"), os.path.join(scratch, "again")
    share = os.path.join(unpacked(), "share")
    for path in (f"{unpacked()}/bin/chat-client", f"{share}/understudy/openrpc.json", f"{share}/understudy/notifications.schema.json",
                 f"{share}/doc/understudy/libraries.json"):
        shutil.copyfile(path, os.path.join(programs, os.path.basename(path)))
    os.chmod(os.path.join(programs, "chat-client"), 0o755)
    os.symlink("chat-client", os.path.join(programs, "chat-server"))
    variables = {name: value for name, value in os.environ.items() if not name.startswith("UNDERSTUDY_SIGNING")}
    with open(artifact(r"understudy\.rb"), encoding="utf-8") as file:
        variables["GITHUB_REPOSITORY"] = re.search(r"github\.com/([^/]+/[^/\"]+)", file.read())[1]
    must(sys.executable, os.path.join(SUPPORT, "package.py"), programs, VERSION, second, umask=0o077, cwd="/",
         env={**variables, "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONDONTWRITEBYTECODE": "1"})
    is_alone = len(names(r"understudy-.*-linux\.tar\.gz")) == 1
    for name in sorted(os.listdir(second)):
        # With two architectures in the folder, these two name both.
        if is_alone or name not in ("understudy.rb", "SHA256SUMS"):
            check(f"packed again, {name} is equal byte for byte",
                  os.path.exists(os.path.join(folder, name)) and digest(os.path.join(folder, name)) == digest(os.path.join(second, name)))


def sizes():
    size("programs", os.path.join(unpacked(), "bin", "chat-client"))
    size("tarball", artifact(re.escape(NAME) + r"\.tar\.gz"))
    size("package", artifact(r"understudy_.*_(amd64|arm64)\.deb"))


def manual():
    """The manual pages and completions of the tarball."""
    pages = os.path.join(unpacked(), "share", "man", "man1")
    check(f"{len(os.listdir(pages))} manual pages, with one for play", "chat-client-play.1" in os.listdir(pages))
    paths = [os.path.join(pages, name) for name in sorted(os.listdir(pages))]
    if shutil.which("mandoc"):
        done = run("mandoc", "-T", "lint", "-W", "warning", *paths)
        check("mandoc has no warning", done.returncode == 0, done.stdout[:400])
    shells = {"bash": "bash-completion/completions/{}", "zsh": "zsh/site-functions/_{}", "fish": "fish/vendor_completions.d/{}.fish"}
    missing = [shell for shell in shells if not shutil.which(shell)]
    for shell, path in shells.items():
        if shell not in missing:
            for name in ("chat-client", "chat-server"):
                done = run(shell, "-n", os.path.join(unpacked(), "share", path.format(name)))
                check(f"{shell} reads the completions of {name}", done.returncode == 0, done.stderr)
    if missing or not shutil.which("mandoc"):
        raise LeftOut(f"not installed: {', '.join(missing + ([] if shutil.which('mandoc') else ['mandoc']))}")


def tarball():
    """The tarball in a root that has the C library and nothing else: no shell, no Swift."""
    needs_root()
    path, packages = new_folder("tarball-root"), new_folder("libc6")
    for name in ("usr/lib", "usr/lib64", "usr/local"):
        os.makedirs(os.path.join(path, name))
    for name in ("lib", "lib64"):
        os.symlink(f"usr/{name}", os.path.join(path, name))
    if run("apt-get", "download", "libc6", cwd=packages).returncode != 0:
        raise LeftOut("apt-get cannot download libc6")
    (package,) = os.listdir(packages)
    files = subprocess.run(["dpkg-deb", "--fsys-tarfile", os.path.join(packages, package)], stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "--keep-directory-symlink", "-C", path], input=files, check=True)
    must("tar", "-xzf", artifact(re.escape(NAME) + r"\.tar\.gz"), "--strip-components", "1", "-C", os.path.join(path, "usr", "local"))
    root = Root(path)
    check("the tarball: its programs report the version", root.run("chat-client", "--version").stdout == f"chat-client {VERSION}\n")
    example("the tarball", root)


def debian_base():
    """The base of Debian 12 without anything optional, as a new root."""
    kept = os.path.join(cache, f"debian-base-{MACHINE}.tar")
    path = new_folder("debian-root")
    if not os.path.exists(kept):
        if not shutil.which("debootstrap"):
            raise LeftOut("debootstrap is not installed")
        done = run("debootstrap", "--variant=minbase", "bookworm", path)
        if done.returncode != 0:
            raise LeftOut(f"debootstrap failed: {done.stdout.strip().splitlines()[-1:]}")
        shutil.rmtree(os.path.join(path, "var", "cache", "apt"))
        must("tar", "-cf", kept + ".part", "-C", path, ".")
        os.rename(kept + ".part", kept)
    else:
        must("tar", "-xf", kept, "-C", path)
    return Root(path)


def package():
    """The package of Debian in Debian's base: installed, used, removed."""
    needs_root()
    file, root = artifact(r"understudy_.*_(amd64|arm64)\.deb"), debian_base()
    shutil.copy(file, os.path.join(root.folder, "tmp", "understudy.deb"))
    dpkg = {"user": "0:0", "DEBIAN_FRONTEND": "noninteractive", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    done = root.run("dpkg", "--install", "/tmp/understudy.deb", **dpkg)
    check("dpkg installs the package", done.returncode == 0, done.stderr)
    status = root.run("dpkg-query", "--show", "--showformat", "${db:Status-Status} ${Version}", "understudy", **dpkg).stdout
    check(f"its state: {status}", status == f"installed {VERSION.replace('-', '~')}")
    done = root.run("dpkg", "--verify", "understudy", **dpkg)
    # The base leaves manual pages and completions where they are; a difference is a line.
    check("every file is as packed", done.stdout == "", done.stdout)
    for path in ("usr/share/man/man1/chat-client.1.gz", "usr/share/bash-completion/completions/chat-client", "etc/understudy/chat-server.json"):
        check(f"/{path} exists", os.path.exists(os.path.join(root.folder, path)))
    with open(os.path.join(root.folder, "usr/lib/systemd/system/chat-server.service"), encoding="utf-8") as unit:
        check("the unit starts the installed program", "ExecStart=/usr/bin/chat-server " in unit.read())
    example("the package", root)
    done = root.run("dpkg", "--purge", "understudy", **dpkg)
    left = [path for path in ("usr/bin/chat-client", "etc/understudy", "usr/share/understudy") if os.path.exists(os.path.join(root.folder, path))]
    check("dpkg removes all of it", done.returncode == 0 and not left, f"{left} {done.stderr}")


def image():
    """The container image, unpacked without an engine."""
    needs_root()
    if not shutil.which("umoci"):
        raise LeftOut("umoci is not installed")
    layout, bundle = new_folder("layout"), os.path.join(scratch, "bundle")
    must("tar", "-xf", artifact(rf"understudy-{re.escape(VERSION)}-{MACHINE}-image\.tar"), "-C", layout)
    must("umoci", "unpack", "--image", f"{layout}:understudy:{VERSION}", bundle)
    path = os.path.join(bundle, "rootfs")
    size("image", sum(os.lstat(os.path.join(place, name)).st_size for place, _, found in os.walk(path) for name in found))
    with open(os.path.join(bundle, "config.json"), encoding="utf-8") as file:
        process = json.load(file)["process"]
    user = f"{process['user']['uid']}:{process['user']['gid']}"
    check(f"the image runs as the user {user}, not as root", process["user"]["uid"] != 0)
    root = Root(path, user, next(each for each in process["env"] if each.startswith("PATH="))[5:])
    example("the image", root)
    python = os.path.join(PROJECT, ".build-python", "bin", "python")
    if run(python, "-c", "import pytest").returncode != 0:
        raise LeftOut("pytest is not installed: script/setup --python pytest")
    check_folder = os.path.dirname(os.path.abspath(__file__))
    paths = os.pathsep.join((os.path.join(check_folder, "stand_in"), os.path.join(PROJECT, "clients", "python")))
    command = " ".join(shlex.quote(word) for word in process["args"])
    done = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", os.path.join(PROJECT, "Examples", "containers"), env={
        **os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "UNDERSTUDY_ROOT": path, "UNDERSTUDY_USER": user,
        "UNDERSTUDY_COMMAND": command, "UNDERSTUDY_CHECK": check_folder})
    check("the sample for Testcontainers passes with the command of the image", done.returncode == 0, done.stdout[-1500:])


def bill():
    """The bill of materials."""
    path = artifact(rf"understudy-{re.escape(VERSION)}-{MACHINE}\.spdx\.json")
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    program = document["files"][0]
    sums_of = {each["algorithm"]: each["checksumValue"] for each in program["checksums"]}
    check("the bill is of these programs", sums_of["SHA256"] == digest(os.path.join(unpacked(), "bin", "chat-client")))
    incomplete = [each["name"] for each in document["packages"] if not each.get("versionInfo") or each.get("licenseDeclared") in (None, "NOASSERTION")]
    named = {each["name"] for each in document["packages"]}
    check("each library has a version and a licence", not incomplete and {"swift", "sqlite3", "libstdc++", "libc6"} <= named, incomplete)
    tool = os.path.join(PROJECT, ".build-python", "bin", "pyspdxtools")
    if not os.path.exists(tool):
        raise LeftOut("spdx-tools is not installed: script/setup --python spdx-tools")
    done = run(tool, "-i", path, "--version", "SPDX-2.3")
    check("spdx-tools accepts it", done.returncode == 0, done.stderr)


def formula():
    """The formula of Homebrew."""
    path = artifact(r"understudy\.rb")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for name in names(r"understudy-.*\.tar\.gz"):
        check(f"the formula has the checksum of {name}", name in text and digest(os.path.join(folder, name)) in text)
    check("no word of the template is left", "@" not in text)
    if not shutil.which("ruby"):
        raise LeftOut("ruby is not installed")
    done = run("ruby", "-c", path)
    check("Ruby reads the formula", done.returncode == 0, done.stderr)


def action():
    """The action for GitHub: its form, and its shell steps with the tarball of this folder."""
    path = os.path.join(PROJECT, "action.yml")
    tool = os.path.join(PROJECT, ".build-python", "bin", "check-jsonschema")
    if not os.path.exists(tool):
        raise LeftOut("check-jsonschema is not installed: script/setup --python check-jsonschema")
    for kind, file in (("actions", path), ("workflows", os.path.join(PROJECT, ".github", "workflows", "release.yml"))):
        done = run(tool, "--builtin-schema", f"vendor.github-{kind}", file)
        check(f"{os.path.relpath(file, PROJECT)} has the form of GitHub's {kind}", done.returncode == 0, done.stdout)
    reader = "import json, sys; from ruamel.yaml import YAML; json.dump(YAML(typ='safe').load(open(sys.argv[1])), sys.stdout)"
    content = json.loads(must(os.path.join(PROJECT, ".build-python", "bin", "python"), "-c", reader, path))
    temporary, home = new_folder("runner"), new_folder("home")
    values = {f"inputs.{name}": each.get("default", "") for name, each in content["inputs"].items()}
    values |= {"inputs.version || github.action_ref": f"v{VERSION}", "inputs.source": f"file://{folder}", "runner.temp": temporary,
               "github.action_repository": "OWNER/understudy", "inputs.scenarios": "scenarios/tapbacks.feature"}
    searched = [os.environ["PATH"]]
    for step in (each for each in content["runs"]["steps"] if "run" in each):
        filled = {name: re.sub(r"\$\{\{ (.*?) \}\}", lambda match: values[match[1]], value) for name, value in step["env"].items()}
        done = run("bash", "-c", step["run"], cwd=PROJECT, env={
            "PATH": ":".join(reversed(searched)), "HOME": home, "GITHUB_PATH": os.path.join(temporary, "path"), **filled})
        check(f"the step “{step['name']}” of the action", done.returncode == 0, done.stdout[-400:] + done.stderr[-400:])
        if os.path.exists(os.path.join(temporary, "path")):
            with open(os.path.join(temporary, "path"), encoding="utf-8") as file:
                searched = [os.environ["PATH"], *file.read().split()]
    reports = os.path.join(temporary, "understudy", "report")
    check("the action leaves the trace and the report", sorted(os.listdir(reports)) == ["junit.xml", "trace.html"], os.listdir(reports))


def promises():
    """The promises of docs/reference/compatibility.md."""
    tests = run(sys.executable, os.path.join(PROJECT, "Tests", "Release", "test_compatibility.py"))
    check("the tests of the comparison pass", tests.returncode == 0, tests.stderr[-800:])
    baseline, now = os.path.join(PROJECT, "Tests", "Release", "baseline"), os.path.join(scratch, "promises")
    script = os.path.join(SUPPORT, "compatibility.py")
    must(sys.executable, script, "--record", os.path.join(unpacked(), "bin"), now)
    done = run(sys.executable, script, baseline, now)
    with open(os.path.join(baseline, "version.txt"), encoding="utf-8") as file:
        before = file.read().strip()
    check(f"wire, phrases and Swift API have everything of {before}", done.returncode == 0, "\n" + done.stdout[:2000] + done.stderr)
    releases = os.path.join(PROJECT, "Tests", "Releases")
    for name in sorted(os.listdir(releases)):
        old = os.path.join(releases, name, "chat.sqlite")
        if os.path.exists(old):
            copy = os.path.join(scratch, f"{name}.sqlite")
            shutil.copyfile(old, copy)
            done = run(os.path.join(unpacked(), "bin", "chat-server"), "check", copy)
            check(f"the data file of {name} is read and intact", done.returncode == 0, done.stdout + done.stderr)


PARTS = {"sums": sums, "signatures": signatures, "sizes": sizes, "again": again, "manual": manual, "tarball": tarball, "package": package,
         "image": image, "bill": bill, "formula": formula, "action": action, "promises": promises}
for part in sys.argv[4:] or PARTS:
    try:
        PARTS[part]()
    except LeftOut as reason:
        left_out.append(f"{part}: {reason}")
    except RuntimeError as problem:
        check(part, False, problem)
left_out += ["macOS: the formula builds from source there, which needs a Mac", "a container engine: the image runs by chroot here",
             "publishing: nothing is uploaded"]
for reason in left_out:
    print(f"– left out: {reason}")
print("script/release-check: " + (f"{len(failed)} FAILED" if failed else "ok"))
sys.exit(1 if failed else 0)
