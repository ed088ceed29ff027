"""The methods of each role.

Written by script/docs from docs/reference/openrpc.json: change the contract instead.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Literal, overload

from ._core import ask, check_none, received, wait_for
from ._line import Group
from .contract import (
    ActionEnded, ActionID, ActionRequested, ActivitiesChanged, ActivityChosen, ActivityItemKind, AdvanceClockEnd,
    AppActivity, AppCapability, AppDocumentChanged, AppDocumentPresence, AppDocumentResult, AppDocumentsResult,
    AppHighlightResult, AppHighlightsChanged, AppHighlightsResult, AppID, AppPreview, AppResult, AskedResult,
    AttachmentResult, AttributionResult, AttributionToken, AttributionTokenResult, ChallengeResult, ClearedResult,
    ClockKind, ClockResult, CollaborationChanged, ConsentID, ConsentRequestAnswer, ConsentRequested, ContactsResult,
    ConversationChanged, ConversationID, ConversationResult, ConversationsResult, DeletionChanged, Delivered,
    DisplayHighlightContext, DocumentAccessChanged, DocumentChanged, DocumentID, DocumentPresence, DocumentResult,
    DocumentsResult, EmptyResult, ExplanationResult, FaultFired, FaultID, FaultResult, FaultTarget, FaultsResult,
    FenceResult, Handle, HighlightID, HighlightsChanged, HighlightsResult, HistoryResult, IdentitiesRemoved,
    IdentityProofResult, JournalCount, JournalEntryKind, JournalResult, JournalVerdictResult, LinkExplanationResult,
    MessageChanged, MessageID, MessagePosted, MessageResult, MessageRun, MessagesResult, NoticeCleared, NoticeID,
    NoticePosted, NoticeResult, NoticesResult, OfferResult, OpenRPC, OpenedResult, PeopleResult, PersonNamed,
    PinResult, PostNoticeEvent, PublishedResult, Reaction, Receipt, RecentlyDeletedResult, RegisteredResult,
    RequestDone, Role, SaveShareAddition, SaveShareOwnPermission, SaveShareOwnRole, SavedShareResult, SentAttachment,
    SessionEnded, SetSettingsReceipts, SetSettingsSharing, SettingChangesResult, SettingsChanged, SettingsResult,
    ShareAccess, ShareBackend, ShareChanged, ShareID, ShareLost, ShareOptions, SharePermission, ShareRepresentation,
    ShareResult, ShareRole, SharesResult, SharingMethod, SignedProof, StartID, StartResult, StartsResult,
    SystemActivity, Typing, UnsentResult, UserActivity, WorldName, WorldsResult,
)

__tracebackhide__ = True


class PersonSessionMethods(Group):
    """The methods `session.…` of the person."""

    def ping(self) -> None:
        """Returns after everything that the server had already sent to this session."""
        self._run(ask(self._session, "session.ping", {}))

    def fence(self) -> FenceResult:
        """Returns once all earlier accepted events are on the streams of their recipients, except those that catch
        up. An app sees nothing in `pending`."""
        return self._run(ask(self._session, "session.fence", {}))


class PersonRpcMethods(Group):
    """The methods `rpc.…` of the person."""

    def discover(self) -> OpenRPC:
        """Returns this contract as an OpenRPC document."""
        return self._run(ask(self._session, "rpc.discover", {}))


class PersonConversationMethods(Group):
    """The methods `conversation.…` of the person."""

    def create(self, *, participants: Sequence[Handle], name: str | None = None, client_id: str | None = None) -> ConversationResult:
        """Begins a conversation that includes the caller. For two people it returns their existing conversation."""
        return self._run(ask(self._session, "conversation.create", {"participants": participants, "name": name, "clientID": client_id}))

    def list(self, *, after: int | None = None, limit: int | None = None) -> ConversationsResult:
        """Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest
        message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the
        `after` of the next page. A conversation that changes between two pages can be on neither; a notification
        reports it."""
        return self._run(ask(self._session, "conversation.list", {"after": after, "limit": limit}))

    def history(self, *, conversation: ConversationID, before: str | None = None, limit: int | None = None) -> HistoryResult:
        """Returns a page of a thread: the entries before an id, oldest first; 50 by default."""
        return self._run(ask(self._session, "conversation.history", {"conversation": conversation, "before": before, "limit": limit}))

    def add_participant(self, *, conversation: ConversationID, handle: Handle, client_id: str | None = None) -> ConversationResult:
        """Adds a person, who does not see earlier messages. In a one-to-one conversation, begins a new group of
        three."""
        return self._run(ask(self._session, "conversation.addParticipant", {"conversation": conversation, "handle": handle, "clientID": client_id}))

    def remove_participant(self, *, conversation: ConversationID, handle: Handle, client_id: str | None = None) -> ConversationResult:
        """Removes a person from a group of four or more. Every participant can do this."""
        return self._run(ask(self._session, "conversation.removeParticipant", {"conversation": conversation, "handle": handle, "clientID": client_id}))

    def leave(self, *, conversation: ConversationID, client_id: str | None = None) -> ConversationResult:
        """Leaves a group of four or more. Returns the conversation with `left`."""
        return self._run(ask(self._session, "conversation.leave", {"conversation": conversation, "clientID": client_id}))

    def rename(self, *, conversation: ConversationID, name: str, client_id: str | None = None) -> ConversationResult:
        """Renames a conversation."""
        return self._run(ask(self._session, "conversation.rename", {"conversation": conversation, "name": name, "clientID": client_id}))

    def set_photo(self, *, conversation: ConversationID, photo: str | None = None, client_id: str | None = None) -> ConversationResult:
        """Sets the photo of a group, which is one emoji, or removes it."""
        return self._run(ask(self._session, "conversation.setPhoto", {"conversation": conversation, "photo": photo, "clientID": client_id}))

    def mark_read(self, *, conversation: ConversationID, through: MessageID | None = None, client_id: str | None = None) -> ConversationResult:
        """Marks a conversation as read, up to a message or completely."""
        return self._run(ask(self._session, "conversation.markRead", {"conversation": conversation, "through": through, "clientID": client_id}))

    def mark_unread(self, *, conversation: ConversationID, client_id: str | None = None) -> ConversationResult:
        """Marks a conversation as unread until the caller reads it or writes in it."""
        return self._run(ask(self._session, "conversation.markUnread", {"conversation": conversation, "clientID": client_id}))

    def mute(self, *, conversation: ConversationID, muted: bool, client_id: str | None = None) -> ConversationResult:
        """Turns Hide Alerts on or off for the caller."""
        return self._run(ask(self._session, "conversation.mute", {"conversation": conversation, "muted": muted, "clientID": client_id}))

    def pin(self, *, conversation: ConversationID, pinned: bool, place: int | None = None, client_id: str | None = None) -> SettingsResult:
        """Pins a conversation to the top of the caller's list, or unpins it. `place` 1 is the first place; the
        default is the last."""
        return self._run(ask(self._session, "conversation.pin", {"conversation": conversation, "pinned": pinned, "place": place, "clientID": client_id}))

    def delete(self, *, conversation: ConversationID, through: MessageID | None = None, client_id: str | None = None) -> ConversationResult:
        """Deletes a conversation on all devices of the caller. Its messages stay in Recently Deleted for 30 days
        (`unread-mark`). The next message brings it back into the list, and so does a notice that mentions or asks the
        caller. Its place among the pinned conversations and its notices are removed; pinned links stay."""
        return self._run(ask(self._session, "conversation.delete", {"conversation": conversation, "through": through, "clientID": client_id}))

    def restore(self, *, conversation: ConversationID, runs: Sequence[MessageRun] | None = None, client_id: str | None = None) -> ConversationResult:
        """Recovers messages of a conversation from Recently Deleted: all of them, or those that were listed."""
        return self._run(ask(self._session, "conversation.restore", {"conversation": conversation, "runs": runs, "clientID": client_id}))

    def erase(self, *, conversation: ConversationID, runs: Sequence[MessageRun] | None = None, client_id: str | None = None) -> ConversationResult:
        """Deletes messages of a conversation from Recently Deleted: all of them, or those that were listed."""
        return self._run(ask(self._session, "conversation.erase", {"conversation": conversation, "runs": runs, "clientID": client_id}))

    def recently_deleted(self) -> RecentlyDeletedResult:
        """Returns the conversations with messages in Recently Deleted, newest deletion first, as many as fit."""
        return self._run(ask(self._session, "conversation.recentlyDeleted", {}))

    def typing(self, *, conversation: ConversationID, typing: bool) -> ConversationResult:
        """Reports that the caller types or stopped typing."""
        return self._run(ask(self._session, "conversation.typing", {"conversation": conversation, "typing": typing}))


class PersonMessageMethods(Group):
    """The methods `message.…` of the person."""

    def send(self, *, conversation: ConversationID, text: str | None = None, reply_to: MessageID | None = None, attachment: SentAttachment | None = None, client_id: str | None = None) -> MessageResult:
        """Sends a message. `text` is optional with an attachment. The attachment is `{name, type, content}` with
        base64 content, or `{name, type, size, digest}`."""
        return self._run(ask(self._session, "message.send", {"conversation": conversation, "text": text, "replyTo": reply_to, "attachment": attachment, "clientID": client_id}))

    def edit(self, *, message: MessageID, text: str, client_id: str | None = None) -> MessageResult:
        """Edits the caller's own message: within 15 minutes, at most five times, and not to an empty text."""
        return self._run(ask(self._session, "message.edit", {"message": message, "text": text, "clientID": client_id}))

    def unsend(self, *, message: MessageID, client_id: str | None = None) -> MessageResult | UnsentResult:
        """Unsends the caller's own message within 2 minutes. A note replaces it, and the log erases its content. A
        pin of one of its links keeps that address. `warning` and `keptBy` name people whose old device still shows
        the message."""
        return self._run(ask(self._session, "message.unsend", {"message": message, "clientID": client_id}))

    def delete(self, *, messages: Sequence[MessageID], client_id: str | None = None) -> ConversationResult:
        """Deletes messages of one conversation on all devices of the caller (`swy-delete`). They stay in Recently
        Deleted for 30 days (`unread-mark`)."""
        return self._run(ask(self._session, "message.delete", {"messages": messages, "clientID": client_id}))

    def restore(self, *, messages: Sequence[MessageID], client_id: str | None = None) -> ConversationResult:
        """Recovers messages from Recently Deleted to their places; `not_found` if one is missing there."""
        return self._run(ask(self._session, "message.restore", {"messages": messages, "clientID": client_id}))

    def erase(self, *, messages: Sequence[MessageID], client_id: str | None = None) -> ConversationResult:
        """Deletes messages from Recently Deleted; `not_found` if one is missing there."""
        return self._run(ask(self._session, "message.erase", {"messages": messages, "clientID": client_id}))

    def recently_deleted(self, *, conversation: ConversationID, before: MessageID | None = None, limit: int | None = None) -> MessagesResult:
        """Returns a page of the deleted messages of a conversation: the messages before an id, oldest first; 50 by
        default."""
        return self._run(ask(self._session, "message.recentlyDeleted", {"conversation": conversation, "before": before, "limit": limit}))

    def react(self, *, message: MessageID, reaction: Reaction, remove: bool | None = None, client_id: str | None = None) -> MessageResult:
        """Sets or removes the caller's tapback. A second one replaces the first; the same one removes it."""
        return self._run(ask(self._session, "message.react", {"message": message, "reaction": reaction, "remove": remove, "clientID": client_id}))

    def search(self, *, text: str, conversation: ConversationID | None = None, limit: int | None = None) -> MessagesResult:
        """Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be
        adjacent. Messages with a pinned link come first, then the newest; 50 by default."""
        return self._run(ask(self._session, "message.search", {"text": text, "conversation": conversation, "limit": limit}))

    def thread(self, *, message: MessageID, after: MessageID | None = None, limit: int | None = None) -> MessagesResult:
        """Returns the replies of the thread of a message, from its beginning; 50 by default."""
        return self._run(ask(self._session, "message.thread", {"message": message, "after": after, "limit": limit}))

    def attachment(self, *, message: MessageID) -> AttachmentResult:
        """Returns the attachment of a message with its content."""
        return self._run(ask(self._session, "message.attachment", {"message": message}))


