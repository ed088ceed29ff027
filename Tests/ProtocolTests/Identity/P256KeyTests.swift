import ChatProtocol
import Testing

@Suite struct P256KeyTests {
    private func key(_ digits: some StringProtocol) throws -> P256.PrivateKey {
        let padded = String(repeating: "0", count: 64 - digits.count) + digits
        return try #require(P256.PrivateKey(scalar: SignatureForms.bytes(padded)))
    }

    private func scalar(_ index: Int) -> [UInt8] { SHA256.digest(Array("scalar \(index)".utf8)) }

    @Test("the key of RFC 6979, appendix A.2.5, has the published public key")
    func publicKeyMatchesRFC6979() throws {
        let key = try key("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
        #expect(
            Hexadecimal.text(key.publicKey.x963Representation)
                == "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
                + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299")
    }

    @Test("the private key 1 has the base point as its public key")
    func privateKeyOneGivesTheBasePoint() throws {
        #expect(
            Hexadecimal.text(try key("1").publicKey.x963Representation)
                == "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
    }

    /// The expected digests are from a separate implementation with affine points, in Python.
    @Test("the public keys of 960 scalars with one digit, and of 64 random ones, match a second implementation")
    func publicKeysMatchASecondImplementation() throws {
        var keys: [UInt8] = []
        for window in 0..<64 {
            for digit in 1...15 {
                let scalar = String(digit, radix: 16) + String(repeating: "0", count: window)
                keys += try key(scalar).publicKey.x963Representation
            }
        }
        #expect(
            Hexadecimal.text(SHA256.digest(keys)) == "ca81c2b9c4bc73c49a059e09a52cfe6c857b76cfa5764a2e9b4265d1501dbe20")

        let random = try (0..<64).flatMap {
            try #require(P256.PrivateKey(scalar: scalar($0))).publicKey.x963Representation
        }
        #expect(
            Hexadecimal.text(SHA256.digest(random))
                == "521401f7c6664f6618911de09f7faf439531fcb949551ef19c9638de1ef86da7")
    }

    @Test("the private keys d and n − d have opposite public keys")
    func oppositePrivateKeysHaveOppositePublicKeys() throws {
        for index in 0..<8 {
            let opposite = SignatureForms.difference(SignatureForms.order, scalar(index))
            let first = try #require(P256.PrivateKey(scalar: scalar(index))).publicKey.x963Representation
            let second = try #require(P256.PrivateKey(scalar: opposite)).publicKey.x963Representation
            #expect(first[..<33] == second[..<33])
            #expect(Array(second[33...]) == SignatureForms.difference(SignatureForms.prime, Array(first[33...])))
        }
    }

    @Test("a private key is refused unless its scalar has 32 bytes and is from 1 to n − 1")
    func scalarOutsideTheGroupIsRefused() {
        let order = SignatureForms.order
        let one = [UInt8](repeating: 0, count: 31) + [1]
        #expect(P256.PrivateKey(scalar: .init(repeating: 0, count: 32)) == nil)
        #expect(P256.PrivateKey(scalar: order) == nil)
        #expect(P256.PrivateKey(scalar: .init(repeating: 0xFF, count: 32)) == nil)
        #expect(P256.PrivateKey(scalar: []) == nil)
        #expect(P256.PrivateKey(scalar: Array(one.dropFirst())) == nil)
        #expect(P256.PrivateKey(scalar: [0] + one) == nil)
        #expect(P256.PrivateKey(scalar: one) != nil)
        #expect(P256.PrivateKey(scalar: SignatureForms.difference(order, one)) != nil)
    }

    @Test(
        "a digest of 64 bytes gives the private key (digest modulo n − 1) + 1",
        arguments: [
            (String(repeating: "0", count: 128), "1"),
            (String(repeating: "f", count: 128), "66e12d96f3d9561f2845b2382b6bec58cccb844181c03d42909a7f58b0f66550"),
            (
                Hexadecimal.text(Array(0..<64)),
                "5fb97a1b8b98997403ac7d945d5e8b238f6f65c437dcdce2c53e8448267453b0"
            ),
            // n − 2 gives the greatest key, and n − 1 the least.
            (
                String(repeating: "0", count: 64) + "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254f",
                "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"
            ),
            (
                String(repeating: "0", count: 64) + "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550",
                "1"
            ),
        ])
    func digestGivesAPrivateKeyInTheGroup(digest: String, expected: String) throws {
        #expect(P256.PrivateKey(digest: SignatureForms.bytes(digest)) == (try key(expected)))
    }

    @Test("a digest of any length gives a private key")
    func digestOfAnyLengthGivesAPrivateKey() throws {
        #expect(P256.PrivateKey(digest: []) == (try key("1")))
        #expect(P256.PrivateKey(digest: [5]) == (try key("6")))
    }

    @Test("a public key is equal after a round trip through its X9.63 form")
    func publicKeySurvivesItsX963Form() throws {
        for index in 0..<8 {
            let key = try #require(P256.PrivateKey(scalar: scalar(index))).publicKey
            #expect(P256.PublicKey(x963Representation: key.x963Representation) == key)
        }
    }

    @Test("a malformed X9.63 form is refused: length, first byte, coordinates of p and more, no point of the curve")
    func malformedX963FormIsRefused() throws {
        let key = try key("2").publicKey.x963Representation
        for count in 0..<65 { #expect(P256.PublicKey(x963Representation: Array(key.prefix(count))) == nil) }
        #expect(P256.PublicKey(x963Representation: key + [0]) == nil)
        for first in UInt8.min...UInt8.max where first != 4 {
            #expect(P256.PublicKey(x963Representation: [first] + key[1...]) == nil)
        }
        // The compressed form, the point at infinity and the point (0, 0).
        #expect(P256.PublicKey(x963Representation: [2] + key[1..<33]) == nil)
        #expect(P256.PublicKey(x963Representation: [0]) == nil)
        #expect(P256.PublicKey(x963Representation: [4] + [UInt8](repeating: 0, count: 64)) == nil)
        for bit in 0..<8 {
            var moved = key
            moved[64] ^= 1 << bit
            #expect(P256.PublicKey(x963Representation: moved) == nil)
        }
    }

    @Test("a coordinate has one form: 0 is accepted, and p in its place is refused")
    func coordinateOfTheFieldPrimeIsRefused() {
        let (zero, y) = ([UInt8](repeating: 0, count: 32), SignatureForms.yOfZero)
        #expect(P256.PublicKey(x963Representation: [4] + zero + y) != nil)
        #expect(P256.PublicKey(x963Representation: [4] + SignatureForms.prime + y) == nil)
        #expect(P256.PublicKey(x963Representation: [4] + zero + .init(repeating: 0xFF, count: 32)) == nil)
    }
}
