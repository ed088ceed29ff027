package import AppModel
import ChatProtocol
public import Foundation
import UnderstudyCloudKit
public import UnderstudyFoundation
import UnderstudySharedWithYouCore
public import UnderstudyUIKit
import UnderstudyUniformTypeIdentifiers

/// The delegate of a collaboration view (`cv-delegate`).
@MainActor public protocol SWCollaborationViewDelegate: NSObjectProtocol {
    /// Returns true if the popover may open.
    func collaborationViewShouldPresentPopover(_ collaborationView: SWCollaborationView) -> Bool
    /// Reports that the popover opens.
    func collaborationViewWillPresentPopover(_ collaborationView: SWCollaborationView)
    /// Reports that the popover was closed.
    func collaborationViewDidDismissPopover(_ collaborationView: SWCollaborationView)
}

extension SWCollaborationViewDelegate {
    /// Returns true.
    public func collaborationViewShouldPresentPopover(_ collaborationView: SWCollaborationView) -> Bool { true }
    /// Does nothing.
    public func collaborationViewWillPresentPopover(_ collaborationView: SWCollaborationView) {}
    /// Does nothing.
    public func collaborationViewDidDismissPopover(_ collaborationView: SWCollaborationView) {}
}

/// The button that shows the number of people in a shared document, and its popover (`cv-props`).
@MainActor open class SWCollaborationView: UIView {
    /// The number of people who have the document open, this person included (`cv-button`).
    open var activeParticipantCount: Int {
        get { view.activeParticipantCount }
        set { view.activeParticipantCount = newValue }
    }
    /// The first line of the popover.
    open var headerTitle: String {
        get { view.headerTitle }
        set { view.headerTitle = newValue }
    }
    /// The second line of the popover.
    open var headerSubtitle: String {
        get { view.headerSubtitle }
        set { view.headerSubtitle = newValue }
    }
    /// The picture of the popover.
    open var headerImage = UIImage()
    /// The title of the button that manages the share (`manage-title`).
    open var manageButtonTitle: String {
        get { view.manageButtonTitle }
        set { view.manageButtonTitle = newValue }
    }
    /// The delegate.
    open weak var delegate: (any SWCollaborationViewDelegate)?
    /// The delegate of the sharing controller that the manage button opens.
    open weak var cloudSharingDelegate: (any UICloudSharingControllerDelegate)?
    /// The delegate of the sharing controller that the manage button opens.
    open weak var cloudSharingControllerDelegate: (any UICloudSharingControllerDelegate)?

    /// The app's own part of the popover.
    package private(set) var contentView: UIView?
    /// The view as the model has it.
    package let view: CollaborationView
    /// The provider of the document.
    package let itemProvider: NSItemProvider

    /// Creates a view of a CloudKit share, a file, or a collaboration of the app's own server (`cv-init`).
    public init(itemProvider: NSItemProvider) {
        let item: CollaborationItemProvider
        let types = itemProvider.registeredTypeIdentifiers
        if types.contains(SWCollaborationMetadataTypeIdentifier) {
            let metadata = CollaborationMetadata(localIdentifier: "")
            metadata.title = itemProvider.suggestedName
            item = .metadata(metadata)
        } else if itemProvider.hasItemConformingToTypeIdentifier(UTType.fileURL.identifier) {
            item = .fileURL(itemProvider.suggestedName ?? "")
        } else {
            item = .share(CloudShare(rootRecord: CloudRecord(app: AppID(""), title: itemProvider.suggestedName ?? "")))
        }
        view = CollaborationView(itemProvider: item)
        self.itemProvider = itemProvider
        super.init(frame: .zero)
    }

    /// Creates a view of nothing, because archives hold no interface here.
    public required init?(coder: NSCoder) { return nil }

    /// Sets the app's own part of the popover.
    open func setContent(_ detailViewListContentView: UIView) { contentView = detailViewListContentView }

    /// Shows or hides the manage button. An app with its own server never has the system's (`cv-manage-who`).
    open func setShowManageButton(_ showManageButton: Bool) { view.setShowManageButton(showManageButton) }

    /// Closes the popover.
    open func dismissPopover(_ completion: (() -> Void)? = nil) {
        if view.isPresented {
            view.dismissPopover()
            delegate?.collaborationViewDidDismissPopover(self)
        }
        completion?()
    }

    /// Opens the popover, as a press of the button does.
    ///
    /// - Returns: True if it is open.
    @discardableResult
    package func presentPopover() -> Bool {
        guard !view.isPresented else { return true }
        guard delegate?.collaborationViewShouldPresentPopover(self) ?? true else { return false }
        delegate?.collaborationViewWillPresentPopover(self)
        return view.presentPopover()
    }

    /// Presses the manage button: the popover closes, and the sharing screens appear.
    ///
    /// - Returns: The screens; nil if the popover has no such button or the view has no CloudKit share.
    /// - Throws: The error of the app's handler if it prepares no share.
    @discardableResult
    package func presentSharing(over presenter: UIViewController) async throws -> UICloudSharingController? {
        guard view.isPresented, view.showsManageButton, let registration = await itemProvider.cloudKitShare() else {
            return nil
        }
        let share = try await registration.prepare()
        let screen = UICloudSharingController(share: share, container: registration.container)
        screen.delegate = cloudSharingControllerDelegate ?? cloudSharingDelegate
        dismissPopover()
        presenter.present(screen, animated: true)
        return screen
    }
}

/// The type identifier under which an item provider has the metadata of a collaboration.
public let SWCollaborationMetadataTypeIdentifier = SWCollaborationMetadata.typeIdentifier
