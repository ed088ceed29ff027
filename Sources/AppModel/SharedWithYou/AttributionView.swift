public import ChatProtocol

/// A view that shows who shared a highlight and opens the conversation: the simulator's `SWAttributionView` as a value
/// (`attr-props`). The app sets the highlight and the appearance. The system draws the view, and the app learns nothing
/// about the people in it (`privacy-render`).
public struct AttributionView: Equatable {
    /// The purpose for which the content is on the screen. It affects the ranking (`attr-enum-context`,
    /// `rank-app-feedback`).
    public enum DisplayContext: Int, CaseIterable, Sendable {
        /// The content is one of several that the app offers.
        case summary = 0
        /// The person watches the content, reads it or listens to it.
        case detail = 1
    }

    /// The alignment of the content in a width that it does not fill (`attr-enum-align`).
    public enum HorizontalAlignment: Int, CaseIterable, Sendable {
        /// The view chooses, and its choice may change. Choose one of the other cases for a fixed alignment.
        case `default` = 0
        /// At the beginning of lines.
        case leading = 1
        /// In the middle.
        case center = 2
        /// At the end of lines.
        case trailing = 3
    }

    /// The background that keeps the view legible (`attr-enum-bg`, `attr-bg-style`).
    public enum BackgroundStyle: Int, CaseIterable, Sendable {
        /// The view chooses.
        case `default` = 0
        /// No background, for a place of one colour.
        case color = 1
        /// A dimmed box, for a place of many colours.
        case material = 2
    }

    /// The highlight that the view is about. Another highlight draws the view again, and nil draws nothing
    /// (`attr-one-per`, `attr-reload`).
    public var highlight: Highlight?
    /// The purpose for which the content is on the screen. Set it before the view is attached; later changes do not
    /// count (`attr-context-default`, `attr-context-when`).
    public var displayContext = DisplayContext.summary
    /// The alignment of the content, if the place is wider than the content (`attr-align-when`).
    public var horizontalAlignment = HorizontalAlignment.default
    /// The background of the view.
    public var backgroundStyle = BackgroundStyle.default
    /// The maximum width in columns; nil for the width of the place (`attr-max-width`, `attr-width-prop`).
    public var preferredMaxLayoutWidth: Int?
    /// The title of the entry that hides the highlight; nil for "Remove". A title without the word "Remove" or "Hide"
    /// counts as nil (`attr-hide-word`, `attr-remove-word`).
    public var menuTitleForHideAction: String?
    /// The app's entries at the end of the view's own menu; nil for none (`attr-supplemental`).
    public var supplementalMenu: AttributionMenu?
    /// The smallest text size of the view, also if the person chose a smaller one; nil for no limit
    /// (`attr-text-size-range`).
    public var minimumContentSizeCategory: ContentSizeCategory?
    /// The largest text size of the view, also if the person chose a larger one; nil for no limit.
    public var maximumContentSizeCategory: ContentSizeCategory?

    /// Creates a view of a highlight.
    public init(highlight: Highlight? = nil) { self.highlight = highlight }

    /// The system's entries, for an app to add at the end of its own menus: Reply and Remove (`attr-highlight-menu`).
    public var highlightMenu: AttributionMenu { .system(hideTitle: menuTitleForHideAction) }

    /// The appearance of the view, for the system that draws it.
    var look: AttributionLook {
        AttributionLook(
            alignment: horizontalAlignment, background: backgroundStyle, columnsMax: preferredMaxLayoutWidth,
            minimumSize: minimumContentSizeCategory, maximumSize: maximumContentSizeCategory)
    }
}

/// The text size that the person chose.
public enum ContentSizeCategory: Int, CaseIterable, Comparable, Sendable {
    case extraSmall
    case small
    case medium
    /// The default size of a device.
    case large
    case extraLarge
    case extraExtraLarge
    case accessibilityMedium
    case accessibilityLarge

    /// Compares two sizes.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Returns the size within two limits. If the smallest exceeds the largest, the largest counts.
    package func clamped(from least: Self?, to most: Self?) -> Self {
        min(most ?? .accessibilityLarge, max(least ?? .extraSmall, self))
    }
}

/// The appearance of an attribution.
public struct AttributionLook: Hashable, Sendable {
    /// The alignment of the content in its width.
    public var alignment: AttributionView.HorizontalAlignment
    /// The background.
    public var background: AttributionView.BackgroundStyle
    /// The maximum width in columns; nil for the width of the place.
    public var columnsMax: Int?
    /// The smallest text size; nil for no limit.
    public var minimumSize: ContentSizeCategory?
    /// The largest text size; nil for no limit.
    public var maximumSize: ContentSizeCategory?

    /// Creates an appearance, by default with the view's own choices.
    public init(
        alignment: AttributionView.HorizontalAlignment = .default,
        background: AttributionView.BackgroundStyle = .default, columnsMax: Int? = nil,
        minimumSize: ContentSizeCategory? = nil, maximumSize: ContentSizeCategory? = nil
    ) {
        self.alignment = alignment
        self.background = background
        self.columnsMax = columnsMax
        self.minimumSize = minimumSize
        self.maximumSize = maximumSize
    }
}

