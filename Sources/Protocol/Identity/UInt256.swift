/// An unsigned integer of 256 bits in four words, for the field and the scalars of P-256.
struct UInt256: Hashable, Sendable {
    /// The words from the least significant one up.
    var (w0, w1, w2, w3): (UInt64, UInt64, UInt64, UInt64)

    static let zero = UInt256(0, 0, 0, 0)

    /// Creates an integer from its words, the most significant one first, as standards print them.
    init(_ w3: UInt64, _ w2: UInt64, _ w1: UInt64, _ w0: UInt64) {
        (self.w0, self.w1, self.w2, self.w3) = (w0, w1, w2, w3)
    }

    /// Creates an integer from at most 32 bytes, the most significant one first. Returns nil for more bytes.
    ///
    /// This is OS2IP of SEC 1, section 2.3.8.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count <= 32 else { return nil }
        self = .zero
        for byte in bytes {
            w3 = w3 << 8 | w2 >> 56
            w2 = w2 << 8 | w1 >> 56
            w1 = w1 << 8 | w0 >> 56
            w0 = w0 << 8 | UInt64(byte)
        }
    }

    /// The 32 bytes, the most significant one first (I2OSP, SEC 1, section 2.3.7).
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for word in [w3, w2, w1, w0] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return bytes
    }

    /// The 64 digits of four bits each, the least significant one first.
    var digits: [Int] {
        bytes.reversed().flatMap { [Int($0 & 15), Int($0 >> 4)] }
    }

    var isZero: Bool { w0 | w1 | w2 | w3 == 0 }

    /// Returns the sum modulo 2^256, and true if it overflowed.
    @inline(__always)
    func adding(_ other: UInt256) -> (sum: UInt256, carry: Bool) {
        let (r0, c0) = Self.sum(w0, other.w0, false)
        let (r1, c1) = Self.sum(w1, other.w1, c0)
        let (r2, c2) = Self.sum(w2, other.w2, c1)
        let (r3, c3) = Self.sum(w3, other.w3, c2)
        return (UInt256(r3, r2, r1, r0), c3)
    }

    /// Returns the difference modulo 2^256, and true if `other` is the greater one.
    @inline(__always)
    func subtracting(_ other: UInt256) -> (difference: UInt256, borrow: Bool) {
        let (r0, b0) = Self.difference(w0, other.w0, false)
        let (r1, b1) = Self.difference(w1, other.w1, b0)
        let (r2, b2) = Self.difference(w2, other.w2, b1)
        let (r3, b3) = Self.difference(w3, other.w3, b2)
        return (UInt256(r3, r2, r1, r0), b3)
    }

    /// Returns the value minus `modulus` if the value, with `carry` as its bit 256, is at least `modulus`.
    ///
    /// A value below 2 × `modulus` is then below `modulus`.
    @inline(__always)
    func reducedOnce(by modulus: UInt256, carry: Bool = false) -> UInt256 {
        let (difference, borrow) = subtracting(modulus)
        return carry || !borrow ? difference : self
    }

    /// Returns the integer of any number of bytes, the most significant one first, modulo `modulus`.
    ///
    /// - Parameter modulus: At least 2^255.
    static func remainder(of bytes: some Sequence<UInt8>, by modulus: UInt256) -> UInt256 {
        var remainder = UInt256.zero
        for byte in bytes {
            for bit in stride(from: UInt8(7), through: 0, by: -1) {
                var (doubled, carry) = remainder.adding(remainder)
                doubled.w0 |= UInt64(byte >> bit & 1)
                remainder = doubled.reducedOnce(by: modulus, carry: carry)
            }
        }
        return remainder
    }

    static func < (left: UInt256, right: UInt256) -> Bool { left.subtracting(right).borrow }

    @inline(__always)
    private static func sum(_ left: UInt64, _ right: UInt64, _ carry: Bool) -> (UInt64, Bool) {
        let (partial, first) = left.addingReportingOverflow(right)
        let (sum, second) = partial.addingReportingOverflow(carry ? 1 : 0)
        return (sum, first || second)
    }

    @inline(__always)
    private static func difference(_ left: UInt64, _ right: UInt64, _ borrow: Bool) -> (UInt64, Bool) {
        let (partial, first) = left.subtractingReportingOverflow(right)
        let (difference, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
        return (difference, first || second)
    }
}
