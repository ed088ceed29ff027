/// A signature of ECDSA on P-256 with SHA-256 (FIPS 186-5, section 6.4; SEC 1, section 4.1).
struct ECDSASignature {
    /// Two scalars from 1 to n − 1.
    private let (r, s): (Scalar, Scalar)

    /// Signs a message (FIPS 186-5, section 6.4.1) with the nonces of RFC 6979, section 3.2.
    init(of message: [UInt8], by key: Scalar) {
        let digest = Self.digest(of: message)
        var nonces = NonceGenerator(key: key, digest: digest)
        while true {
            let nonce = nonces.next()
            guard let point = AffinePoint(.generator(times: nonce)) else { continue }
            let r = Scalar(reducing: point.x.integer)
            let s = nonce.inverse * (digest + r * key)
            // No known message reaches this: about one nonce in 2^255 has an r or an s of 0.
            if r.isZero || s.isZero { continue }
            (self.r, self.s) = (r, s)
            return
        }
    }

    /// Returns true if the signature is valid for a message (FIPS 186-5, section 6.4.2; SEC 1, section 4.1.4).
    func isValid(for message: [UInt8], by key: AffinePoint) -> Bool {
        let inverse = s.inverse
        let sum = JacobianPoint.generator(times: Self.digest(of: message) * inverse) + r * inverse * key
        // The coordinate x is below the field's prime, which exceeds n, so x is compared modulo n.
        return AffinePoint(sum).map { Scalar(reducing: $0.x.integer) == r } ?? false
    }

    /// Returns the SHA-256 digest as a scalar. All 256 bits count, because n has 256 bits too.
    private static func digest(of message: [UInt8]) -> Scalar {
        Scalar(reducing: UInt256(bytes: SHA256.digest(message)) ?? .zero)
    }
}

/// The DER form of a signature, `Ecdsa-Sig-Value`: a sequence of the integers r and s (RFC 3279, section 2.2.3).
extension ECDSASignature {
    /// The bytes of the only DER form, at most 72.
    var derRepresentation: [UInt8] {
        let content = Self.integer(r) + Self.integer(s)
        return [0x30, UInt8(truncatingIfNeeded: content.count)] + content
    }

    /// Reads a signature. Returns nil for any form but strict DER (X.690, sections 8.3 and 10.1), and for an integer
    /// outside 1 … n − 1.
    init?(derRepresentation bytes: [UInt8]) {
        var rest = bytes[...]
        // A length below 128 has one byte, and both integers together are always shorter.
        guard bytes.count <= 72, rest.popFirst() == 0x30, let length = rest.popFirst(), Int(length) == rest.count,
            let r = Self.scalar(from: &rest), let s = Self.scalar(from: &rest), rest.isEmpty
        else { return nil }
        (self.r, self.s) = (r, s)
    }

    /// Returns the tag, the length and the shortest bytes of a positive integer. The highest bit is the sign.
    private static func integer(_ scalar: Scalar) -> [UInt8] {
        var content = Array(scalar.integer.bytes.drop { $0 == 0 })
        if content.isEmpty || content[0] >= 0x80 { content.insert(0, at: 0) }
        return [0x02, UInt8(truncatingIfNeeded: content.count)] + content
    }

    /// Removes an integer from the start of `rest`. Returns nil for a negative integer, for a leading zero without
    /// need, and for 0 or n and more.
    private static func scalar(from rest: inout ArraySlice<UInt8>) -> Scalar? {
        guard rest.popFirst() == 0x02, let length = rest.popFirst(), length <= 33, Int(length) <= rest.count
        else { return nil }
        var content = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length))
        guard let first = content.first, first < 0x80 else { return nil }
        if first == 0 {
            content.removeFirst()
            guard let second = content.first, second >= 0x80 else { return nil }
        }
        guard let scalar = UInt256(bytes: content).flatMap({ Scalar($0) }), !scalar.isZero else { return nil }
        return scalar
    }
}

/// The deterministic nonces of a key and a digest (RFC 6979, section 3.2), from the generator HMAC_DRBG.
private struct NonceGenerator {
    /// The state of the generator, K and V in the RFC.
    private var key = [UInt8](repeating: 0, count: 32)
    private var value = [UInt8](repeating: 1, count: 32)
    /// True if the state has given a candidate, so that another one needs a new state (step h.3).
    private var hasCandidate = false

    /// Creates the generator (steps a to g). `digest` is already reduced modulo n, as `bits2octets` does it.
    init(key scalar: Scalar, digest: Scalar) {
        let seed = scalar.integer.bytes + digest.integer.bytes
        for separator in [UInt8(0), 1] { update(with: [separator] + seed) }
    }

    /// Returns the next nonce, from 1 to n − 1 (step h). A second call means that the first nonce was rejected.
    mutating func next() -> Scalar {
        while true {
            if hasCandidate { update(with: [0]) }
            hasCandidate = true
            value = HMACSHA256.code(of: value, key: key)
            if let nonce = UInt256(bytes: value).flatMap({ Scalar($0) }), !nonce.isZero { return nonce }
        }
    }

    private mutating func update(with data: [UInt8]) {
        key = HMACSHA256.code(of: value + data, key: key)
        value = HMACSHA256.code(of: value, key: key)
    }
}
