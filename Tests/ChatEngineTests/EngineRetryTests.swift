import ChatProtocol
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Retries with a `clientID`: they get the first result and have no further effect.
struct EngineRetryTests {
    /// Returns requests of every method that changes the log, with and without an effect.
    private func requests(_ trip: TripFixture) -> [(who: EngineClient, method: String, params: JSONValue)] {
        let here: JSONValue = ["conversation": trip.conversation]
        func there(_ params: JSONValue) -> JSONValue { with(params, "url", TripFixture.url) }
        let link = with(here, "url", TripFixture.url)
        let newest: JSONValue = ["message": .string(newestMessage(of: trip))]
        let messages: JSONValue = ["messages": [.string(newestMessage(of: trip))]]
        let highlight = highlightOfTheTrip()
        let draft = here.adding(["app": "com.example.notes", "title": "Ideas", "backend": "custom", "text": "look"])
        return [
            (trip.anna, "conversation.create", ["participants": ["dora"]]),
            (trip.anna, "conversation.create", ["participants": ["dora"]]),
            (trip.anna, "conversation.create", ["participants": ["dora", "bea"]]),
            (
                trip.anna, "message.send",
                ["conversation": trip.conversation, "text": "hi @bea https://notes.example/x"]
            ),
            (trip.bea, "conversation.markRead", ["conversation": trip.conversation]),
            (trip.bea, "link.pin", link), (trip.bea, "link.pin", link), (trip.bea, "link.unpin", link),
            (trip.bea, "contact.add", ["handle": "anna"]), (trip.bea, "contact.add", ["handle": "anna"]),
            (trip.bea, "contact.remove", ["handle": "anna"]),
            (trip.bea, "consent.answer", ["consent": .string(consent(of: trip)), "answer": "notNow"]),
            (trip.bea, "settings.set", ["automaticSharing": ["everywhere": false]]),
            (trip.bea, "settings.set", ["automaticSharing": ["everywhere": false]]),
            (trip.anna, "share.create", ["app": "com.example.notes", "title": "Other"]),
            (trip.anna, "share.send", ["share": trip.share, "conversation": trip.conversation, "text": "again"]),
            (trip.bea, "share.accept", ["share": trip.share]), (trip.bea, "share.accept", ["share": trip.share]),
            (trip.app, "highlightCenter.postNotice", ["url": TripFixture.url, "event": TripFixture.edit]),
            (trip.app, "highlightCenter.clearNotices", ["url": TripFixture.url]),
            (trip.anna, "document.create", ["app": "com.example.notes", "title": "Diary"]),
            (trip.anna, "document.edit", there(["text": "hi @bea", "revision": 0])),
            (trip.anna, "document.edit", there(["text": "hi @bea", "revision": 1])),
            (trip.bea, "document.comment", there(["text": "well, @anna"])),
            (trip.app, "document.edit", there(["text": "hi @bea, @carl", "revision": 2])),
            (trip.app, "document.comment", there(["text": "well, @bea"])),
            (trip.bea, "document.rename", there(["title": "Lake plan"])),
            (trip.bea, "document.rename", there(["title": "Lake plan"])),
            (trip.bea, "document.move", there(["folder": "Lakes"])),
            (trip.bea, "document.move", there(["folder": "Lakes"])),
            (trip.bea, "document.open", there([:])),
            (trip.observer, "app.register", ["app": "b", "name": "B", "domains": ["b.example"]]),
            (trip.app, "activity.offer", ["activities": [["type": "crop", "title": "Crop"]]]),
            (trip.app, "activity.offer", ["activities": [["type": "crop", "title": "Crop"]]]),
            (trip.observer, "site.publish", ["domain": "b.example", "association": App.everyPath(for: AppID("b"))]),
            (trip.observer, "site.publish", ["domain": "b.example", "association": .null]),
            (trip.anna, "share.save", ["share": trip.share, "allowsInviting": true]),
            (trip.anna, "share.save", ["share": trip.share, "allowsInviting": true]),
            (trip.anna, "share.addParticipant", ["share": trip.share, "handle": "eve"]),
            (trip.anna, "share.addParticipant", ["share": trip.share, "handle": "eve"]),
            (trip.anna, "share.setRole", ["share": trip.share, "handle": "eve", "role": "administrator"]),
            (trip.anna, "share.removeParticipant", ["share": trip.share, "handle": "eve"]),
            (trip.anna, "share.setInviting", ["share": trip.share, "allowsInviting": false]),
            (trip.anna, "share.setPermission", ["share": trip.share, "permission": "readOnly"]),
            (trip.anna, "share.setAccess", ["share": trip.share, "access": "public"]),
            (trip.observer, "contact.add", ["handle": "carl", "person": "anna"]),
            (trip.anna, "message.edit", with(newest, "text", "other words for @carl")),
            (trip.anna, "message.edit", with(newest, "text", "other words for @carl")),
            (trip.bea, "message.react", with(newest, "reaction", "heart")),
            (trip.bea, "message.react", with(newest, "reaction", "heart")),
            (trip.bea, "message.react", with(with(newest, "reaction", "heart"), "remove", true)),
            (trip.bea, "message.send", with(with(here, "text", "yes"), "replyTo", newest["message"] ?? .null)),
            (trip.bea, "message.unsend", newest),
            (trip.bea, "message.send", with(with(here, "text", ""), "attachment", Self.document)),
            (trip.bea, "message.unsend", newest),
            (trip.anna, "contact.block", ["handle": "carl"]), (trip.anna, "contact.block", ["handle": "carl"]),
            (trip.anna, "contact.unblock", ["handle": "carl"]),
            (trip.anna, "link.pin", with(here, "url", TripFixture.url)),
            (trip.anna, "link.open", ["url": TripFixture.url]), (trip.anna, "link.open", ["url": TripFixture.url]),
            (trip.app, "highlight.display", ["highlight": highlight, "context": "detail"]),
            (trip.app, "highlight.display", ["highlight": highlight, "context": "detail"]),
            (trip.anna, "highlight.hide", ["highlight": highlight]),
            (trip.anna, "highlight.hide", ["highlight": highlight]),
            (trip.anna, "highlight.restore", ["highlight": highlight]),
            (trip.anna, "document.delete", there([:])), (trip.bea, "share.leave", ["share": trip.share]),
            (trip.anna, "share.stop", ["share": trip.share]),
            (trip.anna, "conversation.setPhoto", with(here, "photo", "🏕")),
            (trip.anna, "conversation.setPhoto", with(here, "photo", "🏕")),
            (trip.anna, "conversation.rename", with(here, "name", "Hike")),
            (trip.anna, "conversation.rename", with(here, "name", "Hike")),
            (trip.bea, "conversation.mute", with(here, "muted", true)),
            (trip.bea, "conversation.mute", with(here, "muted", true)),
            (trip.bea, "conversation.markUnread", here), (trip.bea, "conversation.markUnread", here),
            (trip.bea, "conversation.pin", with(here, "pinned", true)),
            (trip.bea, "conversation.pin", with(here, "pinned", true)),
            (trip.bea, "settings.set", ["readReceipts": ["everywhere": false], "mentionAlerts": false]),
            (trip.bea, "settings.set", ["readReceipts": ["everywhere": false], "mentionAlerts": false]),
            (trip.carl, "message.delete", messages), (trip.carl, "message.delete", messages),
            (trip.carl, "message.restore", messages), (trip.carl, "message.delete", messages),
            (trip.carl, "message.erase", messages),
            (trip.carl, "conversation.delete", here), (trip.carl, "conversation.delete", here),
            (trip.carl, "conversation.restore", here), (trip.carl, "conversation.delete", here),
            (trip.carl, "conversation.erase", here),
            (trip.anna, "conversation.addParticipant", with(here, "handle", "dora")),
            (trip.bea, "conversation.removeParticipant", with(here, "handle", "dora")),
            (trip.anna, "conversation.addParticipant", with(here, "handle", "emil")),
            (trip.carl, "conversation.leave", here),
            (trip.anna, "collaboration.start", with(here, "app", "com.example.notes").adding(["title": "Ideas"])),
            (trip.anna, "collaboration.start", draft),
            (
                trip.app, "action.fulfill",
                [
                    "action": action(of: trip), "url": "https://notes.example/ideas",
                    "collaborationIdentifier": "ideas",
                ]
            ),
            (trip.app, "action.fulfill", ["action": action(of: trip)]),
            (trip.anna, "collaboration.start", draft), (trip.app, "action.fail", ["action": action(of: trip)]),
            (trip.anna, "collaboration.start", draft),
            (trip.anna, "collaboration.cancel", ["start": action(of: trip, prefix: "b")]),
        ]
    }

