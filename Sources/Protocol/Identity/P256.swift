/// The keys of ECDSA on the NIST curve P-256 with SHA-256 (FIPS 186-5; the curve: SP 800-186, section 3.2.1.3).
///
/// The devices of a simulation sign with these keys. Nothing is secret here: every key follows from the world's secret,
/// and the server holds them all. So the time of an operation may depend on the key. Never use this code where a
/// private key must stay private.
public enum P256 {
    /// A private key: a scalar from 1 to n − 1.
    public struct PrivateKey: Hashable, Sendable {
        let scalar: Scalar

        /// Creates a key from the 32 bytes of its scalar, the most significant one first (SEC 1, section 2.3.8).
        ///
        /// Returns nil for another number of bytes, for 0 and for a scalar of n or more.
        public init?(scalar bytes: [UInt8]) {
            guard bytes.count == 32, let integer = UInt256(bytes: bytes), let scalar = Scalar(integer), !scalar.isZero
            else { return nil }
            self.scalar = scalar
        }

        /// Creates a key from a digest of 64 bytes: the digest modulo n − 1, plus 1 (FIPS 186-5, appendix A.2.1).
        ///
        /// The scalar is never 0. The excess of 256 bits makes all scalars equally probable.
        public init(digest: [UInt8]) {
            let greatest = P256Order.prime.subtracting(UInt256(0, 0, 0, 1)).difference
            scalar = Scalar(reducing: UInt256.remainder(of: digest, by: greatest)) + .one
        }

        /// The public key: the base point times the scalar (SEC 1, section 3.2.1). Each call computes it again.
        public var publicKey: PublicKey {
            // The scalar is not a multiple of n, so the product is never the point at infinity.
            PublicKey(point: AffinePoint(.generator(times: scalar)) ?? .generator)
        }

        /// Returns the signature of the SHA-256 digest of `message`, as DER (RFC 3279, section 2.2.3).
        ///
        /// The nonce follows RFC 6979, so equal messages have equal signatures. The form is the one of Apple's
        /// `SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256`.
        public func signature(for message: [UInt8]) -> [UInt8] {
            ECDSASignature(of: message, by: scalar).derRepresentation
        }
    }

    /// A public key: a point of the curve.
    public struct PublicKey: Hashable, Sendable {
        let point: AffinePoint

        init(point: AffinePoint) { self.point = point }

        /// Creates a key from its X9.63 form: 0x04, x and y, of 32 bytes each (SEC 1, section 2.3.4).
        ///
        /// Returns nil for another length or another first byte, for a coordinate that is not below the prime of the
        /// field, and for a point that is not on the curve (SEC 1, section 3.2.2.1). The cofactor of P-256 is 1, so
        /// every point of the curve is a valid key. The compressed form is not supported.
        public init?(x963Representation bytes: [UInt8]) {
            guard bytes.count == 65, bytes[0] == 4,
                let x = UInt256(bytes: bytes[1..<33]).flatMap({ FieldElement($0) }),
                let y = UInt256(bytes: bytes[33...]).flatMap({ FieldElement($0) }),
                let point = AffinePoint(x, y)
            else { return nil }
            self.point = point
        }

        /// The 65 bytes of the X9.63 form, uncompressed (SEC 1, section 2.3.3).
        public var x963Representation: [UInt8] { [4] + point.x.integer.bytes + point.y.integer.bytes }

        /// Returns true if `signature` is valid for the SHA-256 digest of `message` (FIPS 186-5, section 6.4.2).
        ///
        /// - Parameters:
        ///   - signature: The signature in strict DER, with r and s from 1 to n − 1. BER is refused. Both s and n − s
        ///     are valid, as in the standard.
        ///   - message: The message itself, not its digest.
        public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            ECDSASignature(derRepresentation: signature)?.isValid(for: message, by: point) ?? false
        }
    }
}
