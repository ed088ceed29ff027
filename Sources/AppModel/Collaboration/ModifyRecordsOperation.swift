package import ChatProtocol
import ChatTerminal

/// An operation that saves a share together with its root record: both or neither (`ucs-handler-steps`). It is the
/// simulator's `CKModifyRecordsOperation`, as far as sharing needs it.
public final class ModifyRecordsOperation {
    /// The root record and its share. The share cannot be saved without its root.
    public let recordsToSave: (root: CloudRecord, share: CloudShare)
    /// Called with the result of the save: the saved share with its link, or the error.
    public var modifyRecordsResultBlock: ((Result<CloudShare, SharingError>) -> Void)?
    /// True if the save sends the link to the people whom it adds. The system's screens set it. A program sends the
    /// link itself.
    package var sendsLink = false
    /// True if the share keeps its unsaved changes when the save fails, so that a program can try again.
    package var keepsChanges = false
    /// The error of the server, with its rule; nil if the server refused nothing.
    package private(set) var refusal: RPCError?

    /// Creates an operation. It begins when it is added to a container.
    public init(rootRecord: CloudRecord, share: CloudShare) { recordsToSave = (rootRecord, share) }

    /// Creates an operation for a share and its root record.
    public convenience init(share: CloudShare) { self.init(rootRecord: share.rootRecord, share: share) }

    func run(in container: Container) {
        let share = recordsToSave.share
        guard let saved = share.saved else { return create(share, in: container) }
        guard let id = share.shareID else {
            modifyRecordsResultBlock?(.failure(.notSaved))
            return
        }
        var changes = share.contents.changes(since: saved, of: id, revision: share.revision)
        changes.sendsLink = sendsLink
        ask(.shareSave(changes), in: container) { [self] result in
            if case .failure = result, !keepsChanges { share.revert() }
            modifyRecordsResultBlock?(result)
        }
    }

    private func create(_ share: CloudShare, in container: Container) {
        let (root, wanted) = (share.rootRecord, share.contents)
        let request = CreateShare(
            app: root.app, title: CleanText.withoutBreaks(wanted.title), url: root.recordID == nil ? root.url : nil,
            access: wanted.access, permission: wanted.permission, allowsInviting: wanted.allowsInviting,
            document: root.recordID)
        ask(.shareCreate(request), in: container) { [self] result in
            if case .success = result, !wanted.others.isEmpty { return invite(wanted, to: share, in: container) }
            if case .failure = result, !keepsChanges { share.revert() }
            modifyRecordsResultBlock?(result)
        }
    }

    /// Invites the people of a share that was just created. The creation itself names no people.
    private func invite(_ wanted: ShareContents, to share: CloudShare, in container: Container) {
        guard let id = share.shareID, let saved = share.saved else {
            modifyRecordsResultBlock?(.failure(.notSaved))
            return
        }
        var contents = saved
        contents.participants += wanted.others
        var changes = contents.changes(since: saved, of: id, revision: share.revision)
        changes.sendsLink = sendsLink
        ask(.shareSave(changes), in: container) { [self] result in
            guard case .failure = result else {
                modifyRecordsResultBlock?(result)
                return
            }
            // If the server refuses the invitation, the share must not remain without its people.
            container.ask(.shareStop(.id(id))) { [self] _ in
                share.undoCreation(wanted)
                modifyRecordsResultBlock?(result)
            }
        }
    }

    private func ask(
        _ request: Request, in container: Container, then: @escaping (Result<CloudShare, SharingError>) -> Void
    ) {
        container.ask(request) { [self] answer in
            if case .failure(let error) = answer { refusal = error }
            then(container.share(answer, recordsToSave.share))
        }
    }
}
