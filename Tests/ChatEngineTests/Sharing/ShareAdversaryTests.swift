import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Share requests without the right. Each is refused with its reason and rule, and changes nothing.
struct ShareAdversaryTests {
    private let desk: ShareDesk

    init() throws {
        desk = try ShareDesk()
        try desk.ask("bea", "share.accept")
        for name in ["anna", "bea", "carl", "dora"] { _ = desk.client(name).takeHeard() }
    }

    private func post(_ app: EngineClient, _ event: JSONValue = TripFixture.edit) -> String? {
        desk.refusal(app, "highlightCenter.postNotice", ["url": TripFixture.url, "event": event])
    }

    @Test("a removed participant with an open session is refused and receives no changes")
    func removedParticipantIsRefused() throws {
        let app = try desk.trip.server.app(as: "bea")
        try desk.ask("anna", "share.removeParticipant", ["handle": "bea"])
        #expect(desk.client("bea").heard("share.changed").map { $0["gone"] } == ["removed"])
        for method in ["share.get", "share.accept", "share.leave", "share.stop"] {
            #expect(desk.refusal("bea", method) == "not_found ck-accept", "\(method)")
        }
        #expect(desk.refusal("bea", "share.addParticipant", ["handle": "dora"]) == "not_found ck-accept")
        #expect(desk.refusal("bea", "share.get", ["share": desk.trip.share]) == "not_found ck-accept")
        let sending: JSONValue = ["share": desk.trip.share, "conversation": desk.trip.conversation]
        #expect(desk.refusal("bea", "share.send", sending) == "not_found ck-accept")
        #expect(post(app) == "forbidden ck-accept")
        #expect(try desk.client("bea").ask("share.list")["shares"] == .array([]))
        // Bea receives no later changes.
        _ = desk.client("bea").takeHeard()
        try desk.ask("carl", "share.accept")
        try desk.trip.post(TripFixture.edit)
        #expect(desk.client("bea").heard("share.changed").isEmpty && desk.client("bea").heard("notice.posted").isEmpty)
        let later = try desk.trip.server.person("bea", after: desk.trip.server.log.end - 1)
        #expect(later.heard("share.changed").isEmpty)
    }

    @Test("a read-only participant can post a comment but no change of the document")
    func readOnlyParticipantPostsNoEdit() throws {
        let app = try desk.trip.server.app(as: "bea")
        try desk.ask("anna", "share.setPermission", ["permission": "readOnly", "handle": "bea"])
        #expect(post(app) == "forbidden ucs-can-permission")
        for trigger in ["deleted", "moved", "created"] {
            let event: JSONValue = ["type": "persistence", "trigger": .string(trigger)]
            #expect(post(app, event) == "forbidden ucs-can-permission", "\(trigger)")
        }
        #expect(post(app, ["type": "change", "trigger": "comment"]) == nil)
        try desk.ask("anna", "share.setPermission", ["permission": "readWrite", "handle": "bea"])
        #expect(post(app) == nil)
    }

    @Test("an app cannot post for another app's link or for a person who left")
    func appCannotPostForForeignLinksOrFormerParticipants() throws {
        try desk.trip.observer.ask(
            "app.register", ["app": "com.example.maps", "name": "Maps", "domains": ["maps.example"]])
        let maps = try desk.trip.server.app(as: "anna", "com.example.maps")
        #expect(post(maps)?.hasPrefix("forbidden") == true)
        let clearing: JSONValue = ["url": TripFixture.url]
        #expect(desk.refusal(maps, "highlightCenter.clearNotices", clearing)?.hasPrefix("forbidden") == true)
        let app = try desk.trip.server.app(as: "bea")
        #expect(post(app) == nil)
        try desk.ask("bea", "share.leave")
        #expect(post(app) == "forbidden ck-accept")
        #expect(post(app, ["type": "membership", "trigger": "removedCollaborator"]) == nil, "it is true, and told")
        // A person outside the conversation must not learn that the share exists.
        try desk.ask("anna", "share.addParticipant", ["handle": "dora"])
        try desk.ask("dora", "share.accept")
        try desk.ask("dora", "share.leave")
        let stranger = try desk.trip.server.app(as: "dora")
        #expect(post(stranger)?.hasPrefix("not_found") == true)
    }

    @Test("a repeated acceptance after a removal changes nothing")
    func repeatedAcceptanceChangesNothing() throws {
        let first: JSONValue = ["url": TripFixture.url, "clientID": "accept-1"]
        let carl = desk.client("carl")
        let answer = try carl.ask("share.accept", first)
        try desk.ask("anna", "share.removeParticipant", ["handle": "carl"])
        let people = desk.people()
        // The server recognizes the repeated request and does not execute it again.
        let end = desk.trip.server.log.end
        let replayed = carl.post("share.accept", first)
        desk.trip.server.flush()
        #expect(desk.trip.server.log.end == end && desk.people() == people)
        if let again = carl.answers[replayed]?.first?["result"] {
            #expect(again["share"]?["revision"] == answer["share"]?["revision"], "nothing newer than it was told")
        }
        let other: JSONValue = ["url": TripFixture.url, "clientID": "accept-2"]
        #expect(desk.refusal(carl, "share.accept", other) == "not_found ck-accept")
        #expect(desk.people() == people)
    }

