/// A prime between 2^255 and 2^256 − 2^192, with the constants of Montgomery's multiplication.
protocol PrimeModulus {
    static var prime: UInt256 { get }
    /// −1 / `prime` modulo 2^64.
    static var negatedInverse: UInt64 { get }
    /// 2^256 modulo `prime`: the form of 1.
    static var one: UInt256 { get }
    /// 2^512 modulo `prime`: the factor that converts an integer to its form.
    static var conversion: UInt256 { get }
}

/// An integer modulo a prime, in the form x · 2^256 of Montgomery's multiplication.
struct Residue<Modulus: PrimeModulus>: Hashable, Sendable {
    /// The integer's form, always below the prime. Equal integers have equal forms.
    private let form: UInt256

    static var zero: Residue { Residue(form: .zero) }
    static var one: Residue { Residue(form: Modulus.one) }

    private init(form: UInt256) { self.form = form }

    /// Creates the residue of an integer below the prime. Returns nil for a greater integer.
    init?(_ integer: UInt256) {
        guard integer < Modulus.prime else { return nil }
        self.init(reducing: integer)
    }

    /// Creates the residue of any integer. One subtraction suffices, since the prime is above 2^255.
    init(reducing integer: UInt256) {
        let reduced = integer.reducedOnce(by: Modulus.prime)
        form = Self.product(reduced, Modulus.conversion)
    }

    /// The integer, from 0 to the prime minus 1.
    var integer: UInt256 { Self.product(form, UInt256(0, 0, 0, 1)) }

    var isZero: Bool { form.isZero }

    static func + (left: Residue, right: Residue) -> Residue {
        let (sum, carry) = left.form.adding(right.form)
        return Residue(form: sum.reducedOnce(by: Modulus.prime, carry: carry))
    }

    static func - (left: Residue, right: Residue) -> Residue {
        let (difference, borrow) = left.form.subtracting(right.form)
        return Residue(form: borrow ? difference.adding(Modulus.prime).sum : difference)
    }

    static func * (left: Residue, right: Residue) -> Residue {
        Residue(form: product(left.form, right.form))
    }

    var squared: Residue { self * self }

    /// The inverse by Fermat's theorem, x^(prime − 2). The inverse of 0 is 0.
    var inverse: Residue {
        var powers = [Residue.one]
        for _ in 1..<16 { powers.append(powers[powers.count - 1] * self) }
        let exponent = Modulus.prime.subtracting(UInt256(0, 0, 0, 2)).difference
        var result = Residue.one
        for digit in exponent.digits.reversed() {
            result = result.squared.squared.squared.squared
            if digit != 0 { result = result * powers[digit] }
        }
        return result
    }

    /// Returns the inverses of residues that are not 0, with one division (Montgomery's simultaneous inversion).
    static func inverses(of residues: [Residue]) -> [Residue] {
        var products: [Residue] = []
        products.reserveCapacity(residues.count)
        var product = Residue.one
        for residue in residues {
            products.append(product)
            product = product * residue
        }
        var remaining = product.inverse
        for index in residues.indices.reversed() {
            products[index] = products[index] * remaining
            remaining = remaining * residues[index]
        }
        return products
    }
}

extension Residue {
    /// Returns a · b / 2^256 modulo the prime, for `a` and `b` below the prime.
    ///
    /// This is Montgomery's multiplication by the method CIOS (Koç, Acar and Kaliski 1996).
    private static func product(_ a: UInt256, _ b: UInt256) -> UInt256 {
        // The compiler knows the words of the prime here, and removes the multiplications by 0 and 1.
        let (prime, negatedInverse) = (Modulus.prime, Modulus.negatedInverse)
        var sum = PartialProduct()
        sum.add(a, times: b.w0)
        sum.reduce(by: prime, negatedInverse)
        sum.add(a, times: b.w1)
        sum.reduce(by: prime, negatedInverse)
        sum.add(a, times: b.w2)
        sum.reduce(by: prime, negatedInverse)
        sum.add(a, times: b.w3)
        sum.reduce(by: prime, negatedInverse)
        return UInt256(sum.t3, sum.t2, sum.t1, sum.t0).reducedOnce(by: prime, carry: sum.t4 != 0)
    }
}

/// The sum of the products in a multiplication, in five words.
///
/// After `reduce` it is below twice the prime. After `add` it is below prime · (2^64 + 1), which fits into five words
/// because the prime is below 2^256 − 2^192.
private struct PartialProduct {
    var (t0, t1, t2, t3): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var t4: UInt64 = 0

    @inline(__always)
    mutating func add(_ a: UInt256, times word: UInt64) {
        var carry: UInt64
        (carry, t0) = Self.multiplyAdd(a.w0, word, t0, 0)
        (carry, t1) = Self.multiplyAdd(a.w1, word, t1, carry)
        (carry, t2) = Self.multiplyAdd(a.w2, word, t2, carry)
        (carry, t3) = Self.multiplyAdd(a.w3, word, t3, carry)
        t4 = t4 &+ carry
    }

    /// Adds the multiple of the prime that clears the lowest word, then drops that word.
    @inline(__always)
    mutating func reduce(by prime: UInt256, _ negatedInverse: UInt64) {
        let factor = t0 &* negatedInverse
        var carry = Self.multiplyAdd(prime.w0, factor, t0, 0).high
        (carry, t0) = Self.multiplyAdd(prime.w1, factor, t1, carry)
        (carry, t1) = Self.multiplyAdd(prime.w2, factor, t2, carry)
        (carry, t2) = Self.multiplyAdd(prime.w3, factor, t3, carry)
        let (sum, overflow) = t4.addingReportingOverflow(carry)
        (t3, t4) = (sum, overflow ? 1 : 0)
    }

    /// Returns left · right + first + second, which always fits into two words.
    @inline(__always)
    private static func multiplyAdd(
        _ left: UInt64, _ right: UInt64, _ first: UInt64, _ second: UInt64
    ) -> (high: UInt64, low: UInt64) {
        // Comparisons find the carries here: with `addingReportingOverflow` a key takes nearly twice as long. `UInt128`
        // is as fast in a release build, and five times slower in a debug build.
        let (high, low) = left.multipliedFullWidth(by: right)
        let partial = low &+ first
        let upper = partial < low ? high &+ 1 : high
        let sum = partial &+ second
        return (sum < partial ? upper &+ 1 : upper, sum)
    }
}
