import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// Notices about the members of a share. The system posts them, and an app can post only a true event, once.
struct MembershipTests {
    private let desk: ShareDesk

    init() throws { desk = try ShareDesk() }

    /// Returns each person's notices since the last call, as `bea: Anna added Dora to “Trip plan”`.
    private func delivered() -> [String] {
        ["anna", "bea", "carl", "dora"].flatMap { name in
            desk.trip.notices(desk.client(name)).map { "\(name): \($0["text"]?.stringValue ?? "?")" }
        }
    }

    private func forget() { _ = delivered() }

    private func post(
        _ trigger: HighlightEvent.MembershipTrigger, _ person: Handle? = nil, as name: String
    ) throws -> [NoticeID] {
        try post(trigger, person, with: desk.trip.server.app(as: name))
    }

    private func post(
        _ trigger: HighlightEvent.MembershipTrigger, _ person: Handle?, with app: EngineClient
    ) throws -> [NoticeID] {
        let subject = person.map { PostNotice.Subject.handle($0) } ?? .caller
        return try app.highlightCenter.postNotice(url: TripFixture.url, event: .membership(trigger, subject))
    }

    private func refusal(
        _ trigger: HighlightEvent.MembershipTrigger, _ person: Handle? = nil, as name: String
    ) throws -> String? {
        desk.refusal(try desk.trip.server.app(as: name)) { try post(trigger, person, with: $0) }
    }

    /// Returns the ids of the notices that a client has received since the last call.
    private func ids(_ client: EngineClient) -> [NoticeID] {
        desk.trip.notices(client).compactMap { $0["id"]?.stringValue.map { NoticeID($0) } }
    }

    // MARK: Notices of the system

    @Test("each change of members notifies the other participants in the conversation")
    func memberChangeNotifiesTheOthers() throws {
        try desk.bea.share.accept(desk.share)
        #expect(delivered() == ["anna: Bea joined “Trip plan”", "carl: Bea joined “Trip plan”"])
        try desk.bea.share.accept(desk.share)
        #expect(delivered().isEmpty, "she is there already")
        try desk.carl.document.open(.url(TripFixture.url))
        #expect(delivered() == ["anna: Carl joined “Trip plan”", "bea: Carl joined “Trip plan”"])
        try desk.anna.share.addParticipant(share: desk.share, people: .one("dora"))
        #expect(delivered() == ["bea: Anna added Dora to “Trip plan”", "carl: Anna added Dora to “Trip plan”"])
        try desk.dora.share.accept(desk.share)
        #expect(delivered().count == 3, "Dora is in no conversation with it, and the others are")
        try desk.bea.share.leave(desk.share)
        #expect(delivered() == ["anna: Bea left “Trip plan”", "carl: Bea left “Trip plan”"])
        try desk.anna.share.removeParticipant(share: desk.share, people: .one("carl"))
        #expect(delivered().isEmpty, "nobody who has it is left in the conversation")
        let id = try #require(ids(desk.trip.observer).last)
        for (name, rule): (Handle, _) in [("anna", "ntc-self"), ("carl", "ck-accept"), ("bea", "ck-accept")] {
            let why = try desk.trip.observer.delivery.explain(person: name, about: id.rawValue)
            #expect(!why.delivered)
            #expect(why.reasons.last?.rule == rule, "\(name)")
        }
    }

