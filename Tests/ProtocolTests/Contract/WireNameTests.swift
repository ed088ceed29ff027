import ChatProtocol
import Testing

/// The names on the wire, spelled out: a released client depends on each of them.
struct WireNameTests {
    private static let methods = [
        "session.hello", "session.ping", "rpc.discover", "session.fence", "conversation.create", "conversation.list",
        "conversation.history", "conversation.addParticipant", "conversation.removeParticipant", "conversation.leave",
        "conversation.rename", "conversation.setPhoto", "conversation.markRead", "conversation.markUnread",
        "conversation.mute", "conversation.pin", "conversation.delete", "conversation.restore", "conversation.erase",
        "conversation.recentlyDeleted", "conversation.typing", "message.send", "message.edit", "message.unsend",
        "message.delete", "message.restore", "message.erase", "message.recentlyDeleted", "message.react",
        "message.search", "message.thread", "message.attachment", "link.pin", "link.unpin", "link.open",
        "link.explain", "contact.add", "contact.remove", "contact.list", "settings.get", "settings.set",
        "settings.audit", "consent.answer", "contact.block", "contact.unblock", "highlight.list", "highlight.hide",
        "highlight.restore", "highlight.display", "highlightCenter.getHighlight",
        "highlightCenter.getCollaborationHighlight", "highlightCenter.collaborationHighlight", "attribution.attach",
        "attribution.show", "identity.sign", "identity.challenge", "identity.prove", "highlightCenter.postNotice",
        "highlightCenter.clearNotices",
        "notice.dismiss",
        "notice.answer", "share.create", "share.send", "share.get", "share.accept", "share.requestAccess",
        "share.list", "share.save",
        "share.addParticipant", "share.removeParticipant", "share.setPermission", "share.setRole", "share.setInviting",
        "share.setAccess", "share.leave", "share.stop", "collaboration.offer", "collaboration.start",
        "collaboration.cancel", "collaboration.list", "action.fulfill", "action.fail", "app.register", "app.get",
        "activity.offer", "activity.choose", "site.publish", "clock.now", "clock.advance", "world.create",
        "world.reset", "world.delete", "world.list", "fault.inject", "fault.list", "fault.clear", "delivery.explain",
        "journal.list", "journal.verify", "person.list", "document.create", "document.list", "document.get",
        "document.open", "document.close", "document.edit", "document.comment", "document.rename", "document.move",
        "document.delete",
    ]
    private static let notifications = [
        "message.posted", "message.changed", "receipt", "typing", "conversation.changed", "deletion.changed",
        "notice.posted", "notice.cleared", "consent.requested", "highlights.changed", "share.changed",
        "settings.changed", "collaboration.changed", "action.requested", "action.ended",
        "identities.removed", "userActivity",
        "activities.changed", "activity.chosen", "person.changed", "fault.fired", "request.done", "session.ended",
        "document.changed", "document.accessChanged", "document.presence",
    ]
    private static let reasons = [
        "parse", "invalid_request", "unknown_method", "invalid_params", "internal", "unauthenticated", "forbidden",
        "not_found", "conflict", "expired", "too_large", "rate_limited", "unavailable",
    ]

    @Test("the methods keep their names on the wire") func methodsKeepTheirNames() {
        #expect(Method.allCases.map(\.rawValue) == Self.methods)
    }

    @Test("the notifications keep their names on the wire") func notificationsKeepTheirNames() {
        #expect(NotificationName.allCases.map(\.rawValue) == Self.notifications)
    }

    @Test("the reasons of errors keep their names on the wire") func reasonsKeepTheirNames() {
        #expect(RPCError.Reason.allCases.map(\.rawValue) == Self.reasons)
    }
}
