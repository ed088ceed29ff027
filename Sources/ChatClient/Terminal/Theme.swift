/// The colours of all meanings.
///
/// Text has a contrast of at least 4.5 to its background, and of at least 7 in high contrast. This holds for the direct
/// and the indexed colours (WCAG 2.2, 1.4.3 and 1.4.6); the person chooses the sixteen colours.
package enum Theme: String, CaseIterable, Hashable, Sendable {
    /// Colours for a dark terminal.
    case dark
    /// Colours for a light terminal.
    case light
    /// White on black, independent of the terminal's own colours.
    case highContrast = "high-contrast"

    /// The background of the whole screen; nil for the terminal's own.
    var background: Shade? { self == .highContrast ? Shade(0, 16, 0x000000) : nil }

    /// Returns the text colour on the background of the screen; nil for the terminal's own.
    func ink(_ ink: Style.Ink) -> Shade? {
        ink == .plain && background == nil ? nil : shade(ink)
    }

    /// Returns the text colour on a surface; nil for the terminal's own.
    func ink(_ ink: Style.Ink, on surface: Style.Surface) -> Shade? {
        if surface == .none { return self.ink(ink) }
        // The background of a thumbnail is its meaning, so all text on it is black.
        return surface.isThumbnail ? Shade(0, 16, 0x000000) : shade(ink)
    }

    private func shade(_ ink: Style.Ink) -> Shade {
        switch ink {
        case .plain: pick(Shade(15, 231, 0xFFFFFF), Shade(0, 234, 0x1A1A1A), Shade(15, 231, 0xFFFFFF))
        case .accent: pick(Shade(6, 123, 0x87E7F7), Shade(6, 23, 0x005060), Shade(14, 159, 0x8FF7FF))
        case .quiet: pick(Shade(8, 252, 0xD0D0D0), Shade(8, 238, 0x454545), Shade(7, 255, 0xEEEEEE))
        case .good: pick(Shade(2, 120, 0x8FEF9F), Shade(2, 22, 0x00501A), Shade(10, 157, 0xA8FFB4))
        case .warning: pick(Shade(3, 222, 0xFFDF87), Shade(3, 58, 0x5F3C00), Shade(11, 229, 0xFFEB99))
        case .bad: pick(Shade(1, 224, 0xFFC4BE), Shade(1, 88, 0x8A0A0A), Shade(9, 224, 0xFFD7D3))
        case .link: pick(Shade(4, 153, 0xAFD7FF), Shade(4, 18, 0x08308F), Shade(14, 195, 0xD3E8FF))
        case .notice: pick(Shade(5, 225, 0xEFC7FF), Shade(5, 54, 0x5F1480), Shade(13, 225, 0xF7DDFF))
        case .ownEdge: pick(Shade(4, 111, 0x87AFFF), Shade(4, 25, 0x2A5AAF), Shade(12, 153, 0xAFCFFF))
        case .otherEdge: pick(Shade(8, 248, 0xA8A8A8), Shade(8, 242, 0x6A6A6A), Shade(7, 252, 0xD7D7D7))
        case .sender1: pick(Shade(9, 224, 0xFFA3A3), Shade(1, 124, 0xC70000), Shade(9, 224, 0xFFC7C7))
        case .sender2: pick(Shade(11, 222, 0xFFAA33), Shade(3, 52, 0x8F5300), Shade(11, 222, 0xFFCA80))
        case .sender3: pick(Shade(7, 191, 0xCCFF33), Shade(6, 58, 0x506B00), Shade(7, 191, 0xCCFF33))
        case .sender4: pick(Shade(10, 85, 0x33FF99), Shade(2, 22, 0x007038), Shade(10, 85, 0x33FF99))
        case .sender5: pick(Shade(14, 117, 0x70C3FF), Shade(4, 25, 0x0062A8), Shade(14, 153, 0xA3D9FF))
        case .sender6: pick(Shade(13, 219, 0xEF9EFF), Shade(5, 91, 0xA600C7), Shade(13, 225, 0xF5C2FF))
        }
    }

    /// Returns the shade of this theme.
    func pick(_ dark: Shade, _ light: Shade, _ highContrast: Shade) -> Shade {
        switch self {
        case .dark: dark
        case .light: light
        case .highContrast: highContrast
        }
    }
}