/// The entries of a menu about a highlight, which the app and the system add (`attr-menu`).
public struct AttributionMenu: Hashable, Sendable {
    /// One entry.
    public struct Entry: Hashable, Sendable {
        /// The action of an entry.
        public enum Deed: Hashable, Sendable {
            /// An action of the app, by the app's own identifier.
            case app(String)
            /// Opens the conversation: the same as activating the attribution (`attr-reply-equals-tap`).
            case reply
            /// Removes the highlight from the person's list permanently (`attr-remove`).
            case remove
        }

        /// The title of the entry.
        public var title: String
        /// The action of the entry.
        public var deed: Deed
    }

    /// The entries, in order.
    public var entries: [Entry]

    /// Creates a menu of an app's entries.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Returns the entries Reply and Remove, in that order.
    ///
    /// - Parameter hideTitle: the title of the second entry. It counts only if ``isHideTitle(_:)`` accepts it
    ///   (`attr-remove-title`).
    public static func system(hideTitle: String?) -> AttributionMenu {
        let title = hideTitle.flatMap { isHideTitle($0) ? $0 : nil }
        return AttributionMenu([Entry(title: "Reply", deed: .reply), Entry(title: title ?? "Remove", deed: .remove)])
    }

    /// Returns the menu with another menu's entries at its end. System entries so follow an app's own menu
    /// (`attr-menu-place`, `attr-menu-export`), and an app's entries follow the view's menu (`attr-supplemental`).
    public func adding(_ other: AttributionMenu?) -> AttributionMenu {
        AttributionMenu(entries + (other?.entries ?? []))
    }

    /// Returns true if a title describes the entry that hides a highlight: it contains the word "Remove" or "Hide".
    public static func isHideTitle(_ title: String) -> Bool {
        let words = title.lowercased().split { !$0.isLetter }
        return words.contains("remove") || words.contains("hide")
    }
}

extension AttributionMenu.Entry {
    /// Creates an entry of an app.
    ///
    /// - Parameter action: the app's identifier of the action; the title if nil.
    public init(_ title: String, action: String? = nil) { self.init(title: title, deed: .app(action ?? title)) }
}

/// The attributions on an app's screens, each in a place of its own (`attr-one-per`).
///
/// An attached view sends its display context to the server. The context cannot change after that
/// (`attr-context-when`). The server answers with an opaque token, and the app receives no other information about who
/// shared the link.
public final class AttributionPlaces {
    private struct Attached {
        var view: AttributionView
        /// The display context at the time of attaching. Later changes of the view do not count.
        let context: AttributionView.DisplayContext
        var token: String?
        /// The number of the newest load, so that the answer to an earlier load is ignored.
        var version = 0
    }

    private let session: AppSession
    private var attached: [String: Attached] = [:]
    private var lastVersion = 0

    /// Called when a place receives a token, the first one or another.
    public var onToken: ((_ place: String, _ token: String) -> Void)?

    /// Creates an empty set of places.
    public init(_ session: AppSession) { self.session = session }

    /// Attaches a view to a place and loads its token.
    public func attach(_ view: AttributionView, at place: String) {
        attached[place] = Attached(view: view, context: view.displayContext)
        reload(place)
    }

    /// Changes an attached view. Another highlight loads a new token, and no highlight removes the token. The display
    /// context remains as it was when the view was attached.
    public func update(_ view: AttributionView, at place: String) {
        guard let old = attached[place] else { return }
        attached[place]?.view = view
        if old.view.highlight != view.highlight { reload(place) }
    }

    /// Detaches the view of a place.
    public func detach(_ place: String) { attached[place] = nil }

    /// Loads the token of every view again, because a restarted server does not know the earlier tokens.
    package func reloadAll() { taken.forEach(reload) }

    /// The view at a place; nil if none is attached.
    public subscript(place: String) -> AttributionView? { attached[place]?.view }

    /// Returns the opaque token of a place, by which the system draws the attribution; nil until the server has sent
    /// it.
    public func token(at place: String) -> String? { attached[place]?.token }

    /// The places that have a view, in alphabetical order.
    public var taken: [String] { attached.keys.sorted() }

    private func reload(_ place: String) {
        guard var view = attached[place] else { return }
        lastVersion += 1
        view.version = lastVersion
        view.token = nil
        attached[place] = view
        guard let highlight = view.view.highlight else { return }
        let attach = AttachAttribution(
            highlight: highlight.identifier, context: view.context == .detail ? .detail : .summary)
        session.ask(.live(.attributionAttach(attach))) { [weak self] answer in
            guard let self, attached[place]?.version == view.version, attached[place]?.view.highlight == highlight,
                case .success(let result) = answer, let token = result["attribution"]?.stringValue
            else { return }
            attached[place]?.token = token
            onToken?(place, token)
        }
    }
}

/// A person on the system's screens (`swperson-names`). The server sends no such person to an app; an app has only
/// those that it creates.
public struct DisplayedPerson: Hashable, Sendable {
    /// The handle; nil if it is not known.
    public let handle: Handle?
    /// The identity in a collaboration; nil if the person does not participate in one.
    public let identity: PersonIdentity?
    /// The name on the screen.
    public let displayName: String
    /// One character in place of a picture; nil for none.
    public let thumbnail: String?

    /// Creates a person.
    public init(handle: Handle?, identity: PersonIdentity? = nil, displayName: String, thumbnail: String? = nil) {
        self.handle = handle
        self.identity = identity
        self.displayName = displayName
        self.thumbnail = thumbnail
    }
}
