import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Notices: the right to post, recipients, wording and expiry.
struct NoticeTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    static let sentences: [(PostNotice.Event, String, String)] = [
        (.change(.edit), "Anna edited “Trip plan”", "Anna made 3 edits to “Trip plan”"),
        (.change(.comment), "Anna commented on “Trip plan”", "Anna made 3 comments on “Trip plan”"),
        (.mention(.handle("bea")), "Anna mentioned you in “Trip plan”", "Anna mentioned you 3 times in “Trip plan”"),
        (.persistence(.created), "Anna created “Trip plan”", "Anna created “Trip plan”"),
        (.persistence(.moved), "Anna moved “Trip plan”", "Anna moved “Trip plan”"),
        (.persistence(.deleted), "Anna deleted “Trip plan”", "Anna deleted “Trip plan”"),
        (
            .persistence(.renamed(to: "Trip plan")), "Anna renamed “Trip plan” to “Trip plan”",
            "Anna renamed “Trip plan” to “Trip plan”"
        ),
    ]

    /// Shares a new document of an app with the conversation.
    private func share(
        _ title: String, of app: AppID = "com.example.notes", access: Share.Access = .private,
        permission: Share.Permission = .readWrite
    ) throws -> Share {
        let created = try trip.anna.share.create(app: app, title: title, access: access, permission: permission)
        let share = try #require(created.share).share
        try trip.anna.share.send(share: share.id, conversation: trip.conversation)
        return share
    }

    @Test("each trigger has its sentences for one event and for three", arguments: 0..<7)
    func triggerHasItsSentences(_ index: Int) throws {
        let (event, once, often) = Self.sentences[index]
        let first = try trip.post(event)
        #expect(first.count == 1)
        #expect(trip.notices(trip.bea).map { $0["text"] } == [.string(once)])
        let isMention = event == .mention(.handle("bea"))
        #expect(trip.notices(trip.carl).count == (isMention ? 0 : 1))
        #expect(trip.notices(trip.anna).isEmpty, "the actor")
        for count in 2...3 as ClosedRange<Int64> {
            #expect(try trip.post(event) == first)
            let grown = trip.notices(trip.bea)
            #expect(grown.map { $0["id"] } == first.map { JSONValue($0) } && grown[0]["count"] == .integer(count))
            if count == 3 { #expect(grown[0]["text"] == .string(often)) }
        }
    }

    @Test("events within ten minutes of the first are one notice")
    func eventsWithinTenMinutesAreOneNotice() throws {
        let first = try trip.post(.change(.edit))
        try trip.advance(300_000)
        #expect(try trip.post(.change(.edit)) == first)
        try trip.advance(300_000)
        #expect(try trip.post(.change(.edit)) == first, "at ten minutes exactly")
        try trip.advance(1)
        #expect(try trip.post(.change(.edit)) != first, "one millisecond past")
        #expect(try trip.post(.change(.comment)) != first)
        let bea = try trip.server.app(as: "bea")
        try trip.bea.share.accept(.id(trip.share))
        #expect(try trip.post(.change(.edit), as: bea).count == 1)
        let waiting = try trip.carl.conversation.list().conversations[0].waitingNotices
        #expect(waiting.map(\.count) == [3, 1, 1, 1, 1], "with Bea's coming")
    }

    @Test("a fence reports the open window of a notice until it ends")
    func fenceReportsOpenWindows() throws {
        let id = try #require(try trip.post(.change(.edit)).first)
        let fence = try trip.observer.session.fence()
        #expect(fence.cursor == trip.server.log.end)
        #expect(fence.pending.count == 1)
        #expect(fence.pending[0].what.contains(id.rawValue))
        #expect(fence.pending[0].dueAt == Instant("2022-09-12T09:10:00.001Z"), "it counts at its last moment")
        try trip.advance(600_000)
        #expect(try trip.observer.session.fence().pending == fence.pending)
        try trip.advance(1)
        #expect(try trip.observer.session.fence().pending.isEmpty)
    }

    @Test("a mention of a person without access notifies no participant")
    func mentionWithoutAccessNotifiesNoParticipant() throws {
        let other = try trip.anna.conversation.create(participants: ["dora", "emil"]).id
        let dora = try trip.server.person("dora")
        try trip.anna.message.send(conversation: other, text: "https://notes.example/d/1")
        _ = dora.takeReceived()
        let ids = try trip.post(.mention(.handle("dora")))
        #expect(ids.count == 2, "one a conversation")
        #expect(trip.notices(dora).isEmpty)
        #expect(trip.notices(trip.bea).isEmpty && trip.notices(trip.carl).isEmpty)
        let why = try trip.observer.delivery.explain(person: "dora", about: ids[1].rawValue)
        #expect(!why.delivered)
        #expect(why.reasons.last?.rule == "ck-accept")
        #expect(trip.notices(trip.observer).count == 2, "an observer sees everything")
        try trip.post(.change(.edit))
        #expect(trip.notices(dora).isEmpty, "not on the share")
        #expect(trip.notices(trip.bea).count == 1, "pending counts as having access")
    }

    @Test("a notice of a public share reaches a person who has the link")
    func noticeOfAPublicShareReachesItsReaders() throws {
        let share = try share("Open", access: .public)
        try trip.app.highlightCenter.postNotice(url: share.url, event: .change(.edit))
        #expect(trip.notices(trip.bea).count == 1)
    }

    @Test("an app can post only with the right that the link and the event need")
    func postingNeedsTheRight() throws {
        func refusal(
            _ app: EngineClient, _ url: String = TripFixture.url, _ event: PostNotice.Event = .change(.edit)
        ) -> RPCError.Reason? {
            let end = trip.server.log.end
            defer { #expect(trip.server.log.end == end) }
            return app.refusal { try $0.highlightCenter.postNotice(url: url, event: event) }
        }
        func register(_ capabilities: [App.Capability]) throws {
            try trip.observer.app.register(
                app: "plain", name: "Plain", domains: ["plain.example"], capabilities: capabilities)
        }
        try register([.sharedWithYou])
        let stranger = try trip.server.app(as: "dora")
        #expect(refusal(stranger) == .notFound)
        let pending = try trip.server.app(as: "bea")
        #expect(refusal(pending) == .forbidden)
        let foreign = try trip.server.app(as: "anna", "plain")
        #expect(refusal(foreign) == .forbidden)
        #expect(refusal(trip.app, "https://plain.example/1") == .forbidden)
        #expect(refusal(trip.app, "not a link") == .invalidParams)
        #expect(refusal(trip.app, "https://notes.example/none") == .notFound)
        let unlinked = try #require(try trip.anna.share.create(app: "com.example.notes", title: "Alone").share)
        #expect(refusal(trip.app, unlinked.share.url) == .notFound)
        let plainURL = try share("Plain", of: "plain").url
        #expect(refusal(foreign, plainURL, .mention(.handle("bea"))) == .forbidden)
        try foreign.highlightCenter.postNotice(url: plainURL, event: .change(.edit))
        try register([.mentions])
        #expect(refusal(foreign, plainURL) == .forbidden, "the app has no entitlement (adopt-steps)")
        let lookURL = try share("Look", permission: .readOnly).url
        try trip.bea.share.accept(.url(lookURL))
        #expect(refusal(pending, lookURL) == .forbidden, "an edit needs read-write")
        #expect(refusal(pending, lookURL, .persistence(.deleted)) == .forbidden)
        try pending.highlightCenter.postNotice(url: lookURL, event: .change(.comment))
    }

    @Test("clearing notices clears them on all of the person's devices")
    func noticesAreClearedOnAllDevices() throws {
        let device = try trip.server.person("bea")
        try trip.post(.change(.edit))
        try trip.post(.change(.comment))
        let app = try trip.server.app(as: "bea")
        let cleared = try app.highlightCenter.clearNotices(url: TripFixture.url)
        #expect(cleared.count == 2)
        #expect(trip.bea.received("notice.cleared").count == 1 && device.received("notice.cleared").count == 1)
        #expect(trip.carl.received("notice.cleared").isEmpty)
        #expect(try app.highlightCenter.clearNotices(url: TripFixture.url).isEmpty)
    }

    @Test("at most twenty notices wait in a conversation, for at most seven days")
    func twentyNoticesWaitForSevenDays() throws {
        func waiting() throws -> [NoticeID] {
            try trip.bea.conversation.list().conversations[0].waitingNotices.map(\.id)
        }
        var ids: [NoticeID] = []
        for _ in 0..<21 {
            ids += try trip.post(.change(.edit))
            try trip.advance(600_001)
        }
        #expect(try waiting() == Array(ids.suffix(20)))
        try trip.advance(7 * 86_400_000 - 600_001 - 1)
        #expect(try waiting().count == 1)
        try trip.advance(1)
        #expect(try waiting().isEmpty)
        let history = try trip.bea.conversation.history(conversation: trip.conversation)
        #expect(history.entries.count { $0.kind == .notice } == 21, "the rows stay")
    }

    @Test("a rename event renames the share and its highlight")
    func renameEventRenamesTheShare() throws {
        try trip.bea.link.pin(conversation: trip.conversation, url: TripFixture.url)
        _ = trip.bea.takeReceived()
        defer {
            let updated = trip.bea.received("highlights.changed").last?["updated"]?.arrayValue
            #expect(updated?.map { $0["title"] } == ["Road trip"])
        }
        try trip.post(.persistence(.renamed(to: "Road trip")))
        #expect(
            trip.bea.received("notice.posted").map { $0["notice"]?["text"] } == [
                "Anna renamed “Trip plan” to “Road trip”"
            ]
        )
        #expect(try trip.bea.share.get(.id(trip.share)).share.title == "Road trip")
    }

    @Test("a notice keeps its link into the document, and opening that link clears the document's notices")
    func noticeKeepsItsLinkIntoTheDocument() throws {
        for link in ["https://notes.example/d/1#comment-3", "https://notes.example/d/1/budget?sheet=2"] {
            let delivered = try trip.app.highlightCenter.postNotice(url: link, event: .change(.comment))
            let notice = try #require(trip.notices(trip.bea).first)
            #expect(delivered.map { JSONValue($0) } == [notice["id"]])
            #expect(notice["url"] == .string(link) && notice["documentURL"] == .string(TripFixture.url))
            #expect(trip.notices(trip.anna).isEmpty && notice["text"]?.stringValue?.contains("Trip plan") == true)
        }
        #expect(
            try trip.bea.link.open(url: "https://notes.example/d/1#comment-3") == "com.example.notes")
        #expect(trip.bea.received("notice.cleared").count == 1, "both events were one notice")
        let highlight = try trip.app.highlightCenter.getHighlight(url: "https://notes.example/d/1#comment-3")
        #expect(highlight.url == "https://notes.example/d/1#comment-3")
    }

    @Test(
        "a notice is refused for a link that only resembles the document's link",
        arguments: ["https://notes.example/d/12", "https://notes.example/d"])
    func noticeForASimilarLinkIsRefused(_ link: String) {
        let refusal = trip.app.refusal { try $0.highlightCenter.postNotice(url: link, event: .change(.edit)) }
        #expect(refusal == .notFound)
    }

    @Test("a removed person dismisses a notice with only the events that they received")
    func removedPersonDismissesOnlyReceivedEvents() throws {
        let id = try #require(try trip.post(.change(.edit)).first)
        try trip.anna.share.removeParticipant(share: .id(trip.share), people: .one("bea"))
        #expect(try trip.post(.change(.edit)) == [id])
        let closed = try trip.bea.notice.dismiss(notice: id)
        #expect(closed.count == 1 && closed.text == "Anna edited “Trip plan”")
        #expect(trip.notices(trip.carl).last?["count"] == 2)
    }
}