    @Test("one save posts one notice for its added people and one for its removed people")
    func saveOfSeveralPeopleIsOneNotice() throws {
        try desk.bea.share.accept(desk.share)
        forget()
        try desk.anna.share.addParticipant(share: desk.share, people: .several(["dora", "emil"]))
        let row = try #require(desk.trip.notices(desk.bea).first)
        #expect(row["text"] == "Anna added Dora and Emil to “Trip plan”" && row["count"] == 2)
        #expect(row["people"] == ["dora", "emil"])
        let id = NoticeID(try #require(row["id"]?.stringValue))
        #expect(try post(.addedCollaborator, "emil", as: "anna") == [id])
        #expect(try post(.addedCollaborator, "dora", as: "anna") == [id])
        forget()
        try desk.anna.share.save(
            share: desk.share, additions: [.init(handle: "finn")], removals: ["dora", "emil", "carl"])
        #expect(
            delivered() == [
                "bea: Anna removed Carl, Dora and Emil from “Trip plan”", "bea: Anna added Finn to “Trip plan”",
            ])
        try desk.anna.share.addParticipant(share: desk.share, people: .several(["gina", "hugo", "ida", "jan"]))
        #expect(delivered() == ["bea: Anna added Gina, Hugo and 2 others to “Trip plan”"])
    }

    @Test("each save posts a notice of its own, even if it adds a removed person again")
    func eachSavePostsItsOwnNotice() throws {
        try desk.anna.share.addParticipant(share: desk.share, people: .one("dora"))
        try desk.anna.share.addParticipant(share: desk.share, people: .one("emil"))
        try desk.anna.share.removeParticipant(share: desk.share, people: .one("dora"))
        try desk.anna.share.addParticipant(share: desk.share, people: .one("dora"))
        let rows = desk.trip.notices(desk.bea)
        #expect(rows.compactMap { $0["count"] } == [1, 1, 1, 1])
        #expect(Set(rows.compactMap { $0["id"]?.stringValue }).count == 4)
    }

    @Test("the first sending, the opening and the end of a share post no notice")
    func sendingOpeningAndEndPostNoNotice() throws {
        #expect(delivered().isEmpty, "the first sending")
        try desk.bea.share.accept(desk.share)
        forget()
        // Drops Carl, whose invitation is pending.
        try desk.anna.share.setAccess(share: desk.share, access: .public)
        #expect(delivered().isEmpty)
        try desk.carl.share.accept(desk.share)
        #expect(delivered() == ["anna: Carl joined “Trip plan”", "bea: Carl joined “Trip plan”"])
        try desk.anna.share.setAccess(share: desk.share, access: .private, handles: ["carl"])
        #expect(delivered() == ["carl: Anna removed Bea from “Trip plan”", "carl: Anna added you to “Trip plan”"])
        try desk.anna.share.stop(desk.share)
        #expect(delivered().isEmpty)
    }

