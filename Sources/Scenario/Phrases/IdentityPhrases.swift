import AppModel
import ChatProtocol
import ChatSession

extension PlayPhrases {
    /// Phrases about the identity proofs of people's devices.
    static let identities: PhraseChapter = [
        "the app {app} asks for proofs": .registers(
            "Registers that the app opens the documents that it holds itself only after a proof of identity.",
            as: .asksForProofs
        ) { _, app in app.asksForProofs = true },
        "{person} proves who (she is|he is|they are) to {app} [for {url}]": .step(
            "Asks the app's server for a challenge, signs it, and shows the proof. The default is the app's document.",
            example: ["Bea", "she is", "Board"], from: .request(.identityProve, .theyAre, .link)
        ) { step in
            let url = try step.provedLink()
            guard let challenge = try step.challenge(),
                let signed = try step.askApp(
                    .request(.identitySign(.init(document: .url(url), bytes: Base64.decode(challenge) ?? []))))
            else { return }
            let proof = try SignedProof(told: signed["proof"], as: "a proof")
            try step.show(.init(document: .url(url), challenge: challenge, proof: proof), of: step.appName)
        },
        "{person} shows {person}'s proof": .step(
            "Shows the last proof of another person to the app, with a new challenge of one's own.",
            example: ["Carl", "Bea"]
        ) { step in
            let owner = try step.person(1)
            let shown = try step.found(
                step.context.record.shownProofs[owner.handle], or: "\(owner.name) has shown no proof")
            guard let challenge = try step.challenge(of: shown.app) else { return }
            var request = shown.request
            request.challenge = challenge
            try step.show(request, of: shown.app)
        },
        "the proof is shown again": .step("Repeats the last proof that was shown, with its challenge.") { step in
            let shown = try step.found(step.context.record.lastShownProof, or: "no proof was shown")
            _ = try step.context.ask(
                step.context.screen(shown.app, of: shown.person), as: shown.person,
                .request(.identityProve(shown.request)))
        },
        "the app {app} loses {count} identity|identities for {person}": .check(
            "Checks of how many people the owner's app was notified that they lost their access."
        ) { step in
            let told = try step.screen.told.filter { $0.method == NotificationName.identitiesRemoved }
            let count = told.reduce(0) { $0 + ($1.params["identities"]?.arrayValue?.count ?? 0) }
            try step.expect("\(count)", is: "\(step.count)", or: "{app} was told of other people")
        },
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

extension PlayStep {
    /// The link of the document that a proof is for: the step's own, or that of the only document of its app.
    fileprivate func provedLink() throws(StepFailure) -> String {
        if let url = given(.url) { return url }
        let name = try appName
        let links = context.record.documentApps.filter { $0.value == name }.keys.sorted()
        return try found(
            links.count == 1 ? links.first : nil, or: "{app} has no document, or several: add for \"https://…\"")
    }

    fileprivate func askApp(_ request: AppRequest, of app: String? = nil) throws(StepFailure) -> JSONValue? {
        let name = if let app { app } else { try appName }
        let screen = try context.screen(name, of: person)
        return try context.ask(screen, as: person, request)
    }

    /// Asks the app's own server for a challenge.
    fileprivate func challenge(of app: String? = nil) throws(StepFailure) -> String? {
        try askApp(.live(.identityChallenge), of: app)?.text("challenge")
    }

    fileprivate func show(_ request: ProveIdentity, of app: String) throws(StepFailure) {
        let shown = StoryRecord.ShownProof(person: try person, app: app, request: request)
        context.record.shownProofs[shown.person.handle] = shown
        context.record.lastShownProof = shown
        _ = try askApp(.request(.identityProve(request)), of: app)
    }
}

extension PhraseRequest.Value {
    /// The words for any person.
    static let theyAre = Self { _, _ in .text("they are") }
    /// The text that the request signs; nil for other bytes.
    static let signedText = Self { done, _ in
        let bytes = (done.params?.text("data")).flatMap(Base64.decode)
        return bytes.flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
    }
}
