import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine

/// Notices about the members of a share. The system posts them, and an app can post only a true event, once.
struct MembershipTests {
    private let desk: ShareDesk

    init() throws { desk = try ShareDesk() }

    /// Returns each person's notices since the last call, as `bea: Anna added Dora to “Trip plan”`.
    private func told() -> [String] {
        ["anna", "bea", "carl", "dora"].flatMap { name in
            desk.trip.notices(desk.client(name)).map { "\(name): \($0["text"]?.stringValue ?? "?")" }
        }
    }

    private func forget() { _ = told() }

    private func post(_ trigger: String, _ person: String? = nil, as name: String) throws -> [JSONValue] {
        try desk.trip.post(event(trigger, person), as: desk.trip.server.app(as: name))
    }

    private func event(_ trigger: String, _ person: String?) -> JSONValue {
        let event: JSONValue = ["type": "membership", "trigger": .string(trigger)]
        return person.map { event.adding(["person": .string($0)]) } ?? event
    }

    private func refusal(_ trigger: String, _ person: String? = nil, as name: String) throws -> String? {
        let params: JSONValue = ["url": TripFixture.url, "event": event(trigger, person)]
        return desk.refusal(try desk.trip.server.app(as: name), "highlightCenter.postNotice", params)
    }

    // MARK: Notices of the system

    @Test("each change of members notifies the other participants in the conversation")
    func memberChangeNotifiesTheOthers() throws {
        try desk.ask("bea", "share.accept")
        #expect(told() == ["anna: Bea joined “Trip plan”", "carl: Bea joined “Trip plan”"])
        try desk.ask("bea", "share.accept")
        #expect(told().isEmpty, "she is there already")
        try desk.ask("carl", "document.open")
        #expect(told() == ["anna: Carl joined “Trip plan”", "bea: Carl joined “Trip plan”"])
        try desk.ask("anna", "share.addParticipant", ["handle": "dora"])
        #expect(told() == ["bea: Anna added Dora to “Trip plan”", "carl: Anna added Dora to “Trip plan”"])
        try desk.ask("dora", "share.accept")
        #expect(told().count == 3, "Dora is in no conversation with it, and the others are")
        try desk.ask("bea", "share.leave")
        #expect(told() == ["anna: Bea left “Trip plan”", "carl: Bea left “Trip plan”"])
        try desk.ask("anna", "share.removeParticipant", ["handle": "carl"])
        #expect(told().isEmpty, "nobody who has it is left in the conversation")
        let id = try #require(desk.trip.notices(desk.trip.observer).last?["id"])
        for (name, rule) in [("anna", "ntc-self"), ("carl", "ck-accept"), ("bea", "ck-accept")] {
            let why = try desk.trip.observer.ask("delivery.explain", ["person": .string(name), "about": id])
            #expect(why["delivered"] == false)
            #expect(why["reasons"]?.arrayValue?.last?["rule"] == .string(rule), "\(name)")
        }
    }

