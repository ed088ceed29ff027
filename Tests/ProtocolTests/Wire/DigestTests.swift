import ChatProtocol
import Testing

@Suite struct SHA1Tests {
    private func hex(_ text: String) -> String {
        SHA1.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func theVectorsOfRFC3174() {
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

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func theVectorsOfRFC4648(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test func everyByteComesBack() {
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
    func whatNoEncoderWritesIsRefused(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
