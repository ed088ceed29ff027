import CloudKit
import UIKit

/// The notes of a person in iCloud, and their shares.
@MainActor
final class CloudNotes: NSObject {
    let container = CKContainer.default()
    private(set) var screenEvents: [String] = []

    private var privateDatabase: CKDatabase { container.privateCloudDatabase }
    private var sharedDatabase: CKDatabase { container.sharedCloudDatabase }

    // MARK: Owner

    /// Saves a note and its share with an operation.
    func share(_ note: CKRecord, completion: @escaping (Result<CKShare, any Error>) -> Void) {
        let share = CKShare(rootRecord: note)
        share[CKShare.SystemFieldKey.title] = note["title"] as? String
        let operation = CKModifyRecordsOperation(recordsToSave: [note, share], recordIDsToDelete: nil)
        operation.savePolicy = .ifServerRecordUnchanged
        operation.qualityOfService = .userInitiated
        operation.perRecordSaveBlock = { recordID, result in
            if case .failure(let error) = result {
                print("Saving \(recordID.recordName) failed: \(error)")
            }
        }
        operation.modifyRecordsResultBlock = { result in
            completion(result.map { share })
        }
        privateDatabase.add(operation)
    }

    /// Saves a note and its share.
    func share(_ note: CKRecord, publicPermission: CKShare.ParticipantPermission) async throws -> CKShare {
        let share = CKShare(rootRecord: note)
        share.publicPermission = publicPermission
        let (saveResults, _) = try await privateDatabase.modifyRecords(saving: [note, share], deleting: [])
        guard let saved = try saveResults[share.recordID]?.get() as? CKShare else {
            throw CKError(.internalError)
        }
        return saved
    }

    func add(_ address: String, to share: CKShare, permission: CKShare.ParticipantPermission) async throws {
        let participant = try await container.shareParticipant(forEmailAddress: address)
        participant.permission = permission
        participant.role = .privateUser
        share.addParticipant(participant)
        try await privateDatabase.save(share)
    }

    func remove(_ participant: CKShare.Participant, from share: CKShare) async throws {
        share.removeParticipant(participant)
        try await privateDatabase.save(share)
    }

    /// Changes a note. After a conflict, applies the change to the server's record.
    func update(_ note: CKRecord, _ change: (CKRecord) -> Void) async throws -> CKRecord {
        change(note)
        do {
            return try await privateDatabase.save(note)
        } catch let error as CKError where error.code == .serverRecordChanged {
            guard let serverRecord = error.serverRecord else { throw error }
            change(serverRecord)
            return try await privateDatabase.save(serverRecord)
        }
    }

    /// Shows the system's screen of a share.
    func showSharing(of share: CKShare, from presenter: UIViewController) {
        let controller = UICloudSharingController(share: share, container: container)
        controller.delegate = self
        controller.availablePermissions = [.allowPrivate, .allowReadOnly, .allowReadWrite]
        controller.popoverPresentationController?.sourceView = presenter.view
        presenter.present(controller, animated: true)
    }

    // MARK: Participant

    /// Accepts a share, and returns its note.
    func open(_ url: URL) async throws -> CKRecord {
        let metadata = try await container.shareMetadata(for: url)
        let share = try await container.accept(metadata)
        guard let rootID = metadata.hierarchicalRootRecordID else { throw CKError(.unknownItem) }
        print("Joined the share of \(share.owner.userIdentity.nameComponents?.formatted() ?? "somebody")")
        return try await sharedDatabase.record(for: rootID)
    }

    /// Accepts a share as a scene delegate does.
    func accept(_ metadata: CKShare.Metadata, completion: @escaping (Result<Void, any Error>) -> Void) {
        let operation = CKAcceptSharesOperation(shareMetadatas: [metadata])
        operation.acceptSharesResultBlock = completion
        CKContainer(identifier: metadata.containerIdentifier).add(operation)
    }

    func save(_ sharedNote: CKRecord) async throws {
        try await sharedDatabase.save(sharedNote)
    }
}

extension CloudNotes: UICloudSharingControllerDelegate {
    func itemTitle(for csc: UICloudSharingController) -> String? {
        csc.share?[CKShare.SystemFieldKey.title] as? String
    }

    func itemThumbnailData(for csc: UICloudSharingController) -> Data? {
        nil
    }

    func cloudSharingController(_ csc: UICloudSharingController, failedToSaveShareWithError error: any Error) {
        screenEvents.append("failed: \(error.localizedDescription)")
    }

    func cloudSharingControllerDidSaveShare(_ csc: UICloudSharingController) {
        screenEvents.append("saved")
    }

    func cloudSharingControllerDidStopSharing(_ csc: UICloudSharingController) {
        screenEvents.append("stopped")
    }
}

/// Accepts the shares that a person opens in Messages.
final class NotesSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    let notes = CloudNotes()
    private(set) var message: String?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        window = UIWindow(windowScene: windowScene)
        window?.rootViewController = UINavigationController(rootViewController: UITableViewController(style: .plain))
        window?.makeKeyAndVisible()
        if let metadata = connectionOptions.cloudKitShareMetadata {
            accept(metadata)
        }
    }

    func windowScene(
        _ windowScene: UIWindowScene, userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata
    ) {
        accept(cloudKitShareMetadata)
    }

    private func accept(_ metadata: CKShare.Metadata) {
        notes.accept(metadata) { [weak self] result in
            switch result {
            case .success: self?.message = "You joined “\(metadata.share[CKShare.SystemFieldKey.title] ?? "")”."
            case .failure(let error): self?.message = error.localizedDescription
            }
        }
    }
}
