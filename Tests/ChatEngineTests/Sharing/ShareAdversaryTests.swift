import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Share requests without the right. Each is refused with its reason and rule, and changes nothing.
struct ShareAdversaryTests {
    private let desk: ShareDesk

    init() throws {
        desk = try ShareDesk()
        try desk.bea.share.accept(desk.share)
        for name in ["anna", "bea", "carl", "dora"] { _ = desk.client(name).takeReceived() }
    }

    private func post(_ app: EngineClient, _ event: PostNotice.Event = .change(.edit)) -> String? {
        desk.refusal(app) { try $0.highlightCenter.postNotice(url: TripFixture.url, event: event) }
    }

    @Test("a removed participant with an open session is refused and receives no changes")
    func removedParticipantIsRefused() throws {
        let app = try desk.trip.server.app(as: "bea")
        try desk.anna.share.removeParticipant(share: desk.share, people: .one("bea"))
        #expect(desk.bea.received("share.changed").map { $0["gone"] } == ["removed"])
        for request: Request in [
            .shareGet(desk.share), .shareAccept(desk.share), .shareLeave(desk.share), .shareStop(desk.share),
            .shareAddParticipant(.init(share: desk.share, people: .one("dora"))), .shareGet(.id(desk.trip.share)),
            .shareSend(.init(share: desk.trip.share, conversation: desk.trip.conversation)),
        ] {
            #expect(desk.refusal(desk.bea, request) == "not_found ck-accept", "\(request.method)")
        }
        #expect(post(app) == "forbidden ck-accept")
        #expect(try desk.bea.share.list().shares == [])
        // Bea receives no later changes.
        _ = desk.bea.takeReceived()
        try desk.carl.share.accept(desk.share)
        try desk.trip.app.highlightCenter.postNotice(url: TripFixture.url, event: .change(.edit))
        #expect(desk.bea.received("share.changed").isEmpty && desk.bea.received("notice.posted").isEmpty)
        let later = try desk.trip.server.person("bea", after: desk.trip.server.log.end - 1)
        #expect(later.received("share.changed").isEmpty)
    }

    @Test("a read-only participant can post a comment but no change of the document")
    func readOnlyParticipantPostsNoEdit() throws {
        let app = try desk.trip.server.app(as: "bea")
        try desk.anna.share.setPermission(share: desk.share, people: .one("bea"), permission: .readOnly)
        #expect(post(app) == "forbidden ucs-can-permission")
        for trigger: HighlightEvent.Persistence in [.deleted, .moved, .created] {
            #expect(post(app, .persistence(trigger)) == "forbidden ucs-can-permission", "\(trigger)")
        }
        #expect(post(app, .change(.comment)) == nil)
        try desk.anna.share.setPermission(share: desk.share, people: .one("bea"), permission: .readWrite)
        #expect(post(app) == nil)
    }

    @Test("an app cannot post for another app's link or for a person who left")
    func appCannotPostForForeignLinksOrFormerParticipants() throws {
        try desk.trip.observer.app.register(app: "com.example.maps", name: "Maps", domains: ["maps.example"])
        let maps = try desk.trip.server.app(as: "anna", "com.example.maps")
        #expect(post(maps)?.hasPrefix("forbidden") == true)
        let clearing = desk.refusal(maps) { try $0.highlightCenter.clearNotices(url: TripFixture.url) }
        #expect(clearing?.hasPrefix("forbidden") == true)
        let app = try desk.trip.server.app(as: "bea")
        #expect(post(app) == nil)
        try desk.bea.share.leave(desk.share)
        #expect(post(app) == "forbidden ck-accept")
        #expect(post(app, .membership(.removedCollaborator, .caller)) == nil, "it is true, and told")
        // A person outside the conversation must not learn that the share exists.
        try desk.anna.share.addParticipant(share: desk.share, people: .one("dora"))
        try desk.dora.share.accept(desk.share)
        try desk.dora.share.leave(desk.share)
        let stranger = try desk.trip.server.app(as: "dora")
        #expect(post(stranger)?.hasPrefix("not_found") == true)
    }

