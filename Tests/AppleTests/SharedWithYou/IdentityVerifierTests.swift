import AppTestKit
import SharedWithYou
import Testing
import UnderstudySharedWithYou

/// The verifier of the kit, which an app's own server uses in a test.
@MainActor struct IdentityVerifierTests {
    private let challenge = Data(0..<32)

    @Test("the verifier accepts a proof of a person on the list, and names the step that refuses another one")
    func verifierNamesTheStep() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.share.accept(.url(plan.url))
        let proof = try await world.bea.running { @MainActor in
            let center = SWHighlightCenter()
            let highlight = try await center.collaborationHighlight(for: try #require(URL(string: plan.url)))
            return Unchecked(try await center.signedIdentityProof(for: highlight, using: challenge))
        }.value
        let nobody = IdentityVerifier(rootHashes: [Data]())
        #expect(throws: IdentityVerifier.Refusal.unknownRoot) { try nobody.verify(proof, challenge: challenge) }
        #expect(throws: IdentityVerifier.Refusal.wrongSignature) { try nobody.verify(proof, challenge: Data([1])) }
        let signed = SignedIdentityProof(
            proof: IdentityProof(
                publicKey: Array(proof.publicKey), publicKeyIndex: proof.publicKeyIndex,
                inclusionHashes: proof.inclusionHashes.map { Array($0) }),
            signatureData: Array(proof.signatureData))
        let root = Data(try #require(signed.proof.root))
        #expect(try IdentityVerifier(rootHashes: [root]).verify(proof, challenge: challenge) == root)
    }
}

/// A value that its test uses on one actor.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
