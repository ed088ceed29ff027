import AppModel
import ChatProtocol
public import Foundation
import UnderstudyRuntime

/// An observer of the system's sharing screens (`start-stop-observer`). It observes for as long as the app keeps it.
///
/// It is safe to send: its blocks are only used with the lock held, and the model with the lock of the app.
open class CKSystemSharingUIObserver: NSObject, @unchecked Sendable {
    private let app: RunningApp?
    private let observer: SystemSharingUIObserver?
    private let lock = NSLock()
    private var saveBlock: ((CKRecord.ID, Result<CKShare, any Error>) -> Void)?
    private var stopBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)?

    /// Creates an observer of the screens for a container.
    public init(container: CKContainer) {
        app = container.app
        observer = container.app?.withModel { SystemSharingUIObserver(container: $0.container) }
        super.init()
        app?.withModel { [weak self, weak app, weak observer] sessions in
            let model = CloudModel.of(sessions, app)
            observer?.systemSharingUIDidSaveShareBlock = { document, result in
                let id = model.shareID(of: document, result)
                let shown = result.map { model.show($0.copy()) }.mapError { CKError($0) as any Error }
                self?.enqueue { $0.systemSharingUIDidSaveShareBlock?(id, shown) }
            }
            observer?.systemSharingUIDidStopSharingBlock = { document, result in
                let id = model.forgetShare(of: document, result)
                self?.enqueue { $0.systemSharingUIDidStopSharingBlock?(id, result.mapError { CKError($0) }) }
            }
        }
    }

    /// Receives each save of a share on a screen: the identifier of the share, and the share or the error.
    open var systemSharingUIDidSaveShareBlock: ((CKRecord.ID, Result<CKShare, any Error>) -> Void)? {
        get { lock.withLock { saveBlock } }
        set { lock.withLock { saveBlock = newValue } }
    }

    /// Receives each end of sharing on a screen: the identifier of the share, and the error if it failed.
    open var systemSharingUIDidStopSharingBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)? {
        get { lock.withLock { stopBlock } }
        set { lock.withLock { stopBlock = newValue } }
    }

    private func enqueue(_ callback: @escaping (CKSystemSharingUIObserver) -> Void) {
        app?.enqueue { [weak self] in if let self { callback(self) } }
    }
}

extension CloudModel {
    /// Returns the record identifier of the share of a document.
    fileprivate func shareID(
        of document: DocumentID?, _ result: Result<CloudShare, SharingError>
    ) -> CKRecord.ID {
        if case .success(let share) = result { return show(share.copy()).recordID }
        return known(document)?.id ?? CKRecord.ID()
    }

    /// Forgets the share of a document if it ended.
    ///
    /// - Returns: The record identifier of the share.
    fileprivate func forgetShare(of document: DocumentID?, _ result: Result<Void, SharingError>) -> CKRecord.ID {
        guard let known = known(document) else { return CKRecord.ID() }
        if case .success = result { known.store.shares[known.id] = nil }
        return known.id
    }

    private func known(_ document: DocumentID?) -> (store: RecordStore, id: CKRecord.ID)? {
        for store in [store(.private), store(.shared)] {
            if let id = store.shares.first(where: { $0.value.document == document })?.key { return (store, id) }
        }
        return nil
    }
}
