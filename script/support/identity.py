#!/usr/bin/env python3
"""Verifies identity proofs like the server of an app, with the package cryptography and the program openssl.

Reads a JSON object from stdin: the root hashes of the people with access, and the attempts in order.

    {"identities": ["97e9…"],
     "issued": [{"challenge": "…", "to": "bea", "at": 0}],
     "attempts": [{"name": "…", "by": "bea", "challenge": "…", "at": 5, "proof": {"publicKey": "…", …}}]}

Prints one line for each attempt: its name and `accepted`, or the step that refused it. Bytes are in base64, and times in
milliseconds.
"""
import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

LIFETIME = 60_000
LEAVES, DEPTH = 8, 3


class Refused(Exception):
    """A proof that is refused; its text is the step."""


def root(proof):
    """Returns the root hash that a proof leads to, as hexadecimal digits."""
    index = proof["publicKeyIndex"]
    siblings = [base64.b64decode(text, validate=True) for text in proof.get("inclusionHashes", [])]
    if not 0 <= index < LEAVES or [len(one) for one in siblings] != [32] * DEPTH:
        raise Refused("malformedProof")
    node = hashlib.sha256(base64.b64decode(proof["publicKey"])).digest()
    for sibling in siblings:
        node = hashlib.sha256(node + sibling if index % 2 == 0 else sibling + node).digest()
        index //= 2
    return node.hex()


def openssl_accepts(key, signature, message):
    """Returns the verdict of the program openssl about a signature."""
    with tempfile.TemporaryDirectory() as folder:
        files = {"key": key.public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo),
            "signature": signature, "message": message}
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        run = subprocess.run(
            ["openssl", "dgst", "-sha256", "-verify", "key", "-signature", "signature", "message"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return run.returncode == 0


class Server:
    """The server of an app: its list of identities, and the challenges that it issued."""

    def __init__(self, identities):
        self.identities = set(identities)
        self.issued = {}

    def issue(self, challenge, to, at):
        self.issued[challenge] = {"to": to, "until": at + LIFETIME, "used": False}

    def prove(self, by, challenge, at, proof):
        """Checks an attempt step by step, and uses up its challenge."""
        known = self.issued.get(challenge)
        if known is None or known["to"] != by:
            raise Refused("unknownChallenge")
        if known["used"]:
            raise Refused("usedChallenge")
        if at >= known["until"]:
            raise Refused("expiredChallenge")
        known["used"] = True
        try:
            key = ec.EllipticCurvePublicKey.from_encoded_point(
                ec.SECP256R1(), base64.b64decode(proof["publicKey"], validate=True))
        except ValueError:
            raise Refused("malformedKey")
        signature = base64.b64decode(proof["signatureData"], validate=True)
        message = base64.b64decode(challenge, validate=True)
        try:
            key.verify(signature, message, ec.ECDSA(hashes.SHA256()))
            accepts = True
        except InvalidSignature:
            accepts = False
        if openssl_accepts(key, signature, message) != accepts:
            raise Refused("openssl disagrees about the signature")
        if not accepts:
            raise Refused("wrongSignature")
        if root(proof) not in self.identities:
            raise Refused("unknownRoot")


def main():
    work = json.load(sys.stdin)
    server = Server(work["identities"])
    for one in work["issued"]:
        server.issue(one["challenge"], one["to"], one["at"])
    for attempt in work["attempts"]:
        try:
            server.prove(attempt["by"], attempt["challenge"], attempt["at"], attempt["proof"])
            verdict = "accepted"
        except Refused as refusal:
            verdict = str(refusal)
        print(f"{attempt['name']}\t{verdict}")


if __name__ == "__main__":
    main()
