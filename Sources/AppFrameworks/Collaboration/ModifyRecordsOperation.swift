import ChatProtocol
import ChatTerminal

/// Saves a share together with its root record: both or neither (`ucs-handler-steps`). The simulator's
/// `CKModifyRecordsOperation`, as far as sharing needs it.
public final class ModifyRecordsOperation {
    /// What is saved: the root, its share, or both; nothing is shared without its root.
    public let recordsToSave: (root: CloudRecord, share: CloudShare)
    /// Told how the save went: the share with its link, or why nothing was saved.
    public var modifyRecordsResultBlock: ((Result<CloudShare, SharingError>) -> Void)?
    /// True if the save sends the link to the people whom it adds: a screen of the system does, and a program sends it
    /// itself.
    package var sendsLink = false

    /// An operation that does nothing until a container gets it.
    public init(rootRecord: CloudRecord, share: CloudShare) { recordsToSave = (rootRecord, share) }

    /// The same for a share and the root that it has.
    public convenience init(share: CloudShare) { self.init(rootRecord: share.rootRecord, share: share) }

    func run(in container: Container) {
        let share = recordsToSave.share
        let request: Request
        if let saved = share.saved {
            guard let id = share.shareID else {
                modifyRecordsResultBlock?(.failure(.notSaved))
                return
            }
            var changes = share.contents.changes(since: saved, of: id, revision: share.revision)
            changes.sendsLink = sendsLink
            request = .shareSave(changes)
        } else {
            let (root, contents) = (share.rootRecord, share.contents)
            request = .shareCreate(
                .init(
                    app: root.app, title: CleanText.withoutBreaks(contents.title),
                    url: root.recordID == nil ? root.url : nil, access: contents.access,
                    permission: contents.permission,
                    allowsInviting: contents.allowsInviting, document: root.recordID))
        }
        container.ask(request) { [self] answer in
            let result = container.share(answer, share)
            if case .failure = result { share.revert() }
            modifyRecordsResultBlock?(result)
        }
    }
}
