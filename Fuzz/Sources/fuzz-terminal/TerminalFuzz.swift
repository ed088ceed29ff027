import FuzzDriver

@testable import ChatTerminal

/// What a terminal sends. Whatever comes: no crash; the same keys however the bytes were cut; and a decoder that was
/// asked to decide holds nothing but an open paste.
@main
enum TerminalFuzz: FuzzTarget {
    static func check(_ bytes: [UInt8]) {
        _ = Feeding.same(bytes, "keys") { pieces in
            var decoder = KeyDecoder()
            var keys: [Key] = []
            for piece in pieces { keys += decoder.feed(piece[...]) }
            return keys + decoder.pass(milliseconds: 10_000)
        }
        var hasty = KeyDecoder()
        for byte in bytes {
            _ = hasty.feed([byte][...])
            _ = hasty.pass(milliseconds: 10_000)
            hold(hasty.isInPaste || !hasty.isWaiting, "what was decided is not waited for")
        }
    }
}
