"""The events that an app can post: `notes.post(mention(bea), plan)`."""
from __future__ import annotations

from typing import Protocol

from .contract import PostNoticeEvent


class Named(Protocol):
    """A person, of the module `understudy` or `understudy.aio`."""

    @property
    def handle(self) -> str:
        """The handle, such as `anna`."""


def edit() -> PostNoticeEvent:
    """The person edited the document."""
    return {"type": "change", "trigger": "edit"}


def comment() -> PostNoticeEvent:
    """The person commented on the document."""
    return {"type": "change", "trigger": "comment"}


def mention(person: Named) -> PostNoticeEvent:
    """The person mentioned another one."""
    return {"type": "mention", "mentioned": person.handle}


def added(person: Named) -> PostNoticeEvent:
    """Another person joined the collaboration."""
    return {"type": "membership", "trigger": "addedCollaborator", "person": person.handle}


def removed(person: Named) -> PostNoticeEvent:
    """Another person left the collaboration, or was removed."""
    return {"type": "membership", "trigger": "removedCollaborator", "person": person.handle}


def renamed(title: str) -> PostNoticeEvent:
    """The person renamed the document."""
    return {"type": "persistence", "trigger": "renamed", "title": title}
