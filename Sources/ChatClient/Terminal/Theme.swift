/// The colours of every meaning, for what a person looks at.
///
/// Text has a contrast of at least 4.5 to what is behind it, and of 7 in high contrast, in the direct and the indexed
/// colours (WCAG 2.2, 1.4.3 and 1.4.6); the sixteen are the person's own.
package enum Theme: String, CaseIterable, Hashable, Sendable {
    /// For a dark terminal.
    case dark
    /// For a light terminal.
    case light
    /// White on black, whatever the terminal's own colours are.
    case highContrast = "high-contrast"

    /// What lies behind all; nil where that is the terminal's own.
    var background: Shade? { self == .highContrast ? Shade(0, 16, 0x000000) : nil }

    /// What text is on the terminal's own background; nil where that is the terminal's own.
    func ink(_ ink: Style.Ink) -> Shade? {
        ink == .plain && background == nil ? nil : shade(ink)
    }

    /// What text is on a surface.
    func ink(_ ink: Style.Ink, on surface: Style.Surface) -> Shade? {
        if surface == .none { return self.ink(ink) }
        // A thumbnail's own colour says what it is: all that stands on it is black.
        return surface.isThumbnail ? Shade(0, 16, 0x000000) : shade(ink)
    }

    private func shade(_ ink: Style.Ink) -> Shade {
        switch self {
        case .dark: Self.dark(ink)
        case .light: Self.light(ink)
        case .highContrast: Self.highContrast(ink)
        }
    }

    private static func dark(_ ink: Style.Ink) -> Shade {
        switch ink {
        case .plain: Shade(15, 231, 0xFFFFFF)
        case .accent: Shade(6, 123, 0x87E7F7)
        case .quiet: Shade(8, 252, 0xD0D0D0)
        case .good: Shade(2, 120, 0x8FEF9F)
        case .warning: Shade(3, 222, 0xFFDF87)
        case .bad: Shade(1, 224, 0xFFC4BE)
        case .link: Shade(4, 153, 0xAFD7FF)
        case .notice: Shade(5, 225, 0xEFC7FF)
        case .ownEdge: Shade(4, 111, 0x87AFFF)
        case .otherEdge: Shade(8, 248, 0xA8A8A8)
        }
    }

    private static func light(_ ink: Style.Ink) -> Shade {
        switch ink {
        case .plain: Shade(0, 234, 0x1A1A1A)
        case .accent: Shade(6, 23, 0x005060)
        case .quiet: Shade(8, 238, 0x454545)
        case .good: Shade(2, 22, 0x00501A)
        case .warning: Shade(3, 58, 0x5F3C00)
        case .bad: Shade(1, 88, 0x8A0A0A)
        case .link: Shade(4, 18, 0x08308F)
        case .notice: Shade(5, 54, 0x5F1480)
        case .ownEdge: Shade(4, 25, 0x2A5AAF)
        case .otherEdge: Shade(8, 242, 0x6A6A6A)
        }
    }

    private static func highContrast(_ ink: Style.Ink) -> Shade {
        switch ink {
        case .plain: Shade(15, 231, 0xFFFFFF)
        case .accent: Shade(14, 159, 0x8FF7FF)
        case .quiet: Shade(7, 255, 0xEEEEEE)
        case .good: Shade(10, 157, 0xA8FFB4)
        case .warning: Shade(11, 229, 0xFFEB99)
        case .bad: Shade(9, 224, 0xFFD7D3)
        case .link: Shade(14, 195, 0xD3E8FF)
        case .notice: Shade(13, 225, 0xF7DDFF)
        case .ownEdge: Shade(12, 153, 0xAFCFFF)
        case .otherEdge: Shade(7, 252, 0xD7D7D7)
        }
    }
}
