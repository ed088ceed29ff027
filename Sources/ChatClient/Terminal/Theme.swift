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

extension Theme {
    /// Returns the background colour of a surface; nil for the terminal's own.
    func surface(_ surface: Style.Surface) -> Shade? {
        switch surface {
        case .none: background
        case .ownBubble: pick(Shade(4, 18, 0x1F4585), Shade(4, 189, 0xCFE0FF), Shade(4, 17, 0x00318A))
        case .otherBubble: pick(Shade(8, 237, 0x3A3A3A), Shade(8, 254, 0xE2E2E2), Shade(8, 237, 0x363636))
        case .banner: pick(Shade(5, 54, 0x5F1F7F), Shade(5, 225, 0xEFD7FF), Shade(5, 53, 0x4F006F))
        case .selection: pick(Shade(6, 23, 0x00525F), Shade(6, 195, 0xAFF0F0), Shade(6, 18, 0x00454F))
        case .material: pick(Shade(0, 233, 0x1C1C1C), Shade(15, 230, 0xFFFFDF), Shade(1, 52, 0x5A1A00))
        // Thumbnails are bright in every theme, and the text on them is black.
        case .red: Shade(9, 210, 0xFF8787)
        case .orange: Shade(3, 215, 0xFFAF5F)
        case .yellow: Shade(11, 227, 0xFFEF5F)
        case .green: Shade(10, 120, 0x87E78F)
        case .blue: Shade(14, 117, 0x7FC7FF)
        case .purple: Shade(12, 183, 0xCFA7FF)
        case .pink: Shade(13, 218, 0xFF9FDF)
        case .grey: Shade(7, 249, 0xB4B4B4)
        }
    }
}

extension Style.Surface {
    /// True if the surface is one of the colours that an app registers.
    var isThumbnail: Bool { rawValue >= Style.Surface.red.rawValue }
}

/// One colour, for each number of colours that a terminal can have.
struct Shade: Hashable, Sendable {
    /// The number among the sixteen colours that a person sets in the terminal: 0 to 7 are dark, 8 to 15 bright.
    let sixteen: Int
    /// The number among the 256 colours that are the same in all terminals: 16 to 231 form a cube, 232 to 255 are greys
    /// (xterm's 256colres.h).
    let indexed: Int
    /// The colour as `0xRRGGBB`.
    let direct: Int

    init(_ sixteen: Int, _ indexed: Int, _ direct: Int) {
        (self.sixteen, self.indexed, self.direct) = (sixteen, indexed, direct)
    }

    /// True if text on this colour must be dark in a terminal of sixteen colours.
    var isBrightAmongSixteen: Bool { ![0, 1, 4, 5, 8].contains(sixteen) }
}

