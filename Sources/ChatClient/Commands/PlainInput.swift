import ChatSystem

/// Standard input as lines.
struct PlainInput {
    private var held: [UInt8] = []
    private var lines: ArraySlice<String> = []
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    /// True if the input has ended.
    private(set) var hasEnded = false

    /// True if more input must be read for the next line.
    var wantsMore: Bool { !hasEnded && lines.isEmpty }

    /// Returns the next complete line; nil if none has arrived.
    mutating func next() -> String? { lines.popFirst() }

    /// Reads the input that has arrived.
    mutating func read() {
        switch Descriptors.read(StandardStream.input.descriptor, into: &buffer) {
        case .bytes(let count): held += buffer[..<count]
        case .wouldBlock: return
        case .ended:
            hasEnded = true
            if !held.isEmpty { held.append(0x0A) }
        }
        while let end = held.firstIndex(of: 0x0A) {
            var line = String(decoding: held[..<end], as: UTF8.self)
            if line.hasSuffix("\r") { line.removeLast() }
            lines.append(line)
            held.removeSubrange(...end)
        }
    }
}
