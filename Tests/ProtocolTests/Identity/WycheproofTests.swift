import ChatProtocol
import Foundation
import Testing

/// The signatures of Project Wycheproof (https://github.com/C2SP/wycheproof, Apache License 2.0), from its file
/// `testvectors_v1/ecdsa_secp256r1_sha256_test.json`.
///
/// `UNDERSTUDY_WYCHEPROOF` is the path of a copy. The file is not part of this repository; `ECDSAEdgeCase` has rows of
/// our own for the same kinds of flaws.
@Suite(.enabled(if: WycheproofFile.path != nil, "UNDERSTUDY_WYCHEPROOF is not the path of Wycheproof's file"))
struct WycheproofTests {
    @Test("every signature of Wycheproof's file is accepted or refused as the file expects")
    func signaturesAreDecidedAsWycheproofExpects() throws {
        let path = try #require(WycheproofFile.path)
        let file = try JSONDecoder().decode(WycheproofFile.self, from: Data(contentsOf: URL(filePath: path)))
        var count = 0
        for group in file.testGroups {
            let form = SignatureForms.bytes(group.publicKey.uncompressed)
            let key = try #require(P256.PublicKey(x963Representation: form))
            for vector in group.tests {
                let signature = try #require(Hexadecimal.bytes(vector.sig))
                let message = try #require(Hexadecimal.bytes(vector.msg))
                let isValid = key.isValidSignature(signature, for: message)
                #expect(isValid == (vector.result == "valid"), "\(vector.tcId): \(vector.comment)")
                count += 1
            }
        }
        #expect(count == file.numberOfTests)
        #expect(count > 400)
    }
}

/// The members of Wycheproof's file that the tests need.
private struct WycheproofFile: Decodable {
    static let path = ProcessInfo.processInfo.environment["UNDERSTUDY_WYCHEPROOF"]

    struct Group: Decodable {
        struct Key: Decodable { let uncompressed: String }

        let publicKey: Key
        let tests: [Vector]
    }

    struct Vector: Decodable {
        let tcId: Int
        let comment: String
        let msg: String
        let sig: String
        let result: String
    }

    let numberOfTests: Int
    let testGroups: [Group]
}
