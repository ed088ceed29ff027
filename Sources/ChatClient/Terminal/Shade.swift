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
