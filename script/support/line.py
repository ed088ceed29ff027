"""A line to a port of this machine that can be cut, or fall silent.

It is a process of its own, so that what goes through it waits for nobody: `line.py PORT` says its own port, and does what
a line of its input says: cut, silent or well.
"""
import os
import selectors
import socket
import subprocess
import sys

HOST = "127.0.0.1"


class Line:
    """What comes to its port goes to another, and back, as long as it is well."""

    def __init__(self, target):
        self.process = subprocess.Popen([sys.executable, os.path.abspath(__file__), str(target)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def cut(self):
        """All that is on it ends, and nobody is there any more who would take a connection."""
        self.become("cut")

    def silence(self):
        """Nothing goes through any more, and nobody is told."""
        self.become("silent")

    def mend(self):
        """What is said from now on goes through; what was on a silent line meanwhile is gone, and so is the line."""
        self.become("cut")
        self.become("well")

    def become(self, fate):
        self.process.stdin.write(fate + "\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Relay:
    def __init__(self, target):
        self.target, self.isSilent, self.listener = target, False, None
        self.pairs = {}
        self.selector = selectors.DefaultSelector()
        self.selector.register(sys.stdin, selectors.EVENT_READ)
        self.listen(0)
        self.port = self.listener.getsockname()[1]
        print(self.port, flush=True)

    def listen(self, port):
        self.listener = socket.create_server((HOST, port))
        self.selector.register(self.listener, selectors.EVENT_READ)

    def run(self):
        while True:
            for key, _ in self.selector.select():
                if key.fileobj is sys.stdin:
                    fate = sys.stdin.readline().strip()
                    if not fate:
                        return
                    self.become(fate)
                    print("done", flush=True)
                elif key.fileobj is self.listener:
                    self.accept()
                elif key.fileobj in self.pairs:
                    self.carry(key.fileobj)

    def become(self, fate):
        self.isSilent = fate == "silent"
        if fate == "cut":
            for end in list(self.pairs):
                self.close(end)
            if self.listener:
                self.selector.unregister(self.listener)
                self.listener.close()
                self.listener = None
        elif not self.listener:
            self.listen(self.port)

    def accept(self):
        near, _ = self.listener.accept()
        try:
            far = socket.create_connection((HOST, self.target), timeout=5)
        except OSError:
            near.close()
            return
        for one, other in ((near, far), (far, near)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.pairs[one] = other
            self.selector.register(one, selectors.EVENT_READ)

    def carry(self, source):
        try:
            some = source.recv(1 << 16)
            if not some:
                raise OSError
            if not self.isSilent:
                self.pairs[source].sendall(some)
        except OSError:
            self.close(source)

    def close(self, end):
        for one in (end, self.pairs.get(end)):
            if one is not None and self.pairs.pop(one, None) is not None:
                self.selector.unregister(one)
                one.close()


if __name__ == "__main__":
    Relay(int(sys.argv[1])).run()
