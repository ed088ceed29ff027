/// The look of a cell, by meaning; `Palette` maps the meanings to colours.
///
/// Colour alone must not carry information. Without colours (`NO_COLOR`, a text snapshot), characters, bold and reverse
/// still show every fact.
package struct Style: Hashable, Sendable {
    /// The meaning of the text colour of a cell.
    package enum Ink: UInt8, Sendable {
        /// The terminal's own text colour.
        case plain
        /// Names, titles and the focused element.
        case accent
        /// Less important text: times, hints, rules.
        case quiet
        /// A good state.
        case good
        /// A state in which something waits or is retried.
        case warning
        /// A failure.
        case bad
        /// An address that can be opened.
        case link
        /// A notice from an app about a document.
        case notice
        /// The edge of one's own bubble.
        case ownEdge
        /// The edge of another person's bubble.
        case otherEdge
        /// The colours of senders.
        case sender1
        case sender2
        case sender3
        case sender4
        case sender5
        case sender6
    }

    /// The meaning of the background colour of a cell.
    package enum Surface: UInt8, Sendable {
        /// The terminal's own background.
        case none
        /// One's own bubble.
        case ownBubble
        /// Another person's bubble.
        case otherBubble
        /// The banner of a notice.
        case banner
        /// The selected row of a list.
        case selection
        /// The dimmed box of an attribution on content of many colours.
        case material
        /// A thumbnail in one of the colours that an app registers.
        case red
        case orange
        case yellow
        case green
        case blue
        case purple
        case pink
        case grey
    }

    package var ink: Ink
    package var surface: Surface
    package var isBold = false
    package var isDim = false
    package var isUnderlined = false
    /// True if ink and surface are exchanged, which shows the focus without colours too.
    package var isReversed = false

    /// Creates a style of one ink on one surface.
    package init(_ ink: Ink = .plain, on surface: Surface = .none) {
        self.ink = ink
        self.surface = surface
    }

    /// The terminal's own look.
    package static let plain = Style()
    /// The style of less important text.
    package static let quiet = Style(.quiet)
    /// Bold, in the terminal's own colour.
    package static let strong = Style().bold
    /// The style of the focused button or row.
    package static let focus = Style().bold.reversed

    /// The same style, bold.
    package var bold: Style { with(\.isBold) }
    /// The same style, faint.
    var dim: Style { with(\.isDim) }
    /// The same style, underlined.
    package var underlined: Style { with(\.isUnderlined) }
    /// The same style, with ink and surface exchanged.
    package var reversed: Style { with(\.isReversed) }

    private func with(_ flag: WritableKeyPath<Style, Bool>) -> Style {
        var style = self
        style[keyPath: flag] = true
        return style
    }
}
