/// How a cell looks, in meanings; `Palette` knows the colours.
///
/// Nothing may be told by colour alone: without colours (`NO_COLOR`, a text snapshot) every fact is still in the
/// characters, in bold and in reverse.
package struct Style: Hashable, Sendable {
    /// What the colour of a cell's character means.
    package enum Ink: UInt8, Sendable {
        /// The terminal's own colour.
        case plain
        /// Names, titles and what has the focus.
        case accent
        /// What recedes: times, hints, rules.
        case quiet
        /// All is well.
        case good
        /// Something waits or is retried.
        case warning
        /// Something failed.
        case bad
        /// An address that can be opened.
        case link
        /// What an app told about a document.
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

    /// What lies behind the character.
    package enum Surface: UInt8, Sendable {
        /// The terminal's own background.
        case none
        /// One's own bubble.
        case ownBubble
        /// Another person's bubble.
        case otherBubble
        /// The banner of a notice.
        case banner
        /// The chosen row of a list.
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

    /// The meaning of the character's colour.
    package var ink: Ink
    /// The meaning of the background.
    package var surface: Surface
    /// Heavier.
    package var isBold = false
    /// Fainter.
    package var isDim = false
    /// Underlined.
    package var isUnderlined = false
    /// Ink and surface exchanged: focus that shows without colours too.
    package var isReversed = false

    /// A style of one ink on one surface.
    package init(_ ink: Ink = .plain, on surface: Surface = .none) {
        self.ink = ink
        self.surface = surface
    }

    /// The terminal's own look.
    package static let plain = Style()
    /// What recedes.
    package static let quiet = Style(.quiet)
    /// Bold, in the terminal's own colour.
    package static let strong = Style().bold
    /// The focused button or row.
    package static let focus = Style().bold.reversed

    /// The same, bold.
    package var bold: Style { with(\.isBold) }
    /// The same, faint.
    var dim: Style { with(\.isDim) }
    /// The same, underlined.
    package var underlined: Style { with(\.isUnderlined) }
    /// The same, reversed.
    package var reversed: Style { with(\.isReversed) }

    private func with(_ flag: WritableKeyPath<Style, Bool>) -> Style {
        var style = self
        style[keyPath: flag] = true
        return style
    }
}
