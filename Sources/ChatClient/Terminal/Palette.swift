/// The escape sequences of styles (ECMA-48, SGR), for what a terminal can show.
package struct Palette: Hashable, Sendable {
    /// How many colours a terminal shows.
    package enum Depth: Hashable, Sendable {
        /// None, as `NO_COLOR` asks for; bold, dim, underline and reverse stay.
        case monochrome
        /// The sixteen that a person sets in their terminal.
        case sixteen
        /// 256 that are the same everywhere.
        case indexed
        /// Any, in 24 bits.
        case direct
    }

    /// How many colours.
    package var depth: Depth
    /// Which ones.
    package var theme: Theme
    /// Whether the terminal is asked which theme it needs.
    package var followsTerminal = false

    /// Whether the terminal draws a skin tone with its emoji; tmux (3.3a) gives it columns of its own, and so the next
    /// letter would be written over it.
    package var joinsSkinTones = true

    /// Sixteen colours, for a dark terminal.
    package static let color = Palette(.sixteen)
    /// No colours.
    package static let monochrome = Palette(.monochrome)

    /// A palette.
    package init(_ depth: Depth, _ theme: Theme = .dark) {
        self.depth = depth
        self.theme = theme
    }

    /// Chooses by the environment: none where `NO_COLOR` has any value (no-color.org) or `TERM` is `dumb`, 24 bits where
    /// `COLORTERM` says so, 256 where `TERM` is known for them, else sixteen.
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

    /// Whether there are any colours.
    package var hasColors: Bool { depth != .monochrome }

    /// Whether the theme colours what lies behind all, so that an empty cell too must be written.
    var paintsBackground: Bool { hasColors && theme.background != nil }

    /// The sequence that sets exactly this style, whatever was set before.
    func sequence(_ style: Style) -> String {
        var codes = "\u{1B}[0"
        if style.isBold { codes += ";1" }
        if isDim(style) { codes += ";2" }
        if style.isUnderlined { codes += ";4" }
        if isReversed(style) { codes += ";7" }
        for code in [surface(style), ink(style)] where !code.isEmpty { codes += ";" + code }
        return codes + "m"
    }

    /// The shortest sequence that sets a style; empty where it looks as the one before, if that is known.
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

    /// The code of what is behind a character; empty where that is the terminal's own.
    func surface(_ style: Style) -> String {
        guard hasColors, let shade = theme.surface(style.surface) else { return "" }
        return code(shade, sixteen: shade.sixteen, dark: 40, bright: 100, other: "48")
    }

    /// The code of a character's colour; empty where that is the terminal's own.
    func ink(_ style: Style) -> String {
        guard hasColors, let shade = theme.ink(style.ink, on: style.surface) else { return "" }
        var sixteen = shade.sixteen
        // A surface among the sixteen is strong, and leaves black or the bright inks.
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