class PersonLinkMethods(Group):
    """The methods `link.…` of the person."""

    def pin(self, *, conversation: ConversationID, url: str, client_id: str | None = None) -> PinResult:
        """Pins a link for the caller, who can have 5,000 pins."""
        return self._run(ask(self._session, "link.pin", {"conversation": conversation, "url": url, "clientID": client_id}))

    def unpin(self, *, conversation: ConversationID, url: str, client_id: str | None = None) -> PinResult:
        """Unpins a link."""
        return self._run(ask(self._session, "link.unpin", {"conversation": conversation, "url": url, "clientID": client_id}))

    def open(self, *, url: str, client_id: str | None = None) -> OpenedResult:
        """Opens a link. Its app receives `userActivity` in every session that runs as the caller, or at its next
        start. If the answer has no `app`, the link opens in the browser."""
        return self._run(ask(self._session, "link.open", {"url": url, "clientID": client_id}))

    def explain(self, *, url: str) -> LinkExplanationResult:
        """Returns the app that opens a link, with every step of the decision, the deciding one last."""
        return self._run(ask(self._session, "link.explain", {"url": url}))


class PersonContactMethods(Group):
    """The methods `contact.…` of the person."""

    def add(self, *, handle: Handle | None = None, handles: Sequence[Handle] | None = None, person: Handle | None = None, client_id: str | None = None) -> None:
        """Adds contacts to a person. An observer names the person."""
        self._run(ask(self._session, "contact.add", {"handle": handle, "handles": handles, "person": person, "clientID": client_id}))

    def remove(self, *, handle: Handle, person: Handle | None = None, client_id: str | None = None) -> None:
        """Removes a contact of a person."""
        self._run(ask(self._session, "contact.remove", {"handle": handle, "person": person, "clientID": client_id}))

    def list(self, *, person: Handle | None = None) -> ContactsResult:
        """Returns the contacts of a person and the people they blocked."""
        return self._run(ask(self._session, "contact.list", {"person": person}))

    def block(self, *, handle: Handle, person: Handle | None = None, client_id: str | None = None) -> None:
        """Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive."""
        self._run(ask(self._session, "contact.block", {"handle": handle, "person": person, "clientID": client_id}))

    def unblock(self, *, handle: Handle, person: Handle | None = None, client_id: str | None = None) -> None:
        """Unblocks a person."""
        self._run(ask(self._session, "contact.unblock", {"handle": handle, "person": person, "clientID": client_id}))


class PersonSettingsMethods(Group):
    """The methods `settings.…` of the person."""

    def get(self) -> SettingsResult:
        """Returns the caller's settings."""
        return self._run(ask(self._session, "settings.get", {}))

    def set(self, *, automatic_sharing: SetSettingsSharing | None = None, read_receipts: SetSettingsReceipts | None = None, mention_alerts: bool | None = None, client_id: str | None = None) -> SettingsResult:
        """Changes the given settings of the caller."""
        return self._run(ask(self._session, "settings.set", {"automaticSharing": automatic_sharing, "readReceipts": read_receipts, "mentionAlerts": mention_alerts, "clientID": client_id}))

    def audit(self, *, person: Handle | None = None, app: AppID | None = None, limit: int | None = None) -> SettingChangesResult:
        """Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default."""
        return self._run(ask(self._session, "settings.audit", {"person": person, "app": app, "limit": limit}))


class PersonConsentMethods(Group):
    """The methods `consent.…` of the person."""

    def answer(self, *, consent: ConsentID, answer: ConsentRequestAnswer, client_id: str | None = None) -> SettingsResult:
        """Answers a consent request. The first answer from any device counts."""
        return self._run(ask(self._session, "consent.answer", {"consent": consent, "answer": answer, "clientID": client_id}))


class PersonHighlightMethods(Group):
    """The methods `highlight.…` of the person."""

    def list(self, *, app: AppID | None = None, limit: int | None = None, after: HighlightID | None = None, person: Handle | None = None) -> HighlightsResult:
        """Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one
        app."""
        return self._run(ask(self._session, "highlight.list", {"app": app, "limit": limit, "after": after, "person": person}))

    def hide(self, *, highlight: HighlightID, client_id: str | None = None) -> None:
        """Removes a link from the caller's shelf until it is restored or pinned (`attr-remove`). It also unpins the
        link."""
        self._run(ask(self._session, "highlight.hide", {"highlight": highlight, "clientID": client_id}))

    def restore(self, *, highlight: HighlightID, client_id: str | None = None) -> None:
        """Undoes `highlight.hide`."""
        self._run(ask(self._session, "highlight.restore", {"highlight": highlight, "clientID": client_id}))


class PersonAttributionMethods(Group):
    """The methods `attribution.…` of the person."""

    def show(self, *, attribution: AttributionToken) -> AttributionResult:
        """Returns the people who shared a highlight, newest first, for a token of an app of this person; `not_found`
        after the highlight left the list."""
        return self._run(ask(self._session, "attribution.show", {"attribution": attribution}))


class PersonNoticeMethods(Group):
    """The methods `notice.…` of the person."""

    def dismiss(self, *, notice: NoticeID, client_id: str | None = None) -> NoticeResult:
        """Removes a notice from the banner."""
        return self._run(ask(self._session, "notice.dismiss", {"notice": notice, "clientID": client_id}))

    def answer(self, *, notice: NoticeID, action: str, client_id: str | None = None) -> NoticeResult:
        """Answers a question to the owner with the id of one of its `actions`. An added person without the link
        receives it. Fails with `conflict` if the question was answered or closed, or if the person has left or
        returned."""
        return self._run(ask(self._session, "notice.answer", {"notice": notice, "action": action, "clientID": client_id}))


