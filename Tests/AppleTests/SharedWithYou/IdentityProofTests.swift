import AppTestKit
import SharedWithYou
import Testing
import UnderstudySharedWithYou

/// The signed identity proofs of `SWHighlightCenter`, as an app's own code asks for them.
@MainActor struct IdentityProofTests {
    private let challenge = Data(0..<32)

    /// Returns the proof of the person's device for the collaboration at a link.
    private func proof(of person: PersonClient, at link: String) async throws -> SWPerson.SignedIdentityProof {
        try await person.running { @MainActor in
            let center = SWHighlightCenter()
            let highlight = try await center.collaborationHighlight(for: try #require(URL(string: link)))
            return try await center.signedIdentityProof(for: highlight, using: challenge)
        }
    }

    @Test("both forms return the same proof, with three hashes and a signature")
    func bothFormsReturnTheProof() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.share.accept(.url(plan.url))
        let first = try await proof(of: world.bea, at: plan.url)
        #expect(first.publicKey.count == 65 && first.inclusionHashes.map(\.count) == [32, 32, 32])
        #expect((0..<8).contains(first.publicKeyIndex) && !first.signatureData.isEmpty)
        try await world.bea.running { @MainActor in
            let center = SWHighlightCenter()
            let highlight = try await center.collaborationHighlight(for: try #require(URL(string: plan.url)))
            let answers = AsyncStream.makeStream(of: Bool.self)
            center.getSignedIdentityProof(for: highlight, using: challenge) { proof, error in
                answers.continuation.yield(proof == first && error == nil)
            }
            var results = answers.stream.makeAsyncIterator()
            #expect(await results.next() == true)
        }
    }

    @Test("a person's other device has another key")
    func otherDeviceHasAnotherKey() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.share.accept(.url(plan.url))
        let first = try await proof(of: world.bea, at: plan.url)
        let second = try await proof(of: world.bea.device("iPad"), at: plan.url)
        #expect(first.publicKey != second.publicKey && first.publicKeyIndex != second.publicKeyIndex)
    }

    @Test("a person who left the collaboration gets an error of the center's domain")
    func formerParticipantGetsAnError() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.share.accept(.url(plan.url))
        try await world.bea.running { @MainActor in
            let center = SWHighlightCenter()
            let highlight = try await center.collaborationHighlight(for: try #require(URL(string: plan.url)))
            try await world.bea.share.leave(.url(plan.url))
            let error = await #expect(throws: NSError.self) {
                try await center.signedIdentityProof(for: highlight, using: challenge)
            }
            #expect(error?.domain == SWHighlightCenterErrorDomain)
        }
    }
}
