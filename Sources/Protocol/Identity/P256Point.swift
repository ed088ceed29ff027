/// The prime of the field of P-256 (SP 800-186, section 3.2.1.3).
enum P256Field: PrimeModulus {
    static var prime: UInt256 {
        UInt256(0xFFFF_FFFF_0000_0001, 0x0000_0000_0000_0000, 0x0000_0000_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF)
    }
    static var negatedInverse: UInt64 { 1 }
    static var one: UInt256 {
        UInt256(0x0000_0000_FFFF_FFFE, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_0000_0000, 0x0000_0000_0000_0001)
    }
    static var conversion: UInt256 {
        UInt256(0x0000_0004_FFFF_FFFD, 0xFFFF_FFFF_FFFF_FFFE, 0xFFFF_FFFB_FFFF_FFFF, 0x0000_0000_0000_0003)
    }
}

/// The order of the group of P-256, the standard's n (SP 800-186, section 3.2.1.3).
enum P256Order: PrimeModulus {
    static var prime: UInt256 {
        UInt256(0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0xBCE6_FAAD_A717_9E84, 0xF3B9_CAC2_FC63_2551)
    }
    static var negatedInverse: UInt64 { 0xCCD1_C8AA_EE00_BC4F }
    static var one: UInt256 {
        UInt256(0x0000_0000_FFFF_FFFF, 0x0000_0000_0000_0000, 0x4319_0552_58E8_617B, 0x0C46_353D_039C_DAAF)
    }
    static var conversion: UInt256 {
        UInt256(0x66E1_2D94_F3D9_5620, 0x2845_B239_2B6B_EC59, 0x4699_799C_49BD_6FA6, 0x8324_4C95_BE79_EEA2)
    }
}

typealias FieldElement = Residue<P256Field>
typealias Scalar = Residue<P256Order>

/// A point of the curve other than the point at infinity.
struct AffinePoint: Hashable, Sendable {
    let (x, y): (FieldElement, FieldElement)

    /// The base point G (SP 800-186, section 3.2.1.3).
    static let generator = AffinePoint(
        unchecked: FieldElement(
            reducing: UInt256(
                0x6B17_D1F2_E12C_4247, 0xF8BC_E6E5_63A4_40F2, 0x7703_7D81_2DEB_33A0, 0xF4A1_3945_D898_C296)),
        FieldElement(
            reducing: UInt256(
                0x4FE3_42E2_FE1A_7F9B, 0x8EE7_EB4A_7C0F_9E16, 0x2BCE_3357_6B31_5ECE, 0xCBB6_4068_37BF_51F5)))

    private static let coefficient = FieldElement(
        reducing: UInt256(0x5AC6_35D8_AA3A_93E7, 0xB3EB_BD55_7698_86BC, 0x651D_06B0_CC53_B0F6, 0x3BCE_3C3E_27D2_604B))

    /// Creates a point. Returns nil unless y² = x³ − 3x + b.
    init?(_ x: FieldElement, _ y: FieldElement) {
        let three = FieldElement.one + .one + .one
        guard y.squared == (x.squared - three) * x + Self.coefficient else { return nil }
        (self.x, self.y) = (x, y)
    }

    private init(unchecked x: FieldElement, _ y: FieldElement) { (self.x, self.y) = (x, y) }

    /// Creates the affine form of a point. Returns nil for the point at infinity.
    init?(_ point: JacobianPoint) {
        guard !point.z.isZero else { return nil }
        self.init(point, inverse: point.z.inverse)
    }

    /// Creates the affine form of a point whose z coordinate has a known inverse.
    fileprivate init(_ point: JacobianPoint, inverse: FieldElement) {
        let square = inverse.squared
        self.init(unchecked: point.x * square, point.y * square * inverse)
    }
}

/// A point of the curve in Jacobian coordinates: (x / z², y / z³), or the point at infinity if z is 0.
///
/// The formulas are those of the Explicit-Formulas Database for curves with a = −3.
struct JacobianPoint: Sendable {
    let (x, y, z): (FieldElement, FieldElement, FieldElement)

