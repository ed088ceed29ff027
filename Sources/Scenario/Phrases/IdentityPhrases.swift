import AppModel
import ChatProtocol
import ChatSession

extension PlayPhrases {
    /// Phrases about the identity proofs of people's devices.
    static let identities: PhraseChapter = [
        "{person} signs {text} for {url} in {app}": .step(
            "Lets the app sign a text with the key that this person's device has in a collaboration.",
            example: ["", "challenge 1", "https://board.example/b/1", "Board"],
            from: .request(.identitySign, .signedText, .link)
        ) { step in
            let request = SignIdentity(document: .url(try step.url), bytes: Array(try step.text.utf8))
            guard let answer = try step.context.ask(step.screen, as: step.person, .request(.identitySign(request)))
            else { return }
            let proof = try SignedProof(told: answer["proof"], as: "a proof")
            step.context.record.proofs[try step.person.device, default: []].append(proof)
        },
        "the proof of {person} for {text} (is|is not) of a person whom {app} let in": .check(
            "Checks the last proof of this person's device like the app's own server: signature, path and identity.",
            example: ["Bea", "challenge 1", "Board"]
        ) { step in
            let (proof, challenge) = (try step.proof(), Array(try step.text.utf8))
            let identities = try step.app.screens.values.reduce(into: [PersonIdentity]()) { known, screen in
                known += try screen.requestedActions().flatMap(\.added)
            }
            var refusal: IdentityVerifier.Refusal?
            do throws(IdentityVerifier.Refusal) {
                try IdentityVerifier(identities: identities).verify(proof, challenge: challenge)
            } catch { refusal = error }
            try step.expect(
                (refusal == nil) != step.denies, or: "it is the other way round",
                expected: step.choice, actual: refusal.map { "\($0)" } ?? "it is")
        },
        "{person} and {person} (prove the same identity|prove different identities)": .check(
            "Checks if the last proofs of two people have the same identity.", example: ["Anna", "Bea"]
        ) { step in
            let same = try step.proof(0).proof.root == step.proof(1).proof.root
            try step.expect(
                same == step.says("prove the same identity"), or: "it is the other way round", expected: step.choice,
                actual: same ? "the same identity" : "different identities")
        },
        "the devices of {person} prove one identity with {count} key|keys": .check(
            "Checks that all proofs of this person have one identity, and counts their keys."
        ) { step in
            let handle = try step.person.handle
            let proofs = step.context.record.proofs.filter { $0.key.owner == handle }.values.joined()
                .compactMap { SignedIdentityProof($0) }
            try step.expect(
                Set(proofs.map(\.proof.root)).count == 1, or: "the identities differ", expected: "one identity",
                actual: "\(Set(proofs.map(\.proof.root)).count)")
            try step.expect(
                "\(Set(proofs.map(\.proof.publicKey)).count)", is: "\(step.count)", or: "the number of keys differs")
        },
    ]
}

extension PlayStep {
    /// Returns the last proof of a person's device.
    func proof(_ number: Int = 0) throws(StepFailure) -> SignedIdentityProof {
        let person = try person(number)
        return try found(
            context.record.proofs[person.device]?.last.flatMap { SignedIdentityProof($0) },
            or: "\(person.name) has signed nothing")
    }
}

extension PhraseRequest.Value {
    /// The text that the request signs; nil for other bytes.
    static let signedText = Self { done, _ in
        let bytes = (done.params?.text("data")).flatMap(Base64.decode)
        return bytes.flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
    }
}
