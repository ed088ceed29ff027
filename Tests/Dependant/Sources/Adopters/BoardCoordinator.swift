import Foundation
import SharedWithYouCore

/// The app's own server.
nonisolated protocol BoardService: Sendable {
    func createBoard(title: String, clientID: String, isReadOnly: Bool) async throws -> Board
    func grantAccess(to identities: [Data], board: String) async throws
    func revokeAccess(of identities: [Data], board: String) async throws
}

/// A board as the server returns it.
nonisolated struct Board: Hashable, Sendable {
    let id: String
    let url: URL
}

/// Answers the system when a person starts a collaboration in Messages, or adds and removes people there.
@MainActor
final class BoardCoordinator: NSObject, SWCollaborationActionHandler {
    private let service: any BoardService

    init(service: any BoardService) {
        self.service = service
        super.init()
        SWCollaborationCoordinator.shared.actionHandler = self
    }

    nonisolated func collaborationCoordinator(
        _ coordinator: SWCollaborationCoordinator, handle action: SWStartCollaborationAction
    ) {
        Task {
            await start(action)
        }
    }

    nonisolated func collaborationCoordinator(
        _ coordinator: SWCollaborationCoordinator, handle action: SWUpdateCollaborationParticipantsAction
    ) {
        Task {
            await update(action)
        }
    }

    private func start(_ action: SWStartCollaborationAction) async {
        let metadata = action.collaborationMetadata
        let options = metadata.userSelectedShareOptions ?? metadata.defaultShareOptions
        let selected = options?.optionsGroups.flatMap(\.options).filter(\.isSelected).map(\.identifier) ?? []
        do {
            let board = try await service.createBoard(
                title: metadata.title ?? "Untitled", clientID: metadata.localIdentifier.rawValue,
                isReadOnly: selected.contains("view"))
            action.fulfill(using: board.url, collaborationIdentifier: SWCollaborationIdentifier(rawValue: board.id))
        } catch {
            action.fail()
        }
    }

    private func update(_ action: SWUpdateCollaborationParticipantsAction) async {
        let board = action.collaborationMetadata.collaborationIdentifier.rawValue
        do {
            try await service.grantAccess(to: action.addedIdentities.map(\.rootHash), board: board)
            try await service.revokeAccess(of: action.removedIdentities.map(\.rootHash), board: board)
            action.fulfill()
        } catch {
            action.fail()
        }
    }
}
