/// Says what is shared, and is told how it went: the simulator's `UICloudSharingControllerDelegate`
/// (`ucs-delegate-required`, `ucs-delegate-optional`).
public protocol CloudSharingControllerDelegate: AnyObject {
    /// The share was not saved, and nothing has changed.
    func cloudSharingController(
        _ controller: CloudSharingController, failedToSaveShareWithError error: any Error)
    /// What the screens call it; nil is generic.
    func itemTitle(for controller: CloudSharingController) -> String?
    /// One character in place of a picture; nil is generic.
    func itemThumbnailData(for controller: CloudSharingController) -> String?
    /// The uniform type identifier of the record; nil is generic.
    func itemType(for controller: CloudSharingController) -> String?
    /// The share was saved.
    func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController)
    /// It is shared no longer, or not with this person.
    func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController)
}

extension CloudSharingControllerDelegate {
    /// Generic.
    public func itemThumbnailData(for controller: CloudSharingController) -> String? { nil }
    /// Generic.
    public func itemType(for controller: CloudSharingController) -> String? { nil }
    /// Nothing.
    public func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController) {}
    /// Nothing.
    public func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController) {}
}