    @Test("a later sending posts a notice of its new people to the earlier participants")
    func laterSendingNotifiesEarlierParticipants() throws {
        let other = try desk.anna.conversation.create(participants: ["dora", "emil"]).id
        try desk.anna.share.send(share: desk.trip.share, conversation: other)
        #expect(
            delivered() == [
                "bea: Anna added Dora and Emil to “Trip plan”", "carl: Anna added Dora and Emil to “Trip plan”",
            ])
    }

    @Test("a share that was never sent changes its members without a notice")
    func unsentSharePostsNoNotices() throws {
        let created = try desk.anna.share.create(app: "com.example.notes", title: "Alone")
        let share = ShareReference.id(try #require(created.share?.share.id))
        forget()
        _ = desk.trip.observer.takeReceived()
        try desk.anna.share.addParticipant(share: share, people: .one("bea"))
        try desk.bea.share.accept(share)
        try desk.bea.share.leave(share)
        #expect(delivered().isEmpty && desk.trip.notices(desk.trip.observer).isEmpty)
    }

    // MARK: Notices of apps

    @Test("an app's event for a known change is answered with the system's notice")
    func knownChangeIsAnsweredWithItsNotice() throws {
        try desk.bea.share.accept(desk.share)
        let joined = try #require(ids(desk.anna).first)
        #expect(try post(.addedCollaborator, as: "bea") == [joined])
        #expect(try post(.addedCollaborator, "bea", as: "bea") == [joined])
        try desk.anna.share.addParticipant(share: desk.share, people: .one("dora"))
        let added = try #require(ids(desk.bea).last)
        // The answer is the same a day later and after a restart.
        try desk.trip.advance(86_400_000)
        let state = desk.trip.server.state
        try desk.trip.server.restart()
        #expect(desk.trip.server.state == state)
        #expect(try post(.addedCollaborator, "dora", as: "anna") == [added])
        #expect(desk.trip.server.state == state, "nothing more was told")
    }

    @Test("a person who left can post only their own departure")
    func formerParticipantPostsOnlyTheirDeparture() throws {
        try desk.bea.share.accept(desk.share)
        let bea = try desk.trip.server.app(as: "bea")
        try desk.bea.share.leave(desk.share)
        let left = try #require(ids(desk.carl).last)
        #expect(try post(.removedCollaborator, nil, with: bea) == [left])
        #expect(try refusal(.addedCollaborator, as: "bea") == "forbidden ck-accept")
        #expect(try refusal(.removedCollaborator, "carl", as: "bea") == "forbidden ck-accept")
        #expect(try refusal(.removedCollaborator, as: "carl") == "forbidden ck-accept", "he is on it, and pending")
    }

    @Test("an app can post an addition for which the system posted no notice")
    func appPostsAnAdditionWithoutANotice() throws {
        // The first sending added Carl, and its message replaced the notice.
        let first = try post(.addedCollaborator, "carl", as: "anna")
        #expect(delivered() == ["bea: Anna added Carl to “Trip plan”", "carl: Anna added you to “Trip plan”"])
        #expect(try post(.addedCollaborator, "carl", as: "anna") == first)
        #expect(delivered().isEmpty)
    }

    @Test("a false membership event is refused and changes nothing")
    func falseMembershipEventIsRefused() throws {
        try desk.bea.share.accept(desk.share)
        for (trigger, person, poster): (HighlightEvent.MembershipTrigger, Handle, String) in [
            (.removedCollaborator, "anna", "bea"), (.addedCollaborator, "queen", "anna"),
            (.addedCollaborator, "queen", "bea"), (.removedCollaborator, "carl", "anna"),
            (.removedCollaborator, "queen", "anna"), (.addedCollaborator, "anna", "anna"),
            (.addedCollaborator, "anna", "bea"), (.removedCollaborator, "bea", "bea"),
        ] {
            #expect(try refusal(trigger, person, as: poster) == "conflict ev-membership", "\(trigger) \(person)")
        }
        try desk.anna.share.setRole(share: desk.share, own: .init(handle: "bea", role: .administrator))
        try desk.anna.share.addParticipant(share: desk.share, people: .one("dora"))
        #expect(try refusal(.addedCollaborator, "dora", as: "bea") == "conflict ev-membership", "Anna did")
        try desk.anna.share.removeParticipant(share: desk.share, people: .one("dora"))
        #expect(try refusal(.removedCollaborator, "dora", as: "bea") == "conflict ev-membership", "Anna did")
        try desk.bea.share.addParticipant(share: desk.share, people: .one("dora"))
        #expect(try refusal(.removedCollaborator, "dora", as: "anna") == "conflict ev-membership", "she is back")
        try desk.anna.share.setRole(share: desk.share, own: .init(handle: "bea", role: .privateUser))
        #expect(try post(.addedCollaborator, "dora", as: "bea").count == 1, "she had the right when she did it")
    }

    @Test("a true membership event is forbidden without the right to make the change")
    func membershipEventNeedsTheRight() throws {
        try desk.bea.share.accept(desk.share)
        #expect(try refusal(.addedCollaborator, "carl", as: "bea") == "forbidden ck-role-meaning")
        try desk.anna.share.removeParticipant(share: desk.share, people: .one("carl"))
        #expect(try refusal(.removedCollaborator, "carl", as: "bea") == "forbidden ck-role-meaning")
        #expect(try refusal(.addedCollaborator, as: "carl") == "forbidden ck-accept")
    }
}
