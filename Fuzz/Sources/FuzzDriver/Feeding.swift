/// The ways in which a stream can bring the same bytes.
public enum Feeding {
    /// Up to this many bytes each place is tried for a cut; of more, that many places which the bytes choose.
    private static let cutsMax = 12

    /// Holds what every way of bringing the bytes leads to against what they lead to whole, and gives that.
    public static func same<Outcome: Equatable>(_ bytes: [UInt8], _ name: String, _ outcome: ([[UInt8]]) -> Outcome)
        -> Outcome
    {
        let whole = outcome([bytes])
        hold(outcome(bytes.map { [$0] }) == whole, "\(name): byte by byte as whole")
        for cut in cuts(of: bytes) {
            let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
            hold(outcome(pieces) == whole, "\(name): cut at \(cut) as whole")
        }
        return whole
    }

    /// The same bytes are always cut at the same places, so that a finding can be played again.
    private static func cuts(of bytes: [UInt8]) -> [Int] {
        guard bytes.count > 1 else { return [] }
        guard bytes.count > cutsMax else { return Array(1..<bytes.count) }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return (0..<cutsMax).map { _ in
            hash = hash &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 1 + Int((hash >> 33) % UInt64(bytes.count - 1))
        }
    }
}
