import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Shelves in sessions: their order, their curated link and their notifications.
struct EngineShelfTests {
    /// Bea's shelf with links from Anna, and Bea's app.
    private struct Shelf {
        let trip: TripFixture
        let app: EngineClient

        init(links: Int) throws {
            trip = try TripFixture()
            app = try trip.server.app(as: "bea")
            try trip.bea.ask("contact.add", ["handle": "anna"])
            try trip.bea.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": true]]])
            for link in 1...links { try send(link) }
            forget()
        }

        func url(_ link: Int) -> JSONValue { .string("https://notes.example/L\(link)") }

        func send(_ link: Int) throws {
            try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": url(link)])
        }

        func pin(_ link: Int) throws {
            try trip.bea.ask("link.pin", ["conversation": trip.conversation, "url": url(link)])
        }

        func forget() {
            for client in [trip.bea, app] { _ = client.takeHeard() }
        }

        /// Returns the names of the links in the order of the app's list.
        func order() throws -> [String] {
            (try app.ask("highlight.list")["highlights"]?.arrayValue ?? [])
                .compactMap { $0["url"]?.stringValue.map { String($0.split(separator: "/").last ?? "") } }
        }

        func highlight(_ link: Int) throws -> JSONValue {
            try app.ask("highlightCenter.getHighlight", ["url": url(link)])["highlight"]?["id"] ?? .null
        }

        func display(_ link: Int, _ context: JSONValue = "detail") throws {
            try app.ask("highlight.display", ["highlight": highlight(link), "context": context])
        }

        /// Returns the rule that explains the place of each link, from the top.
        func whys() throws -> [String] {
            (try trip.bea.ask("highlight.list")["highlights"]?.arrayValue ?? [])
                .compactMap { $0["why"]?["rule"]?.stringValue }
        }
    }

