import ChatProtocol
import Testing

@Suite struct SHA512Tests {
    private func digest(_ message: String) -> String { Hexadecimal.text(SHA512.digest(Array(message.utf8))) }

    @Test("SHA-512 of the messages of FIPS 180 matches the published digests")
    func digestMatchesTheVectorsOfFIPS180() {
        #expect(
            digest("")
                == "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e")
        #expect(
            digest("abc")
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
        #expect(
            digest(
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")
                == "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909")
    }

    /// The expected digest is from Python's `hashlib`.
    @Test("SHA-512 is correct for every length from 0 to 299 bytes")
    func digestIsCorrectForEveryLength() {
        let digests = (0..<300).flatMap { count in
            SHA512.digest((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
        }
        #expect(
            Hexadecimal.text(SHA512.digest(digests))
                == "8dbfff7fba0e8bdbab57c3b7ce89219cf36e43c426ac64166db2ed89c603f2e1"
                + "89f415de2614e940d4abc94ffb5f3db0da34196e9b42d6150fab1546a662ec58")
    }
}

/// The vectors of RFC 4231, section 4.
@Suite struct HMACSHA512Tests {
    private static let vectors: [(key: [UInt8], data: [UInt8], code: String)] = [
        (
            .init(repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
                + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
        ),
        (
            .init(repeating: 0xAA, count: 20), .init(repeating: 0xDD, count: 50),
            "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39"
                + "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb"
        ),
        (
            Array(1...25), .init(repeating: 0xCD, count: 50),
            "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3db"
                + "a91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd"
        ),
        (
            .init(repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
        ),
        (
            .init(repeating: 0xAA, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944"
                + "b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58"
        ),
    ]

    @Test("HMAC-SHA-512 of the messages of RFC 4231 matches the published codes", arguments: vectors.indices)
    func codeMatchesTheVectorsOfRFC4231(index: Int) {
        let (key, data, code) = Self.vectors[index]
        #expect(Hexadecimal.text(HMACSHA512.code(of: data, key: key)) == code)
    }

    @Test("a key of HMAC-SHA-512 is replaced by its digest only if it is longer than a block of 128 bytes")
    func keyLongerThanABlockIsReplacedByItsDigest() {
        let long = [UInt8](repeating: 7, count: 129)
        let block = [UInt8](repeating: 7, count: 128)
        #expect(HMACSHA512.code(of: [1], key: long) == HMACSHA512.code(of: [1], key: SHA512.digest(long)))
        #expect(HMACSHA512.code(of: [1], key: block) != HMACSHA512.code(of: [1], key: SHA512.digest(block)))
    }
}
