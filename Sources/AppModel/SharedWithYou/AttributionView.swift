import ChatProtocol

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
