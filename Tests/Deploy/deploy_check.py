"""Runs what is handed out as it is handed out: deploy_check.py BINARIES SCRATCH [PART…]

BINARIES has chat-server and chat-client as script/release makes them. Each part is left out where its tool is missing,
and says so. No module but Python's own.
"""

import base64
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
DEPLOY = os.path.join(HERE, "..", "..", "deploy")
binaries, scratch = (os.path.abspath(path) for path in sys.argv[1:3])
failed = 0


def check(what, is_so, seen=None):
    global failed
    print(("✓ " if is_so else "✗ ") + what + ("" if is_so or seen is None else f": {seen!r}"), flush=True)
    failed += not is_so


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


class Server:
    """A server of its own, ended with the block."""

    def __init__(self, *words, command=(os.path.join(binaries, "chat-server"),), log=None):
        self.process = subprocess.Popen(
            [*command, "--port", "0", *words], stdout=subprocess.PIPE, stderr=log or subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        assert "listening on" in line, line
        self.port = int(line.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.status = self.process.wait(60)
        self.process.stdout.close()


class Lines:
    """A session that speaks lines, over whatever socket."""

    def __init__(self, made, **hello):
        self.file = made.makefile("rw")
        self.number = 0
        self.hello = self.ask("session.hello", **hello)

    def ask(self, method, **params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.file.write(json.dumps(request) + "\n")
        self.file.flush()
        for line in self.file:
            answer = json.loads(line)
            if answer.get("id") == self.number:
                return answer.get("result", answer.get("error"))
        raise AssertionError("the line ended")


def plain(port):
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def sizes():
    server, client = (os.path.join(binaries, name) for name in ("chat-server", "chat-client"))
    check("both are one file", os.path.samefile(server, client))
    check(f"it is under 30 MB: {os.path.getsize(client) / 1e6:.1f}", os.path.getsize(client) < 30e6)
    unpacked = os.path.join(scratch, "unpacked")
    os.mkdir(unpacked)
    packed = os.path.join(binaries, "understudy.tar.gz")
    check(f"the archive, {os.path.getsize(packed) / 1e6:.1f} MB, unpacks", run("tar", "-xzf", packed, "-C", unpacked).returncode == 0)
    check("to one file", os.path.samefile(os.path.join(unpacked, "chat-server"), os.path.join(unpacked, "chat-client")))
    check("with the checksums beside it", run("sha256sum", "--check", "--quiet", "SHA256SUMS", cwd=unpacked).returncode == 0)
    check("the checksums are theirs", run("sha256sum", "--check", "--quiet", "SHA256SUMS", cwd=binaries).returncode == 0)


def bare_root():
    """A root folder in which there is Debian's C library, the two programs, and nothing else: no shell, no Swift."""
    root = os.path.join(scratch, "root")
    for folder in ("usr/lib", "usr/lib64", "data", "proc"):
        os.makedirs(os.path.join(root, folder))
    for name in ("lib", "lib64"):
        os.symlink(f"usr/{name}", os.path.join(root, name))
    if run("apt-get", "download", "libc6", cwd=scratch).returncode != 0 or os.getuid() != 0:
        return print("– left out: a bare root needs apt-get and root")
    (package,) = (name for name in os.listdir(scratch) if name.startswith("libc6_"))
    archive = subprocess.run(["dpkg-deb", "--fsys-tarfile", os.path.join(scratch, package)], stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "--keep-directory-symlink", "-C", root], input=archive, check=True)
    for name in ("chat-server", "chat-client"):
        shutil.copy(os.path.join(binaries, name), root)
    shutil.copy(os.path.join(HERE, "..", "..", "scenarios", "weekend-trip.feature"), os.path.join(root, "data"))
    os.chown(os.path.join(root, "data"), 65534, 65534)
    # Swift reads its words from /proc; the mount goes with the process.
    inside = ("unshare", "--mount", "sh", "-c", f'mount --bind /proc {root}/proc && exec chroot --userspec=65534:65534 {root} "$@"', "sh")
    check("no Swift and no SQLite there", not [name for _, _, names in os.walk(root) for name in names if "swift" in name.lower() or "sqlite" in name])
    for name in ("chat-server", "chat-client"):
        check(f"{name} --version", run(*inside, f"/{name}", "--version").stdout.startswith(name))
    played = run(*inside, "/chat-client", "play", "--report", "summary", "/data/weekend-trip.feature")
    check("a scenario in it", played.stdout.endswith("1 passed, 0 failed\n"), played.stdout + played.stderr)
    server = Server("--data", "/data/chat.sqlite", command=(*inside, "/chat-server"))
    with server:
        played = run(*inside, "/chat-client", "play", "--report", "summary", "--server", f"127.0.0.1:{server.port}", "/data/weekend-trip.feature")
        check("the same against a server in it", played.stdout.endswith("1 passed, 0 failed\n"), played.stdout + played.stderr)
    check("SIGTERM ends it with 0", server.status == 0, server.status)
    check("its file is whole", run(*inside, "/chat-server", "check", "/data/chat.sqlite").returncode == 0)


def copy_while_it_runs():
    data, copy = (os.path.join(scratch, name) for name in ("running.sqlite", "copied.sqlite"))
    acknowledged = 0
    is_over, told = threading.Event(), threading.Condition()
    with Server("--data", data, "--no-rate-limit") as server:
        anna = Lines(plain(server.port), role="person", handle="anna")
        conversation = anna.ask("conversation.create", participants=["bea"])["conversation"]["id"]

        def talk():
            nonlocal acknowledged
            while not is_over.is_set():
                anna.ask("message.send", conversation=conversation, text=f"{acknowledged} " + "word " * (acknowledged % 400))
                with told:
                    acknowledged += 1
                    told.notify()

        talker = threading.Thread(target=talk)
        talker.start()
        copies = []
        for number in range(4):
            with told:
                told.wait_for(lambda: acknowledged >= 150 * number)
                least = acknowledged
            copies.append((least, run(os.path.join(binaries, "chat-server"), "copy", data, f"{copy}{number}")))
        # What is said while copies are looked at would make the next one as long as the machine is slow.
        is_over.set()
        talker.join()
        for number, (least, copied) in enumerate(copies):
            whole = run(os.path.join(binaries, "chat-server"), "check", f"{copy}{number}")
            with Server("--data", f"{copy}{number}") as other:
                bea = Lines(plain(other.port), role="person", handle="bea")
                page = bea.ask("conversation.history", conversation=conversation, limit=1)
                newest = page["entries"][-1]["message"]["sequence"] if page["entries"] else 0
            check(f"copy {number + 1} while it runs: {newest} messages of at least {least}", newest >= least and copied.returncode == whole.returncode == 0, copied.stderr)


def upgrade():
    """A file of the first version is taken over, and goes on."""
    path = os.path.join(scratch, "old.sqlite")
    with open(os.path.join(HERE, "data-0.1.0.sql"), encoding="utf-8") as file:
        connection = sqlite3.connect(path)
        connection.executescript(file.read())
        connection.close()
    for visit in (1, 2):
        with Server("--data", path) as server:
            anna = Lines(plain(server.port), role="person", handle="anna")
            texts = [entry["message"]["text"] for entry in anna.ask("conversation.history", conversation="c2")["entries"]]
            check(f"what stood in it, visit {visit}", texts[:2] == ["Who is in for the café on Saturday?", "https://notes.example/d/trip"], texts)
            found = anna.ask("message.search", text="trip") or {}
            check("it is found", "m4" in json.dumps(found), found)
            anna.ask("message.send", conversation="c2", text=f"visit {visit}")
    check("the file is whole", run(os.path.join(binaries, "chat-server"), "check", path).returncode == 0)


def systemd():
    if not shutil.which("systemd-analyze"):
        return print("– left out: there is no systemd-analyze")
    unit = os.path.join(scratch, "chat-server.service")
    with open(os.path.join(DEPLOY, "chat-server.service"), encoding="utf-8") as file:
        text = file.read().replace("/usr/local/bin", binaries)
    with open(unit, "w", encoding="utf-8") as file:
        file.write(text)
    verified = run("systemd-analyze", "verify", unit)
    check("the unit is understood", verified.returncode == 0 and "chat-server.service" not in verified.stderr, verified.stderr)
    exposure = run("systemd-analyze", "security", "--offline=true", unit).stdout
    level = re.search(r"exposure level for chat-server.service: ([\d.]+)", exposure)
    check(f"its exposure, of 10: {level and level[1]}", level is not None and float(level[1]) < 2)


def token(tokens, *words):
    return run(os.path.join(binaries, "chat-server"), "token", "add", *words, "--tokens", tokens).stdout.strip()


def behind_a_proxy(port, tls, secrets, name):
    """What comes through a proxy at a port."""

    def head(path="/healthz", **headers):
        with tls.wrap_socket(plain(port), server_hostname="chat.example") as line:
            lines = [f"GET {path} HTTP/1.1", *(f"{key.replace('_', '-')}: {value}" for key, value in {"Host": "chat.example", **headers}.items())]
            line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            return line.recv(65536).decode().split("\r\n")[0].split(" ")[1], line

    check(f"{name}: HTTP", head()[0] == "200")
    check(f"{name}: the metrics are not for everyone", head("/metrics")[0] == "403")
    socket_words = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Key": base64.b64encode(os.urandom(16)).decode(), "Sec_WebSocket_Version": "13"}
    check(f"{name}: a page of somebody else", head("/ws", Origin="https://elsewhere.example", **socket_words)[0] == "403")
    check(f"{name}: a page that may", head("/ws", Origin="https://inspector.example", **socket_words)[0] == "101")
    check(f"{name}: another name", head(Host="evil.example")[0] in ("403", "421", "200") and head("/ws", Host="evil.example", **socket_words)[0] != "101")
    with tls.wrap_socket(plain(port), server_hostname="chat.example") as line:
        words = "\r\n".join(f"{key.replace('_', '-')}: {value}" for key, value in {"Host": "chat.example", **socket_words}.items())
        line.sendall(f"GET /ws HTTP/1.1\r\n{words}\r\n\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += line.recv(1)
        hello = {"jsonrpc": "2.0", "id": 1, "method": "session.hello", "params": {"role": "person", "handle": "anna", "token": secrets["anna"]}}
        data = json.dumps(hello).encode()
        line.sendall(bytes([0x81, 0x80 | 126]) + len(data).to_bytes(2, "big") + b"\0\0\0\0" + data)
        frame = line.recv(65536)
        check(f"{name}: a WebSocket and its hello", b'"session"' in frame, frame)


def wait_for(port):
    while True:
        try:
            return plain(port).close()
        except ConnectionRefusedError:
            continue


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def proxies():
    certificate, key = (os.path.join(scratch, name) for name in ("fullchain.pem", "privkey.pem"))
    made = run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=chat.example",
               "-addext", "subjectAltName=DNS:chat.example", "-keyout", key, "-out", certificate)
    if made.returncode != 0:
        return print("– left out: there is no openssl")
    tls = ssl.create_default_context(cafile=certificate)
    tokens = os.path.join(scratch, "tokens.json")
    secrets = {"anna": token(tokens, "--role", "person", "--handle", "anna")}
    with open(os.path.join(DEPLOY, "chat-server.json"), encoding="utf-8") as file:
        configuration = file.read().replace("/var/lib/understudy/tokens.json", tokens)
    settings = os.path.join(scratch, "chat-server.json")
    with open(settings, "w", encoding="utf-8") as file:
        file.write(configuration)
    with Server("--config", settings, "--ephemeral") as server:
        if shutil.which("nginx"):
            nginx(server, certificate, key, tls, secrets)
        else:
            print("– left out: there is no nginx")
        if shutil.which("caddy"):
            caddy(server, certificate, key, tls, secrets)
        else:
            print("– left out: there is no caddy")


def example(name, changes):
    with open(os.path.join(DEPLOY, name), encoding="utf-8") as file:
        text = file.read()
    for old, new in changes.items():
        assert old in text, (name, old)
        text = text.replace(old, new)
    path = os.path.join(scratch, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def nginx(server, certificate, key, tls, secrets):
    https, lines = free_port(), free_port()
    module = next((path for path in ("/usr/lib/nginx/modules/ngx_stream_module.so",) if os.path.exists(path)), None)
    path = example("nginx.conf", {
        "load_module modules/ngx_stream_module.so;": f"load_module {module};" if module else "",
        "listen 443 ssl": f"listen 127.0.0.1:{https} ssl", "listen 7443 ssl": f"listen 127.0.0.1:{lines} ssl",
        "127.0.0.1:7400": f"127.0.0.1:{server.port}",
        "/etc/letsencrypt/live/chat.example/fullchain.pem": certificate, "/etc/letsencrypt/live/chat.example/privkey.pem": key})
    process = subprocess.Popen(
        ["nginx", "-p", scratch, "-c", path, "-e", os.path.join(scratch, "nginx.log"),
         "-g", f"daemon off; pid {scratch}/nginx.pid;"], stderr=subprocess.DEVNULL)
    try:
        wait_for(lines)
        behind_a_proxy(https, tls, secrets, "nginx")
        anna = Lines(tls.wrap_socket(plain(lines), server_hostname="chat.example"), role="person", handle="anna", token=secrets["anna"])
        check("nginx: lines over TLS", "session" in anna.hello, anna.hello)
        stranger = Lines(tls.wrap_socket(plain(lines), server_hostname="chat.example"), role="person", handle="bea")
        check("nginx: nobody without a token", stranger.hello.get("data", {}).get("reason") == "unauthenticated" or "session" not in stranger.hello, stranger.hello)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def caddy(server, certificate, key, tls, secrets):
    https = free_port()
    path = example("Caddyfile", {"chat.example {": f"{{\n\tadmin off\n\tauto_https disable_redirects\n\thttps_port {https}\n}}\nchat.example:{https} {{\n\ttls {certificate} {key}", "127.0.0.1:7400": f"127.0.0.1:{server.port}"})
    process = subprocess.Popen(
        ["caddy", "run", "--adapter", "caddyfile", "--config", path], stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": scratch, "XDG_DATA_HOME": scratch, "XDG_CONFIG_HOME": scratch})
    try:
        wait_for(https)
        behind_a_proxy(https, tls, secrets, "Caddy")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def log_rotation():
    if not shutil.which("logrotate"):
        return print("– left out: there is no logrotate")
    log = os.path.join(scratch, "log", "chat-server.log")
    os.makedirs(os.path.dirname(log), mode=0o755)
    path = example("logrotate", {"/var/log/understudy/chat-server.log": log})
    os.chmod(path, 0o644)
    with open(log, "a", encoding="utf-8") as file:
        with Server("--ephemeral", "--log-format", "json", log=file):
            turned = run("logrotate", "--force", "--state", os.path.join(scratch, "rotated"), path)
            check("logrotate turns it", turned.returncode == 0, turned.stderr)
            with open(log + ".1", encoding="utf-8") as old:
                check("what was said stands in the old one", '"event":"started"' in old.read())
            check("the new one is empty", os.path.getsize(log) == 0)
    with open(log, "rb") as new:
        text = new.read()
    check("what is said later stands in the new one, from its beginning", text.startswith(b"{") and b'"event":"stopped"' in text, text)


PARTS = {"sizes": sizes, "root": bare_root, "copy": copy_while_it_runs, "upgrade": upgrade, "systemd": systemd, "proxies": proxies, "log": log_rotation}
for part in sys.argv[3:] or PARTS:
    PARTS[part]()
print("script/deploy-check: " + (f"{failed} FAILED" if failed else "ok"))
sys.exit(1 if failed else 0)
