import ChatProtocol
import Testing

@Suite struct SHA1Tests {
    private func hex(_ text: String) -> String {
        SHA1.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func digestMatchesTheVectorsOfRFC3174() {
        #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
        #expect(
            hex(String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10))
                == "dea356a2cddd90c7a7ecedc5ebb563934f460452")
        #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    }
}

@Suite struct SHA256Tests {
    private func hex(_ message: [UInt8]) -> String {
        SHA256.digest(message).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func digestMatchesTheVectorsOfFIPS180() {
        #expect(
            hex(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(hex([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hex(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hex([UInt8](repeating: UInt8(ascii: "a"), count: 1_000))
                == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
    }

    /// Digests of zero bytes. The padding ends in the same block, fills it, or needs another block.
    @Test(arguments: [
        (55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"),
        (56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"),
        (63, "c7723fa1e0127975e49e62e753db53924c1bd84b8ac1ac08df78d09270f3d971"),
        (64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
        (65, "98ce42deef51d40269d542f5314bef2c7468d401ad5d85168bfab4c0108f75f7"),
    ])
    func digestIsCorrectForLengthsAroundABlock(count: Int, expected: String) {
        #expect(hex([UInt8](repeating: 0, count: count)) == expected)
    }
}

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64MatchesTheVectorsOfRFC4648(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test func everyByteIsEncodedAndDecoded() {
        let bytes = Array(0...255 as ClosedRange<UInt8>)
        for length in 250...256 {
            let part = Array(bytes[..<length])
            #expect(Base64.decode(Base64.encode(part)) == part)
        }
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zg==Zg==", "Zh==", "Zm9=", "Zm 8=", "Zm8-", "Zm8\n", "=m8=",
        "Z=8=",
    ])
    func nonCanonicalBase64IsRefused(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