    /// Returns the newest waiting action or its start, as of the next request.
    private func action(of trip: TripFixture, prefix: String = "x") -> JSONValue {
        let action = trip.server.state.collaborating.actions.last
        return .string((prefix == "x" ? action?.id.rawValue : action?.start?.rawValue) ?? "\(prefix)?")
    }

    private static let document: JSONValue = ["name": "a.txt", "type": "text/plain", "content": "aGk="]

    /// Returns the newest message of the conversation, as of the next request.
    private func newestMessage(of trip: TripFixture) -> String {
        let id = ConversationID(trip.conversation.stringValue ?? "")
        return trip.server.state.conversations[id]?.lastMessage?.id.rawValue ?? "m?"
    }

    private func highlightOfTheTrip() -> JSONValue {
        let url = try? CanonicalURL(TripFixture.url.stringValue ?? "")
        return .string(url.map { LinkTable.unknown($0, app: nil).id.rawValue } ?? "h?")
    }

    private func consent(of trip: TripFixture) -> String {
        let bea = trip.server.state.people.first { $0.key.rawValue == "bea" }
        return bea?.value.consents.waiting.first?.id.rawValue ?? "q?"
    }

    @Test("D7: a retry gets the first result and changes nothing", arguments: [false, true])
    func retryGetsTheFirstResult(inTheSameTick: Bool) throws {
        let trip = try TripFixture()
        func answers() throws -> Int { try trip.server.log.allFacts().count { $0.event.isAnswered } }
        for index in requests(trip).indices {
            // Requests name ids that earlier requests created, such as the consent.
            let request = requests(trip)[index]
            let params = with(request.params, "clientID", .string("retry \(index)"))
            let answered = try answers()
            let first: JSONValue
            if inTheSameTick {
                let ids = (request.who.post(request.method, params), request.who.post(request.method, params))
                trip.server.flush()
                first = try request.who.answer(ids.0)
                #expect(try request.who.answer(ids.1) == first, "\(request.method) at \(index)")
            } else {
                first = try request.who.ask(request.method, params)
            }
            let end = trip.server.log.end
            #expect(try request.who.ask(request.method, params) == first, "\(request.method) at \(index)")
            #expect(trip.server.log.end == end, "\(request.method) at \(index)")
            #expect(try answers() <= answered + 1)
        }
    }

