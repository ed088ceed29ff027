import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// The reason that the server gives to people who lost a share. It is the one of which they were last notified, so that
/// a client that starts later shows what a running client shows (`ucs-can-stop`, `ucs-can-leave`, `ck-accept`).
struct ShareLossTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The person who lost the share.
        var who = "bea"
        var events: @Sendable (ShareDesk) throws -> Void
        var cause: LostShare.Cause
    }

    private static func shareAgain(_ desk: ShareDesk, with people: String...) throws {
        try desk.anna.share.stop(desk.share)
        try desk.anna.share.create(app: "com.example.notes", title: "New title", url: TripFixture.url)
        for person in people {
            try desk.anna.share.addParticipant(share: desk.share, people: .one(try #require(Handle(person))))
        }
    }

    private static func setAccess(_ desk: ShareDesk, _ access: Share.Access...) throws {
        for access in access { try desk.anna.share.setAccess(share: desk.share, access: access) }
    }

    static let rows: [Row] = [
        Row(
            testDescription: "the owner stopped sharing and shares again with others",
            events: { try shareAgain($0, with: "dora") }, cause: .stopped),
        Row(
            testDescription: "the owner stopped sharing twice",
            events: { desk in
                try shareAgain(desk, with: "dora")
                try desk.anna.share.stop(desk.share)
            }, cause: .stopped),
        Row(
            testDescription: "the owner stopped sharing twice and shares again with others",
            events: { desk in
                try shareAgain(desk, with: "dora")
                try shareAgain(desk, with: "emil")
            }, cause: .stopped),
        Row(
            testDescription: "the person was removed from a share that followed a stopped one",
            events: { desk in
                try shareAgain(desk, with: "bea")
                try desk.anna.share.removeParticipant(share: desk.share, people: .one("bea"))
            }, cause: .removed),
        Row(
            testDescription: "the person was removed, and then the owner stopped sharing",
            events: { desk in
                try desk.anna.share.removeParticipant(share: desk.share, people: .one("bea"))
                try desk.anna.share.stop(desk.share)
            }, cause: .removed),
        Row(
            testDescription: "the person left, and then the owner stopped sharing",
            events: { desk in
                try desk.bea.share.leave(desk.share)
                try desk.anna.share.stop(desk.share)
            }, cause: .left),
        Row(
            testDescription: "the person left, and then the share was public for a while",
            events: { desk in
                try desk.bea.share.leave(desk.share)
                try setAccess(desk, .public, .private)
            }, cause: .removed),
        Row(
            testDescription: "a member who never opened a public share lost it to others",
            events: { desk in
                try setAccess(desk, .public, .private)
                try desk.anna.share.addParticipant(share: desk.share, people: .one("dora"))
            }, cause: .removed),
        Row(
            testDescription: "a member who never opened a public share lost it when the owner stopped sharing",
            events: { desk in
                try setAccess(desk, .public)
                try shareAgain(desk, with: "dora")
            }, cause: .stopped),
    ]

    @Test("a person who lost a share is refused with the cause of the last notification", arguments: rows)
    func refusalFollowsTheNotification(row: Row) throws {
        let desk = try ShareDesk()
        try row.events(desk)
        let client = desk.client(row.who)
        // A person who leaves has it in the answer.
        if row.cause != .left {
            #expect(client.received("share.changed").last?["gone"]?.stringValue == row.cause.rawValue)
        }
        let refusal =
            switch row.cause {
            case .stopped: "conflict ucs-can-stop"
            case .left: "not_found ucs-can-leave"
            case .removed: "not_found ck-accept"
            }
        #expect(desk.refusal(client, .shareGet(desk.share)) == refusal)
        try desk.trip.server.restart()
        let later = try desk.trip.server.person(row.who)
        #expect(desk.refusal(later, .shareGet(desk.share)) == refusal, "after a restart of the server")
    }

    @Test("the refusal of a share that was stopped names the title of that time")
    func refusalHidesTheNewTitle() throws {
        let desk = try ShareDesk()
        try Self.shareAgain(desk, with: "dora")
        #expect(desk.refusal(desk.bea, .shareGet(desk.share)) == "conflict ucs-can-stop")
        let message = desk.bea.raw.last { $0["error"] != nil }?["error"]?["message"]?.stringValue
        #expect(message?.contains("“Trip plan” is no longer shared with you: its owner stopped sharing.") == true)
    }

    @Test("a stranger learns nothing about a share that was stopped or that others lost")
    func strangerLearnsNothing() throws {
        let desk = try ShareDesk()
        try Self.setAccess(desk, .public, .private)
        try Self.shareAgain(desk, with: "dora")
        #expect(desk.refusal(desk.emil, .shareGet(desk.share)) == "not_found ucs-can-access")
    }

    @Test("a person who is on the share again has access, and leaves it with the new cause")
    func lossEndsWithAccess() throws {
        let desk = try ShareDesk()
        try Self.shareAgain(desk, with: "bea")
        #expect(try desk.bea.share.get(desk.share).share.title == "New title")
        try desk.bea.share.leave(desk.share)
        #expect(desk.refusal(desk.bea, .shareGet(desk.share)) == "not_found ucs-can-leave")
    }
}
