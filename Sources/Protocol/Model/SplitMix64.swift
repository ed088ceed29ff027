/// A small generator of numbers that look random and are the same on every run from the same seed (SplitMix64, by
/// Steele, Lea and Flood): where a world needs chance, it begins with the world's seed, and an order of scenarios with
/// the order's.
public struct SplitMix64: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

    /// A generator that begins with a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Whether something comes about that does so in that many cases of a hundred.
    public mutating func happens(percent: Int) -> Bool {
        next().multipliedFullWidth(by: 100).high < UInt64(percent)
    }
}
