"""The formula of Homebrew, from the template deploy/understudy.rb."""
import os
import re

from .archive import Problem, read, sha256

ARCHITECTURES = {"intel": "x86_64", "arm": "aarch64"}


def formula(template, version, repository, folder):
    """The text of the formula. `folder` has the tarballs that it names."""

    def checksum(kind):
        path = os.path.join(folder, f"understudy-{version}-{kind}.tar.gz")
        return sha256(read(path)) if os.path.exists(path) else None

    text = template[template.index("class "):]
    for word, machine in ARCHITECTURES.items():
        if checksum(f"{machine}-linux") is None:
            text = re.sub(rf"^    on_{word} do\n.*?^    end\n", "", text, flags=re.M | re.S)
    words = {"VERSION": version, "REPOSITORY": repository}
    for kind in ("source", *(f"{machine}-linux" for machine in ARCHITECTURES.values())):
        words[f"SHA256-{kind}"] = checksum(kind)

    def value(match):
        if words.get(match[1]) is None:
            raise Problem(f"the formula needs {match[0]}, which nothing in {folder} gives")
        return words[match[1]]

    return re.sub(r"@([A-Za-z0-9_-]+)@", value, text)
