/// One colour, as each kind of terminal can show it.
struct Shade: Hashable, Sendable {
    /// Among the sixteen that a person sets in their terminal: 0 to 7 the dark ones, 8 to 15 the bright.
    let sixteen: Int
    /// Among the 256 that are the same everywhere: 16 to 231 a cube of colours, 232 to 255 greys (xterm's 256colres.h).
    let indexed: Int
    /// As a screen mixes it: `0xRRGGBB`.
    let direct: Int

    init(_ sixteen: Int, _ indexed: Int, _ direct: Int) {
        (self.sixteen, self.indexed, self.direct) = (sixteen, indexed, direct)
    }

    /// Whether what is written onto it must be dark, where it is one of the sixteen.
    var isBrightAmongSixteen: Bool { ![0, 1, 4, 5, 8].contains(sixteen) }
}
