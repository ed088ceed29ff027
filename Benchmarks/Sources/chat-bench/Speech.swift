/// What a client says under load, made once.
struct Speech {
    /// The text of every message: a hundred bytes, such as people write.
    static let text =
        "Shall we take the early train on Saturday, so that we are at the lake before noon? I can bring bread."

    /// What differs between messages.
    enum Number {
        case none
        /// A decimal number that keeps its length, so that a frame around it does too.
        case sevenDigits
        /// MQTT's packet identifier, which is never 0, and comes back to use long after it was acknowledged.
        case packet
    }

    var before: [UInt8] = []
    var number = Number.none
    var after: [UInt8] = []

    func append(id: Int, to output: inout [UInt8]) {
        output += before
        switch number {
        case .none: break
        case .sevenDigits: output += String(1_000_000 + id).utf8
        case .packet:
            let packet = UInt16(id % 65_535 + 1)
            output.append(UInt8(packet >> 8))
            output.append(UInt8(packet & 0xFF))
        }
        output += after
    }
}
