/// A delegate that describes the shared item and is called after saves: the simulator's
/// `UICloudSharingControllerDelegate` (`ucs-delegate-required`, `ucs-delegate-optional`).
public protocol CloudSharingControllerDelegate: AnyObject {
    /// Called with the error when the share could not be saved, sent, left or stopped.
    func cloudSharingController(
        _ controller: CloudSharingController, failedToSaveShareWithError error: any Error)
    /// Returns the title of the item on the screens; nil for a general title.
    func itemTitle(for controller: CloudSharingController) -> String?
    /// Returns one character in place of a thumbnail; nil for a general one.
    func itemThumbnailData(for controller: CloudSharingController) -> String?
    /// Returns the uniform type identifier of the record; nil for a general one.
    func itemType(for controller: CloudSharingController) -> String?
    /// Called after the share was saved.
    func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController)
    /// Called after this person stopped sharing or left the share.
    func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController)
}

extension CloudSharingControllerDelegate {
    /// By default, returns nil.
    public func itemThumbnailData(for controller: CloudSharingController) -> String? { nil }
    /// By default, returns nil.
    public func itemType(for controller: CloudSharingController) -> String? { nil }
    /// By default, does nothing.
    public func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController) {}
    /// By default, does nothing.
    public func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController) {}
}