    /// Each request needs its own server with all earlier requests. A short run tests every eighth request.
    @Test("D7: a retry after a restart gets the first result") func retryAfterARestartGetsTheFirstResult() throws {
        for index in stride(from: 0, to: try requests(TripFixture()).count, by: TestExtent.isWhole ? 1 : 8) {
            let trip = try TripFixture()
            for earlier in 0..<index {
                let request = requests(trip)[earlier]
                try request.who.ask(request.method, request.params)
            }
            let request = requests(trip)[index]
            let params = with(request.params, "clientID", "retry")
            let first = try request.who.ask(request.method, params)
            let end = trip.server.log.end
            let hello = try #require(request.who.welcome["me"])
            try trip.server.restart()
            let client = try trip.server.join(hello)
            #expect(try client.ask(request.method, params) == first, "\(request.method) at \(index)")
            #expect(trip.server.log.end == end, "\(request.method)")
            #expect(try trip.server.log.allFacts().count { $0.event.isAnswered } <= 1)
        }
    }

    @Test func retriesCoverEveryMethodThatChangesTheLog() throws {
        let trip = try TripFixture()
        let tried = Set(requests(trip).map(\.method)).union(["notice.dismiss", "notice.answer"])
        #expect(tried == Set(Method.allCases.filter(\.changesTheLog).map(\.rawValue)))
    }

