import ChatProtocol

/// Encodings of signatures and of P-256's constants, for tests that need malformed ones.
enum SignatureForms {
    /// The order of the group, n, and the prime of the field, p.
    static let order = bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    static let prime = bytes("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    /// The y coordinate of one of the two points with x = 0.
    static let yOfZero = bytes("66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4")

    /// Returns the bytes of hexadecimal digits, or none for other text.
    static func bytes(_ text: some StringProtocol) -> [UInt8] { Hexadecimal.bytes(String(text)) ?? [] }

    /// Returns the shortest content of a positive DER integer.
    static func content(_ integer: [UInt8]) -> [UInt8] {
        let shortest = Array(integer.drop { $0 == 0 })
        return shortest.first.map { $0 < 0x80 } ?? false ? shortest : [0] + shortest
    }

    /// Returns a tag, a length below 128 and content.
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }

    /// Returns the DER form of any two integers, valid or not.
    static func signature(r: [UInt8], s: [UInt8]) -> [UInt8] {
        element(0x30, element(2, content(r)) + element(2, content(s)))
    }

    /// Returns the integers of a signature in DER, without leading zeros.
    static func integers(of signature: [UInt8]) -> (r: [UInt8], s: [UInt8]) {
        let length = Int(signature[3])
        let (r, s) = (signature[4..<4 + length], signature[(6 + length)...])
        return (Array(r.drop { $0 == 0 }), Array(s.drop { $0 == 0 }))
    }

    /// Returns minuend − subtrahend, for two integers of 32 bytes.
    static func difference(_ minuend: [UInt8], _ subtrahend: [UInt8]) -> [UInt8] {
        var (result, borrow) = (minuend, 0)
        for index in (0..<32).reversed() {
            let value = Int(minuend[index]) - Int(subtrahend[index]) - borrow
            borrow = value < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: value)
        }
        return result
    }
}
