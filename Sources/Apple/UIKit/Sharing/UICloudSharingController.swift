package import AppModel
public import Foundation
public import UnderstudyCloudKit
import UnderstudyRuntime

/// The delegate of a sharing controller (`ucs-delegate-required`, `ucs-delegate-optional`).
@MainActor public protocol UICloudSharingControllerDelegate: NSObjectProtocol {
    /// Reports that the share was not saved. Nothing has changed.
    func cloudSharingController(
        _ csc: UICloudSharingController, failedToSaveShareWithError error: any Error)
    /// Returns the title of the shared item; nil for a generic one.
    func itemTitle(for csc: UICloudSharingController) -> String?
    /// Returns the picture of the shared item, as the data of an image; nil for a generic one.
    func itemThumbnailData(for csc: UICloudSharingController) -> Data?
    /// Returns the uniform type identifier of the shared item; nil for a generic one.
    func itemType(for csc: UICloudSharingController) -> String?
    /// Reports that the share was saved.
    func cloudSharingControllerDidSaveShare(_ csc: UICloudSharingController)
    /// Reports that the item is not shared any more, or not with this person.
    func cloudSharingControllerDidStopSharing(_ csc: UICloudSharingController)
}

extension UICloudSharingControllerDelegate {
    /// Returns nil: the picture is generic.
    public func itemThumbnailData(for csc: UICloudSharingController) -> Data? { nil }
    /// Returns nil: the type is generic.
    public func itemType(for csc: UICloudSharingController) -> String? { nil }
    /// Does nothing.
    public func cloudSharingControllerDidSaveShare(_ csc: UICloudSharingController) {}
    /// Does nothing.
    public func cloudSharingControllerDidStopSharing(_ csc: UICloudSharingController) {}
}

/// The system's screens to share a record and to manage its participants. The share decides what the person may do
/// (`ucs-role-auto`).
@MainActor open class UICloudSharingController: UIViewController {
    /// The choices that the screens offer; all of them if empty (`ucs-available`).
    public struct PermissionOptions: OptionSet, Sendable {
        /// The stored value.
        public let rawValue: UInt

        /// Creates options from a stored value.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Anyone with the link can join.
        public static let allowPublic = PermissionOptions(rawValue: 1)
        /// Only invited people can join.
        public static let allowPrivate = PermissionOptions(rawValue: 2)
        /// Participants can read.
        public static let allowReadOnly = PermissionOptions(rawValue: 4)
        /// Participants can read and write.
        public static let allowReadWrite = PermissionOptions(rawValue: 8)
    }

    /// The completion of a preparation: the saved share with its container, or the reason why it was not saved.
    public typealias PreparationCompletion = (CKShare?, CKContainer?, (any Error)?) -> Void

    /// The delegate.
    open weak var delegate: (any UICloudSharingControllerDelegate)? { didSet { describeItem() } }
    /// The choices that the screens offer.
    open var availablePermissions: PermissionOptions = [] {
        didSet {
            let options = availablePermissions
            withModel { $0.availablePermissions = options.isEmpty ? .standard : .init(rawValue: options.rawValue) }
        }
    }
    /// The share; nil before the preparation handler has saved one.
    open private(set) var share: CKShare?
    /// An event of the screens, for the system that shows them.
    package enum Event {
        /// The share was saved, or its end.
        case saved
        /// A change was not saved, for this reason.
        case failed(any Error)
        /// There is no share any more, or not for this person.
        case gone(any Error)
    }

    /// Called with each event, also if the app has set no delegate.
    package var onEvent: ((Event) -> Void)?

    private let app: RunningApp?
    private let controller: CloudSharingController
    private let forwarder = SharingForwarder()

    /// Creates the screens for a share that is saved (`ucs-init-existing`).
    public init(share: CKShare, container: CKContainer) {
        app = container.app ?? RunningApp.currentOrReport
        self.share = share
        let model = share.cloudShare
        controller =
            app?.withModel { CloudSharingController(share: model, container: $0.container) }
            ?? CloudSharingController { _, done in done(nil, nil, nil) }
        super.init(nibName: nil, bundle: nil)
        begin()
    }

