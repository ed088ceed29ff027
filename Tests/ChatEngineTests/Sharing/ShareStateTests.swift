import ChatProtocol
import Testing

@testable import ChatEngine

/// The state machine of a share, one row for each transition.
struct ShareStateTests {
    struct Asked: Sendable {
        var who: String
        var method: String
        var params: JSONValue = [:]
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
    private static let accepts = Asked(who: "bea", method: "share.accept")
    private static let opens = Asked(who: "anna", method: "share.setAccess", params: ["access": "public"])
    private static let closes = Asked(who: "anna", method: "share.setAccess", params: ["access": "private"])

    static let rows: [Row] = [
        Row(
            testDescription: "private, owner adds Dora: pending, privateUser",
            action: Asked(who: "anna", method: "share.addParticipant", params: ["handle": "dora"]),
            people: [owner, bea, carl, "dora privateUser readWrite pending"]),
        Row(
            testDescription: "Bea pending, opens the link with her own handle: accepted", action: accepts,
            people: [owner, "bea privateUser readWrite accepted", carl]),
        Row(
            testDescription:
                "Bea accepted, Carl pending, owner switches to public read only: Bea stays, Carl is removed",
            from: [accepts],
            action: Asked(
                who: "anna", method: "share.save", params: ["access": "public", "permission": "readOnly"]),
            people: [owner, "bea publicUser readOnly accepted"]),
        Row(
            testDescription: "private, stranger opens the link: refused",
            action: Asked(who: "dora", method: "share.accept"), refusal: "not_found ucs-can-access",
            people: [owner, bea, carl]),
        Row(
            testDescription: "public, stranger opens the link: accepted, publicUser", from: [opens],
            action: Asked(who: "dora", method: "share.accept"),
            people: [owner, "dora publicUser readWrite accepted"]),
        Row(
            testDescription: "public, owner adds Dora by name: refused", from: [opens],
            action: Asked(who: "anna", method: "share.addParticipant", params: ["handle": "dora"]),
            refusal: "conflict ck-no-mix", people: [owner]),
        Row(
            testDescription: "public, owner switches to private: all are removed but the owner",
            from: [accepts, opens, Asked(who: "dora", method: "share.accept")], action: closes, people: [owner]),
        Row(
            testDescription: "any, participant leaves: that participant has no access", from: [accepts],
            action: Asked(who: "bea", method: "share.leave"), people: [owner, carl]),
        Row(
            testDescription: "any, owner stops: no share", from: [accepts],
            action: Asked(who: "anna", method: "share.stop"), people: nil),
    ]

    @Test("an action moves a share to its next state or is refused", arguments: rows)
    func actionMovesTheShareToItsNextState(_ row: Row) throws {
        let desk = try ShareDesk()
        #expect(desk.people() == [Self.owner, Self.bea, Self.carl])
        for step in row.from { try desk.ask(step.who, step.method, step.params) }
        #expect(desk.refusal(row.action.who, row.action.method, row.action.params) == row.refusal)
        #expect(desk.people() == row.people)
    }

    @Test("the first save makes a private share, and a save after its end keeps the link")
    func firstSaveMakesAPrivateShare() throws {
        let desk = try ShareDesk()
        let url: JSONValue = "https://notes.example/d/2"
        let request: JSONValue = ["app": "com.example.notes", "title": "Two", "url": url]
        #expect(desk.refusal("anna", "share.get", ["url": url]) == "not_found ucs-can-access")
        for round in 1...2 {
            let share = try desk.ask("anna", "share.create", request)["share"]
            #expect(share?["access"] == "private" && share?["url"] == url && share?["revision"] == 1, "round \(round)")
            #expect(share?["participants"]?.arrayValue?.map { $0["acceptance"] } == ["accepted"], "round \(round)")
            #expect(share?["role"] == "owner")
            #expect(desk.refusal("anna", "share.create", request) == "conflict ucs-init-new")
            #expect(desk.refusal("dora", "share.create", request) == "conflict ck-url")
            try desk.ask("anna", "share.stop", ["url": url])
        }
        // Another person cannot take the link of an ended share.
        #expect(desk.refusal("dora", "share.create", request) == "conflict ck-url")
    }

    @Test("ck-public-lower: a person named in the save that closes a link keeps a pending invitation")
    func closingSaveKeepsNamedPeople() throws {
        let desk = try ShareDesk()
        try desk.ask("bea", "share.accept")
        try desk.ask("anna", "share.setAccess", ["access": "public"])
        try desk.ask("dora", "share.accept")
        _ = desk.client("bea").takeHeard()
        _ = desk.client("dora").takeHeard()
        let answer = try desk.ask("anna", "share.setAccess", ["access": "private", "handles": ["bea"]])
        #expect(answer["dropped"] == ["dora"])
        #expect(desk.people() == [Self.owner, "bea privateUser readWrite pending"])
        let told = desk.client("bea").heard("share.changed").last
        #expect(told?["gone"] == nil && told?["share"]?["role"] == "privateUser")
        let lost = desk.client("dora").heard("share.changed").last
        #expect(lost?["gone"] == "removed")
        #expect(lost?["share"]?.objectValue?.members.map(\.key) == ["id", "app", "title", "url"])
    }
}