    @Test func retryOfARequestWithoutEffectHasNoEffect() throws {
        let trip = try TripFixture()
        try trip.bea.ask("contact.add", ["handle": "anna"])
        try trip.bea.ask("contact.add", ["handle": "anna", "clientID": "x"])
        try trip.bea.ask("contact.remove", ["handle": "anna"])
        try trip.bea.ask("contact.add", ["handle": "anna", "clientID": "x"])
        #expect(try trip.bea.ask("contact.list")["contacts"] == .array([]))
    }

    @Test func retryOfADismissalChangesNothing() throws {
        let trip = try TripFixture()
        let notice = try #require(try trip.post(TripFixture.edit).first)
        let params: JSONValue = ["notice": notice, "clientID": "x"]
        let first = try trip.bea.ask("notice.dismiss", params)
        let end = trip.server.log.end
        #expect(try trip.bea.ask("notice.dismiss", params) == first)
        #expect(trip.server.log.end == end)
    }

    @Test func clientIDsBelongToOnePersonAndHaveALimit() throws {
        let trip = try TripFixture()
        let params: JSONValue = ["conversation": trip.conversation, "text": "hi", "clientID": "same"]
        let one = try trip.anna.ask("message.send", params)
        let other = try trip.bea.ask("message.send", params)
        #expect(one["message"]?["id"] != other["message"]?["id"])
        let device = try trip.server.person("anna")
        #expect(try device.ask("message.send", params) == one)
        let limit = String(repeating: "i", count: 256)
        try trip.anna.ask("message.send", with(params, "clientID", .string(limit)))
        #expect(trip.anna.refusal("message.send", with(params, "clientID", .string(limit + "i"))) == .invalidParams)
        #expect(trip.anna.refusal("message.send", with(params, "clientID", "")) == .invalidParams)
        #expect(trip.anna.refusal("settings.get", ["clientID": "x"]) == .invalidParams)
    }

    @Test func canonicallyEquivalentClientIDsOfOneTickDiffer() throws {
        let trip = try TripFixture()
        let texts = ["composed", "decomposed"]
        let ids = zip(texts, ["\u{E9}", "e\u{301}"]).map { text, clientID in
            trip.anna.post(
                "message.send",
                ["conversation": trip.conversation, "text": .string(text), "clientID": .string(clientID)])
        }
        trip.server.flush()
        #expect(try ids.map { try trip.anna.answer($0)["message"]?["text"]?.stringValue } == texts)
    }

    @Test func canonicallyEquivalentHandlesShareClientIDs() throws {
        let trip = try TripFixture()
        let composed = try trip.server.person("\u{E9}va")
        let decomposed = try trip.server.person("e\u{301}va")
        let params: JSONValue = ["participants": ["bea", "anna"], "clientID": "x"]
        let first = try composed.ask("conversation.create", params)
        #expect(try decomposed.ask("conversation.create", params) == first)
    }

    @Test("D7: a retried edit whose writer lost access is refused, and the error reports that it was done")
    func retryAfterLostAccessIsRefused() throws {
        let trip = try TripFixture()
        let edit: JSONValue = ["url": TripFixture.url, "text": "words", "revision": 0, "clientID": "edit-1"]
        let bea = try trip.server.app(as: "bea")
        try bea.ask("document.open", ["url": TripFixture.url])
        try bea.ask("document.edit", edit)
        try trip.anna.ask("share.removeParticipant", ["share": trip.share, "handle": "bea"])
        let end = trip.server.log.end
        for (clientID, isDone) in [("edit-1", true), ("edit-2", false)] {
            let id = bea.post("document.edit", with(edit, "clientID", .string(clientID)))
            trip.server.flush()
            let error = bea.answers[id]?.first?["error"]
            #expect(error?["message"]?.stringValue?.hasPrefix("This request was done.") == isDone, "\(clientID)")
        }
        #expect(trip.server.log.end == end)
    }

    @Test("D8: a refused request is not remembered")
    func aRefusedRequestIsNotRemembered() throws {
        let trip = try TripFixture()
        #expect(trip.anna.refusal("message.send", ["conversation": "c?", "text": "hi", "clientID": "x"]) == .notFound)
        try trip.anna.ask("message.send", ["conversation": trip.conversation, "text": "hi", "clientID": "x"])
    }
}

extension Event {
    var isAnswered: Bool { self == .requestAnswered }
}
