public import ChatProtocol

/// Told of what the system's sharing screens saved and stopped, whichever screen it was: the simulator's
/// `CKSystemSharingUIObserver` (`start-stop-observer`). Keep it for as long as it is to be told.
public final class SystemSharingUIObserver {
    /// Called after each save: the root record, and the share or why it was not saved.
    public var systemSharingUIDidSaveShareBlock: ((DocumentID?, Result<CloudShare, SharingError>) -> Void)?
    /// Called after sharing was stopped, or could not be.
    public var systemSharingUIDidStopSharingBlock: ((DocumentID?, Result<Void, SharingError>) -> Void)?

    /// An observer of one person's container.
    public init(container: Container) { container.add(self) }
}