    @Test("rank-first-curated: a shelf lists the curated link, then pins, then the rest, newest first")
    func shelfListsTheCuratedLinkThenPinsThenTheRest() throws {
        let shelf = try Shelf(links: 5)
        try shelf.pin(2)
        try shelf.pin(4)
        #expect(try shelf.order() == ["L4", "L2", "L5", "L3", "L1"])
        try shelf.display(3)
        #expect(try shelf.order() == ["L3", "L4", "L2", "L5", "L1"])
        #expect(
            try shelf.whys() == [
                "rank-first-curated", "rank-pins-next", "rank-pins-next", "rank-rest-chrono", "rank-rest-chrono",
            ])
        try shelf.trip.bea.ask("settings.set", ["automaticSharing": ["everywhere": false]])
        #expect(try shelf.order() == ["L4", "L2"])
    }

    @Test("rank-not-stale: a curated link leaves the top when its score is too low, with one notification")
    func staleCuratedLinkLeavesTheTop() throws {
        let shelf = try Shelf(links: 3)
        try shelf.display(1)
        #expect(try shelf.order() == ["L1", "L3", "L2"])
        let pending = try shelf.trip.bea.ask("session.fence")["pending"]?.arrayValue ?? []
        let end = try #require(
            pending.first { $0["what"]?.stringValue?.contains("curated") == true }?["dueAt"]?.stringValue)
        let endsAt = try #require(Instant(end))
        let left = endsAt.milliseconds - WorldClock.virtualStart.milliseconds
        // A shared and opened link has 5 points. With a half-life of seven days, they decay to 3 in this time.
        #expect(left == 445_716_792)
        shelf.forget()
        try shelf.trip.advance(left - 1)
        #expect(try shelf.order() == ["L1", "L3", "L2"])
        #expect(shelf.app.heard.isEmpty && shelf.trip.bea.heard.isEmpty)
        try shelf.trip.advance(1)
        #expect(try shelf.order() == ["L3", "L2", "L1"])
        for client in [shelf.app, shelf.trip.bea] {
            let told = client.heard("highlights.changed")
            #expect(told.count == 1)
            #expect(told.first?["updated"]?.arrayValue?.count == 1)
            #expect(told.first?["updated"]?.arrayValue?.first?["url"] == shelf.url(1))
            #expect(told.first?["added"]?.arrayValue?.isEmpty == true)
        }
        try shelf.trip.advance(90 * 86_400_000)
        #expect(shelf.app.heard("highlights.changed").count == 1)
    }

    @Test("a curated link keeps its place after a restart, and leaves it later with one notification")
    func curatedLinkKeepsItsPlaceAfterARestart() throws {
        let shelf = try Shelf(links: 3)
        try shelf.display(1)
        let cursor = shelf.trip.server.state.position
        try shelf.trip.server.restart()
        let observer = try shelf.trip.server.observer()
        let app = try shelf.trip.server.join([
            "role": "app", "app": "com.example.notes", "handle": "bea", "after": .integer(cursor),
        ])
        func first() throws -> JSONValue? { try app.ask("highlight.list")["highlights"]?.arrayValue?.first?["url"] }
        #expect(try first() == shelf.url(1))
        try observer.ask("clock.advance", ["milliseconds": 864_000_000])
        #expect(try first() == shelf.url(3))
        #expect(app.heard("highlights.changed").count == 1)
    }

    @Test("rank-signals: a link that is only shared, pinned or shown is not curated, and a reply curates it")
    func replyMakesALinkCurated() throws {
        let shelf = try Shelf(links: 3)
        try shelf.pin(1)
        try shelf.trip.carl.ask("message.send", ["conversation": shelf.trip.conversation, "text": shelf.url(2)])
        #expect(try shelf.whys() == ["rank-pins-next", "rank-rest-chrono", "rank-rest-chrono"])
        try shelf.display(3, "summary")
        #expect(try shelf.order() == ["L1", "L2", "L3"])
        let history = try shelf.trip.bea.ask("conversation.history", ["conversation": shelf.trip.conversation])
        let message = try #require(
            history["entries"]?.arrayValue?.first { $0["message"]?["text"] == shelf.url(3) }?["id"])
        try shelf.trip.bea.ask(
            "message.send", ["conversation": shelf.trip.conversation, "text": "nice", "replyTo": message])
        #expect(try shelf.order() == ["L3", "L1", "L2"])
        let top = try shelf.trip.bea.ask("highlight.list")["highlights"]?.arrayValue?.first
        #expect(top?["ranking"]?["score"] == .number(4.5))
        #expect(
            top?["why"]?["text"]
                == "curated: replied to 3.0 + shared 1.0 + shown on a shelf 0.5 = 4.5, above 3.0")
    }

    @Test("attr-remove: a removed link stays off its person's shelf until it is restored or pinned")
    func removedLinkStaysOffTheShelf() throws {
        let shelf = try Shelf(links: 2)
        try shelf.trip.carl.ask("contact.add", ["handle": "anna"])
        try shelf.trip.carl.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": true]]])
        try shelf.send(1)
        let removed = try shelf.highlight(1)
        shelf.forget()
        try shelf.trip.bea.ask("highlight.hide", ["highlight": removed])
        #expect(try shelf.order() == ["L2"])
        #expect(shelf.app.heard("highlights.changed").count == 1)
        try shelf.send(1)
        #expect(try shelf.order() == ["L2"])
        #expect(shelf.app.heard("highlights.changed").count == 1)
        let carls = try shelf.trip.carl.ask("highlight.list")["highlights"]?.arrayValue ?? []
        #expect(carls.contains { $0["id"] == removed })
        let why = try shelf.trip.bea.ask("delivery.explain", ["person": "bea", "about": removed])
        #expect(why["reasons"]?.arrayValue?.last?["rule"] == "attr-remove")
        try shelf.trip.bea.ask("highlight.restore", ["highlight": removed])
        #expect(try shelf.order() == ["L1", "L2"])
        try shelf.trip.bea.ask("highlight.hide", ["highlight": removed])
        try shelf.pin(1)
        #expect(try shelf.order() == ["L1", "L2"])
        // A pin undoes a removal, and a removal undoes a pin.
        try shelf.trip.bea.ask("highlight.hide", ["highlight": removed])
        #expect(try shelf.order() == ["L2"])
    }

    @Test("a restart does not repeat the end of a curated place")
    func restartDoesNotRepeatTheEndOfACuratedPlace() throws {
        let shelf = try Shelf(links: 2)
        try shelf.display(1)
        try shelf.trip.advance(30 * 86_400_000)
        #expect(try shelf.order() == ["L2", "L1"])
        let end = shelf.trip.server.log.end
        for _ in 0..<2 {
            try shelf.trip.server.restart()
            let app = try shelf.trip.server.join([
                "role": "app", "app": "com.example.notes", "handle": "bea", "after": .integer(end),
            ])
            let observer = try shelf.trip.server.observer()
            let pending = try observer.ask("session.fence")["pending"]?.arrayValue ?? []
            #expect(!pending.contains { $0["what"]?.stringValue?.contains("curated") == true })
            #expect(app.heard("highlights.changed").isEmpty)
            #expect(shelf.trip.server.log.end == end)
        }
    }

    @Test("a resuming session receives no unsent link, and a resuming app no removed one")
    func resumingSessionReceivesNoUnsentLink() throws {
        let shelf = try Shelf(links: 1)
        let cursor = shelf.trip.server.state.position
        func late(_ hello: JSONValue) throws -> EngineClient {
            try shelf.trip.server.join(hello.adding(["after": .integer(cursor)]))
        }
        try shelf.send(7)
        let sent = try shelf.trip.anna.ask(
            "message.send", ["conversation": shelf.trip.conversation, "text": "https://notes.example/unsent"])
        try shelf.trip.anna.ask("message.unsend", ["message": sent["message"]?["id"] ?? .null])
        try shelf.send(8)
        try shelf.trip.bea.ask("highlight.hide", ["highlight": shelf.highlight(8)])
        let hello: JSONValue = ["role": "app", "app": "com.example.notes", "handle": "bea"]
        let text = try late(hello).raw.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }.joined()
        #expect(text.contains("L7") && !text.contains("L8") && !text.contains("/unsent"), "\(text)")
        let bea = try late(["role": "person", "handle": "bea"])
        let told = bea.heard("highlights.changed").map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }
        #expect(!told.joined().contains("/unsent"))
        // Without consent, a resuming app receives no link.
        try shelf.trip.bea.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": false]]])
        let revoked = try late(hello).raw.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }.joined()
        #expect(!revoked.contains("https://"), "\(revoked)")
    }

    @Test("a repeated link that keeps its place causes no notification")
    func repeatedLinkInItsPlaceIsNoChange() throws {
        let shelf = try Shelf(links: 2)
        try shelf.send(2)
        #expect(shelf.app.heard.isEmpty && !shelf.trip.bea.heard.contains { $0.method == "highlights.changed" })
        try shelf.send(1)
        #expect(shelf.app.heard("highlights.changed").count == 1)
        #expect(try shelf.order() == ["L1", "L2"])
    }

    @Test("an attribution token is not found after another app gets its link")
    func attributionTokenEndsWhenAnotherAppGetsTheLink() throws {
        let shelf = try Shelf(links: 1)
        try shelf.pin(1)
        let token = try shelf.app.ask("attribution.attach", ["highlight": shelf.highlight(1)])["attribution"]
        let other: JSONValue = ["app": "com.example.other", "name": "Other", "domains": ["notes.example"]]
        try shelf.trip.observer.ask("app.register", other)
        let association: JSONValue = [
            "applinks": ["details": [["appIDs": ["A1.com.example.other"], "components": [["/": "*"]]]]]
        ]
        try shelf.trip.observer.ask("site.publish", ["domain": "notes.example", "association": association])
        #expect(shelf.trip.bea.refusal("attribution.show", ["attribution": token ?? .null]) == .notFound)
    }

    @Test("swy-delete: unsending removes the pins of links that were edited out, also of former members")
    func unsendingRemovesAllPinsOfTheMessage() throws {
        let shelf = try Shelf(links: 1)
        try shelf.trip.anna.ask(
            "conversation.addParticipant", ["conversation": shelf.trip.conversation, "handle": "dora"])
        let sent = try shelf.trip.anna.ask(
            "message.send", ["conversation": shelf.trip.conversation, "text": shelf.url(9)])
        let message: JSONValue = ["message": sent["message"]?["id"] ?? .null]
        try shelf.pin(9)
        try shelf.trip.bea.ask("conversation.leave", ["conversation": shelf.trip.conversation])
        try shelf.trip.anna.ask("message.edit", message.adding(["text": "never mind"]))
        #expect(try shelf.order() == ["L9"])
        try shelf.trip.anna.ask("message.unsend", message)
        #expect(try shelf.order() == [])
    }

    @Test("a consent request remains without its URL when its link is unsent")
    func consentRequestLosesAnUnsentURL() throws {
        let trip = try TripFixture()
        let sent = try trip.anna.ask(
            "message.send", ["conversation": trip.conversation, "text": "https://notes.example/secret"])
        try trip.bea.ask("link.pin", ["conversation": trip.conversation, "url": "https://notes.example/secret"])
        let asked = trip.bea.heard("consent.requested").first?["url"]
        #expect(asked == "https://notes.example/secret")
        try trip.anna.ask("message.unsend", ["message": sent["message"]?["id"] ?? .null])
        let waiting = try trip.bea.ask("settings.get")["settings"]?["consents"]?.arrayValue ?? []
        #expect(waiting.count == 1 && waiting.first?["url"] == "")
        let late = try trip.server.person("bea", after: 0)
        #expect(late.heard("consent.requested").map { $0["url"] } == [""])
    }

    @Test("the pages of a long shelf have at most half of the unsent bytes")
    func shelfPagesStayBelowTheLimit() throws {
        let trip = try TripFixture { $0.limits.unsentBytes = 100_000 }
        try trip.bea.ask("contact.add", ["handle": "anna"])
        try trip.bea.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": true]]])
        for message in 0..<4 {
            let links = (0..<40).map { "https://notes.example/\(message)/\($0)" }.joined(separator: " ")
            try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": .string(links)])
        }
        var seen: [JSONValue] = []
        var more: JSONValue? = true
        while more == true {
            let params: JSONValue = seen.last.map { ["after": $0] } ?? [:]
            let page = try trip.bea.ask("highlight.list", params)
            let bytes = JSONWriter.bytes(of: page).count
            #expect(bytes < 50_000, "\(bytes)")
            seen += page["highlights"]?.arrayValue?.compactMap { $0["id"] } ?? []
            more = page["more"]
        }
        #expect(seen.count == 160)
        let name = "a" + String(repeating: "\u{301}", count: 10_000)
        let renaming: JSONValue = ["conversation": trip.conversation, "name": .string(name)]
        let refused = trip.bea.refusal("conversation.rename", renaming)
        #expect(refused == .tooLarge)
    }

    @Test("swy-block: a link from a blocked person does not surface, unless another contact sent it")
    func linkFromABlockedPersonDoesNotSurface() throws {
        let shelf = try Shelf(links: 2)
        try shelf.trip.carl.ask("message.send", ["conversation": shelf.trip.conversation, "text": shelf.url(1)])
        try shelf.trip.bea.ask("contact.add", ["handle": "carl"])
        try shelf.trip.bea.ask("contact.block", ["handle": "anna"])
        #expect(try shelf.order() == ["L1"])
        try shelf.send(1)
        #expect(try shelf.order() == ["L1"])
        let blocked = try shelf.trip.bea.ask("contact.list")["blocked"]
        #expect(blocked == [["handle": "anna", "name": "Anna"]])
        try shelf.trip.bea.ask("contact.unblock", ["handle": "anna"])
        #expect(try shelf.order() == ["L1", "L2"])
    }

    @Test("attr-context-when, privacy-render: a token keeps its context, and only its person sees the sharers")
    func attributionTokenShowsSharersOnlyToItsPerson() throws {
        let shelf = try Shelf(links: 1)
        let highlight = try shelf.highlight(1)
        let token = try #require(try shelf.app.ask("attribution.attach", ["highlight": highlight])["attribution"])
        try shelf.app.ask("attribution.attach", ["highlight": highlight, "context": "detail"])
        let shown = try shelf.trip.bea.ask("attribution.show", ["attribution": token])["attribution"]
        #expect(shown?["context"] == "summary")
        #expect(shown?["sharers"]?.arrayValue?.first?["name"] == "Anna")
        #expect(shown?["sharers"]?.arrayValue?.first?["conversationName"] == "Weekend")
        #expect(shelf.trip.carl.refusal("attribution.show", ["attribution": token]) == .notFound)
        #expect(shelf.app.refusal("attribution.show", ["attribution": token]) == .forbidden)
        let text = token.stringValue ?? ""
        #expect(text.first == "t" && text.count == 25 && text.dropFirst().allSatisfy(\.isHexDigit), "\(text)")
        try shelf.trip.bea.ask("highlight.hide", ["highlight": highlight])
        #expect(shelf.trip.bea.refusal("attribution.show", ["attribution": token]) == .notFound)
        #expect(shelf.app.refusal("attribution.attach", ["highlight": highlight]) == .notFound)
    }

    @Test("center-errors: a malformed URL has code 2, and a foreign or unlisted one has code 3")
    func lookupsFailWithTheirCodes() throws {
        let shelf = try Shelf(links: 1)
        func code(_ method: String, _ params: JSONValue) -> JSONValue? {
            let id = shelf.app.post("highlightCenter.\(method)", params)
            shelf.trip.server.flush()
            return shelf.app.answers[id]?.first?["error"]?["data"]?["code"]
        }
        #expect(try shelf.highlight(1) != .null)
        #expect(code("getHighlight", ["url": "notes"]) == 2)
        #expect(code("getHighlight", ["url": "https://other.example/"]) == 3)
        #expect(code("getHighlight", ["url": "https://notes.example/none"]) == 3)
        #expect(code("getCollaborationHighlight", ["url": shelf.url(1)]) == 3)
        #expect(code("collaborationHighlight", ["collaborationIdentifier": "s404"]) == 3)
        try shelf.trip.anna.ask("share.send", ["share": shelf.trip.share, "conversation": shelf.trip.conversation])
        let found = try shelf.app.ask(
            "highlightCenter.collaborationHighlight", ["collaborationIdentifier": shelf.trip.share])
        #expect(found["highlight"]?["title"] == "Trip plan")
        for name in ["anna", "bea", "carl"] {
            // The shelves of Anna and Carl do not have the document, but both are participants.
            let app = try shelf.trip.server.app(as: name)
            for method in ["getHighlight", "getCollaborationHighlight"] {
                let own = try app.ask("highlightCenter.\(method)", ["url": TripFixture.url])
                #expect(own == found, "\(method) of \(name)")
            }
        }
        let alone = try shelf.trip.anna.ask("share.create", ["app": "com.example.notes", "title": "Alone"])["share"]
        let annas = try shelf.trip.server.app(as: "anna")
        let never = try annas.ask("highlightCenter.getCollaborationHighlight", ["url": alone?["url"] ?? .null])
        #expect(never["highlight"]?["title"] == "Alone", "it was never sent anywhere")
        #expect(code("getCollaborationHighlight", ["url": alone?["url"] ?? .null]) == 3, "Bea is not on it")
        try shelf.trip.bea.ask("share.leave", ["url": TripFixture.url])
        try shelf.trip.bea.ask("highlight.hide", ["highlight": found["highlight"]?["id"] ?? .null])
        #expect(code("getCollaborationHighlight", ["url": TripFixture.url]) == 3, "who left finds it no more")
        try shelf.trip.anna.ask("share.addParticipant", ["url": TripFixture.url, "handle": "bea"])
        let same = try shelf.app.ask("highlightCenter.getCollaborationHighlight", ["url": TripFixture.url])
        #expect(same == found)
    }

    @Test("a shelf change of more than 1,000 links is cut to 1,000 and has reload")
    func largeShelfChangeIsCut() throws {
        let shelf = try Shelf(links: 1)
        for message in 0..<25 {
            let links = (0..<45).map { "https://notes.example/many/\(message)/\($0)" }.joined(separator: " ")
            try shelf.trip.anna.ask(
                "message.send", ["conversation": shelf.trip.conversation, "text": .string(links)])
        }
        shelf.forget()
        try shelf.trip.bea.ask("settings.set", ["automaticSharing": ["everywhere": false]])
        for client in [shelf.app, shelf.trip.bea] {
            let told = try #require(client.heard("highlights.changed").first)
            #expect(told["reload"] == true)
            #expect(told["removed"]?.arrayValue?.count == 1_000)
            #expect(client.heard("highlights.changed").count == 1)
        }
        try shelf.trip.bea.ask("settings.set", ["automaticSharing": ["everywhere": true]])
        #expect(try shelf.order() == [])
    }
}
