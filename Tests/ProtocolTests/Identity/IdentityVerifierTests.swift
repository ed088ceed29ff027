import ChatProtocol
import Testing

@Suite struct IdentityVerifierTests {
    private static let world = Array("the world's secret".utf8)
    private static let anna = PersonKeys(secret: world, handle: "anna", collaborationIdentifier: "board")
    private static let bea = PersonKeys(secret: world, handle: "bea", collaborationIdentifier: "board")
    private static let emil = PersonKeys(secret: world, handle: "emil", collaborationIdentifier: "board")
    private static let annaElsewhere = PersonKeys(secret: world, handle: "anna", collaborationIdentifier: "list")
    private static let challenge = Array("challenge 1".utf8)

    private let verifier = IdentityVerifier(identities: [Self.bea.identity, Self.anna.identity])

    private static func proof(
        of keys: PersonKeys = anna, slot: Int = 1, for data: [UInt8] = challenge
    ) -> SignedIdentityProof {
        keys.signedProof(ofSlot: slot, for: data)
            ?? SignedIdentityProof(
                proof: .init(publicKey: [], publicKeyIndex: 0, inclusionHashes: []), signatureData: [])
    }

    @Test("a proof of a person on the list is accepted and names their identity")
    func proofOfAPersonOnTheListIsAccepted() throws {
        #expect(try verifier.verify(Self.proof(), challenge: Self.challenge) == Self.anna.identity)
        #expect(try verifier.verify(Self.proof(of: Self.bea), challenge: Self.challenge) == Self.bea.identity)
    }

