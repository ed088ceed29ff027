"""The examples of the methods and notifications in docs/reference/python.md.

Written by script/docs from clients/examples: change the examples instead.
"""
from __future__ import annotations

from understudy import (
    Observer, Person, Server, World, edit, mention,
)
from understudy.contract import Conversation


def test_session_ping(anna: Person, observer: Observer) -> None:
    notes = anna.app()
    anna.session.ping()
    notes.session.ping()
    observer.session.ping()


def test_session_fence(anna: Person, observer: Observer, conversation: Conversation) -> None:
    notes = anna.app()
    anna.send("Hi", conversation)
    assert anna.session.fence()["pending"] == []
    assert notes.session.fence()["pending"] == []
    assert observer.session.fence()["cursor"] > 0


def test_rpc_discover(anna: Person, observer: Observer) -> None:
    notes = anna.app()
    document = anna.rpc.discover()
    assert document["info"]["title"] == notes.rpc.discover()["info"]["title"]
    assert len(observer.rpc.discover()["methods"]) > 100


def test_conversation_create(anna: Person) -> None:
    group = anna.conversation.create(participants=["bea", "carl"], name="Lake")["conversation"]
    assert group["participants"] == ["anna", "bea", "carl"]


def test_conversation_list(anna: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    names = [each["name"] for each in anna.conversation.list(limit=10)["conversations"]]
    assert names == ["Trip"]
    assert observer.conversation.list()["conversations"][0]["id"] == trip


def test_conversation_history(anna: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    anna.send("Hi", conversation)
    assert anna.conversation.history(
        conversation=trip, limit=1
    )["entries"][0]["kind"] == "message"
    assert observer.conversation.history(conversation=trip)["more"] == False


def test_conversation_add_participant(anna: Person) -> None:
    group = anna.conversation.create(participants=["bea", "carl"])["conversation"]
    added_to = anna.conversation.add_participant(
        conversation=group["id"], handle="dan"
    )["conversation"]
    assert "dan" in added_to["participants"]


def test_conversation_remove_participant(anna: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    group = anna.conversation.remove_participant(
        conversation=trip, handle="dan"
    )["conversation"]
    assert group["participants"] == ["anna", "bea", "carl"]


def test_conversation_leave(dan: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    group = dan.conversation.leave(conversation=trip)["conversation"]
    assert group["left"]


def test_conversation_rename(anna: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    group = anna.conversation.rename(conversation=trip, name="Lake")["conversation"]
    assert group["name"] == "Lake"


def test_conversation_set_photo(anna: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    group = anna.conversation.set_photo(conversation=trip, photo="🚲")["conversation"]
    assert group["photo"] == "🚲"


def test_conversation_mark_read(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    anna.send("Hi", conversation)
    assert bea.conversation.mark_read(conversation=trip)["conversation"]["unread"] == 0


def test_conversation_mark_unread(bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    group = bea.conversation.mark_unread(conversation=trip)["conversation"]
    assert group["markedUnread"]


def test_conversation_mute(bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    group = bea.conversation.mute(conversation=trip, muted=True)["conversation"]
    assert group["muted"]


def test_conversation_pin(bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    settings = bea.conversation.pin(conversation=trip, pinned=True, place=1)["settings"]
    assert settings["pinnedConversations"] == [trip]


def test_conversation_delete(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    anna.send("Hi", conversation)
    group = bea.conversation.delete(conversation=trip)["conversation"]
    assert group["deleted"]
    assert bea.conversation.list()["conversations"] == []


def test_conversation_restore(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    anna.send("Hi", conversation)
    bea.conversation.delete(conversation=trip)
    bea.conversation.restore(conversation=trip)
    assert len(bea.conversation.list()["conversations"]) == 1


def test_conversation_erase(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    anna.send("Hi", conversation)
    bea.conversation.delete(conversation=trip)
    bea.conversation.erase(conversation=trip)
    assert bea.conversation.recently_deleted()["conversations"] == []


def test_conversation_recently_deleted(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    anna.send("Hi", conversation)
    bea.conversation.delete(conversation=trip)
    assert bea.conversation.recently_deleted()["conversations"][0]["messages"] == 1


def test_conversation_typing(anna: Person, bea: Person) -> None:
    pair = anna.conversation.create(participants=["bea"])["conversation"]
    anna.conversation.typing(conversation=pair["id"], typing=True)
    assert bea.wait_for("typing")["typing"]


def test_message_send(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    message = anna.message.send(conversation=trip, text="Who drives?")["message"]
    reply = bea.message.send(conversation=trip, text="Me", reply_to=message["id"])["message"]
    assert reply["replyTo"] == message["id"]


def test_message_edit(anna: Person, conversation: Conversation) -> None:
    message = anna.send("See you at 8", conversation)
    edited = anna.message.edit(message=message["id"], text="See you at 9")["message"]
    assert [each["text"] for each in edited["versions"]] == ["See you at 8"]


def test_message_unsend(anna: Person, conversation: Conversation) -> None:
    message = anna.send("Oops", conversation)
    assert anna.message.unsend(message=message["id"])["message"]["unsentAt"]


def test_message_delete(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    message = anna.send("Hi", conversation)
    bea.message.delete(messages=[message["id"]])
    assert bea.message.recently_deleted(conversation=trip)["messages"][0]["id"] == message["id"]


def test_message_restore(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    message = anna.send("Hi", conversation)
    bea.message.delete(messages=[message["id"]])
    bea.message.restore(messages=[message["id"]])
    assert bea.message.recently_deleted(conversation=trip)["messages"] == []


def test_message_erase(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    message = anna.send("Hi", conversation)
    bea.message.delete(messages=[message["id"]])
    bea.message.erase(messages=[message["id"]])
    assert bea.message.recently_deleted(conversation=trip)["messages"] == []


def test_message_recently_deleted(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    message = anna.send("Hi", conversation)
    bea.message.delete(messages=[message["id"]])
    deleted = bea.message.recently_deleted(conversation=trip)
    assert [each["text"] for each in deleted["messages"]] == ["Hi"]


def test_message_react(anna: Person, bea: Person, conversation: Conversation) -> None:
    message = anna.send("Dinner?", conversation)
    reacted = bea.message.react(message=message["id"], reaction="heart")["message"]
    assert reacted["reactions"][0]["handle"] == "bea"


def test_message_search(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    anna.send("The train leaves at 8", conversation)
    assert len(bea.message.search(text="train")["messages"]) == 1
    assert observer.message.search(text="train lea")["messages"][0]["sender"] == "anna"


def test_message_thread(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    message = anna.send("Who drives?", conversation)
    bea.send("Me", conversation, reply_to=message["id"])
    assert [
        each["text"] for each in anna.message.thread(message=message["id"])["messages"]
    ] == ["Who drives?", "Me"]
    assert len(observer.message.thread(message=message["id"])["messages"]) == 2


def test_message_attachment(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    message = anna.message.send(
        conversation=trip,
        attachment={"name": "seat.txt", "type": "text/plain", "content": "U2VhdCA3"},
    )["message"]
    assert bea.message.attachment(message=message["id"])["attachment"]["content"] == "U2VhdCA3"
    assert observer.message.attachment(message=message["id"])["attachment"]["size"] == 6


def test_link_pin(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    anna.send("https://notes.example/d/1", conversation)
    pin = bea.link.pin(conversation=trip, url="https://notes.example/d/1")["pin"]
    assert pin["pinned"]


def test_link_unpin(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    anna.send("https://notes.example/d/1", conversation)
    bea.pin("https://notes.example/d/1", conversation)
    pin = bea.link.unpin(conversation=trip, url="https://notes.example/d/1")["pin"]
    assert not pin["pinned"]


def test_link_open(bea: Person) -> None:
    opened = bea.link.open(url="https://notes.example/d/1")
    assert opened["app"] == "com.example.notes"


def test_link_explain(bea: Person, observer: Observer) -> None:
    answer = bea.link.explain(url="https://notes.example/d/1")
    assert answer["steps"][-1]["outcome"] == "opens"
    assert observer.link.explain(
        url="https://other.example/"
    )["steps"][-1]["outcome"] == "noApp"


def test_contact_add(anna: Person, observer: Observer) -> None:
    anna.contact.remove(handle="dan")
    anna.contact.add(handle="dan")
    observer.contact.add(person="dan", handles=["anna", "bea"])
    assert len(anna.contact.list()["contacts"]) == 3


def test_contact_remove(anna: Person, observer: Observer) -> None:
    anna.contact.remove(handle="dan")
    observer.contact.remove(person="dan", handle="anna")
    assert [each["handle"] for each in anna.contact.list()["contacts"]] == ["bea", "carl"]


def test_contact_list(anna: Person, observer: Observer) -> None:
    assert [each["name"] for each in anna.contact.list()["contacts"]] == ["Bea", "Carl", "Dan"]
    assert observer.contact.list(person="anna")["blocked"] == []


def test_contact_block(anna: Person, observer: Observer) -> None:
    anna.contact.block(handle="dan")
    observer.contact.block(person="dan", handle="anna")
    assert [each["handle"] for each in anna.contact.list()["blocked"]] == ["dan"]


def test_contact_unblock(anna: Person, observer: Observer) -> None:
    anna.contact.block(handle="dan")
    anna.contact.unblock(handle="dan")
    observer.contact.unblock(person="dan", handle="anna")
    assert anna.contact.list()["blocked"] == []


def test_settings_get(anna: Person) -> None:
    settings = anna.settings.get()["settings"]
    assert settings["automaticSharing"]["everywhere"]


def test_settings_set(anna: Person) -> None:
    settings = anna.settings.set(
        read_receipts={"everywhere": True}, mention_alerts=False
    )["settings"]
    assert settings["readReceipts"]["everywhere"]


def test_settings_audit(anna: Person, observer: Observer) -> None:
    anna.allow("com.example.notes", False)
    assert anna.settings.audit()["changes"][-1]["to"] == "revoked"
    assert observer.settings.audit(person="anna", app="com.example.notes")["more"] == False


def test_consent_answer(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    observer.app.register(app="com.example.maps", name="Maps", domains=["maps.example"])
    anna.send("https://maps.example/lake", conversation)
    bea.pin("https://maps.example/lake", conversation)
    question = bea.wait_for("consent.requested")
    settings = bea.consent.answer(consent=question["consent"], answer="allow")["settings"]
    assert settings["consents"] == []


def test_highlight_list(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    notes = anna.app()
    anna.send("https://notes.example/d/1", conversation)
    assert [
        each["url"] for each in bea.highlight.list()["highlights"]
    ] == ["https://notes.example/d/1"]
    assert notes.highlight.list()["highlights"] == []
    assert len(observer.highlight.list(person="bea")["highlights"]) == 1


def test_highlight_hide(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("https://notes.example/d/1", conversation)
    bea.highlight.hide(highlight=bea.highlights()[0]["id"])
    assert bea.highlights() == []


def test_highlight_restore(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("https://notes.example/d/1", conversation)
    highlight = bea.highlights()[0]
    bea.highlight.hide(highlight=highlight["id"])
    bea.highlight.restore(highlight=highlight["id"])
    assert bea.highlights()[0]["id"] == highlight["id"]


def test_highlight_display(anna: Person, bea: Person, conversation: Conversation) -> None:
    notes = anna.app()
    bea.send("https://notes.example/d/1", conversation)
    highlight = notes.highlights()[0]
    notes.highlight.display(highlight=highlight["id"], context="detail")


def test_highlight_center_get_highlight(anna: Person, bea: Person, conversation: Conversation) -> None:
    notes = anna.app()
    bea.send("https://notes.example/d/1", conversation)
    highlight = notes.highlight_center.get_highlight(
        url="https://notes.example/d/1"
    )["highlight"]
    assert highlight["id"] == notes.highlights()[0]["id"]


def test_highlight_center_get_collaboration_highlight(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    highlight = notes.highlight_center.get_collaboration_highlight(url=plan["url"])["highlight"]
    assert highlight["title"] == "Trip plan"


def test_highlight_center_collaboration_highlight(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    name = plan["collaborationIdentifier"]
    highlight = notes.highlight_center.collaboration_highlight(
        collaboration_identifier=name
    )["highlight"]
    assert highlight["url"] == plan["url"]


def test_highlight_center_post_notice(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    posted = notes.highlight_center.post_notice(
        url=plan["url"], event={"type": "mention", "mentioned": "bea"}
    )
    assert bea.wait_for("notice.posted")["notice"]["id"] == posted["notices"][0]


def test_highlight_center_clear_notices(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(edit(), plan)
    theirs = bea.app()
    assert len(theirs.highlight_center.clear_notices(url=plan["url"])["cleared"]) == 1


def test_attribution_attach(anna: Person, bea: Person, conversation: Conversation) -> None:
    notes = anna.app()
    bea.send("https://notes.example/d/1", conversation)
    highlight = notes.highlights()[0]
    token = notes.attribution.attach(
        highlight=highlight["id"], context="summary"
    )["attribution"]
    assert anna.attribution.show(attribution=token)["attribution"]["url"] == highlight["url"]


def test_attribution_show(anna: Person, bea: Person, conversation: Conversation) -> None:
    notes = anna.app()
    bea.send("https://notes.example/d/1", conversation)
    token = notes.attribution.attach(highlight=notes.highlights()[0]["id"])["attribution"]
    sharers = anna.attribution.show(attribution=token)["attribution"]["sharers"]
    assert [each["name"] for each in sharers] == ["Bea"]


def test_identity_sign(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    proof = notes.identity.sign(url=plan["url"], data="aGVsbG8=")["proof"]
    assert proof["signatureData"]


def test_identity_challenge(anna: Person, observer: Observer) -> None:
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    answer = board.identity.challenge()
    assert answer["expiresAt"] > board.clock.now()["now"]


def test_identity_prove(anna: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    url = "https://board.example/ideas"
    anna.collaboration.start(app="com.example.board", title="Ideas", conversation=trip)
    start = board.wait_for("action.requested")["action"]
    board.action.fulfill(action=start["id"], url=url, collaboration_identifier="ideas")
    people = board.wait_for("action.requested")["action"]
    board.action.fulfill(action=people["id"])
    challenge = board.identity.challenge()["challenge"]
    proof = board.identity.sign(url=url, data=challenge)["proof"]
    board.identity.prove(url=url, challenge=challenge, proof=proof)


def test_notice_dismiss(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    [id] = notes.post(mention(bea), plan)
    assert bea.notice.dismiss(notice=id)["notice"]["id"] == id


def test_notice_answer(anna: Person, bea: Person) -> None:
    pair = anna.conversation.create(participants=["carl"])["conversation"]
    budget = anna.share("Budget", pair)
    anna.share.save(share=budget["id"], allows_access_requests=True)
    bea.share.request_access(url=budget["url"])
    notice = anna.wait_for("notice.posted")["notice"]
    anna.notice.answer(notice=notice["id"], action=notice["actions"][0]["id"])
    assert bea.open(budget)["role"] == "privateUser"


def test_share_create(anna: Person) -> None:
    budget = anna.share.create(app="com.example.notes", title="Budget")["share"]
    assert budget["owner"] == "anna"


def test_share_send(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    budget = anna.share.create(app="com.example.notes", title="Budget")["share"]
    anna.share.send(share=budget["id"], conversation=trip, text="Here it is:")
    assert budget["url"] in bea.wait_for("message.posted")["message"]["text"]


def test_share_get(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    share = bea.share.get(url=plan["url"])["share"]
    assert share["role"] == "privateUser"


def test_share_accept(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    share = bea.share.accept(url=plan["url"])["share"]
    assert [
        each["acceptance"] for each in share["participants"]
    ] == ["accepted", "accepted", "pending", "pending"]


def test_share_request_access(anna: Person, bea: Person) -> None:
    budget = anna.share.create(app="com.example.notes", title="Budget")["share"]
    anna.share.save(share=budget["id"], allows_access_requests=True)
    bea.share.request_access(url=budget["url"])
    assert anna.share.get(share=budget["id"])["share"]["requesters"] == ["bea"]


def test_share_list(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    plan = anna.share("Trip plan", conversation)
    assert [
        each["url"] for each in bea.share.list(conversation=trip)["shares"]
    ] == [plan["url"]]
    assert observer.share.list(person="bea")["more"] == False


def test_share_save(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    saved = anna.share.save(
        share=plan["id"], title="Plan", remove=["dan"], permission="readOnly"
    )["share"]
    assert saved["permission"] == "readOnly"


def test_share_add_participant(anna: Person) -> None:
    budget = anna.share.create(app="com.example.notes", title="Budget")["share"]
    saved = anna.share.add_participant(
        share=budget["id"], handle="bea", permission="readOnly"
    )["share"]
    assert saved["participants"][1]["permission"] == "readOnly"


def test_share_remove_participant(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    saved = anna.share.remove_participant(share=plan["id"], handles=["carl", "dan"])["share"]
    assert [each["handle"] for each in saved["participants"]] == ["anna", "bea"]


def test_share_set_permission(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    saved = anna.share.set_permission(share=plan["id"], permission="readOnly")["share"]
    assert saved["permission"] == "readOnly"


def test_share_set_role(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    saved = anna.share.set_role(share=plan["id"], handle="bea", role="administrator")["share"]
    assert saved["participants"][1]["role"] == "administrator"


def test_share_set_inviting(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    saved = anna.share.set_inviting(share=plan["id"], allows_inviting=False)["share"]
    assert not saved["allowsInviting"]


def test_share_set_access(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    saved = anna.share.set_access(share=plan["id"], access="public")["share"]
    assert saved["access"] == "public"


def test_share_leave(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    bea.share.leave(share=plan["id"])
    assert bea.share.list()["shares"] == []


def test_share_stop(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    anna.share.stop(share=plan["id"])
    assert bea.share.list()["shares"] == []


def test_collaboration_offer(anna: Person) -> None:
    offer = anna.collaboration.offer(app="com.example.notes")["offer"]
    assert offer["methods"] == ["collaborate"]


def test_collaboration_start(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    start = anna.collaboration.start(
        app="com.example.notes", title="Budget", conversation=trip
    )["start"]
    assert start["state"] == "sent"
    assert bea.wait_for("message.posted")["message"]["links"][0]["title"] == "Budget"


def test_collaboration_cancel(anna: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    start = anna.collaboration.start(
        app="com.example.board", title="Ideas", conversation=trip
    )["start"]
    assert board.wait_for("action.requested")["action"]["metadata"]["title"] == "Ideas"
    assert anna.collaboration.cancel(start=start["id"])["start"]["state"] == "cancelled"


def test_collaboration_list(anna: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    anna.collaboration.start(app="com.example.board", title="Ideas", conversation=trip)
    board.wait_for("action.requested")
    assert [each["state"] for each in anna.collaboration.list()["starts"]] == ["waiting"]


def test_action_fulfill(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    url = "https://board.example/ideas"
    anna.collaboration.start(app="com.example.board", title="Ideas", conversation=trip)
    start = board.wait_for("action.requested")["action"]
    board.action.fulfill(action=start["id"], url=url, collaboration_identifier="ideas")
    people = board.wait_for("action.requested")["action"]
    board.action.fulfill(action=people["id"])
    assert bea.wait_for("message.posted")["message"]["text"] == url


def test_action_fail(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    anna.collaboration.start(app="com.example.board", title="Ideas", conversation=trip)
    start = board.wait_for("action.requested")["action"]
    board.action.fail(action=start["id"], message="The disk is full.")
    bea.is_not_notified("message.posted")


def test_app_register(observer: Observer) -> None:
    maps = observer.app.register(
        app="com.example.maps", name="Maps", domains=["maps.example"]
    )["app"]
    assert maps["backends"] == ["cloudRecord", "file", "custom"]


def test_app_get(anna: Person, observer: Observer) -> None:
    notes = anna.app()
    assert anna.app.get(app="com.example.notes")["app"]["name"] == "Notes"
    assert notes.app.get()["app"]["domains"] == ["notes.example"]
    assert len(observer.app.get(app="com.example.notes")["app"]["backends"]) == 3


def test_activity_offer(anna: Person) -> None:
    notes = anna.app()
    offered = notes.activity.offer(
        activities=[{"type": "com.example.archive", "title": "Archive"}]
    )["app"]
    assert offered["activities"][0]["title"] == "Archive"


def test_activity_choose(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.activity.offer(activities=[{"type": "com.example.archive", "title": "Archive"}])
    anna.activity.choose(app="com.example.notes", type="com.example.archive", url=plan["url"])
    assert notes.wait_for("activity.chosen")["url"] == plan["url"]


def test_site_publish(observer: Observer) -> None:
    association = {"applinks": {"details": [{"appID": "com.example.notes", "paths": ["/d/*"]}]}}
    observer.site.publish(domain="notes.example", association=association)


def test_clock_now(anna: Person, observer: Observer) -> None:
    notes = anna.app()
    before = anna.clock.now()["now"]
    assert notes.clock.now()["clock"] == "virtual"
    assert observer.clock.now()["now"] == before


def test_clock_advance(observer: Observer) -> None:
    before = observer.clock.now()["now"]
    assert observer.clock.advance(milliseconds=60000)["now"] > before


def test_world_create(observer: Observer) -> None:
    observer.world.create(world="second", clock="virtual", seed=7)
    assert "second" in [each["world"] for each in observer.world.list()["worlds"]]


def test_world_reset(observer: Observer) -> None:
    observer.world.create(world="third")
    observer.world.reset(world="third")


def test_world_delete(observer: Observer) -> None:
    observer.world.create(world="fourth")
    observer.world.delete(world="fourth")
    assert "fourth" not in [each["world"] for each in observer.world.list()["worlds"]]


def test_world_list(observer: Observer, world: World) -> None:
    assert world.name in [each["world"] for each in observer.world.list()["worlds"]]


def test_fault_inject(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    observer.fault.inject(do="drop", on={"notification": "message.posted", "to": "bea"})
    anna.send("Hi", conversation)
    bea.is_not_notified("message.posted")


def test_fault_list(bea: Person, observer: Observer) -> None:
    observer.inject("drop", "message.posted", to=bea)
    assert [each["do"] for each in observer.fault.list()["faults"]] == ["drop"]


def test_fault_clear(bea: Person, observer: Observer) -> None:
    fault = observer.inject("drop", "message.posted", to=bea)
    observer.fault.clear(fault=fault["id"])
    assert observer.fault.list()["faults"] == []


def test_delivery_explain(
    anna: Person, bea: Person, carl: Person, observer: Observer, conversation: Conversation
) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    [id] = notes.post(mention(bea), plan)
    answer = carl.delivery.explain(person="carl", about=id)
    assert not answer["delivered"]
    assert observer.delivery.explain(person="bea", about=id)["delivered"]


def test_journal_list(anna: Person, observer: Observer, conversation: Conversation) -> None:
    anna.send("Hi", conversation)
    page = observer.journal.list(kind="notification", event="message.posted")
    assert [each["person"] for each in page["entries"]] == ["anna", "bea", "carl", "dan"]


def test_journal_verify(anna: Person, observer: Observer, conversation: Conversation) -> None:
    anna.send("Hi", conversation)
    verdict = observer.journal.verify(
        event="message.posted", person="bea", count={"exactly": 1}
    )
    assert verdict["holds"]


def test_person_list(observer: Observer) -> None:
    assert [
        each["name"] for each in observer.person.list()["people"]
    ] == ["Anna", "Bea", "Carl", "Dan"]


def test_document_create(anna: Person) -> None:
    notes = anna.app()
    budget = anna.document.create(
        app="com.example.notes", title="Budget", text="100"
    )["document"]
    assert notes.document.create(title="Draft")["document"]["canEdit"]
    assert budget["owner"] == "anna"


def test_document_list(anna: Person, observer: Observer, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    assert [
        each["title"] for each in anna.document.list(app="com.example.notes")["documents"]
    ] == [plan["title"]]
    assert notes.document.list()["more"] == False
    assert observer.document.list(person="anna")["documents"][0]["url"] == plan["url"]


def test_document_get(anna: Person, observer: Observer, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    assert anna.document.get(url=plan["url"])["document"]["owner"] == "anna"
    assert notes.document.get(document=plan["document"])["document"]["canEdit"]
    assert observer.document.get(document=plan["document"])["document"]["title"] == "Trip plan"


def test_document_open(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    assert bea.document.open(url=plan["url"])["document"]["active"] == ["bea"]
    assert notes.document.open(url=plan["url"])["document"]["activeParticipantCount"] == 2


def test_document_close(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    bea.document.open(url=plan["url"])
    bea.document.close(url=plan["url"])
    notes.document.open(url=plan["url"])
    notes.document.close(url=plan["url"])


def test_document_edit(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    bea.open(plan)
    edited = bea.document.edit(url=plan["url"], text="Leave at 8", revision=0)["document"]
    again = notes.document.edit(url=plan["url"], text="Leave at 9", revision=edited["revision"])
    assert again["document"]["text"] == "Leave at 9"


def test_document_comment(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    bea.open(plan)
    bea.document.comment(url=plan["url"], text="Too early!")
    commented = notes.document.comment(url=plan["url"], text="Then at 9.")["document"]
    assert [each["text"] for each in commented["comments"]] == ["Too early!", "Then at 9."]


def test_document_rename(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    anna.document.rename(url=plan["url"], title="Plan")
    assert notes.document.rename(
        url=plan["url"], title="Lake plan"
    )["document"]["title"] == "Lake plan"


def test_document_move(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    anna.document.move(url=plan["url"], folder="Summer")
    assert notes.document.move(url=plan["url"], folder="Trips")["document"]["folder"] == "Trips"


def test_document_delete(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    anna.document.delete(url=plan["url"])
    draft = notes.document.create(title="Draft")["document"]
    assert notes.document.delete(document=draft["id"])["document"]["deleted"]


def test_message_posted(anna: Person, bea: Person, conversation: Conversation) -> None:
    anna.send("Hi", conversation)
    assert bea.wait_for("message.posted")["message"]["text"] == "Hi"


def test_message_changed(anna: Person, bea: Person, conversation: Conversation) -> None:
    message = anna.send("Dinner?", conversation)
    bea.react("heart", message)
    assert anna.wait_for("message.changed")["change"]["kind"] == "reacted"


def test_receipt(anna: Person, bea: Person) -> None:
    pair = anna.conversation.create(participants=["bea"])["conversation"]
    message = anna.send("Hi", pair)
    assert anna.wait_for("receipt")["status"] == "delivered"
    bea.settings.set(read_receipts={"everywhere": True})
    bea.conversation.mark_read(conversation=pair["id"])
    assert anna.wait_for("receipt")["status"] == "read"


def test_typing(anna: Person, bea: Person) -> None:
    pair = anna.conversation.create(participants=["bea"])["conversation"]
    anna.conversation.typing(conversation=pair["id"], typing=True)
    assert bea.wait_for("typing")["person"] == "anna"


def test_conversation_changed(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    anna.conversation.rename(conversation=trip, name="Lake")
    assert bea.wait_for("conversation.changed")["conversation"]["name"] == "Lake"


def test_deletion_changed(anna: Person, bea: Person, conversation: Conversation) -> None:
    trip = conversation["id"]
    tablet = bea.device("iPad")
    anna.send("Hi", conversation)
    bea.conversation.delete(conversation=trip)
    assert tablet.wait_for("deletion.changed")["change"] == "deleted"


def test_notice_posted(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.post(mention(bea), plan)
    assert bea.wait_for(
        "notice.posted"
    )["notice"]["text"] == "Anna mentioned you in “Trip plan”"


def test_notice_cleared(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    [id] = notes.post(mention(bea), plan)
    bea.open(plan)
    assert bea.wait_for("notice.cleared")["notices"] == [id]


def test_consent_requested(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    observer.app.register(app="com.example.maps", name="Maps", domains=["maps.example"])
    anna.send("https://maps.example/lake", conversation)
    bea.pin("https://maps.example/lake", conversation)
    assert bea.wait_for("consent.requested")["app"] == "com.example.maps"


def test_highlights_changed(anna: Person, bea: Person, carl: Person, conversation: Conversation) -> None:
    bea.send("https://notes.example/d/1", conversation)
    assert anna.wait_for("highlights.changed")["added"][0]["url"] == "https://notes.example/d/1"
    theirs = anna.app()
    carl.send("https://notes.example/d/2", conversation)
    assert theirs.wait_for(
        "highlights.changed"
    )["added"][0]["url"] == "https://notes.example/d/2"


def test_share_changed(anna: Person, bea: Person) -> None:
    budget = anna.share.create(app="com.example.notes", title="Budget")["share"]
    anna.share.add_participant(share=budget["id"], handle="bea")
    assert bea.wait_for("share.changed")["share"]["title"] == "Budget"


def test_settings_changed(bea: Person) -> None:
    tablet = bea.device("iPad")
    bea.settings.set(mention_alerts=False)
    assert not tablet.wait_for("settings.changed")["settings"]["mentionAlerts"]


def test_collaboration_changed(anna: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    anna.collaboration.start(app="com.example.board", title="Ideas", conversation=trip)
    start = board.wait_for("action.requested")["action"]
    board.action.fail(action=start["id"])
    assert anna.wait_for("collaboration.changed")["start"]["state"] == "failed"


def test_action_requested(anna: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    anna.collaboration.start(app="com.example.board", title="Ideas", conversation=trip)
    assert board.wait_for("action.requested")["action"]["kind"] == "startCollaboration"


def test_action_ended(anna: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    start = anna.collaboration.start(
        app="com.example.board", title="Ideas", conversation=trip
    )["start"]
    board.wait_for("action.requested")
    anna.collaboration.cancel(start=start["id"])
    assert board.wait_for("action.ended")["outcome"] == "cancelled"


def test_identities_removed(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    trip = conversation["id"]
    observer.app.register(
        app="com.example.board",
        name="Board",
        domains=["board.example"],
        backends=["custom"],
        proofs=True,
    )
    board = anna.app("com.example.board")
    url = "https://board.example/ideas"
    anna.collaboration.start(app="com.example.board", title="Ideas", conversation=trip)
    start = board.wait_for("action.requested")["action"]
    board.action.fulfill(action=start["id"], url=url, collaboration_identifier="ideas")
    board.action.fulfill(action=board.wait_for("action.requested")["action"]["id"])
    bea.share.leave(url=url)
    assert len(board.wait_for("identities.removed")["identities"]) == 1


def test_user_activity(anna: Person) -> None:
    notes = anna.app()
    anna.link.open(url="https://notes.example/d/1")
    assert notes.wait_for("userActivity")["webpageURL"] == "https://notes.example/d/1"


def test_activities_changed(anna: Person) -> None:
    notes = anna.app()
    theirs = anna.app()
    notes.activity.offer(activities=[{"type": "com.example.archive", "title": "Archive"}])
    assert theirs.wait_for("activities.changed")["activities"][0]["title"] == "Archive"


def test_activity_chosen(anna: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    notes.activity.offer(activities=[{"type": "com.example.archive", "title": "Archive"}])
    anna.activity.choose(app="com.example.notes", type="com.example.archive", url=plan["url"])
    assert notes.wait_for("activity.chosen")["type"] == "com.example.archive"


def test_person_changed(anna: Person, world: World, server: Server) -> None:
    Person.connect(server, "BEA", world=world.name)
    assert anna.wait_for("person.changed")["name"] == "BEA"


def test_fault_fired(anna: Person, bea: Person, observer: Observer, conversation: Conversation) -> None:
    observer.inject("drop", "message.posted", to=bea)
    anna.send("Hi", conversation)
    assert observer.wait_for("fault.fired")["to"] == "bea"


def test_request_done(anna: Person, observer: Observer, conversation: Conversation) -> None:
    anna.send("Hi", conversation)
    done = observer.wait_for("request.done", lambda params: params["method"] == "message.send")
    assert done["person"] == "anna"


def test_session_ended(anna: Person, observer: Observer) -> None:
    notes = anna.app()
    notes.disconnect()
    ended = observer.wait_for(
        "session.ended", lambda params: params["role"] == "app", patience=5
    )
    assert ended["app"] == "com.example.notes"


def test_document_changed(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    bea.open(plan)
    bea.document.edit(url=plan["url"], text="Leave at 8", revision=0)
    assert anna.wait_for("document.changed")["by"] == "bea"
    assert not notes.wait_for("document.changed")["isMine"]


def test_document_access_changed(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    bea.open(plan)
    theirs = bea.app()
    anna.share.set_permission(share=plan["id"], permission="readOnly")
    assert theirs.wait_for("document.accessChanged")["access"] == "readOnly"


def test_document_presence(anna: Person, bea: Person, conversation: Conversation) -> None:
    plan = anna.share("Trip plan", conversation)
    notes = anna.app()
    bea.document.open(url=plan["url"])
    assert anna.wait_for("document.presence")["active"] == ["bea"]
    assert notes.wait_for("document.presence")["activeParticipantCount"] == 1
