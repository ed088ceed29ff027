import ChatProtocol
import Testing

@Suite struct ECDSATests {
    private let key: P256.PrivateKey
    private let publicKey: P256.PublicKey
    private let message = Array("sample".utf8)

    init() throws {
        let scalar = SignatureForms.bytes("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
        key = try #require(P256.PrivateKey(scalar: scalar))
        publicKey = key.publicKey
    }

    @Test(
        "signatures of the messages of RFC 6979, appendix A.2.5, have the published r and s",
        arguments: [
            (
                "sample", "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
                "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
            ),
            (
                "test", "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
                "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
            ),
        ])
    func signatureMatchesRFC6979(message: String, r: String, s: String) {
        let signature = key.signature(for: Array(message.utf8))
        let expected = SignatureForms.signature(r: SignatureForms.bytes(r), s: SignatureForms.bytes(s))
        #expect(signature == expected)
        #expect(publicKey.isValidSignature(signature, for: Array(message.utf8)))
    }

    @Test("a signature is valid for its message and key alone")
    func signatureIsValidForItsMessageAndKeyAlone() {
        let other = P256.PrivateKey(digest: [1])
        for index in 0..<16 {
            let message = [UInt8](repeating: 9, count: index * 11)
            let signature = key.signature(for: message)
            #expect(publicKey.isValidSignature(signature, for: message))
            #expect(!publicKey.isValidSignature(signature, for: message + [9]))
            #expect(!other.publicKey.isValidSignature(signature, for: message))
        }
    }

    @Test("a signature decides as expected at an edge of the arithmetic", arguments: ECDSAEdgeCase.all)
    func signatureAtAnEdgeOfTheArithmetic(edge: ECDSAEdgeCase) throws {
        let key = try #require(P256.PublicKey(x963Representation: edge.publicKey))
        #expect(key.isValidSignature(edge.signature, for: ECDSAEdgeCase.message) == edge.isValid)
    }

    @Test("a signature with one changed byte is refused")
    func signatureWithOneChangedByteIsRefused() {
        let signature = key.signature(for: message)
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1 << (index % 8)
            #expect(!publicKey.isValidSignature(changed, for: message), "byte \(index)")
        }
    }

    @Test("a signature that is cut short or continued is refused")
    func signatureOfAnotherLengthIsRefused() {
        let signature = key.signature(for: message)
        for count in 0..<signature.count {
            #expect(!publicKey.isValidSignature(Array(signature.prefix(count)), for: message))
        }
        #expect(!publicKey.isValidSignature(signature + [0], for: message))
        #expect(!publicKey.isValidSignature(signature + signature, for: message))
    }

    @Test("a signature in any form but strict DER is refused, even with the correct integers")
    func signatureInAnotherFormThanDERIsRefused() {
        typealias Forms = SignatureForms
        let (r, s) = Forms.integers(of: key.signature(for: message))
        // Both have their highest bit set, so that DER needs a zero before each.
        #expect(r[0] >= 0x80 && s[0] >= 0x80)
        let (first, second) = (Forms.element(2, [0] + r), Forms.element(2, [0] + s))
        let content = first + second
        #expect(publicKey.isValidSignature(Forms.element(0x30, content), for: message))

        let refused: [String: [UInt8]] = [
            "no zero before r": Forms.element(0x30, Forms.element(2, r) + second),
            "no zero before s": Forms.element(0x30, first + Forms.element(2, s)),
            "two zeros before r": Forms.element(0x30, Forms.element(2, [0, 0] + r) + second),
            "two zeros before s": Forms.element(0x30, first + Forms.element(2, [0, 0] + s)),
            "length of the sequence in two bytes": [0x30, 0x81, UInt8(content.count)] + content,
            "length of the sequence in three bytes": [0x30, 0x82, 0, UInt8(content.count)] + content,
            "length of r in two bytes": Forms.element(0x30, [2, 0x81, 33, 0] + r + second),
            "indefinite length": [0x30, 0x80] + content + [0, 0],
            "length of the sequence one too many": [0x30, UInt8(content.count + 1)] + content,
            "length of the sequence one too few": [0x30, UInt8(content.count - 1)] + content,
            "length of 127 in each place": [0x30, 127, 2, 127] + r,
            "set in place of the sequence": Forms.element(0x31, content),
            "primitive sequence": Forms.element(0x10, content),
            "bit string in place of r": Forms.element(0x30, Forms.element(3, [0] + r) + second),
            "sequence in place of s": Forms.element(0x30, first + Forms.element(0x30, [0] + s)),
            "third integer": Forms.element(0x30, content + [2, 1, 1]),
            "null at the end of the sequence": Forms.element(0x30, content + [5, 0]),
            "null after the sequence": Forms.element(0x30, content) + [5, 0],
            "null at the start of the sequence": Forms.element(0x30, [5, 0] + content),
            "r alone": Forms.element(0x30, first),
            "empty r": Forms.element(0x30, [2, 0] + second),
            "empty s": Forms.element(0x30, first + [2, 0]),
            "empty sequence": [0x30, 0],
            "tag alone": [0x30],
            "raw r and s": r + s,
            "sequence within a sequence": Forms.element(0x30, Forms.element(0x30, content)),
        ]
        for (name, form) in refused {
            #expect(!publicKey.isValidSignature(form, for: message), "\(name)")
        }
    }

    /// A signature of usual length plus anything exceeds 72 bytes, so only a short one reaches the last check.
    @Test("a short signature with a zero or with content that DER does not need is refused")
    func shortSignatureInAnotherFormThanDERIsRefused() throws {
        let edge = try #require(ECDSAEdgeCase.all.first { $0.testDescription == "valid: s = 1" })
        let key = try #require(P256.PublicKey(x963Representation: edge.publicKey))
        let content = Array(edge.signature[2...])
        #expect(key.isValidSignature(SignatureForms.element(0x30, content), for: ECDSAEdgeCase.message))
        // A zero that the sign does not need, with no more than 33 bytes.
        let longer = SignatureForms.element(0x30, content.dropLast(3) + [2, 2, 0, 1])
        #expect(!key.isValidSignature(longer, for: ECDSAEdgeCase.message))
        for more in [[2, 1, 1], [5, 0], [0], [0, 0], content.suffix(3)] as [[UInt8]] {
            let form = SignatureForms.element(0x30, content + more)
            #expect(!key.isValidSignature(form, for: ECDSAEdgeCase.message))
            #expect(!key.isValidSignature(edge.signature + more, for: ECDSAEdgeCase.message))
        }
    }

    @Test("random bytes are refused as a key and as a signature")
    func randomBytesAreRefused() {
        var generator = SeededGenerator(seed: 6979)
        for _ in 0..<2_000 {
            var bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect(!publicKey.isValidSignature(bytes, for: message))
            // A plausible start leads further into the parser.
            for (index, byte) in [0x30, UInt8(truncatingIfNeeded: bytes.count - 2), 2, 32].enumerated()
            where index < bytes.count { bytes[index] = byte }
            #expect(!publicKey.isValidSignature(bytes, for: message))
            #expect(P256.PublicKey(x963Representation: [4] + bytes) == nil)
        }
    }
}
