"""A stand-in for the class of Testcontainers, on a machine without a container engine.

A container is the root folder of the image, in UNDERSTUDY_ROOT. Its command runs in it by chroot, on a free port.
"""
import os
import shlex
import sys

sys.path.insert(0, os.environ["UNDERSTUDY_CHECK"])

from roots import Root, line_with, run, stop


class DockerContainer:
    def __init__(self, image):
        self.image, self.ports, self.logs = image, {}, ""

    def with_exposed_ports(self, *ports):
        self.ports = dict.fromkeys(ports)
        return self

    def start(self):
        self.root = Root(os.environ["UNDERSTUDY_ROOT"], os.environ["UNDERSTUDY_USER"])
        # The command of the image, which ends with that of the server.
        command = shlex.split(os.environ["UNDERSTUDY_COMMAND"])
        self.process = self.root.start(*command[:-1], command[-1] + " --port 0", HOME="/data")
        lines = line_with(self.process, "listening on")
        self.logs = "".join(lines)
        self.ports = dict.fromkeys(self.ports, int(lines[-1].rsplit(":", 1)[1]))
        return self

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        stop(self.process)

    def get_container_host_ip(self):
        return "127.0.0.1"

    def get_exposed_port(self, port):
        return self.ports[port]

    def exec(self, command):
        done = run(*self.root.command(*command, HOME="/data"))
        return done.returncode, (done.stdout + done.stderr).encode()
