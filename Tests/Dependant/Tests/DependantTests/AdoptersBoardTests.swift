import AppTestKit
import SharedWithYou
import Testing
import UIKit

@testable import Adopters

/// A board server of an app's developer, for tests.
private actor MemoryBoards: BoardService {
    struct Refused: Error {}

    private(set) var titles: [String: String] = [:]
    private(set) var readOnlyBoards: Set<String> = []
    private(set) var members: [String: Set<Data>] = [:]
    private let isDown: Bool

    init(isDown: Bool = false) { self.isDown = isDown }

    func createBoard(title: String, clientID: String, isReadOnly: Bool) async throws -> Board {
        await Task.yield()
        guard !isDown, let url = URL(string: "https://board.example/b/\(clientID)") else { throw Refused() }
        titles[clientID] = title
        if isReadOnly { readOnlyBoards.insert(clientID) }
        return Board(id: clientID, url: url)
    }

    func grantAccess(to identities: [Data], board: String) async throws {
        members[board, default: []].formUnion(identities)
    }

    func revokeAccess(of identities: [Data], board: String) async throws {
        members[board, default: []].subtract(identities)
    }
}

/// The coordinator, the notices and the share sheet of an app with its own server.
@MainActor struct AdoptersBoardTests {
    private let board = AppID("com.example.board")
    private let link = "https://board.example/b/row7"

    private func world(_ options: ShareOptions? = nil) async throws -> TestWorld {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        try await world.observer.app.register(
            app: board, name: "Board", domains: ["board.example"], backends: [.custom], shareOptions: options)
        for person in world.people { try await person.allow(board) }
        return world
    }

    private func start(in world: TestWorld) async throws {
        try await world.anna.collaboration.start(
            app: board, title: "Ideas", conversation: world.conversation.id, localIdentifier: "row7")
        try await world.quiesce()
    }

    // MARK: BoardCoordinator

    @Test("a start in Messages creates the board on the app's server, whose link is sent and whose people get access")
    func startCreatesTheBoard() async throws {
        let world = try await world()
        let boards = MemoryBoards()
        try await world.anna.running(board) { @MainActor in
            let coordinator = BoardCoordinator(service: boards)
            try await start(in: world)
            withExtendedLifetime(coordinator) {}
        }
        #expect(try await world.bea.texts(in: world.conversation) == [link])
        #expect(await boards.titles == ["row7": "Ideas"])
        #expect(await boards.members["row7"]?.count == 2)
    }

    @Test("a server that is down fails the start: no message is sent, and nobody gets access")
    func failedStartSendsNothing() async throws {
        let world = try await world()
        let boards = MemoryBoards(isDown: true)
        try await world.anna.running(board) { @MainActor in
            let coordinator = BoardCoordinator(service: boards)
            try await start(in: world)
            withExtendedLifetime(coordinator) {}
        }
        #expect(try await world.bea.texts(in: world.conversation).isEmpty)
        #expect(try await world.anna.share.list().shares.isEmpty)
        #expect(await boards.members.isEmpty)
    }

    @Test("a person who is removed in Messages loses access on the app's server, the others keep it")
    func removalRevokesAccess() async throws {
        let world = try await world()
        let boards = MemoryBoards()
        try await world.anna.running(board) { @MainActor in
            let coordinator = BoardCoordinator(service: boards)
            try await start(in: world)
            let before = try #require(await boards.members["row7"])
            try await world.anna.share.removeParticipant(share: .url(link), people: .one(world.bea.handle))
            try await world.quiesce()
            let after = try #require(await boards.members["row7"])
            #expect(after.count == 1 && after.isSubset(of: before))
            withExtendedLifetime(coordinator) {}
        }
        let share = try await world.anna.share.get(.url(link))
        #expect(share.share.participants.map(\.handle.rawValue).sorted() == ["anna", "carl"])
    }

    // MARK: NoticePoster

