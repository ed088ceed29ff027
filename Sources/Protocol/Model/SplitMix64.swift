/// A small pseudorandom generator with the same numbers on every run from the same seed (SplitMix64, by Steele, Lea and
/// Flood). A world uses its own seed, and a random order of scenarios uses the seed of the order.
public struct SplitMix64: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

    /// Creates a generator from a seed.
    public init(seed: UInt64) { state = seed }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns true with the given probability in percent.
    public mutating func happens(percent: Int) -> Bool {
        next().multipliedFullWidth(by: 100).high < UInt64(percent)
    }
}
