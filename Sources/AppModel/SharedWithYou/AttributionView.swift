import ChatProtocol

/// Shows who shared a highlight, and leads back to the conversation: the simulator's `SWAttributionView` as a value
/// (`attr-props`). The system draws it; the app says what it is about and how it may look, and learns nothing
/// (`privacy-render`).
public struct AttributionView: Equatable {
    /// What the content is on the screen for; it counts in the ranking (`attr-enum-context`, `rank-app-feedback`).
    public enum DisplayContext: Int, CaseIterable, Sendable {
        /// It is offered, among other things.
        case summary = 0
        /// It is being watched, read or listened to.
        case detail = 1
    }

    /// Where the content stands in a width that it does not fill (`attr-enum-align`).
    public enum HorizontalAlignment: Int, CaseIterable, Sendable {
        /// The view's choice, which may change: say one of the others.
        case `default` = 0
        /// Where lines begin.
        case leading = 1
        /// In the middle.
        case center = 2
        /// Where lines end.
        case trailing = 3
    }

    /// What the view does to be legible (`attr-enum-bg`, `attr-bg-style`).
    public enum BackgroundStyle: Int, CaseIterable, Sendable {
        /// The view's choice.
        case `default` = 0
        /// Nothing: for a background of one colour.
        case color = 1
        /// A dimmed box: for a background of many.
        case material = 2
    }

    /// What it is about; setting another draws it anew, and nil draws nothing (`attr-one-per`, `attr-reload`).
    public var highlight: Highlight?
    /// Set it before the view is attached: it is frozen then (`attr-context-default`, `attr-context-when`).
    public var displayContext = DisplayContext.summary
    /// Counts only where there is spare width (`attr-align-when`).
    public var horizontalAlignment = HorizontalAlignment.default
    /// What it stands on.
    public var backgroundStyle = BackgroundStyle.default
    /// The most columns that it may take; nil is what its place has (`attr-max-width`, `attr-width-prop`).
    public var preferredMaxLayoutWidth: Int?
    /// The title of the entry that hides the highlight; nil is "Remove". It must contain the word "Remove" or "Hide",
    /// otherwise it counts as nil (`attr-hide-word`, `attr-remove-word`).
    public var menuTitleForHideAction: String?
    /// Entries of the app at the end of the view's own menu; nil is none (`attr-supplemental`).
    public var supplementalMenu: AttributionMenu?
    /// The smallest text that it may be drawn with, whatever the person set (`attr-text-size-range`).
    public var minimumContentSizeCategory: ContentSizeCategory?
    /// The largest.
    public var maximumContentSizeCategory: ContentSizeCategory?

    /// A view of nothing yet.
    public init(highlight: Highlight? = nil) { self.highlight = highlight }

    /// The system's entries, for an app to add at the end of its own menus: Reply and Remove (`attr-highlight-menu`).
    public var highlightMenu: AttributionMenu { .system(hideTitle: menuTitleForHideAction) }

    /// How it may look.
    var look: AttributionLook {
        AttributionLook(
            alignment: horizontalAlignment, background: backgroundStyle, columnsMax: preferredMaxLayoutWidth,
            minimumSize: minimumContentSizeCategory, maximumSize: maximumContentSizeCategory)
    }
}

/// How large the person set text to be.
public enum ContentSizeCategory: Int, CaseIterable, Comparable, Sendable {
    case extraSmall
    case small
    case medium
    /// The size that devices come with.
    case large
    case extraLarge
    case extraExtraLarge
    case accessibilityMedium
    case accessibilityLarge

    /// By size.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The same within the limits; where they contradict each other, the largest decides.
    package func clamped(from least: Self?, to most: Self?) -> Self {
        min(most ?? .accessibilityLarge, max(least ?? .extraSmall, self))
    }
}

/// How an attribution is to be drawn.
public struct AttributionLook: Hashable, Sendable {
    /// Where it stands in its width.
    public var alignment: AttributionView.HorizontalAlignment
    /// What it stands on.
    public var background: AttributionView.BackgroundStyle
    /// The most columns; nil is what its place has.
    public var columnsMax: Int?
    /// The smallest text.
    public var minimumSize: ContentSizeCategory?
    /// The largest text.
    public var maximumSize: ContentSizeCategory?

    /// A look; by default the view's own choices.
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
