import AppTestKit
import SharedWithYouCore
import Testing

/// The actions that the system requests of an app with its own server.
@MainActor struct CollaborationCoordinatorTests {
    /// A handler as adopters write it. It keeps the actions, and answers some at once.
    final class Handler: NSObject, SWCollaborationActionHandler {
        var answersAtOnce = true
        var starts: [SWStartCollaborationAction] = []
        var updates: [SWUpdateCollaborationParticipantsAction] = []

        func collaborationCoordinator(
            _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction
        ) {
            starts.append(action)
            if answersAtOnce { Self.fulfill(action) }
        }

        func collaborationCoordinator(
            _ coordinator: SWCollaborationCoordinator, handle action: SWUpdateCollaborationParticipantsAction
        ) {
            updates.append(action)
            action.fulfill()
        }

        nonisolated static func fulfill(_ action: SWStartCollaborationAction) {
            guard let url = URL(string: "https://board.example/b/1") else { return action.fail() }
            action.fulfill(using: url, collaborationIdentifier: SWCollaborationIdentifier("board-1"))
        }
    }

    private func world() async throws -> TestWorld {
        let world = try await TestWorld("Anna", "Bea")
        try await world.observer.app.register(
            app: board, name: "Board", domains: ["board.example"], backends: [.custom])
        return world
    }

    private let board = AppID("com.example.board")

    @Test("a start that the handler fulfills becomes a message with the app's link")
    func fulfilledStartIsSent() async throws {
        let world = try await world()
        try await world.anna.running(board) { @MainActor in
            let handler = Handler()
            SWCollaborationCoordinator.shared.actionHandler = handler
            try await world.anna.collaboration.start(
                app: board, title: "Ideas", conversation: world.conversation.id, localIdentifier: "row 7")
            try await world.quiesce()
            let start = try #require(handler.starts.first)
            #expect(start.collaborationMetadata.title == "Ideas")
            #expect(start.collaborationMetadata.localIdentifier.rawValue == "row 7")
            start.collaborationMetadata.title = "Other"
            #expect(start.collaborationMetadata.title == "Ideas", "each caller gets a copy")
            #expect(start.isComplete)
            #expect(handler.updates.map(\.addedIdentities.count) == [1])
        }
        #expect(try await world.bea.texts(in: world.conversation) == ["https://board.example/b/1"])
    }

    @Test("an action that another task fulfills later is waited for")
    func laterAnswerIsWaitedFor() async throws {
        let world = try await world()
        try await world.anna.running(board) { @MainActor in
            let handler = Handler()
            handler.answersAtOnce = false
            SWCollaborationCoordinator.shared.actionHandler = handler
            try await world.anna.collaboration.start(
                app: board, title: "Ideas", conversation: world.conversation.id)
            async let quiet: Void = world.quiesce()
            while handler.starts.isEmpty { await Task.yield() }
            let start = handler.starts[0]
            await Task.detached { Handler.fulfill(start) }.value
            try await quiet
            #expect(start.isComplete)
        }
        #expect(try await world.bea.texts(in: world.conversation) == ["https://board.example/b/1"])
    }

    @Test("an action that stays open is named, with its app and its person")
    func openActionIsNamed() async throws {
        let world = try await world()
        try await world.anna.running(board) { @MainActor in
            let handler = Handler()
            handler.answersAtOnce = false
            SWCollaborationCoordinator.shared.actionHandler = handler
            try await world.anna.collaboration.start(
                app: board, title: "Ideas", conversation: world.conversation.id)
            let error = await #expect(throws: OpenActionsError.self) { try await world.quiesce(patience: .zero) }
            #expect(error?.actions == ["the start of “Ideas” of com.example.board as anna"])
            handler.starts[0].fail()
            try await world.quiesce()
        }
        #expect(try await world.bea.texts(in: world.conversation).isEmpty)
    }

    @Test("an action waits until there is a handler")
    func actionWaitsForAHandler() async throws {
        let world = try await world()
        try await world.anna.running(board) { @MainActor in
            let coordinator = SWCollaborationCoordinator.shared
            try await world.anna.collaboration.start(
                app: board, title: "Ideas", conversation: world.conversation.id)
            let handler = Handler()
            coordinator.actionHandler = handler
            try await world.quiesce()
            #expect(handler.starts.count == 1)
            #expect(SWCollaborationCoordinator.shared === coordinator)
        }
    }
}