    @Test("a mention by an identity of the board notifies that person, and nobody else")
    func identityMentionNotifiesOnePerson() async throws {
        let world = try await world()
        let boards = MemoryBoards()
        let (anna, bea, carl) = (try world.anna, try world.bea, try world.carl)
        try await anna.running(board) { @MainActor in
            let coordinator = BoardCoordinator(service: boards)
            try await start(in: world)
            // While Carl is out, Bea's identity is the only one on the board.
            try await anna.share.removeParticipant(share: .url(link), people: .one(carl.handle))
            try await world.quiesce()
            let identity = try #require(await boards.members["row7"]?.first)
            try await anna.share.addParticipant(share: .url(link), people: .one(carl.handle))
            try await world.quiesce()
            for person in [bea, carl] { try await person.share.accept(.url(link)) }
            try NoticePoster().didMention(SWPerson.Identity(rootHash: identity), inBoard: "row7")
            try await world.quiesce()
            withExtendedLifetime(coordinator) {}
        }
        let notice = try await bea.wait(for: .noticePosted) { $0.notice.text.contains("mentioned") }.notice
        #expect(notice.text == "Anna mentioned you in “Ideas”")
        try await carl.isNotNotified(.noticePosted) { $0.notice.text.contains("mentioned") }
    }

    @Test("an edit, a comment, a mention and a move reach the other's thread in this order, and not the author's")
    func noticesReachTheThread() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.share.accept(.url(plan.url))
        let url = try #require(URL(string: plan.url))
        var texts: [String] = []
        try await world.anna.running { @MainActor in
            let poster = NoticePoster()
            let changes: [@MainActor () async throws -> Void] = [
                { poster.didEdit(url) }, { try await poster.didComment(on: url) },
                { try await poster.didMention(cloudKitHandle: "bea", in: url) },
                { try await poster.didChangeFile(at: url, .moved) },
            ]
            for change in changes {
                try await change()
                try await world.quiesce()
                texts.append(try await world.bea.wait(for: .noticePosted).notice.text)
            }
        }
        #expect(
            texts == [
                "Anna edited “Trip plan”", "Anna commented on “Trip plan”", "Anna mentioned you in “Trip plan”",
                "Anna moved “Trip plan”",
            ])
        let anna = try world.anna
        try await anna.isNotNotified(.noticePosted) { $0.notice.actor == anna.handle }
    }

    @Test("a membership event of the app adds no second notice to the system's, and an untrue one posts nothing")
    func membershipIsPostedOnce() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        let url = try #require(URL(string: plan.url))
        try await world.bea.share.accept(.url(plan.url))
        try await world.bea.running { @MainActor in
            let poster = NoticePoster()
            try await poster.collaboratorsDidChange(.addedCollaborator, at: url)
            try await poster.collaboratorsDidChange(.removedCollaborator, at: url)
            poster.didEdit(url)
            try await world.quiesce()
        }
        var texts: [String] = []
        for case .notice(let notice) in try await world.anna.history(of: world.conversation) {
            texts.append(notice.text)
        }
        #expect(texts == ["Bea joined “Trip plan”", "Bea edited “Trip plan”"])
    }

    @Test("a mention by a handle notifies the mentioned person and nobody else")
    func handleMentionNotifiesOnePerson() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        for person in try [world.bea, world.carl] { try await person.share.accept(.url(plan.url)) }
        try await world.anna.running { @MainActor in
            try await NoticePoster().didMention(cloudKitHandle: "carl", in: try #require(URL(string: plan.url)))
            try await world.quiesce()
        }
        let notice = try await world.carl.wait(for: .noticePosted) { $0.notice.text.contains("mentioned") }.notice
        #expect(notice.text == "Anna mentioned you in “Trip plan”")
        try await world.bea.isNotNotified(.noticePosted) { $0.notice.text.contains("mentioned") }
    }

    @Test("a reader who opens the document clears its notices, and those of no other document")
    func openedDocumentClearsItsNotices() async throws {
        let world = try await TestWorld("Anna", "Bea")
        var urls: [URL] = []
        for title in ["Trip plan", "Packing list"] {
            let share = try await world.anna.share(title, in: world.conversation)
            try await world.bea.share.accept(.url(share.url))
            urls.append(try #require(URL(string: share.url)))
        }
        try await world.anna.running { @MainActor in
            for url in urls { NoticePoster().didEdit(url) }
            try await world.quiesce()
        }
        let posted = try await world.bea.wait(for: .noticePosted) { $0.notice.title == "Trip plan" }
        try await world.bea.running { @MainActor in
            NoticePoster().didOpen(urls[0])
            try await world.quiesce()
        }
        let cleared = try await world.bea.wait(for: .noticeCleared)
        #expect("\(cleared)".contains(posted.notice.id.rawValue))
        try await world.bea.isNotNotified(.noticeCleared) { "\($0)".contains("Packing list") }
    }
}