class PersonShareMethods(Group):
    """The methods `share.…` of the person."""

    def create(self, *, app: AppID, title: str, url: str | None = None, backend: ShareBackend | None = None, access: ShareAccess | None = None, permission: SharePermission | None = None, allows_inviting: bool | None = None, document: DocumentID | None = None, folder: str | None = None, representations: Sequence[ShareRepresentation] | None = None, client_id: str | None = None) -> ShareResult | AskedResult:
        """Shares a document in one save: the caller's document at that link or with that title, or a new one. The
        default back end is the app's first, and the default link is on its first domain. If the answer has a `start`,
        the app must answer first."""
        return self._run(ask(self._session, "share.create", {"app": app, "title": title, "url": url, "backend": backend, "access": access, "permission": permission, "allowsInviting": allows_inviting, "document": document, "folder": folder, "representations": representations, "clientID": client_id}))

    def send(self, *, share: ShareID, conversation: ConversationID, text: str | None = None, people: Sequence[Handle] | None = None, mode: SharingMethod | None = None, client_id: str | None = None) -> MessageResult | AskedResult:
        """Sends the link of a share to a conversation. With `people`, fails with `conflict` if the conversation has
        other people. A copy is an attachment `TITLE.txt` or a text, and adds no one to the share."""
        return self._run(ask(self._session, "share.send", {"share": share, "conversation": conversation, "text": text, "people": people, "mode": mode, "clientID": client_id}))

    def get(self, *, share: ShareID | None = None, url: str | None = None) -> ShareResult:
        """Returns a share as the caller sees it, with the conversations that have its link."""
        return self._run(ask(self._session, "share.get", {"share": share, "url": url}))

    def accept(self, *, share: ShareID | None = None, url: str | None = None, client_id: str | None = None) -> ShareResult:
        """Opens a share and clears its notices. Fails with `conflict` if its document was deleted."""
        return self._run(ask(self._session, "share.accept", {"share": share, "url": url, "clientID": client_id}))

    def request_access(self, *, url: str, client_id: str | None = None) -> None:
        """Asks the owner and the administrators of a private share for access, once until they answer. A share that
        allows no requests, and one that blocks the caller, are `not_found` like a missing one."""
        self._run(ask(self._session, "share.requestAccess", {"url": url, "clientID": client_id}))

    def list(self, *, conversation: ConversationID | None = None, person: Handle | None = None, before: ShareID | None = None) -> SharesResult:
        """Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the
        first one as `before` to get the earlier ones."""
        return self._run(ask(self._session, "share.list", {"conversation": conversation, "person": person, "before": before}))

    def save(self, *, share: ShareID | None = None, url: str | None = None, revision: int | None = None, title: str | None = None, access: ShareAccess | None = None, permission: SharePermission | None = None, allows_inviting: bool | None = None, allows_access_requests: bool | None = None, deny: Sequence[Handle] | None = None, block: Sequence[Handle] | None = None, unblock: Sequence[Handle] | None = None, add_one_time_links: Sequence[SharePermission] | None = None, remove_one_time_links: Sequence[str] | None = None, add: Sequence[SaveShareAddition] | None = None, remove: Sequence[Handle] | None = None, permissions: Sequence[SaveShareOwnPermission] | None = None, roles: Sequence[SaveShareOwnRole] | None = None, send_link: bool | None = None, client_id: str | None = None) -> SavedShareResult | AskedResult:
        """Changes a share, all or nothing. `dropped` are the people who lost access because the share became public
        or private. `sendLink` sends the link to the invited people, in `conversation`. A share of a deleted document
        accepts no new people (`conflict`)."""
        return self._run(ask(self._session, "share.save", {"share": share, "url": url, "revision": revision, "title": title, "access": access, "permission": permission, "allowsInviting": allows_inviting, "allowsAccessRequests": allows_access_requests, "deny": deny, "block": block, "unblock": unblock, "addOneTimeLinks": add_one_time_links, "removeOneTimeLinks": remove_one_time_links, "add": add, "remove": remove, "permissions": permissions, "roles": roles, "sendLink": send_link, "clientID": client_id}))

    def add_participant(self, *, share: ShareID | None = None, url: str | None = None, handle: Handle | None = None, handles: Sequence[Handle] | None = None, revision: int | None = None, permission: SharePermission | None = None, send_link: bool | None = None, client_id: str | None = None) -> SavedShareResult | AskedResult:
        """Invites people. With `sendLink`, also sends them the link."""
        return self._run(ask(self._session, "share.addParticipant", {"share": share, "url": url, "handle": handle, "handles": handles, "revision": revision, "permission": permission, "sendLink": send_link, "clientID": client_id}))

    def remove_participant(self, *, share: ShareID | None = None, url: str | None = None, handle: Handle | None = None, handles: Sequence[Handle] | None = None, revision: int | None = None, client_id: str | None = None) -> SavedShareResult | AskedResult:
        """Removes people from a share."""
        return self._run(ask(self._session, "share.removeParticipant", {"share": share, "url": url, "handle": handle, "handles": handles, "revision": revision, "clientID": client_id}))

    def set_permission(self, *, permission: SharePermission, share: ShareID | None = None, url: str | None = None, handle: Handle | None = None, handles: Sequence[Handle] | None = None, revision: int | None = None, client_id: str | None = None) -> SavedShareResult | AskedResult:
        """Sets the permission of some people, or of all who have no permission of their own."""
        return self._run(ask(self._session, "share.setPermission", {"permission": permission, "share": share, "url": url, "handle": handle, "handles": handles, "revision": revision, "clientID": client_id}))

    def set_role(self, *, handle: Handle, role: ShareRole, share: ShareID | None = None, url: str | None = None, revision: int | None = None, client_id: str | None = None) -> SavedShareResult | AskedResult:
        """Makes a person `administrator` or `privateUser`."""
        return self._run(ask(self._session, "share.setRole", {"handle": handle, "role": role, "share": share, "url": url, "revision": revision, "clientID": client_id}))

    def set_inviting(self, *, allows_inviting: bool, share: ShareID | None = None, url: str | None = None, revision: int | None = None, client_id: str | None = None) -> SavedShareResult | AskedResult:
        """Allows or forbids participants to add people."""
        return self._run(ask(self._session, "share.setInviting", {"allowsInviting": allows_inviting, "share": share, "url": url, "revision": revision, "clientID": client_id}))

    def set_access(self, *, access: ShareAccess, share: ShareID | None = None, url: str | None = None, revision: int | None = None, handles: Sequence[Handle] | None = None, client_id: str | None = None) -> SavedShareResult | AskedResult:
        """Makes a share public or private. Public drops the people who have not opened it. Private drops all but the
        owner and `handles`, whom it invites again."""
        return self._run(ask(self._session, "share.setAccess", {"access": access, "share": share, "url": url, "revision": revision, "handles": handles, "clientID": client_id}))

    def leave(self, *, share: ShareID | None = None, url: str | None = None, client_id: str | None = None) -> ShareResult:
        """Leaves a share."""
        return self._run(ask(self._session, "share.leave", {"share": share, "url": url, "clientID": client_id}))

    def stop(self, *, share: ShareID | None = None, url: str | None = None, client_id: str | None = None) -> ShareResult:
        """Stops sharing with everyone."""
        return self._run(ask(self._session, "share.stop", {"share": share, "url": url, "clientID": client_id}))


class PersonCollaborationMethods(Group):
    """The methods `collaboration.…` of the person."""

    def offer(self, *, app: AppID | None = None, document: DocumentID | None = None, share: ShareID | None = None, file: str | None = None, backend: ShareBackend | None = None, representations: Sequence[ShareRepresentation] | None = None) -> OfferResult:
        """Returns the content of the share sheet for an item, with the default options. Creates nothing."""
        return self._run(ask(self._session, "collaboration.offer", {"app": app, "document": document, "share": share, "file": file, "backend": backend, "representations": representations}))

    def start(self, *, conversation: ConversationID, app: AppID | None = None, title: str | None = None, document: DocumentID | None = None, mode: SharingMethod | None = None, text: str | None = None, backend: ShareBackend | None = None, options: Sequence[str] | None = None, representations: Sequence[ShareRepresentation] | None = None, local_identifier: str | None = None, content: str | None = None, client_id: str | None = None) -> StartResult:
        """Sends a draft: `app` and `title` with optional `content`, or `document`. At most 20 drafts wait for the
        apps of one person."""
        return self._run(ask(self._session, "collaboration.start", {"conversation": conversation, "app": app, "title": title, "document": document, "mode": mode, "text": text, "backend": backend, "options": options, "representations": representations, "localIdentifier": local_identifier, "content": content, "clientID": client_id}))

    def cancel(self, *, start: StartID, client_id: str | None = None) -> StartResult:
        """Cancels a start that waits for its app."""
        return self._run(ask(self._session, "collaboration.cancel", {"start": start, "clientID": client_id}))

    def list(self) -> StartsResult:
        """Returns the starts and changes that wait for the apps of the caller, oldest first."""
        return self._run(ask(self._session, "collaboration.list", {}))


class PersonAppMethods(Group):
    """The methods `app.…` of the person."""

    def get(self, *, app: AppID | None = None) -> AppResult:
        """Returns a registered app. An app sees only itself; a person sees no `association`."""
        return self._run(ask(self._session, "app.get", {"app": app}))


class PersonActivityMethods(Group):
    """The methods `activity.…` of the person."""

    def choose(self, *, app: AppID, type: str, url: str, kind: ActivityItemKind | None = None) -> None:
        """Chooses an action of an app, which receives `activity.chosen`. Fails with `not_found` if the app does not
        offer it for this item."""
        self._run(ask(self._session, "activity.choose", {"app": app, "type": type, "url": url, "kind": kind}))


class PersonClockMethods(Group):
    """The methods `clock.…` of the person."""

    def now(self) -> ClockResult:
        """Returns the time of the world."""
        return self._run(ask(self._session, "clock.now", {}))


class PersonDeliveryMethods(Group):
    """The methods `delivery.…` of the person."""

    def explain(self, *, person: Handle, about: str) -> ExplanationResult:
        """Explains if and why a message, notice, highlight, question or link reached a person."""
        return self._run(ask(self._session, "delivery.explain", {"person": person, "about": about}))