    @Test("the second of two simultaneous changes of access is refused as stale")
    func secondSimultaneousChangeIsRefused() throws {
        let second = try desk.trip.server.person("anna")
        let revision = try #require(try desk.ask("anna", "share.get")["share"]?["revision"])
        let end = desk.trip.server.log.end
        let opening = desk.client("anna").post(
            "share.setAccess", ["url": TripFixture.url, "access": "public", "revision": revision])
        let closing = second.post(
            "share.setAccess", ["url": TripFixture.url, "access": "private", "handles": ["dora"], "revision": revision])
        desk.trip.server.flush()
        #expect(try desk.client("anna").answer(opening)["share"]?["access"] == "public")
        let error = second.answers[closing]?.first?["error"]
        #expect(error?["data"]?["reason"] == "conflict" && error?["data"]?["rule"] == "ucs-handler-steps")
        let saves = try desk.trip.server.log.allFacts().filter {
            if case .shareSaved = $0.event { $0.position > end } else { false }
        }
        #expect(saves.count == 1)
        #expect(desk.people() == ["anna owner readWrite accepted", "bea publicUser readWrite accepted"])
        // The other device has received the new revision and can save with it.
        let seen = second.heard("share.changed").last?["share"]?["revision"]
        try second.ask(
            "share.setAccess", ["url": TripFixture.url, "access": "private", "revision": try #require(seen)])
    }

    @Test("closing a public link ends access to the share and clears its waiting notices")
    func closingAPublicLinkEndsAccess() throws {
        try desk.ask("anna", "share.setAccess", ["access": "public"])
        try desk.ask("dora", "share.accept")
        #expect(try desk.ask("emil", "share.get")["share"]?["role"] == "publicUser", "who has the link may look")
        try desk.trip.post(TripFixture.edit)
        func waiting(_ name: String) throws -> Int? {
            let list = try desk.client(name).ask("conversation.list")["conversations"]?.arrayValue
            return list?.first?["waitingNotices"]?.arrayValue?.count
        }
        #expect(try waiting("carl") == 2, "Dora came, and Anna edited it")
        try desk.ask("anna", "share.setAccess", ["access": "private"])
        for name in ["bea", "carl", "dora", "emil"] {
            for method in ["share.get", "share.accept", "share.leave"] {
                // Emil read the share and never accepted it.
                let rule = name == "emil" ? "ucs-can-access" : "ck-accept"
                #expect(desk.refusal(name, method) == "not_found \(rule)", "\(name) \(method)")
            }
        }
        #expect(try waiting("bea") == 0 && waiting("carl") == 0, "what they can open no longer waits no longer")
        #expect(try desk.trip.post(TripFixture.edit).count == 1)
        #expect(try waiting("carl") == 0)
    }

    @Test("another person can neither accept an invitation nor open a public share by its id")
    func otherPersonCannotAcceptAnInvitation() throws {
        #expect(desk.refusal("dora", "share.accept") == "not_found ucs-can-access")
        #expect(desk.refusal("dora", "share.accept", ["share": desk.trip.share]) == "not_found ucs-can-access")
        try desk.ask("anna", "share.addParticipant", ["handle": "dora"])
        #expect(desk.refusal("emil", "share.accept") == "not_found ucs-can-access")
        #expect(desk.people()?.contains("dora privateUser readWrite pending") == true)
        // Without its link, the id of a public share is not enough.
        try desk.ask("anna", "share.setAccess", ["access": "public"])
        #expect(desk.refusal("emil", "share.accept", ["share": desk.trip.share]) == "not_found ucs-can-access")
    }

    @Test("only the owner can answer a prompt, and only while its person is in the group")
    func onlyTheOwnerAnswersAPrompt() throws {
        let dora = desk.client("dora")
        try desk.trip.anna.ask(
            "conversation.addParticipant", ["conversation": desk.trip.conversation, "handle": "dora"])
        let notice = try #require(desk.trip.anna.heard("notice.posted").last?["notice"])
        #expect(notice["text"] == "Add Dora to “Trip plan”")
        let answer: JSONValue = ["notice": notice["id"] ?? .null, "action": "add"]
        for client in [desk.client("bea"), dora] {
            #expect(client.heard("notice.posted").isEmpty)
            #expect(desk.refusal(client, "notice.answer", answer)?.hasPrefix("not_found") == true)
            #expect(desk.refusal(client, "notice.dismiss", ["notice": notice["id"] ?? .null]) != nil)
        }
        #expect(desk.refusal("dora", "share.get") == "not_found ucs-can-access", "asking gives nobody anything")
        #expect(
            desk.refusal("anna", "notice.answer", answer.adding(["action": "remove"]))?.hasPrefix("invalid") == true)
        // An old prompt cannot add a person who has left the group since.
        try desk.trip.advance(8 * 86_400_000)
        try desk.trip.anna.ask(
            "conversation.removeParticipant", ["conversation": desk.trip.conversation, "handle": "dora"])
        #expect(desk.refusal("anna", "notice.answer", answer) == "conflict group-sync-prompt-add")
    }

    // MARK: Every method for every role

    struct Forbidden: Sendable {
        var method: String
        var params: JSONValue = [:]
        /// The refusals of a stranger, a pending participant, a participant, an administrator and the owner; nil if the
        /// method succeeds.
        var stranger: String? = "not_found ucs-can-access"
        var pending: String? = "forbidden ck-accept"
        var participant: String?
        var administrator: String?
        var owner: String?
    }

    private static let notOwner = "forbidden ucs-owner-people"
    private static let notManager = "forbidden ck-role-meaning"

    static let table: [Forbidden] = [
        Forbidden(method: "share.get", pending: nil),
        Forbidden(method: "share.accept", pending: nil),
        Forbidden(method: "share.addParticipant", params: ["handle": "emil"], participant: notManager),
        Forbidden(method: "share.removeParticipant", params: ["handle": "fritz"], participant: notManager),
        Forbidden(method: "share.setPermission", params: ["permission": "readOnly"], participant: notManager),
        Forbidden(
            method: "share.setPermission", params: ["permission": "readOnly", "handle": "fritz"],
            participant: notManager),
        Forbidden(
            method: "share.setRole", params: ["handle": "fritz", "role": "administrator"], participant: notOwner,
            administrator: notOwner),
        Forbidden(
            method: "share.setInviting", params: ["allowsInviting": true], participant: notOwner,
            administrator: notOwner),
        Forbidden(
            method: "share.setAccess", params: ["access": "public"], participant: notOwner, administrator: notOwner),
        Forbidden(method: "share.save", params: ["title": "Mine"], participant: notOwner, administrator: notOwner),
        Forbidden(
            method: "share.save", params: ["remove": ["fritz"], "title": "Mine"], participant: notOwner,
            administrator: notOwner),
        Forbidden(
            method: "share.save", params: ["add": [["handle": "emil", "role": "administrator"]]],
            participant: notManager, administrator: notManager),
        Forbidden(
            method: "share.save", params: ["add": [["handle": "carl", "role": "privateUser"]]],
            participant: notManager, administrator: notManager),
        Forbidden(
            method: "share.leave", pending: nil, owner: "conflict ucs-can-leave"),
        Forbidden(
            method: "share.stop", pending: "forbidden ucs-can-stop", participant: "forbidden ucs-can-stop",
            administrator: "forbidden ucs-can-stop"),
    ]

    @Test("each share method refuses exactly the roles without the right", arguments: 0..<15)
    func methodRefusesRolesWithoutTheRight(_ index: Int) throws {
        let forbidden = Self.table[index]
        for (who, refusal) in [
            ("dora", forbidden.stranger), ("pia", forbidden.pending), ("bea", forbidden.participant),
            ("carl", forbidden.administrator), ("anna", forbidden.owner),
        ] {
            // Each role has a new world, because a request that succeeds changes the share.
            let desk = try ShareDesk()
            for name in ["bea", "carl"] { try desk.ask(name, "share.accept") }
            try desk.ask("anna", "share.addParticipant", ["handles": ["pia", "fritz"]])
            try desk.ask("anna", "share.setRole", ["handle": "carl", "role": "administrator"])
            let client = who == "pia" ? try desk.trip.server.person("pia") : desk.client(who)
            let params = forbidden.params.adding(["url": TripFixture.url])
            #expect(desk.refusal(client, forbidden.method, params) == refusal, "\(who) \(forbidden.method)")
        }
    }

    @Test("a pending administrator can neither add people nor send the share")
    func pendingAdministratorManagesNothing() throws {
        try desk.ask("anna", "share.setRole", ["handle": "carl", "role": "administrator"])
        #expect(desk.refusal("carl", "share.addParticipant", ["handle": "dora"]) == "forbidden ck-accept")
        let sending: JSONValue = ["share": desk.trip.share, "conversation": desk.trip.conversation]
        #expect(desk.refusal("carl", "share.send", sending) == "forbidden ck-accept")
    }

    @Test("apps and observers cannot change shares")
    func appsAndObserversCannotChangeShares() throws {
        let app = try desk.trip.server.app(as: "anna")
        let methods = Method.allCases.filter { $0.rawValue.hasPrefix("share.") }
        #expect(methods.count >= 14)
        for method in methods {
            // An observer can only list shares.
            for client in method == .shareList ? [app] : [app, desk.trip.observer] {
                let refusal = desk.refusal(client, method.rawValue, ["url": TripFixture.url])
                #expect(refusal?.hasPrefix("forbidden") == true, "\(method)")
            }
        }
    }
}
