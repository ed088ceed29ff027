"""A stand-in for the waits of Testcontainers: see container.py."""


def wait_for_logs(container, text):
    """Checks that the log has the text. The stand-in's `start` has waited for it already."""
    assert text in container.logs, container.logs