class PersonDocumentMethods(Group):
    """The methods `document.…` of the person."""

    def create(self, *, title: str, app: AppID | None = None, text: str | None = None, url: str | None = None, parent: DocumentID | None = None, covers: str | None = None, client_id: str | None = None) -> DocumentResult:
        """Creates a document that only its owner sees. A person names the app. The default link is on the app's first
        domain."""
        return self._run(ask(self._session, "document.create", {"title": title, "app": app, "text": text, "url": url, "parent": parent, "covers": covers, "clientID": client_id}))

    def list(self, *, app: AppID | None = None, after: DocumentID | None = None, person: Handle | None = None) -> DocumentsResult:
        """Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after`
        is the last document of the previous page."""
        return self._run(ask(self._session, "document.list", {"app": app, "after": after, "person": person}))

    def get(self, *, document: DocumentID | None = None, url: str | None = None) -> DocumentResult:
        """Returns a document. An observer without `person` sees it as its owner does."""
        return self._run(ask(self._session, "document.get", {"document": document, "url": url}))

    def open(self, *, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> DocumentResult:
        """Opens a document until `document.close` or the end of the session. It accepts the share and clears its
        notices."""
        return self._run(ask(self._session, "document.open", {"document": document, "url": url, "clientID": client_id}))

    def close(self, *, document: DocumentID | None = None, url: str | None = None) -> None:
        """Closes a document."""
        self._run(ask(self._session, "document.close", {"document": document, "url": url}))

    def edit(self, *, text: str, revision: int, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> DocumentResult:
        """Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
        `data.document`."""
        return self._run(ask(self._session, "document.edit", {"text": text, "revision": revision, "document": document, "url": url, "clientID": client_id}))

    def comment(self, *, text: str, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> DocumentResult:
        """Comments on a document; read permission is enough."""
        return self._run(ask(self._session, "document.comment", {"text": text, "document": document, "url": url, "clientID": client_id}))

    def rename(self, *, title: str, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> DocumentResult:
        """Renames a document and its share."""
        return self._run(ask(self._session, "document.rename", {"title": title, "document": document, "url": url, "clientID": client_id}))

    def move(self, *, folder: str, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> DocumentResult:
        """Moves a document to a folder."""
        return self._run(ask(self._session, "document.move", {"folder": folder, "document": document, "url": url, "clientID": client_id}))

    def delete(self, *, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> DocumentResult:
        """Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
        shared."""
        return self._run(ask(self._session, "document.delete", {"document": document, "url": url, "clientID": client_id}))


class PersonMethods(Group):
    """The methods and the notifications of the person."""

    @cached_property
    def session(self) -> PersonSessionMethods:
        """The methods `session.…`."""
        return PersonSessionMethods(self._session)

    @cached_property
    def rpc(self) -> PersonRpcMethods:
        """The methods `rpc.…`."""
        return PersonRpcMethods(self._session)

    @cached_property
    def conversation(self) -> PersonConversationMethods:
        """The methods `conversation.…`."""
        return PersonConversationMethods(self._session)

    @cached_property
    def message(self) -> PersonMessageMethods:
        """The methods `message.…`."""
        return PersonMessageMethods(self._session)

    @cached_property
    def link(self) -> PersonLinkMethods:
        """The methods `link.…`."""
        return PersonLinkMethods(self._session)

    @cached_property
    def contact(self) -> PersonContactMethods:
        """The methods `contact.…`."""
        return PersonContactMethods(self._session)

    @cached_property
    def settings(self) -> PersonSettingsMethods:
        """The methods `settings.…`."""
        return PersonSettingsMethods(self._session)

    @cached_property
    def consent(self) -> PersonConsentMethods:
        """The methods `consent.…`."""
        return PersonConsentMethods(self._session)

    @cached_property
    def highlight(self) -> PersonHighlightMethods:
        """The methods `highlight.…`."""
        return PersonHighlightMethods(self._session)

    @cached_property
    def attribution(self) -> PersonAttributionMethods:
        """The methods `attribution.…`."""
        return PersonAttributionMethods(self._session)

    @cached_property
    def notice(self) -> PersonNoticeMethods:
        """The methods `notice.…`."""
        return PersonNoticeMethods(self._session)

    @cached_property
    def share(self) -> PersonShareMethods:
        """The methods `share.…`."""
        return PersonShareMethods(self._session)

    @cached_property
    def collaboration(self) -> PersonCollaborationMethods:
        """The methods `collaboration.…`."""
        return PersonCollaborationMethods(self._session)

    @cached_property
    def app(self) -> PersonAppMethods:
        """The methods `app.…`."""
        return PersonAppMethods(self._session)

    @cached_property
    def activity(self) -> PersonActivityMethods:
        """The methods `activity.…`."""
        return PersonActivityMethods(self._session)

    @cached_property
    def clock(self) -> PersonClockMethods:
        """The methods `clock.…`."""
        return PersonClockMethods(self._session)

    @cached_property
    def delivery(self) -> PersonDeliveryMethods:
        """The methods `delivery.…`."""
        return PersonDeliveryMethods(self._session)

    @cached_property
    def document(self) -> PersonDocumentMethods:
        """The methods `document.…`."""
        return PersonDocumentMethods(self._session)

    @overload
    def wait_for(self, kind: Literal["message.posted"], where: Callable[[MessagePosted], bool] | None = None, *, within: float = 0, patience: float = 0) -> MessagePosted: ...

    @overload
    def wait_for(self, kind: Literal["message.changed"], where: Callable[[MessageChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> MessageChanged: ...

    @overload
    def wait_for(self, kind: Literal["receipt"], where: Callable[[Receipt | Delivered], bool] | None = None, *, within: float = 0, patience: float = 0) -> Receipt | Delivered: ...

    @overload
    def wait_for(self, kind: Literal["typing"], where: Callable[[Typing], bool] | None = None, *, within: float = 0, patience: float = 0) -> Typing: ...

    @overload
    def wait_for(self, kind: Literal["conversation.changed"], where: Callable[[ConversationChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> ConversationChanged: ...

    @overload
    def wait_for(self, kind: Literal["deletion.changed"], where: Callable[[DeletionChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> DeletionChanged: ...

    @overload
    def wait_for(self, kind: Literal["notice.posted"], where: Callable[[NoticePosted], bool] | None = None, *, within: float = 0, patience: float = 0) -> NoticePosted: ...

    @overload
    def wait_for(self, kind: Literal["notice.cleared"], where: Callable[[NoticeCleared], bool] | None = None, *, within: float = 0, patience: float = 0) -> NoticeCleared: ...

    @overload
    def wait_for(self, kind: Literal["consent.requested"], where: Callable[[ConsentRequested], bool] | None = None, *, within: float = 0, patience: float = 0) -> ConsentRequested: ...

    @overload
    def wait_for(self, kind: Literal["highlights.changed"], where: Callable[[HighlightsChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> HighlightsChanged: ...

    @overload
    def wait_for(self, kind: Literal["share.changed"], where: Callable[[ShareLost | ShareChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> ShareLost | ShareChanged: ...

    @overload
    def wait_for(self, kind: Literal["settings.changed"], where: Callable[[SettingsChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> SettingsChanged: ...

    @overload
    def wait_for(self, kind: Literal["collaboration.changed"], where: Callable[[CollaborationChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> CollaborationChanged: ...

    @overload
    def wait_for(self, kind: Literal["person.changed"], where: Callable[[PersonNamed], bool] | None = None, *, within: float = 0, patience: float = 0) -> PersonNamed: ...

    @overload
    def wait_for(self, kind: Literal["document.changed"], where: Callable[[DocumentChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> DocumentChanged: ...

    @overload
    def wait_for(self, kind: Literal["document.presence"], where: Callable[[DocumentPresence], bool] | None = None, *, within: float = 0, patience: float = 0) -> DocumentPresence: ...

    def wait_for(self, kind: str, where: Callable[[Any], bool] | None = None, *, within: float = 0, patience: float = 0) -> Any:
        """Returns the params of the first matching notification that no earlier wait has returned. `within` are the
        seconds that the world's clock may advance until it arrives, `patience` the real seconds that another program may
        need. Raises NothingCame with the reasons.

            for _ in range(2):
                anna.app().post(edit(), plan)
            grown = bea.wait_for("notice.posted", lambda params: params["notice"]["count"] == 2)
            assert grown["notice"]["text"] == "Anna made 2 edits to “Trip plan”"
        """
        return self._run(wait_for(self._session, kind, where, within, patience))

    @overload
    def is_not_notified(self, kind: Literal["message.posted"], where: Callable[[MessagePosted], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["message.changed"], where: Callable[[MessageChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["receipt"], where: Callable[[Receipt | Delivered], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["typing"], where: Callable[[Typing], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["conversation.changed"], where: Callable[[ConversationChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["deletion.changed"], where: Callable[[DeletionChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["notice.posted"], where: Callable[[NoticePosted], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["notice.cleared"], where: Callable[[NoticeCleared], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["consent.requested"], where: Callable[[ConsentRequested], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["highlights.changed"], where: Callable[[HighlightsChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["share.changed"], where: Callable[[ShareLost | ShareChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["settings.changed"], where: Callable[[SettingsChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["collaboration.changed"], where: Callable[[CollaborationChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["person.changed"], where: Callable[[PersonNamed], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["document.changed"], where: Callable[[DocumentChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["document.presence"], where: Callable[[DocumentPresence], bool] | None = None) -> None: ...

    def is_not_notified(self, kind: str, where: Callable[[Any], bool] | None = None) -> None:
        """Checks that no matching notification has arrived, once everything earlier has (`session.fence`).
        Raises SomethingCame with the rules.

            notes.post(mention(bea), plan)
            carl.is_not_notified("notice.posted")
        """
        self._run(check_none(self._session, kind, where))

    @overload
    def received(self, kind: Literal["message.posted"]) -> list[MessagePosted]: ...

    @overload
    def received(self, kind: Literal["message.changed"]) -> list[MessageChanged]: ...

    @overload
    def received(self, kind: Literal["receipt"]) -> list[Receipt | Delivered]: ...

    @overload
    def received(self, kind: Literal["typing"]) -> list[Typing]: ...

    @overload
    def received(self, kind: Literal["conversation.changed"]) -> list[ConversationChanged]: ...

    @overload
    def received(self, kind: Literal["deletion.changed"]) -> list[DeletionChanged]: ...

    @overload
    def received(self, kind: Literal["notice.posted"]) -> list[NoticePosted]: ...

    @overload
    def received(self, kind: Literal["notice.cleared"]) -> list[NoticeCleared]: ...

    @overload
    def received(self, kind: Literal["consent.requested"]) -> list[ConsentRequested]: ...

    @overload
    def received(self, kind: Literal["highlights.changed"]) -> list[HighlightsChanged]: ...

    @overload
    def received(self, kind: Literal["share.changed"]) -> list[ShareLost | ShareChanged]: ...

    @overload
    def received(self, kind: Literal["settings.changed"]) -> list[SettingsChanged]: ...

    @overload
    def received(self, kind: Literal["collaboration.changed"]) -> list[CollaborationChanged]: ...

    @overload
    def received(self, kind: Literal["person.changed"]) -> list[PersonNamed]: ...

    @overload
    def received(self, kind: Literal["document.changed"]) -> list[DocumentChanged]: ...

    @overload
    def received(self, kind: Literal["document.presence"]) -> list[DocumentPresence]: ...

    def received(self, kind: str) -> list[Any]:
        """Returns the params of all received notifications of a kind, oldest first, once everything earlier has
        arrived.

            for text in ("One", "Two"):
                anna.send(text, conversation)
            assert [params["message"]["text"] for params in bea.received("message.posted")] == ["One", "Two"]
        """
        return self._run(received(self._session, kind))


class AppSessionMethods(Group):
    """The methods `session.…` of the app."""

    def ping(self) -> None:
        """Returns after everything that the server had already sent to this session."""
        self._run(ask(self._session, "session.ping", {}))

    def fence(self) -> FenceResult:
        """Returns once all earlier accepted events are on the streams of their recipients, except those that catch
        up. An app sees nothing in `pending`."""
        return self._run(ask(self._session, "session.fence", {}))


class AppRpcMethods(Group):
    """The methods `rpc.…` of the app."""

    def discover(self) -> OpenRPC:
        """Returns this contract as an OpenRPC document."""
        return self._run(ask(self._session, "rpc.discover", {}))


class AppHighlightMethods(Group):
    """The methods `highlight.…` of the app."""

    def list(self, *, app: AppID | None = None, limit: int | None = None, after: HighlightID | None = None, person: Handle | None = None) -> AppHighlightsResult:
        """Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one
        app."""
        return self._run(ask(self._session, "highlight.list", {"app": app, "limit": limit, "after": after, "person": person}))

    def display(self, *, highlight: HighlightID, context: DisplayHighlightContext, client_id: str | None = None) -> None:
        """Reports that an app shows a highlight. The ranking uses it (`rank-app-feedback`)."""
        self._run(ask(self._session, "highlight.display", {"highlight": highlight, "context": context, "clientID": client_id}))


class AppHighlightCenterMethods(Group):
    """The methods `highlightCenter.…` of the app."""

    def get_highlight(self, *, url: str) -> AppHighlightResult:
        """Returns the highlight of a link. Errors carry `data.code`: 1 internal, 2 invalid URL, 3 access denied
        (`center-errors`)."""
        return self._run(ask(self._session, "highlightCenter.getHighlight", {"url": url}))

    def get_collaboration_highlight(self, *, url: str) -> AppHighlightResult:
        """Returns the highlight of a link to a collaboration, for every person on it, even if their shelf does not
        list it."""
        return self._run(ask(self._session, "highlightCenter.getCollaborationHighlight", {"url": url}))

    def collaboration_highlight(self, *, collaboration_identifier: ShareID) -> AppHighlightResult:
        """Returns the highlight of a collaboration, by its identifier."""
        return self._run(ask(self._session, "highlightCenter.collaborationHighlight", {"collaborationIdentifier": collaboration_identifier}))

    def post_notice(self, *, url: str, event: PostNoticeEvent, client_id: str | None = None) -> NoticesResult:
        """Posts an event of the app's person. `identity`, a `rootHash`, can replace the handle of a mention or a
        membership event."""
        return self._run(ask(self._session, "highlightCenter.postNotice", {"url": url, "event": event, "clientID": client_id}))

    def clear_notices(self, *, url: str, client_id: str | None = None) -> ClearedResult:
        """Clears the notices about a link after the person saw it in the app."""
        return self._run(ask(self._session, "highlightCenter.clearNotices", {"url": url, "clientID": client_id}))


class AppAttributionMethods(Group):
    """The methods `attribution.…` of the app."""

    def attach(self, *, highlight: HighlightID, context: DisplayHighlightContext | None = None) -> AttributionTokenResult:
        """Returns an opaque token for the attribution of a highlight. `context` then never changes, and counts as
        `highlight.display` (`attr-context-when`). A world keeps the newest 10,000 tokens. It takes no `clientID`."""
        return self._run(ask(self._session, "attribution.attach", {"highlight": highlight, "context": context}))


class AppIdentityMethods(Group):
    """The methods `identity.…` of the app."""

    def sign(self, *, data: str, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> IdentityProofResult:
        """Signs data with the key that this device of the app's person has in a collaboration, and returns the proof
        that the key belongs to the person's identity. Eight devices of a person have keys; a ninth is `forbidden`."""
        return self._run(ask(self._session, "identity.sign", {"data": data, "document": document, "url": url, "clientID": client_id}))

    def challenge(self) -> ChallengeResult:
        """Returns a challenge of the app's own server: 32 bytes, for one proof of this person within a minute. Only
        for an app with `proofs`."""
        return self._run(ask(self._session, "identity.challenge", {}))

    def prove(self, *, challenge: str, proof: SignedProof, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> None:
        """Shows a proof to the app's own server, which then opens the document to the person. Each step that fails
        has its own reason. The challenge is used up in any case."""
        self._run(ask(self._session, "identity.prove", {"challenge": challenge, "proof": proof, "document": document, "url": url, "clientID": client_id}))


class AppActionMethods(Group):
    """The methods `action.…` of the app."""

    def fulfill(self, *, action: ActionID, url: str | None = None, collaboration_identifier: str | None = None, client_id: str | None = None) -> None:
        """Fulfils an action. `startCollaboration` needs a `url` that opens in the app, and a new
        `collaborationIdentifier`. If the server refuses them, the action stays open."""
        self._run(ask(self._session, "action.fulfill", {"action": action, "url": url, "collaborationIdentifier": collaboration_identifier, "clientID": client_id}))

    def fail(self, *, action: ActionID, message: str | None = None, client_id: str | None = None) -> None:
        """Fails an action. Refused with `conflict` if the action was answered or has ended."""
        self._run(ask(self._session, "action.fail", {"action": action, "message": message, "clientID": client_id}))


class AppAppMethods(Group):
    """The methods `app.…` of the app."""

    def get(self, *, app: AppID | None = None) -> AppResult:
        """Returns a registered app. An app sees only itself; a person sees no `association`."""
        return self._run(ask(self._session, "app.get", {"app": app}))


class AppActivityMethods(Group):
    """The methods `activity.…` of the app."""

    def offer(self, *, activities: Sequence[AppActivity] | None = None, client_id: str | None = None) -> AppResult | RegisteredResult:
        """Replaces the app's actions on the share sheet, where it runs as this person (`av-custom-when`)."""
        return self._run(ask(self._session, "activity.offer", {"activities": activities, "clientID": client_id}))


class AppClockMethods(Group):
    """The methods `clock.…` of the app."""

    def now(self) -> ClockResult:
        """Returns the time of the world."""
        return self._run(ask(self._session, "clock.now", {}))


class AppDocumentMethods(Group):
    """The methods `document.…` of the app."""

    def create(self, *, title: str, app: AppID | None = None, text: str | None = None, url: str | None = None, parent: DocumentID | None = None, covers: str | None = None, client_id: str | None = None) -> AppDocumentResult:
        """Creates a document that only its owner sees. A person names the app. The default link is on the app's first
        domain."""
        return self._run(ask(self._session, "document.create", {"title": title, "app": app, "text": text, "url": url, "parent": parent, "covers": covers, "clientID": client_id}))

    def list(self, *, app: AppID | None = None, after: DocumentID | None = None, person: Handle | None = None) -> AppDocumentsResult:
        """Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after`
        is the last document of the previous page."""
        return self._run(ask(self._session, "document.list", {"app": app, "after": after, "person": person}))

    def get(self, *, document: DocumentID | None = None, url: str | None = None) -> AppDocumentResult:
        """Returns a document. An observer without `person` sees it as its owner does."""
        return self._run(ask(self._session, "document.get", {"document": document, "url": url}))

    def open(self, *, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> AppDocumentResult:
        """Opens a document until `document.close` or the end of the session. It accepts the share and clears its
        notices."""
        return self._run(ask(self._session, "document.open", {"document": document, "url": url, "clientID": client_id}))

    def close(self, *, document: DocumentID | None = None, url: str | None = None) -> None:
        """Closes a document."""
        self._run(ask(self._session, "document.close", {"document": document, "url": url}))

    def edit(self, *, text: str, revision: int, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> AppDocumentResult:
        """Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
        `data.document`."""
        return self._run(ask(self._session, "document.edit", {"text": text, "revision": revision, "document": document, "url": url, "clientID": client_id}))

    def comment(self, *, text: str, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> AppDocumentResult:
        """Comments on a document; read permission is enough."""
        return self._run(ask(self._session, "document.comment", {"text": text, "document": document, "url": url, "clientID": client_id}))

    def rename(self, *, title: str, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> AppDocumentResult:
        """Renames a document and its share."""
        return self._run(ask(self._session, "document.rename", {"title": title, "document": document, "url": url, "clientID": client_id}))

    def move(self, *, folder: str, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> AppDocumentResult:
        """Moves a document to a folder."""
        return self._run(ask(self._session, "document.move", {"folder": folder, "document": document, "url": url, "clientID": client_id}))

    def delete(self, *, document: DocumentID | None = None, url: str | None = None, client_id: str | None = None) -> AppDocumentResult:
        """Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
        shared."""
        return self._run(ask(self._session, "document.delete", {"document": document, "url": url, "clientID": client_id}))


class AppMethods(Group):
    """The methods and the notifications of the app."""

    @cached_property
    def session(self) -> AppSessionMethods:
        """The methods `session.…`."""
        return AppSessionMethods(self._session)

    @cached_property
    def rpc(self) -> AppRpcMethods:
        """The methods `rpc.…`."""
        return AppRpcMethods(self._session)

    @cached_property
    def highlight(self) -> AppHighlightMethods:
        """The methods `highlight.…`."""
        return AppHighlightMethods(self._session)

    @cached_property
    def highlight_center(self) -> AppHighlightCenterMethods:
        """The methods `highlightCenter.…`."""
        return AppHighlightCenterMethods(self._session)

    @cached_property
    def attribution(self) -> AppAttributionMethods:
        """The methods `attribution.…`."""
        return AppAttributionMethods(self._session)

    @cached_property
    def identity(self) -> AppIdentityMethods:
        """The methods `identity.…`."""
        return AppIdentityMethods(self._session)

    @cached_property
    def action(self) -> AppActionMethods:
        """The methods `action.…`."""
        return AppActionMethods(self._session)

    @cached_property
    def app(self) -> AppAppMethods:
        """The methods `app.…`."""
        return AppAppMethods(self._session)

    @cached_property
    def activity(self) -> AppActivityMethods:
        """The methods `activity.…`."""
        return AppActivityMethods(self._session)

    @cached_property
    def clock(self) -> AppClockMethods:
        """The methods `clock.…`."""
        return AppClockMethods(self._session)

    @cached_property
    def document(self) -> AppDocumentMethods:
        """The methods `document.…`."""
        return AppDocumentMethods(self._session)

    @overload
    def wait_for(self, kind: Literal["highlights.changed"], where: Callable[[AppHighlightsChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> AppHighlightsChanged: ...

    @overload
    def wait_for(self, kind: Literal["action.requested"], where: Callable[[ActionRequested], bool] | None = None, *, within: float = 0, patience: float = 0) -> ActionRequested: ...

    @overload
    def wait_for(self, kind: Literal["action.ended"], where: Callable[[ActionEnded], bool] | None = None, *, within: float = 0, patience: float = 0) -> ActionEnded: ...

    @overload
    def wait_for(self, kind: Literal["identities.removed"], where: Callable[[IdentitiesRemoved], bool] | None = None, *, within: float = 0, patience: float = 0) -> IdentitiesRemoved: ...

    @overload
    def wait_for(self, kind: Literal["userActivity"], where: Callable[[UserActivity], bool] | None = None, *, within: float = 0, patience: float = 0) -> UserActivity: ...

    @overload
    def wait_for(self, kind: Literal["activities.changed"], where: Callable[[ActivitiesChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> ActivitiesChanged: ...

    @overload
    def wait_for(self, kind: Literal["activity.chosen"], where: Callable[[ActivityChosen], bool] | None = None, *, within: float = 0, patience: float = 0) -> ActivityChosen: ...

    @overload
    def wait_for(self, kind: Literal["document.changed"], where: Callable[[AppDocumentChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> AppDocumentChanged: ...

    @overload
    def wait_for(self, kind: Literal["document.accessChanged"], where: Callable[[DocumentAccessChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> DocumentAccessChanged: ...

    @overload
    def wait_for(self, kind: Literal["document.presence"], where: Callable[[AppDocumentPresence], bool] | None = None, *, within: float = 0, patience: float = 0) -> AppDocumentPresence: ...

    def wait_for(self, kind: str, where: Callable[[Any], bool] | None = None, *, within: float = 0, patience: float = 0) -> Any:
        """Returns the params of the first matching notification that no earlier wait has returned. `within` are the
        seconds that the world's clock may advance until it arrives, `patience` the real seconds that another program may
        need. Raises NothingCame with the reasons.

            for _ in range(2):
                anna.app().post(edit(), plan)
            grown = bea.wait_for("notice.posted", lambda params: params["notice"]["count"] == 2)
            assert grown["notice"]["text"] == "Anna made 2 edits to “Trip plan”"
        """
        return self._run(wait_for(self._session, kind, where, within, patience))

    @overload
    def is_not_notified(self, kind: Literal["highlights.changed"], where: Callable[[AppHighlightsChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["action.requested"], where: Callable[[ActionRequested], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["action.ended"], where: Callable[[ActionEnded], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["identities.removed"], where: Callable[[IdentitiesRemoved], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["userActivity"], where: Callable[[UserActivity], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["activities.changed"], where: Callable[[ActivitiesChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["activity.chosen"], where: Callable[[ActivityChosen], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["document.changed"], where: Callable[[AppDocumentChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["document.accessChanged"], where: Callable[[DocumentAccessChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["document.presence"], where: Callable[[AppDocumentPresence], bool] | None = None) -> None: ...

    def is_not_notified(self, kind: str, where: Callable[[Any], bool] | None = None) -> None:
        """Checks that no matching notification has arrived, once everything earlier has (`session.fence`).
        Raises SomethingCame with the rules.

            notes.post(mention(bea), plan)
            carl.is_not_notified("notice.posted")
        """
        self._run(check_none(self._session, kind, where))

    @overload
    def received(self, kind: Literal["highlights.changed"]) -> list[AppHighlightsChanged]: ...

    @overload
    def received(self, kind: Literal["action.requested"]) -> list[ActionRequested]: ...

    @overload
    def received(self, kind: Literal["action.ended"]) -> list[ActionEnded]: ...

    @overload
    def received(self, kind: Literal["identities.removed"]) -> list[IdentitiesRemoved]: ...

    @overload
    def received(self, kind: Literal["userActivity"]) -> list[UserActivity]: ...

    @overload
    def received(self, kind: Literal["activities.changed"]) -> list[ActivitiesChanged]: ...

    @overload
    def received(self, kind: Literal["activity.chosen"]) -> list[ActivityChosen]: ...

    @overload
    def received(self, kind: Literal["document.changed"]) -> list[AppDocumentChanged]: ...

    @overload
    def received(self, kind: Literal["document.accessChanged"]) -> list[DocumentAccessChanged]: ...

    @overload
    def received(self, kind: Literal["document.presence"]) -> list[AppDocumentPresence]: ...

    def received(self, kind: str) -> list[Any]:
        """Returns the params of all received notifications of a kind, oldest first, once everything earlier has
        arrived.

            for text in ("One", "Two"):
                anna.send(text, conversation)
            assert [params["message"]["text"] for params in bea.received("message.posted")] == ["One", "Two"]
        """
        return self._run(received(self._session, kind))


class ObserverSessionMethods(Group):
    """The methods `session.…` of the observer."""

    def ping(self) -> None:
        """Returns after everything that the server had already sent to this session."""
        self._run(ask(self._session, "session.ping", {}))

    def fence(self) -> FenceResult:
        """Returns once all earlier accepted events are on the streams of their recipients, except those that catch
        up. An app sees nothing in `pending`."""
        return self._run(ask(self._session, "session.fence", {}))


class ObserverRpcMethods(Group):
    """The methods `rpc.…` of the observer."""

    def discover(self) -> OpenRPC:
        """Returns this contract as an OpenRPC document."""
        return self._run(ask(self._session, "rpc.discover", {}))


class ObserverConversationMethods(Group):
    """The methods `conversation.…` of the observer."""

    def list(self, *, after: int | None = None, limit: int | None = None) -> ConversationsResult:
        """Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest
        message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the
        `after` of the next page. A conversation that changes between two pages can be on neither; a notification
        reports it."""
        return self._run(ask(self._session, "conversation.list", {"after": after, "limit": limit}))

    def history(self, *, conversation: ConversationID, before: str | None = None, limit: int | None = None) -> HistoryResult:
        """Returns a page of a thread: the entries before an id, oldest first; 50 by default."""
        return self._run(ask(self._session, "conversation.history", {"conversation": conversation, "before": before, "limit": limit}))


class ObserverMessageMethods(Group):
    """The methods `message.…` of the observer."""

    def search(self, *, text: str, conversation: ConversationID | None = None, limit: int | None = None) -> MessagesResult:
        """Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be
        adjacent. Messages with a pinned link come first, then the newest; 50 by default."""
        return self._run(ask(self._session, "message.search", {"text": text, "conversation": conversation, "limit": limit}))

    def thread(self, *, message: MessageID, after: MessageID | None = None, limit: int | None = None) -> MessagesResult:
        """Returns the replies of the thread of a message, from its beginning; 50 by default."""
        return self._run(ask(self._session, "message.thread", {"message": message, "after": after, "limit": limit}))

    def attachment(self, *, message: MessageID) -> AttachmentResult:
        """Returns the attachment of a message with its content."""
        return self._run(ask(self._session, "message.attachment", {"message": message}))


class ObserverLinkMethods(Group):
    """The methods `link.…` of the observer."""

    def explain(self, *, url: str) -> LinkExplanationResult:
        """Returns the app that opens a link, with every step of the decision, the deciding one last."""
        return self._run(ask(self._session, "link.explain", {"url": url}))


class ObserverContactMethods(Group):
    """The methods `contact.…` of the observer."""

    def add(self, *, handle: Handle | None = None, handles: Sequence[Handle] | None = None, person: Handle | None = None, client_id: str | None = None) -> None:
        """Adds contacts to a person. An observer names the person."""
        self._run(ask(self._session, "contact.add", {"handle": handle, "handles": handles, "person": person, "clientID": client_id}))

    def remove(self, *, handle: Handle, person: Handle | None = None, client_id: str | None = None) -> None:
        """Removes a contact of a person."""
        self._run(ask(self._session, "contact.remove", {"handle": handle, "person": person, "clientID": client_id}))

    def list(self, *, person: Handle | None = None) -> ContactsResult:
        """Returns the contacts of a person and the people they blocked."""
        return self._run(ask(self._session, "contact.list", {"person": person}))

    def block(self, *, handle: Handle, person: Handle | None = None, client_id: str | None = None) -> None:
        """Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive."""
        self._run(ask(self._session, "contact.block", {"handle": handle, "person": person, "clientID": client_id}))

    def unblock(self, *, handle: Handle, person: Handle | None = None, client_id: str | None = None) -> None:
        """Unblocks a person."""
        self._run(ask(self._session, "contact.unblock", {"handle": handle, "person": person, "clientID": client_id}))


class ObserverSettingsMethods(Group):
    """The methods `settings.…` of the observer."""

    def audit(self, *, person: Handle | None = None, app: AppID | None = None, limit: int | None = None) -> SettingChangesResult:
        """Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default."""
        return self._run(ask(self._session, "settings.audit", {"person": person, "app": app, "limit": limit}))


class ObserverHighlightMethods(Group):
    """The methods `highlight.…` of the observer."""

    def list(self, *, app: AppID | None = None, limit: int | None = None, after: HighlightID | None = None, person: Handle | None = None) -> HighlightsResult:
        """Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one
        app."""
        return self._run(ask(self._session, "highlight.list", {"app": app, "limit": limit, "after": after, "person": person}))


class ObserverShareMethods(Group):
    """The methods `share.…` of the observer."""

    def list(self, *, conversation: ConversationID | None = None, person: Handle | None = None, before: ShareID | None = None) -> SharesResult:
        """Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the
        first one as `before` to get the earlier ones."""
        return self._run(ask(self._session, "share.list", {"conversation": conversation, "person": person, "before": before}))


class ObserverAppMethods(Group):
    """The methods `app.…` of the observer."""

    def register(self, *, app: AppID, name: str, domains: Sequence[str], association: Any | None = None, backends: Sequence[ShareBackend] | None = None, capabilities: Sequence[AppCapability] | None = None, previews: Sequence[AppPreview] | None = None, menu_title_for_hide_action: str | None = None, share_options: ShareOptions | None = None, sharing_methods: Sequence[SharingMethod] | None = None, manage_title: str | None = None, activities: Sequence[AppActivity] | None = None, excluded_activity_types: Sequence[SystemActivity] | None = None, document_types: Sequence[str] | None = None, proofs: bool | None = None, client_id: str | None = None) -> AppResult | RegisteredResult:
        """Registers an app with its domains, or replaces it; a world has at most 1,000. Defaults: all back ends, all
        capabilities, every path. The first of its 100 `previews` that matches a path decides.
        `menuTitleForHideAction` must contain Remove or Hide. `warnings` suggest improvements."""
        return self._run(ask(self._session, "app.register", {"app": app, "name": name, "domains": domains, "association": association, "backends": backends, "capabilities": capabilities, "previews": previews, "menuTitleForHideAction": menu_title_for_hide_action, "shareOptions": share_options, "sharingMethods": sharing_methods, "manageTitle": manage_title, "activities": activities, "excludedActivityTypes": excluded_activity_types, "documentTypes": document_types, "proofs": proofs, "clientID": client_id}))

    def get(self, *, app: AppID | None = None) -> AppResult:
        """Returns a registered app. An app sees only itself; a person sees no `association`."""
        return self._run(ask(self._session, "app.get", {"app": app}))


class ObserverSiteMethods(Group):
    """The methods `site.…` of the observer."""

    def publish(self, *, domain: str, association: Any, client_id: str | None = None) -> EmptyResult | PublishedResult:
        """Publishes the association file of a domain or of `*.domain`. Null means that the domain serves no file. A
        world has at most 1,000. `warnings` name invalid app ids, which are ignored."""
        return self._run(ask(self._session, "site.publish", {"domain": domain, "association": association, "clientID": client_id}, ['association']))


class ObserverClockMethods(Group):
    """The methods `clock.…` of the observer."""

    def now(self) -> ClockResult:
        """Returns the time of the world."""
        return self._run(ask(self._session, "clock.now", {}))

    def advance(self, *, milliseconds: int | None = None, until: AdvanceClockEnd | None = None) -> ClockResult:
        """Advances a virtual clock by a time or, with `until`, past all pending work."""
        return self._run(ask(self._session, "clock.advance", {"milliseconds": milliseconds, "until": until}))


class ObserverWorldMethods(Group):
    """The methods `world.…` of the observer."""

    def create(self, *, world: WorldName, clock: ClockKind | None = None, seed: int | None = None) -> None:
        """Creates a world. By default its clock is virtual and starts at 2022-09-12T09:00:00.000Z. `seed` (0) seeds
        its faults."""
        self._run(ask(self._session, "world.create", {"world": world, "clock": clock, "seed": seed}))

    def reset(self, *, world: WorldName) -> None:
        """Empties a world."""
        self._run(ask(self._session, "world.reset", {"world": world}))

    def delete(self, *, world: WorldName) -> None:
        """Deletes a world."""
        self._run(ask(self._session, "world.delete", {"world": world}))

    def list(self) -> WorldsResult:
        """Returns the worlds of a server, by name."""
        return self._run(ask(self._session, "world.list", {}))


class ObserverFaultMethods(Group):
    """The methods `fault.…` of the observer."""

    def inject(self, *, do: Literal["drop", "delay", "duplicate", "reorder", "disconnect"], on: FaultTarget, milliseconds: int | None = None) -> FaultResult:
        """Injects a fault into the delivery of notifications."""
        return self._run(ask(self._session, "fault.inject", {"do": do, "on": on, "milliseconds": milliseconds}))

    def list(self) -> FaultsResult:
        """Returns the faults of a world, oldest first."""
        return self._run(ask(self._session, "fault.list", {}))

    def clear(self, *, fault: FaultID | None = None) -> None:
        """Removes a fault, or all of them."""
        self._run(ask(self._session, "fault.clear", {"fault": fault}))


class ObserverDeliveryMethods(Group):
    """The methods `delivery.…` of the observer."""

    def explain(self, *, person: Handle, about: str) -> ExplanationResult:
        """Explains if and why a message, notice, highlight, question or link reached a person."""
        return self._run(ask(self._session, "delivery.explain", {"person": person, "about": about}))


class ObserverJournalMethods(Group):
    """The methods `journal.…` of the observer."""

    def list(self, *, kind: JournalEntryKind | None = None, person: Handle | None = None, role: Role | None = None, app: AppID | None = None, event: str | None = None, url: str | None = None, trace: str | None = None, after: int | None = None, number: int | None = None, limit: int | None = None) -> JournalResult:
        """Returns a page of the events of a world, oldest first; 50 by default. The next page begins `after` the
        `cursor` and `number` of this one."""
        return self._run(ask(self._session, "journal.list", {"kind": kind, "person": person, "role": role, "app": app, "event": event, "url": url, "trace": trace, "after": after, "number": number, "limit": limit}))

    def verify(self, *, count: JournalCount, kind: JournalEntryKind | None = None, person: Handle | None = None, role: Role | None = None, app: AppID | None = None, event: str | None = None, url: str | None = None, trace: str | None = None, after: int | None = None) -> JournalVerdictResult:
        """Compares the number of matching journal entries with an expectation. Returns the verdict with matches, near
        misses and rules."""
        return self._run(ask(self._session, "journal.verify", {"count": count, "kind": kind, "person": person, "role": role, "app": app, "event": event, "url": url, "trace": trace, "after": after}))


class ObserverPersonMethods(Group):
    """The methods `person.…` of the observer."""

    def list(self, *, after: Handle | None = None, limit: int | None = None) -> PeopleResult:
        """Returns the people of a world, by handle, with their number of streams; 200 by default."""
        return self._run(ask(self._session, "person.list", {"after": after, "limit": limit}))


class ObserverDocumentMethods(Group):
    """The methods `document.…` of the observer."""

    def list(self, *, app: AppID | None = None, after: DocumentID | None = None, person: Handle | None = None) -> DocumentsResult:
        """Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after`
        is the last document of the previous page."""
        return self._run(ask(self._session, "document.list", {"app": app, "after": after, "person": person}))

    def get(self, *, document: DocumentID | None = None, url: str | None = None) -> DocumentResult:
        """Returns a document. An observer without `person` sees it as its owner does."""
        return self._run(ask(self._session, "document.get", {"document": document, "url": url}))


class ObserverMethods(Group):
    """The methods and the notifications of the observer."""

    @cached_property
    def session(self) -> ObserverSessionMethods:
        """The methods `session.…`."""
        return ObserverSessionMethods(self._session)

    @cached_property
    def rpc(self) -> ObserverRpcMethods:
        """The methods `rpc.…`."""
        return ObserverRpcMethods(self._session)

    @cached_property
    def conversation(self) -> ObserverConversationMethods:
        """The methods `conversation.…`."""
        return ObserverConversationMethods(self._session)

    @cached_property
    def message(self) -> ObserverMessageMethods:
        """The methods `message.…`."""
        return ObserverMessageMethods(self._session)

    @cached_property
    def link(self) -> ObserverLinkMethods:
        """The methods `link.…`."""
        return ObserverLinkMethods(self._session)

    @cached_property
    def contact(self) -> ObserverContactMethods:
        """The methods `contact.…`."""
        return ObserverContactMethods(self._session)

    @cached_property
    def settings(self) -> ObserverSettingsMethods:
        """The methods `settings.…`."""
        return ObserverSettingsMethods(self._session)

    @cached_property
    def highlight(self) -> ObserverHighlightMethods:
        """The methods `highlight.…`."""
        return ObserverHighlightMethods(self._session)

    @cached_property
    def share(self) -> ObserverShareMethods:
        """The methods `share.…`."""
        return ObserverShareMethods(self._session)

    @cached_property
    def app(self) -> ObserverAppMethods:
        """The methods `app.…`."""
        return ObserverAppMethods(self._session)

    @cached_property
    def site(self) -> ObserverSiteMethods:
        """The methods `site.…`."""
        return ObserverSiteMethods(self._session)

    @cached_property
    def clock(self) -> ObserverClockMethods:
        """The methods `clock.…`."""
        return ObserverClockMethods(self._session)

    @cached_property
    def world(self) -> ObserverWorldMethods:
        """The methods `world.…`."""
        return ObserverWorldMethods(self._session)

    @cached_property
    def fault(self) -> ObserverFaultMethods:
        """The methods `fault.…`."""
        return ObserverFaultMethods(self._session)

    @cached_property
    def delivery(self) -> ObserverDeliveryMethods:
        """The methods `delivery.…`."""
        return ObserverDeliveryMethods(self._session)

    @cached_property
    def journal(self) -> ObserverJournalMethods:
        """The methods `journal.…`."""
        return ObserverJournalMethods(self._session)

    @cached_property
    def person(self) -> ObserverPersonMethods:
        """The methods `person.…`."""
        return ObserverPersonMethods(self._session)

    @cached_property
    def document(self) -> ObserverDocumentMethods:
        """The methods `document.…`."""
        return ObserverDocumentMethods(self._session)

    @overload
    def wait_for(self, kind: Literal["message.posted"], where: Callable[[MessagePosted], bool] | None = None, *, within: float = 0, patience: float = 0) -> MessagePosted: ...

    @overload
    def wait_for(self, kind: Literal["message.changed"], where: Callable[[MessageChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> MessageChanged: ...

    @overload
    def wait_for(self, kind: Literal["receipt"], where: Callable[[Receipt | Delivered], bool] | None = None, *, within: float = 0, patience: float = 0) -> Receipt | Delivered: ...

    @overload
    def wait_for(self, kind: Literal["typing"], where: Callable[[Typing], bool] | None = None, *, within: float = 0, patience: float = 0) -> Typing: ...

    @overload
    def wait_for(self, kind: Literal["conversation.changed"], where: Callable[[ConversationChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> ConversationChanged: ...

    @overload
    def wait_for(self, kind: Literal["deletion.changed"], where: Callable[[DeletionChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> DeletionChanged: ...

    @overload
    def wait_for(self, kind: Literal["notice.posted"], where: Callable[[NoticePosted], bool] | None = None, *, within: float = 0, patience: float = 0) -> NoticePosted: ...

    @overload
    def wait_for(self, kind: Literal["notice.cleared"], where: Callable[[NoticeCleared], bool] | None = None, *, within: float = 0, patience: float = 0) -> NoticeCleared: ...

    @overload
    def wait_for(self, kind: Literal["consent.requested"], where: Callable[[ConsentRequested], bool] | None = None, *, within: float = 0, patience: float = 0) -> ConsentRequested: ...

    @overload
    def wait_for(self, kind: Literal["highlights.changed"], where: Callable[[HighlightsChanged | AppHighlightsChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> HighlightsChanged | AppHighlightsChanged: ...

    @overload
    def wait_for(self, kind: Literal["share.changed"], where: Callable[[ShareLost | ShareChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> ShareLost | ShareChanged: ...

    @overload
    def wait_for(self, kind: Literal["settings.changed"], where: Callable[[SettingsChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> SettingsChanged: ...

    @overload
    def wait_for(self, kind: Literal["collaboration.changed"], where: Callable[[CollaborationChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> CollaborationChanged: ...

    @overload
    def wait_for(self, kind: Literal["action.requested"], where: Callable[[ActionRequested], bool] | None = None, *, within: float = 0, patience: float = 0) -> ActionRequested: ...

    @overload
    def wait_for(self, kind: Literal["action.ended"], where: Callable[[ActionEnded], bool] | None = None, *, within: float = 0, patience: float = 0) -> ActionEnded: ...

    @overload
    def wait_for(self, kind: Literal["identities.removed"], where: Callable[[IdentitiesRemoved], bool] | None = None, *, within: float = 0, patience: float = 0) -> IdentitiesRemoved: ...

    @overload
    def wait_for(self, kind: Literal["userActivity"], where: Callable[[UserActivity], bool] | None = None, *, within: float = 0, patience: float = 0) -> UserActivity: ...

    @overload
    def wait_for(self, kind: Literal["activities.changed"], where: Callable[[ActivitiesChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> ActivitiesChanged: ...

    @overload
    def wait_for(self, kind: Literal["activity.chosen"], where: Callable[[ActivityChosen], bool] | None = None, *, within: float = 0, patience: float = 0) -> ActivityChosen: ...

    @overload
    def wait_for(self, kind: Literal["person.changed"], where: Callable[[PersonNamed], bool] | None = None, *, within: float = 0, patience: float = 0) -> PersonNamed: ...

    @overload
    def wait_for(self, kind: Literal["fault.fired"], where: Callable[[FaultFired], bool] | None = None, *, within: float = 0, patience: float = 0) -> FaultFired: ...

    @overload
    def wait_for(self, kind: Literal["request.done"], where: Callable[[RequestDone], bool] | None = None, *, within: float = 0, patience: float = 0) -> RequestDone: ...

    @overload
    def wait_for(self, kind: Literal["session.ended"], where: Callable[[SessionEnded], bool] | None = None, *, within: float = 0, patience: float = 0) -> SessionEnded: ...

    @overload
    def wait_for(self, kind: Literal["document.changed"], where: Callable[[DocumentChanged | AppDocumentChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> DocumentChanged | AppDocumentChanged: ...

    @overload
    def wait_for(self, kind: Literal["document.accessChanged"], where: Callable[[DocumentAccessChanged], bool] | None = None, *, within: float = 0, patience: float = 0) -> DocumentAccessChanged: ...

    @overload
    def wait_for(self, kind: Literal["document.presence"], where: Callable[[DocumentPresence | AppDocumentPresence], bool] | None = None, *, within: float = 0, patience: float = 0) -> DocumentPresence | AppDocumentPresence: ...

    def wait_for(self, kind: str, where: Callable[[Any], bool] | None = None, *, within: float = 0, patience: float = 0) -> Any:
        """Returns the params of the first matching notification that no earlier wait has returned. `within` are the
        seconds that the world's clock may advance until it arrives, `patience` the real seconds that another program may
        need. Raises NothingCame with the reasons.

            for _ in range(2):
                anna.app().post(edit(), plan)
            grown = bea.wait_for("notice.posted", lambda params: params["notice"]["count"] == 2)
            assert grown["notice"]["text"] == "Anna made 2 edits to “Trip plan”"
        """
        return self._run(wait_for(self._session, kind, where, within, patience))

    @overload
    def is_not_notified(self, kind: Literal["message.posted"], where: Callable[[MessagePosted], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["message.changed"], where: Callable[[MessageChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["receipt"], where: Callable[[Receipt | Delivered], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["typing"], where: Callable[[Typing], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["conversation.changed"], where: Callable[[ConversationChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["deletion.changed"], where: Callable[[DeletionChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["notice.posted"], where: Callable[[NoticePosted], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["notice.cleared"], where: Callable[[NoticeCleared], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["consent.requested"], where: Callable[[ConsentRequested], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["highlights.changed"], where: Callable[[HighlightsChanged | AppHighlightsChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["share.changed"], where: Callable[[ShareLost | ShareChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["settings.changed"], where: Callable[[SettingsChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["collaboration.changed"], where: Callable[[CollaborationChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["action.requested"], where: Callable[[ActionRequested], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["action.ended"], where: Callable[[ActionEnded], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["identities.removed"], where: Callable[[IdentitiesRemoved], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["userActivity"], where: Callable[[UserActivity], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["activities.changed"], where: Callable[[ActivitiesChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["activity.chosen"], where: Callable[[ActivityChosen], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["person.changed"], where: Callable[[PersonNamed], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["fault.fired"], where: Callable[[FaultFired], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["request.done"], where: Callable[[RequestDone], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["session.ended"], where: Callable[[SessionEnded], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["document.changed"], where: Callable[[DocumentChanged | AppDocumentChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["document.accessChanged"], where: Callable[[DocumentAccessChanged], bool] | None = None) -> None: ...

    @overload
    def is_not_notified(self, kind: Literal["document.presence"], where: Callable[[DocumentPresence | AppDocumentPresence], bool] | None = None) -> None: ...

    def is_not_notified(self, kind: str, where: Callable[[Any], bool] | None = None) -> None:
        """Checks that no matching notification has arrived, once everything earlier has (`session.fence`).
        Raises SomethingCame with the rules.

            notes.post(mention(bea), plan)
            carl.is_not_notified("notice.posted")
        """
        self._run(check_none(self._session, kind, where))

    @overload
    def received(self, kind: Literal["message.posted"]) -> list[MessagePosted]: ...

    @overload
    def received(self, kind: Literal["message.changed"]) -> list[MessageChanged]: ...

    @overload
    def received(self, kind: Literal["receipt"]) -> list[Receipt | Delivered]: ...

    @overload
    def received(self, kind: Literal["typing"]) -> list[Typing]: ...

    @overload
    def received(self, kind: Literal["conversation.changed"]) -> list[ConversationChanged]: ...

    @overload
    def received(self, kind: Literal["deletion.changed"]) -> list[DeletionChanged]: ...

    @overload
    def received(self, kind: Literal["notice.posted"]) -> list[NoticePosted]: ...

    @overload
    def received(self, kind: Literal["notice.cleared"]) -> list[NoticeCleared]: ...

    @overload
    def received(self, kind: Literal["consent.requested"]) -> list[ConsentRequested]: ...

    @overload
    def received(self, kind: Literal["highlights.changed"]) -> list[HighlightsChanged | AppHighlightsChanged]: ...

    @overload
    def received(self, kind: Literal["share.changed"]) -> list[ShareLost | ShareChanged]: ...

    @overload
    def received(self, kind: Literal["settings.changed"]) -> list[SettingsChanged]: ...

    @overload
    def received(self, kind: Literal["collaboration.changed"]) -> list[CollaborationChanged]: ...

    @overload
    def received(self, kind: Literal["action.requested"]) -> list[ActionRequested]: ...

    @overload
    def received(self, kind: Literal["action.ended"]) -> list[ActionEnded]: ...

    @overload
    def received(self, kind: Literal["identities.removed"]) -> list[IdentitiesRemoved]: ...

    @overload
    def received(self, kind: Literal["userActivity"]) -> list[UserActivity]: ...

    @overload
    def received(self, kind: Literal["activities.changed"]) -> list[ActivitiesChanged]: ...

    @overload
    def received(self, kind: Literal["activity.chosen"]) -> list[ActivityChosen]: ...

    @overload
    def received(self, kind: Literal["person.changed"]) -> list[PersonNamed]: ...

    @overload
    def received(self, kind: Literal["fault.fired"]) -> list[FaultFired]: ...

    @overload
    def received(self, kind: Literal["request.done"]) -> list[RequestDone]: ...

    @overload
    def received(self, kind: Literal["session.ended"]) -> list[SessionEnded]: ...

    @overload
    def received(self, kind: Literal["document.changed"]) -> list[DocumentChanged | AppDocumentChanged]: ...

    @overload
    def received(self, kind: Literal["document.accessChanged"]) -> list[DocumentAccessChanged]: ...

    @overload
    def received(self, kind: Literal["document.presence"]) -> list[DocumentPresence | AppDocumentPresence]: ...

    def received(self, kind: str) -> list[Any]:
        """Returns the params of all received notifications of a kind, oldest first, once everything earlier has
        arrived.

            for text in ("One", "Two"):
                anna.send(text, conversation)
            assert [params["message"]["text"] for params in bea.received("message.posted")] == ["One", "Two"]
        """
        return self._run(received(self._session, kind))
