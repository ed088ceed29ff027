import Foundation
import Testing

@testable import ChatTerminal

@Suite struct PaletteTests {
    @Test(arguments: [
        (["TERM": "xterm"], Palette.Depth.sixteen), (["TERM": "linux", "NO_COLOR": ""], .sixteen), ([:], .sixteen),
        (["TERM": "xterm-256color"], .indexed), (["TERM": "tmux"], .indexed), (["TERM": "xterm-kitty"], .indexed),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .direct), (["TERM": "xterm-direct"], .direct),
        (["COLORTERM": "24bit"], .direct), (["COLORTERM": "yes"], .sixteen),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .monochrome),
        (["TERM": "dumb", "COLORTERM": "truecolor"], .monochrome),
    ])
    func theEnvironmentSaysHowManyColours(_ environment: [String: String], _ depth: Palette.Depth) {
        let palette = Palette(environment: environment, theme: .light)
        #expect(palette.depth == depth && palette.theme == .light)
        #expect(palette.joinsSkinTones == (environment["TERM"] != "tmux"))
        #expect(Palette(environment: environment).hasColors == (depth != .monochrome))
    }

    @Test func withoutColoursBoldAndReverseStay() {
        #expect(Palette.monochrome.sequence(Style(.bad, on: .ownBubble).bold.reversed) == "\u{1B}[0;1;7m")
    }

    @Test func eachDepthSpellsAColourItsOwnWay() {
        let style = Style(.link, on: .ownBubble)
        #expect(Palette(.sixteen).sequence(style) == "\u{1B}[0;44;94m")
        #expect(Palette(.indexed).sequence(style) == "\u{1B}[0;48;5;18;38;5;153m")
        #expect(Palette(.direct).sequence(style) == "\u{1B}[0;48;2;31;69;133;38;2;175;215;255m")
        #expect(Palette(.direct, .light).sequence(.plain) == "\u{1B}[0m")
        #expect(Palette(.direct, .highContrast).sequence(.plain) == "\u{1B}[0;48;2;0;0;0;38;2;255;255;255m")
    }

    @Test func aThemeWithABackgroundOfItsOwnPaintsEmptyCellsToo() {
        let empty = Grid(Size(columns: 3, rows: 2))
        let painted = ScreenDiff.bytes(from: nil, to: empty, palette: Palette(.sixteen, .highContrast))
        #expect(painted.count { $0 == 0x20 } == 6)
        #expect(!ScreenDiff.bytes(from: nil, to: empty, palette: .color).contains(0x20))
        #expect(!Palette(.monochrome, .highContrast).paintsBackground)
    }

    @Test(arguments: Theme.allCases, [Palette.Depth.indexed, .direct])
    func everyTextIsReadOnEverySurface(_ theme: Theme, _ depth: Palette.Depth) throws {
        for surface in Self.surfaces {
            for ink in Self.inks {
                // The edges of bubbles are lines, which need a contrast of 3 only (WCAG 2.2, 1.4.11). The background of
                // a terminal is unknown: black or dark grey, or white or light grey.
                let isEdge = ink == .ownEdge || ink == .otherEdge
                let behind = theme.surface(surface).map { [Self.colour($0, depth)] } ?? Self.backgrounds(theme)
                guard let shade = theme.ink(ink, on: surface) else { continue }
                for background in behind {
                    let contrast = Self.contrast(Self.colour(shade, depth), background)
                    let least = isEdge ? 3 : theme == .highContrast ? 7 : 4.5
                    #expect(contrast >= least, "\(ink) on \(surface) in \(theme): \(contrast)")
                }
            }
        }
    }

    @Test(arguments: Theme.allCases, [Palette.Depth.sixteen, .indexed, .direct])
    func noTwoSurfacesAreAlike(_ theme: Theme, _ depth: Palette.Depth) {
        let shades = Self.surfaces.compactMap { surface in theme.surface(surface).map { (surface, $0) } }
        for (index, one) in shades.enumerated() {
            for other in shades[..<index] {
                guard depth != .sixteen else {
                    #expect(one.1.sixteen != other.1.sixteen, "\(one.0) and \(other.0) in \(theme)")
                    continue
                }
                let (left, right) = (Self.colour(one.1, depth), Self.colour(other.1, depth))
                let apart = zip(left, right).map { abs($0 - $1) }.max() ?? 0
                #expect(apart >= 24, "\(one.0) and \(other.0) in \(theme)")
            }
        }
    }

    private static let inks = (UInt8(0)...255).compactMap { Style.Ink(rawValue: $0) }
    private static let surfaces = (UInt8(0)...255).compactMap { Style.Surface(rawValue: $0) }

    private static func backgrounds(_ theme: Theme) -> [[Double]] {
        theme == .light ? [[255, 255, 255], [238, 238, 238]] : [[0, 0, 0], [40, 40, 40]]
    }

    /// Returns red, green and blue, from 0 to 255.
    private static func colour(_ shade: Shade, _ depth: Palette.Depth) -> [Double] {
        if depth == .direct { return [16, 8, 0].map { Double(shade.direct >> $0 & 0xFF) } }
        if shade.indexed >= 232 { return Array(repeating: Double(8 + 10 * (shade.indexed - 232)), count: 3) }
        let steps: [Double] = [0, 95, 135, 175, 215, 255]
        return [36, 6, 1].map { steps[(shade.indexed - 16) / $0 % 6] }
    }

    /// Returns the contrast ratio of WCAG 2, from 1 to 21.
    private static func contrast(_ left: [Double], _ right: [Double]) -> Double {
        let luminances = [left, right].map { colour in
            zip(colour, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
                let value = part.0 / 255
                return sum + part.1 * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
            }
        }.sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }
}