    static let infinity = JacobianPoint(.one, .one, .zero)

    private init(_ x: FieldElement, _ y: FieldElement, _ z: FieldElement) { (self.x, self.y, self.z) = (x, y, z) }

    /// Creates the Jacobian form of a point.
    init(_ point: AffinePoint) { self.init(point.x, point.y, .one) }

    /// The point added to itself ("dbl-2001-b").
    var doubled: JacobianPoint {
        let delta = z.squared
        let gamma = y.squared
        let beta = x * gamma
        let product = (x - delta) * (x + delta)
        let alpha = product + product + product
        let beta2 = beta + beta
        let beta4 = beta2 + beta2
        let gamma2 = gamma.squared + gamma.squared
        let gamma4 = gamma2 + gamma2
        let newX = alpha.squared - beta4 - beta4
        return JacobianPoint(newX, alpha * (beta4 - newX) - gamma4 - gamma4, (y + z).squared - gamma - delta)
    }

    /// Returns the sum of two points, for any two points.
    static func + (left: JacobianPoint, right: JacobianPoint) -> JacobianPoint {
        if left.z.isZero { return right }
        if right.z.isZero { return left }
        let leftSquare = left.z.squared
        let rightSquare = right.z.squared
        return left.sum(
            x: (left.x * rightSquare, right.x * leftSquare),
            y: (left.y * right.z * rightSquare, right.y * left.z * leftSquare), z: left.z * right.z)
    }

    /// Returns the sum of two points, with fewer multiplications because `right` has no z coordinate.
    static func + (left: JacobianPoint, right: AffinePoint) -> JacobianPoint {
        if left.z.isZero { return JacobianPoint(right) }
        let square = left.z.squared
        return left.sum(x: (left.x, right.x * square), y: (left.y, right.y * left.z * square), z: left.z)
    }

    /// Returns the sum of this point and another one, given the coordinates of both over the common `z`.
    @inline(__always)
    private func sum(
        x: (FieldElement, FieldElement), y: (FieldElement, FieldElement), z: FieldElement
    ) -> JacobianPoint {
        let width = x.1 - x.0
        let height = y.1 - y.0
        if width.isZero { return height.isZero ? doubled : .infinity }
        let square = width.squared
        let cube = square * width
        let shared = x.0 * square
        let newX = height.squared - cube - shared - shared
        return JacobianPoint(newX, height * (shared - newX) - y.0 * cube, z * width)
    }

    /// Returns the base point times a scalar: one addition for each digit of four bits, and no doubling.
    static func generator(times scalar: Scalar) -> JacobianPoint {
        var product = JacobianPoint.infinity
        for (window, digit) in scalar.integer.digits.enumerated() where digit != 0 {
            product = product + generatorMultiples[window * 15 + digit - 1]
        }
        return product
    }

    /// The points digit · 16^window · G, for 64 windows and the digits 1 to 15.
    private static let generatorMultiples: [AffinePoint] = {
        var points: [JacobianPoint] = []
        var base = JacobianPoint(.generator)
        for _ in 0..<64 {
            var multiple = base
            for _ in 1...15 {
                points.append(multiple)
                multiple = multiple + base
            }
            base = multiple
        }
        return zip(points, FieldElement.inverses(of: points.map(\.z))).map { AffinePoint($0, inverse: $1) }
    }()
}

extension AffinePoint {
    /// Returns the point times a scalar, four bits at a time.
    static func * (scalar: Scalar, point: AffinePoint) -> JacobianPoint {
        var multiples = [JacobianPoint.infinity]
        for _ in 1..<16 { multiples.append(multiples[multiples.count - 1] + point) }
        var product = JacobianPoint.infinity
        for digit in scalar.integer.digits.reversed() {
            product = product.doubled.doubled.doubled.doubled
            if digit != 0 { product = product + multiples[digit] }
        }
        return product
    }
}
