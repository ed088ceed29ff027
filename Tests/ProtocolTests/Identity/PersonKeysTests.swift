import ChatProtocol
import Testing

@Suite struct PersonKeysTests {
    private func keys(
        _ secret: String = "secret", _ handle: String = "anna", _ collaboration: String = "board"
    ) -> PersonKeys {
        PersonKeys(secret: Array(secret.utf8), handle: handle, collaborationIdentifier: collaboration)
    }

    /// The expected root is from a separate implementation in Python. A change of the derivation would give the people
    /// of every stored world other identities.
    @Test("the identity of a fixed secret, person and collaboration never changes")
    func identityMatchesASecondImplementation() {
        #expect(keys().identity.rootHash == "e0af3d2524412fffc49ad86a22b681c1eb24243f5afed163a22e2d8e07ef5d2c")
        #expect(keys().identity == keys().identity)
    }

    @Test("identities differ between worlds, people and collaborations")
    func identitiesDifferByWorldPersonAndCollaboration() {
        let identities = [
            keys(), keys("other"), keys("secret", "emil"), keys("secret", "anna", "list"),
            // Equal texts in sequence, but divided in another place.
            keys("secret", "annab", "oard"), keys("secret", "ann", "aboard"), keys("secret", "annaboard", ""),
            keys("secret", "", "annaboard"), keys("", "anna", "board"),
        ].map(\.identity)
        #expect(Set(identities).count == identities.count)
    }

    @Test("keys differ between all slots of two people in two collaborations")
    func keysDifferBetweenAllSlots() {
        let all = ["anna", "emil"].flatMap { handle in
            ["board", "list"].flatMap { keys("secret", handle, $0).tree.publicKeys }
        }
        #expect(Set(all).count == 32)
    }

    @Test("the proof of each slot has its own index and verifies with the person's identity")
    func proofOfEachSlotVerifies() throws {
        let keys = keys()
        let verifier = IdentityVerifier(identities: [keys.identity])
        var indices: Set<Int> = []
        for slot in 0..<8 {
            let signed = try #require(keys.signedProof(ofSlot: slot, for: [1, 2, 3]))
            #expect(try verifier.verify(signed, challenge: [1, 2, 3]) == keys.identity)
            #expect(signed.proof.inclusionHashes.count == 3)
            indices.insert(signed.proof.publicKeyIndex)
        }
        #expect(indices == Set(0..<8))
    }

    @Test("a slot outside 0 … 7 has no proof", arguments: [-1, 8, Int.min, Int.max])
    func slotOutsideTheTreeHasNoProof(slot: Int) {
        #expect(keys().signedProof(ofSlot: slot, for: []) == nil)
    }

    @Test("the index of the first slot takes every value over many collaborations")
    func indexOfTheFirstSlotTakesEveryValue() throws {
        let indices = try (0..<40).map {
            try #require(keys("secret", "anna", "\($0)").signedProof(ofSlot: 0, for: [])).proof.publicKeyIndex
        }
        #expect(Set(indices) == Set(0..<8))
    }
}