    @Test("a proof is refused after its person is removed from the list")
    func proofIsRefusedAfterRemovalFromTheList() {
        let rest = IdentityVerifier(identities: [Self.bea.identity])
        #expect(throws: IdentityVerifier.Refusal.unknownRoot) {
            try rest.verify(Self.proof(), challenge: Self.challenge)
        }
        #expect(throws: IdentityVerifier.Refusal.unknownRoot) {
            try IdentityVerifier(identities: []).verify(Self.proof(), challenge: Self.challenge)
        }
    }

    /// A change that makes a proof invalid, with the step that must refuse it.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let refusal: IdentityVerifier.Refusal
        let apply: @Sendable (inout SignedIdentityProof) -> Void

        init(
            _ name: String, _ refusal: IdentityVerifier.Refusal,
            _ apply: @escaping @Sendable (inout SignedIdentityProof) -> Void
        ) {
            (testDescription, self.refusal, self.apply) = (name, refusal, apply)
        }
    }

    private static let zero = [UInt8](repeating: 0, count: 32)

    private static let keyForgeries = [
        Forgery("a flipped bit of the key", .malformedKey) { $0.proof.publicKey[64] ^= 1 },
        Forgery("an empty key", .malformedKey) { $0.proof.publicKey = [] },
        Forgery("a key without its last byte", .malformedKey) { $0.proof.publicKey.removeLast() },
        Forgery("a key with one more byte", .malformedKey) { $0.proof.publicKey.append(0) },
        Forgery("the point (0, 0), which is not on the curve", .malformedKey) {
            $0.proof.publicKey = [4] + zero + zero
        },
        Forgery("a coordinate of p in place of 0", .malformedKey) {
            $0.proof.publicKey = [4] + SignatureForms.prime + SignatureForms.yOfZero
        },
        Forgery("the opposite point", .wrongSignature) {
            let y = SignatureForms.difference(SignatureForms.prime, Array($0.proof.publicKey[33...]))
            $0.proof.publicKey = $0.proof.publicKey[..<33] + y
        },
        Forgery("the key of the person's next device", .wrongSignature) {
            $0.proof.publicKey = proof(slot: 2).proof.publicKey
        },
    ]

    private static let signatureForgeries = [
        Forgery("a flipped bit of the signature", .wrongSignature) { $0.signatureData[10] ^= 1 },
        Forgery("an empty signature", .wrongSignature) { $0.signatureData = [] },
        Forgery("a signature without its last byte", .wrongSignature) { $0.signatureData.removeLast() },
        Forgery("a signature with one more byte", .wrongSignature) { $0.signatureData.append(0) },
        Forgery("r = 0", .wrongSignature) {
            $0.signatureData = SignatureForms.signature(r: [], s: SignatureForms.integers(of: $0.signatureData).s)
        },
        Forgery("s = 0", .wrongSignature) {
            $0.signatureData = SignatureForms.signature(r: SignatureForms.integers(of: $0.signatureData).r, s: [])
        },
        Forgery("r = s = 0", .wrongSignature) { $0.signatureData = SignatureForms.signature(r: [], s: []) },
        Forgery("s = n", .wrongSignature) {
            let r = SignatureForms.integers(of: $0.signatureData).r
            $0.signatureData = SignatureForms.signature(r: r, s: SignatureForms.order)
        },
        Forgery("s above n", .wrongSignature) {
            let r = SignatureForms.integers(of: $0.signatureData).r
            $0.signatureData = SignatureForms.signature(r: r, s: .init(repeating: 0xFF, count: 32))
        },
        Forgery("the signature of an earlier challenge", .wrongSignature) {
            $0.signatureData = proof(for: Array("challenge 0".utf8)).signatureData
        },
        Forgery("the signature of another person", .wrongSignature) {
            $0.signatureData = proof(of: bea).signatureData
        },
        Forgery("the signature of the person's next device", .wrongSignature) {
            $0.signatureData = proof(slot: 2).signatureData
        },
        Forgery("the signature by the same device in another collaboration", .wrongSignature) {
            $0.signatureData = proof(of: annaElsewhere).signatureData
        },
    ]

    private static let proofForgeries = [
        Forgery("an index with a flipped bit", .unknownRoot) { $0.proof.publicKeyIndex ^= 1 },
        Forgery("an index plus 8", .malformedProof) { $0.proof.publicKeyIndex += 8 },
        Forgery("an index of −1", .malformedProof) { $0.proof.publicKeyIndex = -1 },
        Forgery("the greatest index", .malformedProof) { $0.proof.publicKeyIndex = .max },
        Forgery("a flipped bit of the first hash", .unknownRoot) { $0.proof.inclusionHashes[0][0] ^= 1 },
        Forgery("a flipped bit of the last hash", .unknownRoot) { $0.proof.inclusionHashes[2][31] ^= 0x80 },
        Forgery("two hashes exchanged", .unknownRoot) { $0.proof.inclusionHashes.swapAt(0, 1) },
        Forgery("no hashes", .malformedProof) { $0.proof.inclusionHashes = [] },
        Forgery("two hashes", .malformedProof) { $0.proof.inclusionHashes.removeLast() },
        Forgery("four hashes", .malformedProof) { $0.proof.inclusionHashes.append(zero) },
        Forgery("a hash of 31 bytes", .malformedProof) { $0.proof.inclusionHashes[1].removeLast() },
        Forgery("a hash of 33 bytes", .malformedProof) { $0.proof.inclusionHashes[1].append(0) },
        Forgery("the path of another person on the list", .unknownRoot) {
            let other = proof(of: bea).proof
            $0.proof.inclusionHashes = other.inclusionHashes
            $0.proof.publicKeyIndex = other.publicKeyIndex
        },
        Forgery("the key and the signature of a stranger, on the person's path", .unknownRoot) {
            let stranger = proof(of: emil)
            $0.proof.publicKey = stranger.proof.publicKey
            $0.signatureData = stranger.signatureData
        },
        Forgery("the whole proof of a person who is not on the list", .unknownRoot) { $0 = proof(of: emil) },
        Forgery("the whole proof of the same person in another collaboration", .unknownRoot) {
            $0 = proof(of: annaElsewhere)
        },
        Forgery("the whole proof for an earlier challenge", .wrongSignature) {
            $0 = proof(for: Array("challenge 0".utf8))
        },
    ]

    @Test(
        "a forged or replayed proof is refused by the step that its fault belongs to",
        arguments: keyForgeries + signatureForgeries + proofForgeries)
    func forgedProofIsRefusedByItsStep(forgery: Forgery) {
        var signed = Self.proof()
        forgery.apply(&signed)
        #expect(throws: forgery.refusal) { try verifier.verify(signed, challenge: Self.challenge) }
    }

    @Test("a proof with several faults is refused by the first step of the flow")
    func proofWithSeveralFaultsIsRefusedByTheFirstStep() {
        var signed = Self.proof(of: Self.emil)
        #expect(throws: IdentityVerifier.Refusal.unknownRoot) {
            try verifier.verify(signed, challenge: Self.challenge)
        }
        signed.proof.inclusionHashes = []
        #expect(throws: IdentityVerifier.Refusal.malformedProof) {
            try verifier.verify(signed, challenge: Self.challenge)
        }
        signed.signatureData[10] ^= 1
        #expect(throws: IdentityVerifier.Refusal.wrongSignature) {
            try verifier.verify(signed, challenge: Self.challenge)
        }
        signed.proof.publicKey = []
        #expect(throws: IdentityVerifier.Refusal.malformedKey) {
            try verifier.verify(signed, challenge: Self.challenge)
        }
        #expect(IdentityVerifier.Refusal.allCases == [.malformedKey, .wrongSignature, .malformedProof, .unknownRoot])
    }
}
