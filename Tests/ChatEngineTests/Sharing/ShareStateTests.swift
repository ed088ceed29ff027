import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// The state machine of a share, one row for each transition.
struct ShareStateTests {
    struct Asked: Sendable {
        var who: String
        var request: Request
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var from: [Asked] = []
        var action: Asked
        /// The reason and the rule of the refusal; nil if the action succeeds.
        var refusal: String?
        /// The participants after the action; nil without a share.
        var people: [String]?
    }

    private static let owner = "anna owner readWrite accepted"
    private static let bea = "bea privateUser readWrite pending"
    private static let carl = "carl privateUser readWrite pending"
    private static let share = ShareDesk.share
    private static let accepts = Asked(who: "bea", request: .shareAccept(share))
    private static let doraAccepts = Asked(who: "dora", request: .shareAccept(share))
    private static let addsDora = Asked(
        who: "anna", request: .shareAddParticipant(.init(share: share, people: .one("dora"))))
    private static let opens = Asked(who: "anna", request: .shareSetAccess(.init(share: share, access: .public)))
    private static let closes = Asked(who: "anna", request: .shareSetAccess(.init(share: share, access: .private)))

    static let rows: [Row] = [
        Row(
            testDescription: "private, owner adds Dora: pending, privateUser", action: addsDora,
            people: [owner, bea, carl, "dora privateUser readWrite pending"]),
        Row(
            testDescription: "Bea pending, opens the link with her own handle: accepted", action: accepts,
            people: [owner, "bea privateUser readWrite accepted", carl]),
        Row(
            testDescription:
                "Bea accepted, Carl pending, owner switches to public read only: Bea stays, Carl is removed",
            from: [accepts],
            action: Asked(
                who: "anna", request: .shareSave(.init(share: share, access: .public, permission: .readOnly))),
            people: [owner, "bea publicUser readOnly accepted"]),
        Row(
            testDescription: "private, stranger opens the link: refused", action: doraAccepts,
            refusal: "not_found ucs-can-access", people: [owner, bea, carl]),
        Row(
            testDescription: "public, stranger opens the link: accepted, publicUser", from: [opens],
            action: doraAccepts, people: [owner, "dora publicUser readWrite accepted"]),
        Row(
            testDescription: "public, owner adds Dora by name: refused", from: [opens], action: addsDora,
            refusal: "conflict ck-no-mix", people: [owner]),
        Row(
            testDescription: "public, owner switches to private: all are removed but the owner",
            from: [accepts, opens, doraAccepts], action: closes, people: [owner]),
        Row(
            testDescription: "any, participant leaves: that participant has no access", from: [accepts],
            action: Asked(who: "bea", request: .shareLeave(share)), people: [owner, carl]),
        Row(
            testDescription: "any, owner stops: no share", from: [accepts],
            action: Asked(who: "anna", request: .shareStop(share)), people: nil),
    ]

    @Test("an action moves a share to its next state or is refused", arguments: rows)
    func actionMovesTheShareToItsNextState(_ row: Row) throws {
        let desk = try ShareDesk()
        #expect(desk.people() == [Self.owner, Self.bea, Self.carl])
        for step in row.from { try desk.client(step.who).succeed(step.request) }
        #expect(desk.refusal(desk.client(row.action.who), row.action.request) == row.refusal)
        #expect(desk.people() == row.people)
    }

    @Test("the first save makes a private share, and a save after its end keeps the link")
    func firstSaveMakesAPrivateShare() throws {
        let desk = try ShareDesk()
        let url = "https://notes.example/d/2"
        func create(_ client: EngineClient) throws -> ShareView? {
            try client.share.create(app: "com.example.notes", title: "Two", url: url).share
        }
        #expect(desk.refusal(desk.anna, .shareGet(.url(url))) == "not_found ucs-can-access")
        for round in 1...2 {
            let made = try #require(try create(desk.anna))
            let share = made.share
            #expect(share.access == .private && share.url == url && share.revision == 1, "round \(round)")
            #expect(share.participants.map(\.acceptance) == [.accepted], "round \(round)")
            #expect(made.role == .owner)
            #expect(desk.refusal(desk.anna, create) == "conflict ucs-init-new")
            #expect(desk.refusal(desk.dora, create) == "conflict ck-url")
            try desk.anna.share.stop(.url(url))
        }
        // Another person cannot take the link of an ended share.
        #expect(desk.refusal(desk.dora, create) == "conflict ck-url")
    }

    @Test("ck-public-lower: a person named in the save that closes a link keeps a pending invitation")
    func closingSaveKeepsNamedPeople() throws {
        let desk = try ShareDesk()
        try desk.bea.share.accept(desk.share)
        try desk.anna.share.setAccess(share: desk.share, access: .public)
        try desk.dora.share.accept(desk.share)
        _ = (desk.bea.takeReceived(), desk.dora.takeReceived())
        let answer = try desk.anna.share.setAccess(share: desk.share, access: .private, handles: ["bea"])
        #expect(answer.dropped == ["dora"])
        #expect(desk.people() == [Self.owner, "bea privateUser readWrite pending"])
        let delivered = desk.bea.received("share.changed").last
        #expect(delivered?["gone"] == nil && delivered?["share"]?["role"] == "privateUser")
        let lost = desk.dora.received("share.changed").last
        #expect(lost?["gone"] == "removed")
        #expect(lost?["share"]?.objectValue?.members.map(\.key) == ["id", "app", "title", "url"])
    }
}
