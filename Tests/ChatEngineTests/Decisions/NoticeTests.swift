import ChatProtocol
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Notices: the right to post, recipients, wording and expiry.
struct NoticeTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    static let sentences: [(JSONValue, String, String)] = [
        (["type": "change", "trigger": "edit"], "Anna edited “Trip plan”", "Anna made 3 edits to “Trip plan”"),
        (
            ["type": "change", "trigger": "comment"], "Anna commented on “Trip plan”",
            "Anna made 3 comments on “Trip plan”"
        ),
        (
            ["type": "mention", "mentioned": "bea"], "Anna mentioned you in “Trip plan”",
            "Anna mentioned you 3 times in “Trip plan”"
        ),
        (["type": "persistence", "trigger": "created"], "Anna created “Trip plan”", "Anna created “Trip plan”"),
        (["type": "persistence", "trigger": "moved"], "Anna moved “Trip plan”", "Anna moved “Trip plan”"),
        (["type": "persistence", "trigger": "deleted"], "Anna deleted “Trip plan”", "Anna deleted “Trip plan”"),
        (
            ["type": "persistence", "trigger": "renamed", "title": "Trip plan"],
            "Anna renamed “Trip plan” to “Trip plan”", "Anna renamed “Trip plan” to “Trip plan”"
        ),
    ]

    @Test("each trigger has its sentences for one event and for three", arguments: 0..<7)
    func triggerHasItsSentences(_ index: Int) throws {
        let (event, once, often) = Self.sentences[index]
        let first = try trip.post(event)
        #expect(first.count == 1)
        #expect(trip.notices(trip.bea).map { $0["text"] } == [.string(once)])
        let isMention = event["type"] == "mention"
        #expect(trip.notices(trip.carl).count == (isMention ? 0 : 1))
        #expect(trip.notices(trip.anna).isEmpty, "the actor")
        for count in 2...3 as ClosedRange<Int64> {
            #expect(try trip.post(event) == first)
            let grown = trip.notices(trip.bea)
            #expect(grown.map { $0["id"] } == first && grown[0]["count"] == .integer(count))
            if count == 3 { #expect(grown[0]["text"] == .string(often)) }
        }
    }

    @Test("events within ten minutes of the first are one notice")
    func eventsWithinTenMinutesAreOneNotice() throws {
        let first = try trip.post(TripFixture.edit)
        try trip.advance(300_000)
        #expect(try trip.post(TripFixture.edit) == first)
        try trip.advance(300_000)
        #expect(try trip.post(TripFixture.edit) == first, "at ten minutes exactly")
        try trip.advance(1)
        #expect(try trip.post(TripFixture.edit) != first, "one millisecond past")
        #expect(try trip.post(["type": "change", "trigger": "comment"]) != first)
        let bea = try trip.server.app(as: "bea")
        try trip.bea.ask("share.accept", ["share": trip.share])
        #expect(try trip.post(TripFixture.edit, as: bea).count == 1)
        let waiting = try trip.carl.ask("conversation.list")["conversations"]?.arrayValue?[0]["waitingNotices"]
        #expect(waiting?.arrayValue?.compactMap { $0["count"] } == [3, 1, 1, 1, 1], "with Bea's coming")
    }

    @Test("a fence reports the open window of a notice until it ends")
    func fenceReportsOpenWindows() throws {
        let id = try #require(try trip.post(TripFixture.edit).first?.stringValue)
        let fence = try trip.observer.ask("session.fence")
        #expect(fence["cursor"] == .integer(trip.server.log.end))
        #expect(fence["pending"]?.arrayValue?.count == 1)
        #expect(fence["pending"]?.arrayValue?[0]["what"]?.stringValue?.contains(id) == true)
        #expect(fence["pending"]?.arrayValue?[0]["dueAt"] == "2022-09-12T09:10:00.001Z", "it counts at its last moment")
        try trip.advance(600_000)
        #expect(try trip.observer.ask("session.fence")["pending"] == fence["pending"])
        try trip.advance(1)
        #expect(try trip.observer.ask("session.fence")["pending"] == .array([]))
    }

    @Test("a mention of a person without access notifies no participant")
    func mentionWithoutAccessNotifiesNoParticipant() throws {
        let group = try trip.anna.ask("conversation.create", ["participants": ["dora", "emil"]])
        let other = try #require(group["conversation"]?["id"])
        let dora = try trip.server.person("dora")
        try trip.anna.ask("message.send", ["conversation": other, "text": "https://notes.example/d/1"])
        _ = dora.takeHeard()
        let ids = try trip.post(["type": "mention", "mentioned": "dora"])
        #expect(ids.count == 2, "one a conversation")
        #expect(trip.notices(dora).isEmpty)
        #expect(trip.notices(trip.bea).isEmpty && trip.notices(trip.carl).isEmpty)
        let why = try trip.observer.ask("delivery.explain", ["person": "dora", "about": ids[1]])
        #expect(why["delivered"] == false)
        #expect(why["reasons"]?.arrayValue?.last?["rule"] == "ck-accept")
        #expect(trip.notices(trip.observer).count == 2, "an observer sees everything")
        try trip.post(TripFixture.edit)
        #expect(trip.notices(dora).isEmpty, "not on the share")
        #expect(trip.notices(trip.bea).count == 1, "pending counts as having access")
    }

    @Test("a notice of a public share reaches a person who has the link")
    func noticeOfAPublicShareReachesItsReaders() throws {
        let created = try trip.anna.ask(
            "share.create", ["app": "com.example.notes", "title": "Open", "access": "public"])
        let share = try #require(created["share"])
        try trip.anna.ask("share.send", ["share": share["id"] ?? .null, "conversation": trip.conversation])
        try trip.app.ask("highlightCenter.postNotice", ["url": share["url"] ?? .null, "event": TripFixture.edit])
        #expect(trip.notices(trip.bea).count == 1)
    }

    @Test("an app can post only with the right that the link and the event need")
    func postingNeedsTheRight() throws {
        func refusal(_ app: EngineClient, _ url: JSONValue = TripFixture.url, _ event: JSONValue = TripFixture.edit)
            -> RPCError.Reason?
        {
            let end = trip.server.log.end
            defer { #expect(trip.server.log.end == end) }
            return app.refusal("highlightCenter.postNotice", ["url": url, "event": event])
        }
        try trip.observer.ask(
            "app.register", ["app": "plain", "name": "Plain", "domains": ["plain.example"], "capabilities": []])
        let stranger = try trip.server.app(as: "dora")
        #expect(refusal(stranger) == .notFound)
        let pending = try trip.server.app(as: "bea")
        #expect(refusal(pending) == .forbidden)
        let foreign = try trip.server.app(as: "anna", "plain")
        #expect(refusal(foreign) == .forbidden)
        #expect(refusal(trip.app, "https://plain.example/1") == .forbidden)
        #expect(refusal(trip.app, "not a link") == .invalidParams)
        #expect(refusal(trip.app, "https://notes.example/none") == .notFound)
        let unlinked = try trip.anna.ask("share.create", ["app": "com.example.notes", "title": "Alone"])
        #expect(refusal(trip.app, unlinked["share"]?["url"] ?? .null) == .notFound)
        let plain = try trip.anna.ask("share.create", ["app": "plain", "title": "Plain"])
        try trip.anna.ask(
            "share.send", ["share": plain["share"]?["id"] ?? .null, "conversation": trip.conversation])
        let plainURL = plain["share"]?["url"] ?? .null
        #expect(refusal(foreign, plainURL, ["type": "mention", "mentioned": "bea"]) == .forbidden)
        try foreign.ask("highlightCenter.postNotice", ["url": plainURL, "event": TripFixture.edit])
        let look = try trip.anna.ask(
            "share.create", ["app": "com.example.notes", "title": "Look", "permission": "readOnly"])
        try trip.anna.ask("share.send", ["share": look["share"]?["id"] ?? .null, "conversation": trip.conversation])
        let lookURL = look["share"]?["url"] ?? .null
        try trip.bea.ask("share.accept", ["url": lookURL])
        #expect(refusal(pending, lookURL) == .forbidden, "an edit needs read-write")
        #expect(refusal(pending, lookURL, ["type": "persistence", "trigger": "deleted"]) == .forbidden)
        try pending.ask(
            "highlightCenter.postNotice", ["url": lookURL, "event": ["type": "change", "trigger": "comment"]])
    }

    @Test("clearing notices clears them on all of the person's devices")
    func noticesAreClearedOnAllDevices() throws {
        let device = try trip.server.person("bea")
        try trip.post(TripFixture.edit)
        try trip.post(["type": "change", "trigger": "comment"])
        let app = try trip.server.app(as: "bea")
        let cleared = try app.ask("highlightCenter.clearNotices", ["url": TripFixture.url])
        #expect(cleared["cleared"]?.arrayValue?.count == 2)
        #expect(trip.bea.heard("notice.cleared").count == 1 && device.heard("notice.cleared").count == 1)
        #expect(trip.carl.heard("notice.cleared").isEmpty)
        #expect(try app.ask("highlightCenter.clearNotices", ["url": TripFixture.url])["cleared"] == .array([]))
    }

    @Test("at most twenty notices wait in a conversation, for at most seven days")
    func twentyNoticesWaitForSevenDays() throws {
        func waiting() throws -> [JSONValue] {
            let list = try trip.bea.ask("conversation.list")["conversations"]?.arrayValue
            return list?[0]["waitingNotices"]?.arrayValue ?? []
        }
        var ids: [JSONValue] = []
        for _ in 0..<21 {
            ids += try trip.post(TripFixture.edit)
            try trip.advance(600_001)
        }
        #expect(try waiting().compactMap { $0["id"] } == Array(ids.suffix(20)))
        try trip.advance(7 * 86_400_000 - 600_001 - 1)
        #expect(try waiting().count == 1)
        try trip.advance(1)
        #expect(try waiting().isEmpty)
        let history = try trip.bea.ask("conversation.history", ["conversation": trip.conversation])
        #expect(history["entries"]?.arrayValue?.count { $0["kind"] == "notice" } == 21, "the rows stay")
    }

    @Test("a rename event renames the share and its highlight")
    func renameEventRenamesTheShare() throws {
        try trip.bea.ask("link.pin", ["conversation": trip.conversation, "url": TripFixture.url])
        _ = trip.bea.takeHeard()
        defer {
            let updated = trip.bea.heard("highlights.changed").last?["updated"]?.arrayValue
            #expect(updated?.map { $0["title"] } == ["Road trip"])
        }
        try trip.post(["type": "persistence", "trigger": "renamed", "title": "Road trip"])
        #expect(
            trip.bea.heard("notice.posted").map { $0["notice"]?["text"] } == ["Anna renamed “Trip plan” to “Road trip”"]
        )
        #expect(try trip.bea.ask("share.get", ["share": trip.share])["share"]?["title"] == "Road trip")
    }

    @Test("a notice keeps its link into the document, and opening that link clears the document's notices")
    func noticeKeepsItsLinkIntoTheDocument() throws {
        for link in ["https://notes.example/d/1#comment-3", "https://notes.example/d/1/budget?sheet=2"] {
            let told = try trip.app.ask(
                "highlightCenter.postNotice",
                ["url": .string(link), "event": ["type": "change", "trigger": "comment"]])
            let notice = try #require(trip.notices(trip.bea).first)
            #expect(told["notices"] == .array([notice["id"] ?? .null]))
            #expect(notice["url"] == .string(link) && notice["documentURL"] == TripFixture.url)
            #expect(trip.notices(trip.anna).isEmpty && notice["text"]?.stringValue?.contains("Trip plan") == true)
        }
        #expect(
            try trip.bea.ask("link.open", ["url": "https://notes.example/d/1#comment-3"])["app"] == "com.example.notes")
        #expect(trip.bea.heard("notice.cleared").count == 1, "both events were one notice")
        let highlight = try trip.app.ask(
            "highlightCenter.getHighlight", ["url": "https://notes.example/d/1#comment-3"])["highlight"]
        #expect(highlight?["url"] == "https://notes.example/d/1#comment-3")
    }

    @Test(
        "a notice is refused for a link that only resembles the document's link",
        arguments: ["https://notes.example/d/12", "https://notes.example/d"])
    func noticeForASimilarLinkIsRefused(_ link: String) {
        let params: JSONValue = ["url": .string(link), "event": TripFixture.edit]
        #expect(trip.app.refusal("highlightCenter.postNotice", params) == .notFound)
    }

    @Test("a removed person dismisses a notice with only the events that they received")
    func removedPersonDismissesOnlyReceivedEvents() throws {
        let id = try #require(try trip.post(TripFixture.edit).first)
        try trip.anna.ask("share.removeParticipant", ["share": trip.share, "handle": "bea"])
        #expect(try trip.post(TripFixture.edit) == [id])
        let closed = try trip.bea.ask("notice.dismiss", ["notice": id])["notice"]
        #expect(closed?["count"] == 1 && closed?["text"] == "Anna edited “Trip plan”")
        #expect(trip.notices(trip.carl).last?["count"] == 2)
    }
}
