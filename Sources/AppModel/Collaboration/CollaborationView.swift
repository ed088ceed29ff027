public import ChatProtocol
import ChatTerminal

/// What is worked on together, for a collaboration view: a share, a file, or an app's own collaboration (`cv-init`).
public enum CollaborationItemProvider {
    /// A cloud record's share.
    case share(CloudShare)
    /// A file, by its link.
    case fileURL(String)
    /// An app's own.
    case metadata(CollaborationMetadata)

    /// The back end that it stands for.
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

/// Asked and told about the panel of a collaboration view (`cv-delegate`).
public protocol CollaborationViewDelegate: AnyObject {
    /// Whether the panel opens; false stops it.
    func collaborationViewShouldPresentPopover(_ view: CollaborationView) -> Bool
    /// It opens.
    func collaborationViewWillPresentPopover(_ view: CollaborationView)
    /// It was closed.
    func collaborationViewDidDismissPopover(_ view: CollaborationView)
}

extension CollaborationViewDelegate {
    /// It does.
    public func collaborationViewShouldPresentPopover(_ view: CollaborationView) -> Bool { true }
    /// Nothing.
    public func collaborationViewWillPresentPopover(_ view: CollaborationView) {}
    /// Nothing.
    public func collaborationViewDidDismissPopover(_ view: CollaborationView) {}
}

/// The button that says that a document is shared, and with whom, and the panel behind it: the simulator's
/// `SWCollaborationView` (`cv-props`). ``CollaborationPainter`` draws it.
public final class CollaborationView {
    /// The title of the manage button unless the app or the person's language says otherwise.
    public static var defaultManageButtonTitle: String { "Manage Shared File" }

    /// What is worked on.
    public let itemProvider: CollaborationItemProvider
    /// How many people have it open, the person included (`cv-button`).
    public var activeParticipantCount = 0
    /// The first line of the panel.
    public var headerTitle: String
    /// The second: who works on it.
    public var headerSubtitle = ""
    /// One character in place of a picture.
    public var headerImage: String?
    /// What the manage button says.
    public var manageButtonTitle = CollaborationView.defaultManageButtonTitle
    /// The app's own part of the panel: lines, and what can be chosen.
    public var contentView: [Sheet.Choice] = []
    /// Asked and told about the panel.
    public weak var delegate: (any CollaborationViewDelegate)?
    /// The delegate of the sharing controller that the manage button leads to.
    public weak var cloudSharingDelegate: (any CloudSharingControllerDelegate)?
    /// Whether the panel is open.
    public private(set) var isPresented = false

    private var wantsManageButton: Bool

    /// A view of what the provider has. A cloud record and a file get the manage button; an app with a service of its
    /// own puts one into its content (`cv-manage-who`).
    public init(itemProvider: CollaborationItemProvider) {
        self.itemProvider = itemProvider
        headerTitle = itemProvider.title ?? "Shared Document"
        wantsManageButton = itemProvider.backend != .custom
    }

    /// Shows the manage button, or not; an app with a service of its own never has the system's.
    public func setShowManageButton(_ isShown: Bool) { wantsManageButton = isShown }

    /// Whether the panel has the manage button.
    public var showsManageButton: Bool { wantsManageButton && itemProvider.backend != .custom }

    /// Opens the panel, unless the delegate is against it.
    ///
    /// - Returns: whether it is open.
    @discardableResult
    public func presentPopover() -> Bool {
        guard !isPresented else { return true }
        guard delegate?.collaborationViewShouldPresentPopover(self) ?? true else { return false }
        delegate?.collaborationViewWillPresentPopover(self)
        isPresented = true
        return true
    }

    /// Closes the panel.
    public func dismissPopover(_ completion: (() -> Void)? = nil) {
        if isPresented {
            isPresented = false
            delegate?.collaborationViewDidDismissPopover(self)
        }
        completion?()
    }

    /// What the panel shows, as a value.
    public var panel: CollaborationPanel {
        CollaborationPanel(
            title: headerTitle, subtitle: headerSubtitle, image: headerImage, content: contentView,
            manageTitle: showsManageButton ? manageButtonTitle : nil)
    }
}

/// The panel of a collaboration view as a value: three sections in a fixed order (`cv-panel`).
public struct CollaborationPanel: Equatable, Sendable {
    /// Ways to talk to the others.
    public enum Communication: CaseIterable, Hashable, Sendable {
        /// In Messages; the only one that leads anywhere here.
        case message
        /// On the phone.
        case audio
        /// With pictures.
        case video

        /// What its button says.
        public var title: String {
            switch self {
            case .message: "Message"
            case .audio: "Audio"
            case .video: "Video"
            }
        }
    }

    /// What can be chosen on it.
    public enum Item: Hashable, Sendable {
        case communicate(Communication)
        case content(Int)
        case manage
    }

    /// What is worked on.
    public var title: String
    /// Who works on it.
    public var subtitle: String
    /// One character in place of a picture.
    public var image: String?
    /// The app's own part.
    public var content: [Sheet.Choice]
    /// What the manage button says; nil where there is none.
    public var manageTitle: String?

    /// What can be chosen, from the top.
    public var items: [Item] {
        Communication.allCases.map(Item.communicate) + content.indices.map(Item.content)
            + (manageTitle == nil ? [] : [.manage])
    }

    /// The panel as a sheet, each section under its heading.
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
