"""The listings of the pages about this package."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(("page", "count"), [("docs/how-to/test-in-python.md", 5), ("clients/python/README.md", 1)])
def test_listings_of_a_page_pass(page: str, count: int, tmp_path: Path) -> None:
    listings = re.findall(r"^```python(?: by clients/python/tests/test_pages.py)?\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    for number, listing in enumerate(listings):
        (tmp_path / f"test_listing_{number}.py").write_text(listing)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert f"{count} passed" in ended.stdout and ended.returncode == 0, ended.stdout