    @Test("a repeated acceptance after a removal changes nothing")
    func repeatedAcceptanceChangesNothing() throws {
        let carl = desk.carl
        let answer = try carl.share.accept(desk.share, clientID: "accept-1")
        try desk.anna.share.removeParticipant(share: desk.share, people: .one("carl"))
        let people = desk.people()
        // The server recognizes the repeated request and does not execute it again.
        let end = desk.trip.server.log.end
        let replayed = carl.post(Request.shareAccept(desk.share), clientID: "accept-1")
        desk.trip.server.flush()
        #expect(desk.trip.server.log.end == end && desk.people() == people)
        if let again = carl.answers[replayed]?.first?["result"] {
            #expect(
                again["share"]?["revision"] == .integer(answer.share.revision), "nothing newer than it was told")
        }
        let other = desk.refusal(carl) { try $0.share.accept(desk.share, clientID: "accept-2") }
        #expect(other == "not_found ck-accept")
        #expect(desk.people() == people)
    }

    @Test("the second of two simultaneous changes of access is refused as stale")
    func secondSimultaneousChangeIsRefused() throws {
        let second = try desk.trip.server.person("anna")
        let revision = try desk.anna.share.get(desk.share).share.revision
        let end = desk.trip.server.log.end
        let opening = desk.anna.post(
            Request.shareSetAccess(.init(share: desk.share, revision: revision, access: .public)))
        let closing = second.post(
            Request.shareSetAccess(.init(share: desk.share, revision: revision, access: .private, handles: ["dora"])))
        desk.trip.server.flush()
        #expect(try desk.anna.answer(opening)["share"]?["access"] == "public")
        let error = second.answers[closing]?.first?["error"]
        #expect(error?["data"]?["reason"] == "conflict" && error?["data"]?["rule"] == "ucs-handler-steps")
        let saves = try desk.trip.server.log.allFacts().filter {
            if case .shareSaved = $0.event { $0.position > end } else { false }
        }
        #expect(saves.count == 1)
        #expect(desk.people() == ["anna owner readWrite accepted", "bea publicUser readWrite accepted"])
        // The other device has received the new revision and can save with it.
        let seen = try #require(second.received("share.changed").last?["share"]?["revision"]?.integerValue)
        try second.share.setAccess(share: desk.share, revision: seen, access: .private)
    }

    @Test("closing a public link ends access to the share and clears its waiting notices")
    func closingAPublicLinkEndsAccess() throws {
        func edit() throws -> [NoticeID] {
            try desk.trip.app.highlightCenter.postNotice(url: TripFixture.url, event: .change(.edit))
        }
        func waiting(_ client: EngineClient) throws -> Int? {
            try client.conversation.list().conversations.first?.waitingNotices.count
        }
        try desk.anna.share.setAccess(share: desk.share, access: .public)
        try desk.dora.share.accept(desk.share)
        #expect(try desk.emil.share.get(desk.share).role == .publicUser, "who has the link may look")
        _ = try edit()
        #expect(try waiting(desk.carl) == 2, "Dora came, and Anna edited it")
        try desk.anna.share.setAccess(share: desk.share, access: .private)
        for name in ["bea", "carl", "dora", "emil"] {
            for request: Request in [.shareGet(desk.share), .shareAccept(desk.share), .shareLeave(desk.share)] {
                // Emil read the share and never accepted it.
                let rule = name == "emil" ? "ucs-can-access" : "ck-accept"
                #expect(
                    desk.refusal(desk.client(name), request) == "not_found \(rule)", "\(name) \(request.method)")
            }
        }
        #expect(
            try waiting(desk.bea) == 0 && waiting(desk.carl) == 0, "what they can open no longer waits no longer")
        #expect(try edit().count == 1)
        #expect(try waiting(desk.carl) == 0)
    }

    @Test("another person can neither accept an invitation nor open a public share by its id")
    func otherPersonCannotAcceptAnInvitation() throws {
        let id = ShareReference.id(desk.trip.share)
        #expect(desk.refusal(desk.dora, .shareAccept(desk.share)) == "not_found ucs-can-access")
        #expect(desk.refusal(desk.dora, .shareAccept(id)) == "not_found ucs-can-access")
        try desk.anna.share.addParticipant(share: desk.share, people: .one("dora"))
        #expect(desk.refusal(desk.emil, .shareAccept(desk.share)) == "not_found ucs-can-access")
        #expect(desk.people()?.contains("dora privateUser readWrite pending") == true)
        // Without its link, the id of a public share is not enough.
        try desk.anna.share.setAccess(share: desk.share, access: .public)
        #expect(desk.refusal(desk.emil, .shareAccept(id)) == "not_found ucs-can-access")
    }

    @Test("only the owner can answer a prompt, and only while its person is in the group")
    func onlyTheOwnerAnswersAPrompt() throws {
        try desk.anna.conversation.addParticipant(conversation: desk.trip.conversation, handle: "dora")
        let prompt = try #require(desk.anna.received("notice.posted").last?["notice"])
        #expect(prompt["text"] == "Add Dora to “Trip plan”")
        let notice = NoticeID(try #require(prompt["id"]?.stringValue))
        let answer = Request.noticeAnswer(.init(notice: notice, action: "add"))
        for client in [desk.bea, desk.dora] {
            #expect(client.received("notice.posted").isEmpty)
            #expect(desk.refusal(client, answer)?.hasPrefix("not_found") == true)
            #expect(desk.refusal(client) { try $0.notice.dismiss(notice: notice) } != nil)
        }
        #expect(
            desk.refusal(desk.dora, .shareGet(desk.share)) == "not_found ucs-can-access",
            "asking gives nobody anything")
        let removal = desk.refusal(desk.anna) { try $0.notice.answer(notice: notice, action: "remove") }
        #expect(removal?.hasPrefix("invalid") == true)
        // An old prompt cannot add a person who has left the group since.
        try desk.trip.advance(8 * 86_400_000)
        try desk.anna.conversation.removeParticipant(conversation: desk.trip.conversation, handle: "dora")
        #expect(desk.refusal(desk.anna, answer) == "conflict group-sync-prompt-add")
    }

    // MARK: Every method for every role

    struct Forbidden: Sendable {
        var request: Request
        /// The refusals of a stranger, a pending participant, a participant, an administrator and the owner; nil if the
        /// request succeeds.
        var stranger: String? = "not_found ucs-can-access"
        var pending: String? = "forbidden ck-accept"
        var participant: String?
        var administrator: String?
        var owner: String?
    }

    private static let notOwner = "forbidden ucs-owner-people"
    private static let notManager = "forbidden ck-role-meaning"
    private static let share = ShareDesk.share

    static let table: [Forbidden] = [
        Forbidden(request: .shareGet(share), pending: nil),
        Forbidden(request: .shareAccept(share), pending: nil),
        Forbidden(
            request: .shareAddParticipant(.init(share: share, people: .one("emil"))), participant: notManager),
        Forbidden(
            request: .shareRemoveParticipant(.init(share: share, people: .one("fritz"))), participant: notManager),
        Forbidden(
            request: .shareSetPermission(.init(share: share, permission: .readOnly)), participant: notManager),
        Forbidden(
            request: .shareSetPermission(.init(share: share, people: .one("fritz"), permission: .readOnly)),
            participant: notManager),
        Forbidden(
            request: .shareSetRole(.init(share: share, own: .init(handle: "fritz", role: .administrator))),
            participant: notOwner, administrator: notOwner),
        Forbidden(
            request: .shareSetInviting(.init(share: share, allowsInviting: true)), participant: notOwner,
            administrator: notOwner),
        Forbidden(
            request: .shareSetAccess(.init(share: share, access: .public)), participant: notOwner,
            administrator: notOwner),
        Forbidden(
            request: .shareSave(.init(share: share, title: "Mine")), participant: notOwner, administrator: notOwner),
        Forbidden(
            request: .shareSave(.init(share: share, title: "Mine", removals: ["fritz"])), participant: notOwner,
            administrator: notOwner),
        Forbidden(
            request: .shareSave(.init(share: share, additions: [.init(handle: "emil", role: .administrator)])),
            participant: notManager, administrator: notManager),
        Forbidden(
            request: .shareSave(.init(share: share, additions: [.init(handle: "carl", role: .privateUser)])),
            participant: notManager, administrator: notManager),
        Forbidden(
            request: .shareSave(.init(share: share, allowsAccessRequests: true)), participant: notManager),
        Forbidden(request: .shareSave(.init(share: share, blocks: ["fritz"])), participant: notManager),
        Forbidden(request: .shareLeave(share), pending: nil, owner: "conflict ucs-can-leave"),
        Forbidden(
            request: .shareStop(share), pending: "forbidden ucs-can-stop", participant: "forbidden ucs-can-stop",
            administrator: "forbidden ucs-can-stop"),
    ]

    @Test("each share method refuses exactly the roles without the right", arguments: 0..<17)
    func methodRefusesRolesWithoutTheRight(_ index: Int) throws {
        let forbidden = Self.table[index]
        for (who, refusal) in [
            ("dora", forbidden.stranger), ("pia", forbidden.pending), ("bea", forbidden.participant),
            ("carl", forbidden.administrator), ("anna", forbidden.owner),
        ] {
            // Each role has a new world, because a request that succeeds changes the share.
            let desk = try ShareDesk()
            for client in [desk.bea, desk.carl] { try client.share.accept(desk.share) }
            try desk.anna.share.addParticipant(share: desk.share, people: .several(["pia", "fritz"]))
            try desk.anna.share.setRole(share: desk.share, own: .init(handle: "carl", role: .administrator))
            let client = who == "pia" ? try desk.trip.server.person("pia") : desk.client(who)
            #expect(desk.refusal(client, forbidden.request) == refusal, "\(who) \(forbidden.request.method)")
        }
    }

    @Test("a pending administrator can neither add people nor send the share")
    func pendingAdministratorManagesNothing() throws {
        try desk.anna.share.setRole(share: desk.share, own: .init(handle: "carl", role: .administrator))
        for request: Request in [
            .shareAddParticipant(.init(share: desk.share, people: .one("dora"))),
            .shareSend(.init(share: desk.trip.share, conversation: desk.trip.conversation)),
        ] {
            #expect(desk.refusal(desk.carl, request) == "forbidden ck-accept", "\(request.method)")
        }
    }

    @Test("apps and observers cannot change shares")
    func appsAndObserversCannotChangeShares() throws {
        let app = try desk.trip.server.app(as: "anna")
        let methods = Method.allCases.filter { $0.rawValue.hasPrefix("share.") }
        #expect(methods.count >= 14)
        for method in methods {
            // An observer can only list shares.
            for client in method == .shareList ? [app] : [app, desk.trip.observer] {
                let refusal = desk.refusal(client) { try $0.ask(method.rawValue, ["url": .string(TripFixture.url)]) }
                #expect(refusal?.hasPrefix("forbidden") == true, "\(method)")
            }
        }
    }
}
