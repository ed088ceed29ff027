import ChatProtocol
import ChatTestKit
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
            try trip.bea.contact.add(handle: "anna")
            try EngineShelfTests.setSharing(true, for: trip.bea)
            for link in 1...links { try send(link) }
            forget()
        }

        var conversation: ConversationID { trip.conversation }

        func url(_ link: Int) -> String { "https://notes.example/L\(link)" }

        @discardableResult
        func send(_ link: Int, by sender: EngineClient? = nil) throws -> MessageID {
            try (sender ?? trip.anna).message.send(conversation: conversation, text: url(link)).id
        }

        func pin(_ link: Int) throws {
            try trip.bea.link.pin(conversation: conversation, url: url(link))
        }

        func hide(_ highlight: HighlightID) throws { try trip.bea.highlight.hide(highlight: highlight) }

        func forget() {
            for client in [trip.bea, app] { _ = client.takeReceived() }
        }

        /// Returns the names of the links in the order of the app's list.
        func order() throws -> [String] {
            try app.appHighlight.list().highlights.map { String($0.url.split(separator: "/").last ?? "") }
        }

        func highlight(_ link: Int) throws -> HighlightID {
            try app.highlightCenter.getHighlight(url: url(link)).id
        }

        func display(_ link: Int, _ context: DisplayHighlight.Context = .detail) throws {
            try app.highlight.display(highlight: highlight(link), context: context)
        }

        /// Returns the rule that explains the place of each link, from the top.
        func whys() throws -> [String] { try trip.bea.highlight.list().highlights.map(\.why.rule) }
    }

    /// Turns automatic sharing with Notes on or off.
    private static func setSharing(_ isOn: Bool, for client: EngineClient) throws {
        try client.settings.set(sharing: .init(apps: .init([(AppID("com.example.notes"), isOn)])))
    }

    private static func setEverywhere(_ isOn: Bool, for client: EngineClient) throws {
        try client.settings.set(sharing: .init(everywhere: isOn))
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
        try Self.setEverywhere(false, for: shelf.trip.bea)
        #expect(try shelf.order() == ["L4", "L2"])
    }

    @Test("rank-not-stale: a curated link leaves the top when its score is too low, with one notification")
    func staleCuratedLinkLeavesTheTop() throws {
        let shelf = try Shelf(links: 3)
        try shelf.display(1)
        #expect(try shelf.order() == ["L1", "L3", "L2"])
        let pending = try shelf.trip.bea.session.fence().pending
        let endsAt = try #require(pending.first { $0.what.contains("curated") }?.dueAt)
        let left = endsAt.milliseconds - WorldClock.virtualStart.milliseconds
        // A shared and opened link has 5 points. With a half-life of seven days, they decay to 3 in this time.
        #expect(left == 445_716_792)
        shelf.forget()
        try shelf.trip.advance(left - 1)
        #expect(try shelf.order() == ["L1", "L3", "L2"])
        #expect(shelf.app.received.isEmpty && shelf.trip.bea.received.isEmpty)
        try shelf.trip.advance(1)
        #expect(try shelf.order() == ["L3", "L2", "L1"])
        for client in [shelf.app, shelf.trip.bea] {
            let delivered = client.received("highlights.changed")
            #expect(delivered.count == 1)
            #expect(delivered.first?["updated"]?.arrayValue?.count == 1)
            #expect(delivered.first?["updated"]?.arrayValue?.first?["url"] == .string(shelf.url(1)))
            #expect(delivered.first?["added"]?.arrayValue?.isEmpty == true)
        }
        try shelf.trip.advance(90 * 86_400_000)
        #expect(shelf.app.received("highlights.changed").count == 1)
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
        func first() throws -> String? { try app.appHighlight.list().highlights.first?.url }
        #expect(try first() == shelf.url(1))
        try observer.clock.advance(.milliseconds(864_000_000))
        #expect(try first() == shelf.url(3))
        #expect(app.received("highlights.changed").count == 1)
    }

    @Test("rank-signals: a link that is only shared, pinned or shown is not curated, and a reply curates it")
    func replyMakesALinkCurated() throws {
        let shelf = try Shelf(links: 3)
        try shelf.pin(1)
        try shelf.send(2, by: shelf.trip.carl)
        #expect(try shelf.whys() == ["rank-pins-next", "rank-rest-chrono", "rank-rest-chrono"])
        try shelf.display(3, .summary)
        #expect(try shelf.order() == ["L1", "L2", "L3"])
        let messages = try shelf.trip.bea.conversation.history(conversation: shelf.conversation).entries
            .compactMap { if case .message(let message) = $0 { message } else { nil } }
        let message = try #require(messages.first { $0.text == shelf.url(3) })
        try shelf.trip.bea.message.send(conversation: shelf.conversation, text: "nice", replyTo: message.id)
        #expect(try shelf.order() == ["L3", "L1", "L2"])
        let top = try shelf.trip.bea.highlight.list().highlights.first
        #expect(top?.ranking?.score == 4.5)
        #expect(
            top?.why.text
                == "curated: replied to 3.0 + shared 1.0 + shown on a shelf 0.5 = 4.5, above 3.0")
    }

    @Test("attr-remove: a removed link stays off its person's shelf until it is restored or pinned")
    func removedLinkStaysOffTheShelf() throws {
        let shelf = try Shelf(links: 2)
        try shelf.trip.carl.contact.add(handle: "anna")
        try Self.setSharing(true, for: shelf.trip.carl)
        try shelf.send(1)
        let removed = try shelf.highlight(1)
        shelf.forget()
        try shelf.hide(removed)
        #expect(try shelf.order() == ["L2"])
        #expect(shelf.app.received("highlights.changed").count == 1)
        try shelf.send(1)
        #expect(try shelf.order() == ["L2"])
        #expect(shelf.app.received("highlights.changed").count == 1)
        #expect(try shelf.trip.carl.highlight.list().highlights.contains { $0.id == removed })
        let why = try shelf.trip.bea.delivery.explain(person: "bea", about: removed.rawValue)
        #expect(why.reasons.last?.rule == "attr-remove")
        try shelf.trip.bea.highlight.restore(highlight: removed)
        #expect(try shelf.order() == ["L1", "L2"])
        try shelf.hide(removed)
        try shelf.pin(1)
        #expect(try shelf.order() == ["L1", "L2"])
        // A pin undoes a removal, and a removal undoes a pin.
        try shelf.hide(removed)
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
            let pending = try shelf.trip.server.observer().session.fence().pending
            #expect(!pending.contains { $0.what.contains("curated") })
            #expect(app.received("highlights.changed").isEmpty)
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
        let sent = try shelf.trip.anna.message.send(
            conversation: shelf.conversation, text: "https://notes.example/unsent")
        try shelf.trip.anna.message.unsend(message: sent.id)
        try shelf.send(8)
        try shelf.hide(shelf.highlight(8))
        let hello: JSONValue = ["role": "app", "app": "com.example.notes", "handle": "bea"]
        let text = try late(hello).raw.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }.joined()
        #expect(text.contains("L7") && !text.contains("L8") && !text.contains("/unsent"), "\(text)")
        let bea = try late(["role": "person", "handle": "bea"])
        let delivered = bea.received("highlights.changed").map {
            String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self)
        }
        #expect(!delivered.joined().contains("/unsent"))
        // Without consent, a resuming app receives no link.
        try Self.setSharing(false, for: shelf.trip.bea)
        let revoked = try late(hello).raw.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }.joined()
        #expect(!revoked.contains("https://"), "\(revoked)")
    }

    @Test("a repeated link that keeps its place causes no notification")
    func repeatedLinkInItsPlaceIsNoChange() throws {
        let shelf = try Shelf(links: 2)
        try shelf.send(2)
        #expect(shelf.app.received.isEmpty && !shelf.trip.bea.received.contains { $0.method == "highlights.changed" })
        try shelf.send(1)
        #expect(shelf.app.received("highlights.changed").count == 1)
        #expect(try shelf.order() == ["L1", "L2"])
    }

    @Test("an attribution token is not found after another app gets its link")
    func attributionTokenEndsWhenAnotherAppGetsTheLink() throws {
        let shelf = try Shelf(links: 1)
        try shelf.pin(1)
        let token = try shelf.app.attribution.attach(highlight: shelf.highlight(1))
        try shelf.trip.observer.app.register(app: "com.example.other", name: "Other", domains: ["notes.example"])
        let association: JSONValue = [
            "applinks": ["details": [["appIDs": ["A1.com.example.other"], "components": [["/": "*"]]]]]
        ]
        try shelf.trip.observer.site.publish(domain: "notes.example", association: association)
        #expect(shelf.trip.bea.refusal { try $0.attribution.show(attribution: token) } == .notFound)
    }

    @Test("swy-delete: unsending removes the pins of links that were edited out, also of former members")
    func unsendingRemovesAllPinsOfTheMessage() throws {
        let shelf = try Shelf(links: 1)
        try shelf.trip.anna.conversation.addParticipant(conversation: shelf.conversation, handle: "dora")
        let message = try shelf.send(9)
        try shelf.pin(9)
        try shelf.trip.bea.conversation.leave(conversation: shelf.conversation)
        try shelf.trip.anna.message.edit(message: message, text: "never mind")
        #expect(try shelf.order() == ["L9"])
        try shelf.trip.anna.message.unsend(message: message)
        #expect(try shelf.order() == [])
    }

    @Test("a consent request remains without its URL when its link is unsent")
    func consentRequestLosesAnUnsentURL() throws {
        let trip = try TripFixture()
        let secret = "https://notes.example/secret"
        let sent = try trip.anna.message.send(conversation: trip.conversation, text: secret)
        try trip.bea.link.pin(conversation: trip.conversation, url: secret)
        let asked = trip.bea.received("consent.requested").first?["url"]
        #expect(asked == .string(secret))
        try trip.anna.message.unsend(message: sent.id)
        #expect(try trip.bea.settings.get().consents.map(\.url) == [""])
        let late = try trip.server.person("bea", after: 0)
        #expect(late.received("consent.requested").map { $0["url"] } == [""])
    }

    @Test("the pages of a long shelf have at most half of the unsent bytes")
    func shelfPagesStayBelowTheLimit() throws {
        let trip = try TripFixture { $0.limits.unsentBytes = 100_000 }
        try trip.bea.contact.add(handle: "anna")
        try Self.setSharing(true, for: trip.bea)
        for message in 0..<4 {
            let links = (0..<40).map { "https://notes.example/\(message)/\($0)" }.joined(separator: " ")
            try trip.anna.message.send(conversation: trip.conversation, text: links)
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
        let refused = trip.bea.refusal { try $0.conversation.rename(conversation: trip.conversation, name: name) }
        #expect(refused == .tooLarge)
    }

    @Test("swy-block: a link from a blocked person does not surface, unless another contact sent it")
    func linkFromABlockedPersonDoesNotSurface() throws {
        let shelf = try Shelf(links: 2)
        try shelf.send(1, by: shelf.trip.carl)
        try shelf.trip.bea.contact.add(handle: "carl")
        try shelf.trip.bea.contact.block(handle: "anna")
        #expect(try shelf.order() == ["L1"])
        try shelf.send(1)
        #expect(try shelf.order() == ["L1"])
        #expect(try shelf.trip.bea.contact.list().blocked == [Person(handle: "anna", name: "Anna")])
        try shelf.trip.bea.contact.unblock(handle: "anna")
        #expect(try shelf.order() == ["L1", "L2"])
    }

    @Test("attr-context-when, privacy-render: a token keeps its context, and only its person sees the sharers")
    func attributionTokenShowsSharersOnlyToItsPerson() throws {
        let shelf = try Shelf(links: 1)
        let highlight = try shelf.highlight(1)
        let token = try shelf.app.attribution.attach(highlight: highlight)
        try shelf.app.attribution.attach(highlight: highlight, context: .detail)
        func show(_ client: EngineClient) throws -> Attribution { try client.attribution.show(attribution: token) }
        let shown = try show(shelf.trip.bea)
        #expect(shown.context == .summary)
        #expect(shown.sharers.first?.name == "Anna")
        #expect(shown.sharers.first?.conversationName == "Weekend")
        #expect(shelf.trip.carl.refusal(show) == .notFound)
        #expect(shelf.app.refusal(show) == .forbidden)
        let text = token.rawValue
        #expect(text.first == "t" && text.count == 25 && text.dropFirst().allSatisfy(\.isHexDigit), "\(text)")
        try shelf.hide(highlight)
        #expect(shelf.trip.bea.refusal(show) == .notFound)
        #expect(shelf.app.refusal { try $0.attribution.attach(highlight: highlight) } == .notFound)
    }

    @Test("center-errors: a malformed URL has code 2, and a foreign or unlisted one has code 3")
    func lookupsFailWithTheirCodes() throws {
        let shelf = try Shelf(links: 1)
        func code(_ request: Request) -> JSONValue? {
            let id = shelf.app.post(request)
            shelf.trip.server.flush()
            return shelf.app.answers[id]?.first?["error"]?["data"]?["code"]
        }
        func found(_ app: EngineClient, _ url: String = TripFixture.url) throws -> AppHighlight {
            try app.highlightCenter.getCollaborationHighlight(url: url)
        }
        _ = try shelf.highlight(1)
        #expect(code(.highlightCenterGetHighlight(.init(url: "notes"))) == 2)
        #expect(code(.highlightCenterGetHighlight(.init(url: "https://other.example/"))) == 3)
        #expect(code(.highlightCenterGetHighlight(.init(url: "https://notes.example/none"))) == 3)
        #expect(code(.highlightCenterGetCollaborationHighlight(.init(url: shelf.url(1)))) == 3)
        #expect(code(.highlightCenterCollaborationHighlight(.init(collaborationIdentifier: "s404"))) == 3)
        try shelf.trip.anna.share.send(share: shelf.trip.share, conversation: shelf.conversation)
        let plan = try shelf.app.highlightCenter.collaborationHighlight(collaborationIdentifier: shelf.trip.share)
        #expect(plan.collaboration?.title == "Trip plan")
        for name in ["anna", "bea", "carl"] {
            // The shelves of Anna and Carl do not have the document, but both are participants.
            let app = try shelf.trip.server.app(as: name)
            #expect(try app.highlightCenter.getHighlight(url: TripFixture.url) == plan, "\(name)")
            #expect(try found(app) == plan, "\(name)")
        }
        let created = try shelf.trip.anna.share.create(app: "com.example.notes", title: "Alone")
        let alone = try #require(created.share?.share.url)
        let never = try found(try shelf.trip.server.app(as: "anna"), alone)
        #expect(never.collaboration?.title == "Alone", "it was never sent anywhere")
        #expect(code(.highlightCenterGetCollaborationHighlight(.init(url: alone))) == 3, "Bea is not on it")
        try shelf.trip.bea.share.leave(.url(TripFixture.url))
        try shelf.hide(plan.id)
        let left = code(.highlightCenterGetCollaborationHighlight(.init(url: TripFixture.url)))
        #expect(left == 3, "who left finds it no more")
        try shelf.trip.anna.share.addParticipant(share: .url(TripFixture.url), people: .one("bea"))
        #expect(try found(shelf.app) == plan)
    }

    @Test("a shelf change of more than 1,000 links is cut to 1,000 and has reload")
    func largeShelfChangeIsCut() throws {
        let shelf = try Shelf(links: 1)
        for message in 0..<25 {
            let links = (0..<45).map { "https://notes.example/many/\(message)/\($0)" }.joined(separator: " ")
            try shelf.trip.anna.message.send(conversation: shelf.conversation, text: links)
        }
        shelf.forget()
        try Self.setEverywhere(false, for: shelf.trip.bea)
        for client in [shelf.app, shelf.trip.bea] {
            let delivered = try #require(client.received("highlights.changed").first)
            #expect(delivered["reload"] == true)
            #expect(delivered["removed"]?.arrayValue?.count == 1_000)
            #expect(client.received("highlights.changed").count == 1)
        }
        try Self.setEverywhere(true, for: shelf.trip.bea)
        #expect(try shelf.order() == [])
    }
}
