import ChatProtocol
import Testing

/// The vectors of RFC 4231, section 4.
@Suite struct HMACSHA256Tests {
    private static let vectors: [(key: [UInt8], data: [UInt8], code: String)] = [
        (
            .init(repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            .init(repeating: 0xAA, count: 20), .init(repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), .init(repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            .init(repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            .init(repeating: 0xAA, count: 131),
            Array(
                "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
                    .utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: vectors.indices) func codeMatchesTheVectorsOfRFC4231(index: Int) {
        let (key, data, code) = Self.vectors[index]
        #expect(Hexadecimal.text(HMACSHA256.code(of: data, key: key)) == code)
    }

    /// Only a key longer than a block is replaced by its digest. The RFC has no key of exactly one block. Its section
    /// 4.6 has a truncated code.
    @Test func keyLongerThanABlockIsReplacedByItsDigest() {
        let key = [UInt8](repeating: 7, count: 65)
        #expect(HMACSHA256.code(of: [1], key: key) == HMACSHA256.code(of: [1], key: SHA256.digest(key)))
        #expect(
            HMACSHA256.code(of: [1], key: Array(key.dropLast()))
                != HMACSHA256.code(of: [1], key: SHA256.digest(Array(key.dropLast()))))
        let cut = HMACSHA256.code(of: Array("Test With Truncation".utf8), key: .init(repeating: 0x0C, count: 20))
        #expect(Hexadecimal.text(cut.prefix(16)) == "a3b6167473100ee06e0c796c2955552b")
    }
}