    /// Creates the screens for a record that is not shared yet (`ucs-init-new`).
    ///
    /// - Parameter preparationHandler: Saves the record and a new share after the owner's choices, and calls its
    ///   completion with the share.
    public init(
        preparationHandler: @escaping (UICloudSharingController, @escaping PreparationCompletion) -> Void
    ) {
        let app = RunningApp.currentOrReport
        self.app = app
        let forwarder = forwarder
        controller = CloudSharingController { _, done in
            app?.enqueue {
                MainActor.assumeIsolated {
                    guard let shown = forwarder.controller else { return }
                    preparationHandler(shown) { share, _, error in
                        shown.share = share
                        app?.withModel { done(share?.cloudShare, $0.container, error) }
                    }
                }
            }
        }
        super.init(nibName: nil, bundle: nil)
        begin()
    }

    /// Creates screens without a share, because archives hold no interface here.
    public required init?(coder: NSCoder) { return nil }

    private func begin() {
        forwarder.controller = self
        modalPresentationStyle = .popover
        withModel { $0.delegate = forwarder }
    }

    /// Returns an item for a share sheet. It has the link once the share is saved (`ucs-activity-source`).
    open func activityItemSource() -> any UIActivityItemSource { CloudShareItemSource(self) }

    /// Shows the screens as the model has them.
    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        describeItem()
        withModel { controller in
            controller.popoverPresentationController.sourceItem = "presenter"
            try? controller.present()
        }
        refresh()
    }

    /// Reads the share from the server: the app's object may be older than the last change of another participant.
    private func refresh() {
        withModel { controller in
            guard let share = controller.share else { return }
            controller.container?.refresh(share) { [weak self] result in
                guard case .failure(let error) = result else { return }
                self?.report(.gone(error)) { _ in }
            }
        }
    }

    /// Drops the choices that were not saved.
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        withModel { $0.dismiss() }
    }

    /// Uses the model of the screens: their content, and the actions of the person.
    @discardableResult
    package func withModel<Value>(_ body: (CloudSharingController) throws -> Value) rethrows -> Value? {
        try app?.withModel { _ in try body(controller) }
    }

    /// Asks the delegate for the title of the item, which the model has no way to ask for.
    private func describeItem() {
        let title = delegate.map { $0.itemTitle(for: self) } ?? share?[CKShare.SystemFieldKey.title] as? String
        let type = delegate?.itemType(for: self)
        withModel { _ in
            forwarder.title = title
            forwarder.type = type
        }
    }

    nonisolated fileprivate func report(
        _ event: Event, _ call: @escaping @MainActor (any UICloudSharingControllerDelegate) -> Void
    ) {
        app?.enqueue { [weak self] in
            MainActor.assumeIsolated {
                self?.onEvent?(event)
                if let delegate = self?.delegate { call(delegate) }
            }
        }
    }
}

/// The delegate of the model. Its title and type are only used with the lock of the app held.
private final class SharingForwarder: CloudSharingControllerDelegate {
    weak var controller: UICloudSharingController?
    var title: String?
    var type: String?

    func itemTitle(for controller: CloudSharingController) -> String? { title }

    func itemType(for controller: CloudSharingController) -> String? { type }

    func cloudSharingController(_: CloudSharingController, failedToSaveShareWithError error: any Error) {
        report(.failed(error)) { $1.cloudSharingController($0, failedToSaveShareWithError: error) }
    }

    func cloudSharingControllerDidSaveShare(_: CloudSharingController) {
        report(.saved) { $1.cloudSharingControllerDidSaveShare($0) }
    }

    func cloudSharingControllerDidStopSharing(_: CloudSharingController) {
        report(.saved) { $1.cloudSharingControllerDidStopSharing($0) }
    }

    private func report(
        _ event: UICloudSharingController.Event,
        _ call: @escaping @MainActor (UICloudSharingController, any UICloudSharingControllerDelegate) -> Void
    ) {
        guard let controller else { return }
        controller.report(event) { call(controller, $0) }
    }
}

/// A share as an item of a share sheet.
private final class CloudShareItemSource: NSObject, UIActivityItemSource {
    private weak var controller: UICloudSharingController?

    init(_ controller: UICloudSharingController) { self.controller = controller }

    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any {
        controller?.share?.url as Any? ?? ""
    }

    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any? {
        controller?.share?.url
    }
}