/// The escape sequences of styles (ECMA-48, SGR) for the colours that a terminal can show.
package struct Palette: Hashable, Sendable {
    /// The number of colours that a terminal shows.
    package enum Depth: Hashable, Sendable {
        /// No colours, as `NO_COLOR` requests; bold, dim, underline and reverse stay.
        case monochrome
        /// The sixteen colours that a person chooses in the settings of the terminal.
        case sixteen
        /// The 256 colours that are the same in all terminals.
        case indexed
        /// Any colour of 24 bits.
        case direct
    }

    /// The number of colours.
    package var depth: Depth
    /// The colours.
    package var theme: Theme
    /// True if the client asks the terminal for its background, and chooses the theme by the answer.
    package var followsTerminal = false

    /// True if the terminal draws a skin tone together with its emoji. tmux (3.3a) gives the skin tone columns of its
    /// own, so that the next letter would overwrite it.
    package var joinsSkinTones = true

    /// Sixteen colours, for a dark terminal.
    package static let color = Palette(.sixteen)
    package static let monochrome = Palette(.monochrome)

    /// Creates a palette.
    package init(_ depth: Depth, _ theme: Theme = .dark) {
        self.depth = depth
        self.theme = theme
    }

    /// Chooses the number of colours by the environment. A `NO_COLOR` that is not empty (no-color.org), or `TERM=dumb`,
    /// chooses no colours. A `COLORTERM` of `truecolor` or `24bit`, or a `TERM` that ends with `-direct`, chooses 24
    /// bits. A `TERM` that is known for 256 colours chooses those, and any other chooses sixteen.
    package init(environment: [String: String], theme: Theme = .dark) {
        let terminal = environment["TERM"] ?? ""
        let isMany = ["256color", "direct", "tmux", "kitty", "alacritty", "ghostty", "foot", "wezterm"]
            .contains { terminal.contains($0) }
        if !(environment["NO_COLOR"] ?? "").isEmpty || terminal == "dumb" {
            self.init(.monochrome, theme)
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || terminal.hasSuffix("-direct") {
            self.init(.direct, theme)
        } else {
            self.init(isMany ? .indexed : .sixteen, theme)
        }
        let isMultiplexed =
            !(environment["TMUX"] ?? "").isEmpty || ["tmux", "screen"].contains(where: terminal.hasPrefix)
        joinsSkinTones = !isMultiplexed
    }

    /// True if the palette has colours.
    package var hasColors: Bool { depth != .monochrome }

    /// True if the theme colours the whole background, so that empty cells must be written too.
    var paintsBackground: Bool { hasColors && theme.background != nil }

    /// Returns the sequence that sets exactly this style, independent of the style before.
    func sequence(_ style: Style) -> String {
        var codes = "\u{1B}[0"
        if style.isBold { codes += ";1" }
        if isDim(style) { codes += ";2" }
        if style.isUnderlined { codes += ";4" }
        if isReversed(style) { codes += ";7" }
        for code in [surface(style), ink(style)] where !code.isEmpty { codes += ";" + code }
        return codes + "m"
    }

    /// Returns the shortest sequence that sets a style; empty if the old style looks the same.
    ///
    /// - Parameter old: The style before; nil if it is unknown.
    func change(from old: Style?, to style: Style) -> String {
        let whole = style == .plain && !paintsBackground ? "\u{1B}[m" : sequence(style)
        guard let old else { return whole }
        var codes: [String] = []
        var (hadBold, hadDim) = (old.isBold, isDim(old))
        if (hadBold && !style.isBold) || (hadDim && !isDim(style)) {
            codes.append("22")
            (hadBold, hadDim) = (false, false)
        }
        if style.isBold, !hadBold { codes.append("1") }
        if isDim(style), !hadDim { codes.append("2") }
        if style.isUnderlined != old.isUnderlined { codes.append(style.isUnderlined ? "4" : "24") }
        if isReversed(style) != isReversed(old) { codes.append(isReversed(style) ? "7" : "27") }
        if surface(style) != surface(old) { codes.append(surface(style).isEmpty ? "49" : surface(style)) }
        if ink(style) != ink(old) { codes.append(ink(style).isEmpty ? "39" : ink(style)) }
        if codes.isEmpty { return "" }
        let part = "\u{1B}[" + codes.joined(separator: ";") + "m"
        return part.utf8.count < whole.utf8.count ? part : whole
    }

    func isDim(_ style: Style) -> Bool { style.isDim || (!hasColors && style.ink == .quiet) }

    func isReversed(_ style: Style) -> Bool { style.isReversed || (!hasColors && style.surface == .banner) }

    /// Returns the code of the background colour; empty for the terminal's own.
    func surface(_ style: Style) -> String {
        guard hasColors, let shade = theme.surface(style.surface) else { return "" }
        return code(shade, sixteen: shade.sixteen, dark: 40, bright: 100, other: "48")
    }

    /// Returns the code of the text colour; empty for the terminal's own.
    func ink(_ style: Style) -> String {
        guard hasColors, let shade = theme.ink(style.ink, on: style.surface) else { return "" }
        var sixteen = shade.sixteen
        // A surface in one of the sixteen colours is strong: only black or the bright inks are readable on it.
        if let surface = theme.surface(style.surface) {
            sixteen = surface.isBrightAmongSixteen ? 0 : [0, 8].contains(sixteen) ? 7 : sixteen | 8
        }
        return code(shade, sixteen: sixteen, dark: 30, bright: 90, other: "38")
    }

    private func code(_ shade: Shade, sixteen: Int, dark: Int, bright: Int, other: String) -> String {
        switch depth {
        case .monochrome: ""
        case .sixteen: String(sixteen < 8 ? dark + sixteen : bright + sixteen - 8)
        case .indexed: other + ";5;\(shade.indexed)"
        case .direct:
            other + ";2;\(shade.direct >> 16 & 0xFF);\(shade.direct >> 8 & 0xFF);\(shade.direct & 0xFF)"
        }
    }
}
