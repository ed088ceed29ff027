public import ChatProtocol

/// An observer of the system's sharing screens, which is called after each save and stop: the simulator's
/// `CKSystemSharingUIObserver` (`start-stop-observer`). Retain it as long as it is needed.
public final class SystemSharingUIObserver {
    /// Called after each save with the root record, and with the share or the error.
    public var systemSharingUIDidSaveShareBlock: ((DocumentID?, Result<CloudShare, SharingError>) -> Void)?
    /// Called after sharing was stopped or could not be stopped, with the root record and the error, if any.
    public var systemSharingUIDidStopSharingBlock: ((DocumentID?, Result<Void, SharingError>) -> Void)?

    /// Creates an observer of one person's container.
    public init(container: Container) { container.add(self) }
}
