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
