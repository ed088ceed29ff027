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
    """The person edited the document.

        notes.post(edit(), plan)
        assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna edited “Trip plan”"
    """
    return {"type": "change", "trigger": "edit"}


def comment() -> PostNoticeEvent:
    """The person commented on the document.

        notes.post(comment(), plan)
        assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna commented on “Trip plan”"
    """
    return {"type": "change", "trigger": "comment"}


def mention(person: Named) -> PostNoticeEvent:
    """The person mentioned another one.

        notes.post(mention(bea), plan)
        assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna mentioned you in “Trip plan”"
    """
    return {"type": "mention", "mentioned": person.handle}


def added(person: Named) -> PostNoticeEvent:
    """Another person joined the collaboration.

        carl.open(plan)
        [id] = notes.post(added(carl), plan)
        notice = bea.wait_for("notice.posted", lambda params: params["notice"]["id"] == id)["notice"]
        assert notice["text"] == "Anna added Carl to “Trip plan”"
    """
    return {"type": "membership", "trigger": "addedCollaborator", "person": person.handle}


def removed(person: Named) -> PostNoticeEvent:
    """Another person left the collaboration, or was removed.

        anna.share.remove_participant(share=plan["id"], handle="carl")
        notes.post(removed(carl), plan)
        assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna removed Carl from “Trip plan”"
    """
    return {"type": "membership", "trigger": "removedCollaborator", "person": person.handle}


def renamed(title: str) -> PostNoticeEvent:
    """The person renamed the document.

        notes.post(renamed("Lake"), plan)
        assert bea.wait_for("notice.posted")["notice"]["text"] == "Anna renamed “Trip plan” to “Lake”"
    """
    return {"type": "persistence", "trigger": "renamed", "title": title}
