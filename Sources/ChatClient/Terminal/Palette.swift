/// The escape sequences of styles: the sixteen colours that every theme sets, with one dark grey beside them.
package enum Palette: Sendable {
    /// Colours.
    case color
    /// No colours, as `NO_COLOR` asks for; bold, dim, underline and reverse stay.
    case monochrome

    /// Chooses by the environment: any value of `NO_COLOR` that is not empty, or a dumb terminal, means none.
    package init(noColor: String?, terminal: String?) {
        self = (noColor ?? "").isEmpty && terminal != "dumb" ? .color : .monochrome
    }

    /// The sequence that sets exactly this style, whatever was set before.
    func sequence(_ style: Style) -> String {
        var codes = "\u{1B}[0"
        if style.isBold { codes += ";1" }
        if style.isDim || (self == .monochrome && style.ink == .quiet) { codes += ";2" }
        if style.isUnderlined { codes += ";4" }
        if style.isReversed || (self == .monochrome && style.surface == .banner) { codes += ";7" }
        if self == .color { codes += surface(style.surface) + ink(style) }
        return codes + "m"
    }

    private func ink(_ style: Style) -> String {
        switch style.ink {
        case .plain: return style.surface == .none ? "" : ";97"
        case .accent: return ";36"
        case .quiet: return style.surface == .none ? ";90" : ";37"
        case .good: return ";32"
        case .warning: return ";33"
        case .bad: return ";31"
        case .link: return style.surface == .none ? ";34" : ";96"
        case .notice: return ";35"
        case .ownEdge: return ";34"
        case .otherEdge: return ";38;5;238"
        }
    }

    private func surface(_ surface: Style.Surface) -> String {
        switch surface {
        case .none: return ""
        case .ownBubble: return ";44"
        case .otherBubble, .selection: return ";48;5;238"
        case .banner: return ";45"
        case .material: return ";48;5;236"
        case .red: return ";41"
        case .orange: return ";48;5;166"
        case .yellow: return ";43"
        case .green: return ";42"
        case .blue: return ";44"
        case .purple: return ";45"
        case .pink: return ";48;5;168"
        case .grey: return ";48;5;240"
        }
    }
}