    @Test("one save posts one notice for its added people and one for its removed people")
    func saveOfSeveralPeopleIsOneNotice() throws {
        try desk.ask("bea", "share.accept")
        forget()
        let handles: JSONValue = ["handles": ["dora", "emil"]]
        try desk.ask("anna", "share.addParticipant", handles)
        let row = try #require(desk.trip.notices(desk.client("bea")).first)
        #expect(row["text"] == "Anna added Dora and Emil to “Trip plan”" && row["count"] == 2)
        #expect(row["people"] == ["dora", "emil"])
        let id = try #require(row["id"])
        #expect(try post("addedCollaborator", "emil", as: "anna") == [id])
        #expect(try post("addedCollaborator", "dora", as: "anna") == [id])
        forget()
        try desk.ask("anna", "share.save", ["add": [["handle": "finn"]], "remove": ["dora", "emil", "carl"]])
        #expect(
            told() == [
                "bea: Anna removed Carl, Dora and Emil from “Trip plan”", "bea: Anna added Finn to “Trip plan”",
            ])
        try desk.ask("anna", "share.addParticipant", ["handles": ["gina", "hugo", "ida", "jan"]])
        #expect(told() == ["bea: Anna added Gina, Hugo and 2 others to “Trip plan”"])
    }

    @Test("each save posts a notice of its own, even if it adds a removed person again")
    func eachSavePostsItsOwnNotice() throws {
        try desk.ask("anna", "share.addParticipant", ["handle": "dora"])
        try desk.ask("anna", "share.addParticipant", ["handle": "emil"])
        try desk.ask("anna", "share.removeParticipant", ["handle": "dora"])
        try desk.ask("anna", "share.addParticipant", ["handle": "dora"])
        let rows = desk.trip.notices(desk.client("bea"))
        #expect(rows.compactMap { $0["count"] } == [1, 1, 1, 1])
        #expect(Set(rows.compactMap { $0["id"]?.stringValue }).count == 4)
    }

    @Test("the first sending, the opening and the end of a share post no notice")
    func sendingOpeningAndEndPostNoNotice() throws {
        #expect(told().isEmpty, "the first sending")
        try desk.ask("bea", "share.accept")
        forget()
        // Drops Carl, whose invitation is pending.
        try desk.ask("anna", "share.setAccess", ["access": "public"])
        #expect(told().isEmpty)
        try desk.ask("carl", "share.accept")
        #expect(told() == ["anna: Carl joined “Trip plan”", "bea: Carl joined “Trip plan”"])
        try desk.ask("anna", "share.setAccess", ["access": "private", "handles": ["carl"]])
        #expect(told() == ["carl: Anna removed Bea from “Trip plan”", "carl: Anna added you to “Trip plan”"])
        try desk.ask("anna", "share.stop")
        #expect(told().isEmpty)
    }

    @Test("a later sending posts a notice of its new people to the earlier participants")
    func laterSendingNotifiesEarlierParticipants() throws {
        let group = try desk.trip.anna.ask("conversation.create", ["participants": ["dora", "emil"]])
        let other = try #require(group["conversation"]?["id"])
        try desk.trip.anna.ask("share.send", ["share": desk.trip.share, "conversation": other])
        #expect(
            told() == ["bea: Anna added Dora and Emil to “Trip plan”", "carl: Anna added Dora and Emil to “Trip plan”"])
    }

    @Test("a share that was never sent changes its members without a notice")
    func unsentSharePostsNoNotices() throws {
        let created = try desk.trip.anna.ask("share.create", ["app": "com.example.notes", "title": "Alone"])
        let share: JSONValue = ["share": created["share"]?["id"] ?? .null]
        forget()
        _ = desk.trip.observer.takeHeard()
        try desk.trip.anna.ask("share.addParticipant", share.adding(["handle": "bea"]))
        try desk.trip.bea.ask("share.accept", share)
        try desk.trip.bea.ask("share.leave", share)
        #expect(told().isEmpty && desk.trip.notices(desk.trip.observer).isEmpty)
    }

    // MARK: Notices of apps

    @Test("an app's event for a known change is answered with the system's notice")
    func knownChangeIsAnsweredWithItsNotice() throws {
        try desk.ask("bea", "share.accept")
        let joined = try #require(desk.trip.notices(desk.client("anna")).first?["id"])
        #expect(try post("addedCollaborator", as: "bea") == [joined])
        #expect(try post("addedCollaborator", "bea", as: "bea") == [joined])
        try desk.ask("anna", "share.addParticipant", ["handle": "dora"])
        let added = try #require(desk.trip.notices(desk.client("bea")).last?["id"])
        // The answer is the same a day later and after a restart.
        try desk.trip.advance(86_400_000)
        let state = desk.trip.server.state
        try desk.trip.server.restart()
        #expect(desk.trip.server.state == state)
        #expect(try post("addedCollaborator", "dora", as: "anna") == [added])
        #expect(desk.trip.server.state == state, "nothing more was told")
    }

    @Test("a person who left can post only their own departure")
    func formerParticipantPostsOnlyTheirDeparture() throws {
        try desk.ask("bea", "share.accept")
        let bea = try desk.trip.server.app(as: "bea")
        try desk.ask("bea", "share.leave")
        let left = try #require(desk.trip.notices(desk.client("carl")).last?["id"])
        #expect(try desk.trip.post(event("removedCollaborator", nil), as: bea) == [left])
        #expect(try refusal("addedCollaborator", as: "bea") == "forbidden ck-accept")
        #expect(try refusal("removedCollaborator", "carl", as: "bea") == "forbidden ck-accept")
        #expect(try refusal("removedCollaborator", as: "carl") == "forbidden ck-accept", "he is on it, and pending")
    }

    @Test("an app can post an addition for which the system posted no notice")
    func appPostsAnAdditionWithoutANotice() throws {
        // The first sending added Carl, and its message replaced the notice.
        let first = try post("addedCollaborator", "carl", as: "anna")
        #expect(told() == ["bea: Anna added Carl to “Trip plan”", "carl: Anna added you to “Trip plan”"])
        #expect(try post("addedCollaborator", "carl", as: "anna") == first)
        #expect(told().isEmpty)
    }

    @Test("a false membership event is refused and changes nothing")
    func falseMembershipEventIsRefused() throws {
        try desk.ask("bea", "share.accept")
        for (trigger, person, poster) in [
            ("removedCollaborator", "anna", "bea"), ("addedCollaborator", "queen", "anna"),
            ("addedCollaborator", "queen", "bea"), ("removedCollaborator", "carl", "anna"),
            ("removedCollaborator", "queen", "anna"), ("addedCollaborator", "anna", "anna"),
            ("addedCollaborator", "anna", "bea"), ("removedCollaborator", "bea", "bea"),
        ] {
            #expect(try refusal(trigger, person, as: poster) == "conflict ev-membership", "\(trigger) \(person)")
        }
        try desk.ask("anna", "share.setRole", ["handle": "bea", "role": "administrator"])
        try desk.ask("anna", "share.addParticipant", ["handle": "dora"])
        #expect(try refusal("addedCollaborator", "dora", as: "bea") == "conflict ev-membership", "Anna did")
        try desk.ask("anna", "share.removeParticipant", ["handle": "dora"])
        #expect(try refusal("removedCollaborator", "dora", as: "bea") == "conflict ev-membership", "Anna did")
        try desk.ask("bea", "share.addParticipant", ["handle": "dora"])
        #expect(try refusal("removedCollaborator", "dora", as: "anna") == "conflict ev-membership", "she is back")
        try desk.ask("anna", "share.setRole", ["handle": "bea", "role": "privateUser"])
        #expect(try post("addedCollaborator", "dora", as: "bea").count == 1, "she had the right when she did it")
    }

    @Test("a true membership event is forbidden without the right to make the change")
    func membershipEventNeedsTheRight() throws {
        try desk.ask("bea", "share.accept")
        #expect(try refusal("addedCollaborator", "carl", as: "bea") == "forbidden ck-role-meaning")
        try desk.ask("anna", "share.removeParticipant", ["handle": "carl"])
        #expect(try refusal("removedCollaborator", "carl", as: "bea") == "forbidden ck-role-meaning")
        #expect(try refusal("addedCollaborator", as: "carl") == "forbidden ck-accept")
    }
}
