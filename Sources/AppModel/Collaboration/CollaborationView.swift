public import ChatProtocol
import ChatTerminal

/// The subject of a collaboration view: a share, a file, or an app's own collaboration (`cv-init`).
public enum CollaborationItemProvider {
    /// The share of a cloud record.
    case share(CloudShare)
    /// A file, by its link.
    case fileURL(String)
    /// A collaboration that an app manages itself.
    case metadata(CollaborationMetadata)

    /// The back end of the collaboration.
    public var backend: Share.Backend {
        switch self {
        case .share(let share): share.backend
        case .fileURL: .file
        case .metadata: .custom
        }
    }

    var title: String? {
        switch self {
        case .share(let share): share.title
        case .fileURL(let url): LinkText.title(url)
        case .metadata(let metadata): metadata.title
        }
    }
}

/// A delegate for the panel of a collaboration view (`cv-delegate`).
public protocol CollaborationViewDelegate: AnyObject {
    /// Returns true if the panel may open.
    func collaborationViewShouldPresentPopover(_ view: CollaborationView) -> Bool
    /// Called before the panel opens.
    func collaborationViewWillPresentPopover(_ view: CollaborationView)
    /// Called after the panel was closed.
    func collaborationViewDidDismissPopover(_ view: CollaborationView)
}

extension CollaborationViewDelegate {
    /// By default, returns true.
    public func collaborationViewShouldPresentPopover(_ view: CollaborationView) -> Bool { true }
    /// By default, does nothing.
    public func collaborationViewWillPresentPopover(_ view: CollaborationView) {}
    /// By default, does nothing.
    public func collaborationViewDidDismissPopover(_ view: CollaborationView) {}
}

/// The button that shows who collaborates on a document, and the panel that it opens: the simulator's
/// `SWCollaborationView` (`cv-props`). ``CollaborationPainter`` draws it.
public final class CollaborationView {
    /// The title of the manage button, unless the app or the person's language provides another.
    public static var defaultManageButtonTitle: String { "Manage Shared File" }

    /// The subject of the view.
    public let itemProvider: CollaborationItemProvider
    /// The number of people who have the document open, including this person (`cv-button`).
    public var activeParticipantCount = 0
    /// The first line of the panel.
    public var headerTitle: String
    /// The second line of the panel, which names the collaborators.
    public var headerSubtitle = ""
    /// One character in place of a picture; nil for none.
    public var headerImage: String?
    /// The title of the manage button.
    public var manageButtonTitle = CollaborationView.defaultManageButtonTitle
    /// The app's own part of the panel: lines and choices.
    public var contentView: [Sheet.Choice] = []
    /// The delegate for the panel.
    public weak var delegate: (any CollaborationViewDelegate)?
    /// The delegate of the sharing controller that the manage button opens.
    public weak var cloudSharingDelegate: (any CloudSharingControllerDelegate)?
    /// True if the panel is open.
    public private(set) var isPresented = false

    private var wantsManageButton: Bool

    /// Creates a view. The panel of a cloud record or a file has the manage button. An app with a service of its own
    /// puts such a button into its content (`cv-manage-who`).
    public init(itemProvider: CollaborationItemProvider) {
        self.itemProvider = itemProvider
        headerTitle = itemProvider.title ?? "Shared Document"
        wantsManageButton = itemProvider.backend != .custom
    }

    /// Shows or hides the manage button. An app with a service of its own never has the system's button.
    public func setShowManageButton(_ isShown: Bool) { wantsManageButton = isShown }

    /// True if the panel has the manage button.
    public var showsManageButton: Bool { wantsManageButton && itemProvider.backend != .custom }

    /// Opens the panel, unless the delegate refuses.
    ///
    /// - Returns: true if the panel is open.
    @discardableResult
    public func presentPopover() -> Bool {
        guard !isPresented else { return true }
        guard delegate?.collaborationViewShouldPresentPopover(self) ?? true else { return false }
        delegate?.collaborationViewWillPresentPopover(self)
        isPresented = true
        return true
    }

    /// Closes the panel.
    ///
    /// - Parameter completion: called at the end, also if the panel was not open.
    public func dismissPopover(_ completion: (() -> Void)? = nil) {
        if isPresented {
            isPresented = false
            delegate?.collaborationViewDidDismissPopover(self)
        }
        completion?()
    }

    /// The content of the panel as a value.
    public var panel: CollaborationPanel {
        CollaborationPanel(
            title: headerTitle, subtitle: headerSubtitle, image: headerImage, content: contentView,
            manageTitle: showsManageButton ? manageButtonTitle : nil)
    }
}

/// The panel of a collaboration view as a value, with three sections in a fixed order (`cv-panel`).
public struct CollaborationPanel: Equatable, Sendable {
    /// The ways to communicate with the collaborators.
    public enum Communication: CaseIterable, Hashable, Sendable {
        /// A message in Messages, the only way that the simulator supports.
        case message
        /// An audio call.
        case audio
        /// A video call.
        case video

        /// The title of the button.
        public var title: String {
            switch self {
            case .message: "Message"
            case .audio: "Audio"
            case .video: "Video"
            }
        }
    }

    /// A choice on the panel.
    public enum Item: Hashable, Sendable {
        case communicate(Communication)
        case content(Int)
        case manage
    }

    /// The title of the document.
    public var title: String
    /// The line that names the collaborators.
    public var subtitle: String
    /// One character in place of a picture; nil for none.
    public var image: String?
    /// The app's own part.
    public var content: [Sheet.Choice]
    /// The title of the manage button; nil if the panel has none.
    public var manageTitle: String?

    /// The choices, from the top.
    public var items: [Item] {
        Communication.allCases.map(Item.communicate) + content.indices.map(Item.content)
            + (manageTitle == nil ? [] : [.manage])
    }

    /// Returns the panel as a sheet, with a heading above each section.
    ///
    /// - Parameter focus: the index of the choice that has the focus.
    public func sheet(focus: Int = 0) -> Sheet {
        var choices = Communication.allCases.map { Sheet.Choice($0.title, value: "") }
        if !choices.isEmpty { choices[0].heading = subtitle.isEmpty ? "People" : subtitle }
        var own = content
        if !own.isEmpty, own[0].heading == nil { own[0].heading = "Document" }
        for index in own.indices where own[index].value == nil { own[index].value = "" }
        choices += own
        if let manageTitle { choices.append(Sheet.Choice(manageTitle, value: "", heading: "Sharing")) }
        return Sheet(
            title: [image, title].compactMap { $0 }.joined(separator: " "), leading: "Close", choices: choices,
            focus: max(0, min(focus, choices.count - 1)))
    }
}
