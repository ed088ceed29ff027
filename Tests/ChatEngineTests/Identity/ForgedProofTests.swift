import ChatProtocol
import ChatTestKit
import Foundation
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Ways to forge or replay a proof, through the wire and by a verifier in another language. Each is refused by its own
/// step.
struct ForgedProofTests {
    /// A proof that is shown to the app's server.
    private struct Attempt {
        let name: String
        var by = "bea"
        var challenge: String
        var proof: SignedProof
        /// The step that refuses it, as the verifier in Python names it.
        let step: String
        /// The reason and the rule of the refusal on the wire; nil if the proof is accepted.
        let refusal: [String]?
    }

    private static let here = DocumentReference.url(BoardFixture.url)
    private static let program = #filePath.components(separatedBy: "/Tests/")[0] + "/script/support/identity.py"
    private let board: BoardFixture
    private let apps: [String: EngineClient]

    /// Anna shares two documents of Board with Bea, Carl and Dora. Board asks for proofs.
    init() throws {
        board = try BoardFixture()
        try board.group.observer.ask("app.register", BoardFixture.board.adding(["proofs": true]))
        for (url, identifier) in [(BoardFixture.url, "board-1"), ("https://board.example/b/2", "board-2")] {
            try board.start()
            try board.answerStart(url, as: identifier)
            try board.letIn()
        }
        var apps: [String: EngineClient] = [:]
        for handle in ["bea", "carl"] {
            apps[handle] = try board.group.server.app(as: handle, BoardFixture.id.rawValue)
        }
        self.apps = apps
    }

    private func app(_ handle: String) throws -> EngineClient { try #require(apps[handle]) }

    private func challenge(of handle: String = "bea") throws -> String {
        try app(handle).identity.challenge().challenge
    }

    private func signed(
        _ challenge: String, by handle: String = "bea", at document: DocumentReference = here
    ) throws -> SignedProof {
        try app(handle).identity.sign(document: document, data: challenge)
    }

    /// Returns an attempt of Bea with a new challenge, whose honest proof is changed.
    private func forged(
        _ name: String, _ step: String, _ refusal: [String],
        _ forge: (inout SignedProof, _ challenge: String) throws -> Void
    ) throws -> Attempt {
        let challenge = try challenge()
        var proof = try signed(challenge)
        try forge(&proof, challenge)
        return Attempt(name: name, challenge: challenge, proof: proof, step: step, refusal: refusal)
    }

    private func changed(_ text: String, at index: Int) throws -> String {
        var bytes = try #require(Base64.decode(text))
        bytes[index] ^= 1
        return Base64.encode(bytes)
    }

    /// The attempts in order; the last one after a minute.
    private func attempts() throws -> [Attempt] {
        let honest = try challenge()
        let proof = try signed(honest)
        let invented = Base64.encode([UInt8](repeating: 7, count: 32))
        let carls = try challenge(of: "carl")
        let late = try challenge()
        let forger = P256.PrivateKey(digest: [7])
        let unknownRoot = ["forbidden", "id-root"]
        let wrongSignature = ["forbidden", "id-sign"]
        let malformed = ["invalid_params", "id-verify-walk"]
        return [
            Attempt(
                name: "an invented challenge", challenge: invented, proof: try signed(invented),
                step: "unknownChallenge", refusal: ["not_found", "id-sign"]),
            Attempt(
                name: "another person's challenge", challenge: carls, proof: try signed(carls),
                step: "unknownChallenge", refusal: ["not_found", "id-sign"]),
            try forged("a key that is no point", "malformedKey", ["invalid_params", "id-proof"]) { proof, _ in
                proof.publicKey = try changed(proof.publicKey, at: 64)
            },
            try forged("a signature of another challenge", "wrongSignature", wrongSignature) { proof, _ in
                proof.signatureData = try signed(honest).signatureData
            },
            try forged("a changed signature", "wrongSignature", wrongSignature) { proof, _ in
                proof.signatureData = try changed(proof.signatureData, at: 20)
            },
            try forged("another person's key", "wrongSignature", wrongSignature) { proof, challenge in
                proof.publicKey = try signed(challenge, by: "carl").publicKey
            },
            try forged("a key of the forger", "unknownRoot", unknownRoot) { proof, challenge in
                proof.publicKey = Base64.encode(forger.publicKey.x963Representation)
                proof.signatureData = Base64.encode(forger.signature(for: try #require(Base64.decode(challenge))))
            },
            try forged("another index", "unknownRoot", unknownRoot) { proof, _ in proof.publicKeyIndex ^= 1 },
            try forged("a changed hash", "unknownRoot", unknownRoot) { proof, _ in
                proof.inclusionHashes[1] = try changed(proof.inclusionHashes[1], at: 0)
            },
            try forged("an index of no leaf", "malformedProof", malformed) { proof, _ in proof.publicKeyIndex += 8 },
            try forged("a shorter path", "malformedProof", malformed) { proof, _ in
                proof.inclusionHashes.removeLast()
            },
            try forged("a proof of another collaboration", "unknownRoot", unknownRoot) { proof, challenge in
                proof = try signed(challenge, at: .url("https://board.example/b/2"))
            },
            Attempt(name: "an honest proof", challenge: honest, proof: proof, step: "accepted", refusal: nil),
            Attempt(
                name: "a used challenge", challenge: honest, proof: proof, step: "usedChallenge",
                refusal: ["conflict", "id-sign"]),
            Attempt(
                name: "a challenge after its minute", challenge: late, proof: try signed(late),
                step: "expiredChallenge", refusal: ["expired", "id-sign"]),
        ]
    }

    /// Returns the reason and the rule of a refusal; nil if the request succeeds.
    private func refusal(_ client: EngineClient, _ request: Request) throws -> [String]? {
        let end = board.group.server.log.end
        let id = client.post(request)
        board.group.server.flush()
        guard let data = client.answers[id]?.first?["error"]?["data"] else { return nil }
        #expect(board.group.server.log.end == end, "a refused request leaves no trace")
        return [data["reason"]?.stringValue, data["rule"]?.stringValue].compactMap(\.self)
    }

    private func prove(_ attempt: Attempt) throws -> [String]? {
        try refusal(
            app(attempt.by),
            .identityProve(.init(document: Self.here, challenge: attempt.challenge, proof: attempt.proof)))
    }

    @Test("fourteen ways to forge or replay a proof are refused, each by its own step, and open nothing")
    func forgedProofsAreRefused() throws {
        let attempts = try attempts()
        #expect(attempts.count == 15 && Set(attempts.map(\.name)).count == 15)
        for attempt in attempts {
            if attempt.step == "expiredChallenge" { try board.group.advance(60_000) }
            if attempt.step == "accepted" {
                #expect(try refusal(app("bea"), .documentOpen(Self.here)) == ["forbidden", "id-flow"])
            }
            #expect(try prove(attempt) == attempt.refusal, "\(attempt.name)")
        }
        #expect(try refusal(app("bea"), .documentOpen(Self.here)) == nil)
        #expect(try refusal(app("carl"), .documentOpen(Self.here)) == ["forbidden", "id-flow"])
    }

    @Test("a proof of another person's device is refused, even with one's own challenge")
    func proofOfAnotherPersonIsRefused() throws {
        let challenge = try challenge(of: "carl")
        let attempt = Attempt(
            name: "Bea's proof", by: "carl", challenge: challenge, proof: try signed(challenge, by: "bea"), step: "",
            refusal: ["forbidden", "id-leaves"])
        #expect(try prove(attempt) == attempt.refusal)
        // The attempt has used the challenge up.
        let own = Attempt(
            name: "Carl's proof", by: "carl", challenge: challenge, proof: try signed(challenge, by: "carl"), step: "",
            refusal: ["conflict", "id-sign"])
        #expect(try prove(own) == own.refusal)
    }

    @Test("without a proof, a participant can neither read nor change the document, and learns no change of it")
    func documentIsClosedWithoutAProof() throws {
        let bea = board.group.bea
        #expect(try refusal(bea, .shareAccept(.url(BoardFixture.url))) == nil)
        for request: Request in [
            .documentGet(Self.here), .documentOpen(Self.here),
            .documentEdit(.init(document: Self.here, text: "x", revision: 0)),
            .documentComment(.init(document: Self.here, text: "x")),
        ] {
            #expect(try refusal(bea, request) == ["forbidden", "id-flow"], "\(request.method)")
            #expect(try refusal(app("bea"), request) == ["forbidden", "id-flow"], "\(request.method)")
        }
        try board.group.anna.succeed(.documentEdit(.init(document: Self.here, text: "A raft!", revision: 0)))
        for client in [bea, try app("bea")] { #expect(client.received("document.changed").isEmpty) }
    }

    @Test("a proof counts after a restart, and no longer after the person was removed and invited again")
    func proofCountsUntilRemoval() throws {
        let challenge = try challenge()
        let request = Request.identityProve(
            .init(document: Self.here, challenge: challenge, proof: try signed(challenge)))
        #expect(try refusal(app("bea"), request) == nil)
        let id = try #require(board.state.shares.all.first { $0.share.url == BoardFixture.url }?.share.id)
        try board.group.server.restart()
        let (anna, again) = (
            try board.group.server.person("anna"), try board.group.server.app(as: "bea", BoardFixture.id.rawValue)
        )
        let owner = try board.group.server.app(as: "anna", BoardFixture.id.rawValue)
        #expect(try refusal(again, .documentOpen(Self.here)) == nil)
        #expect(try refusal(again, request) == ["not_found", "id-sign"], "a challenge ends with the process")
        func letIn() throws {
            let action = try #require(board.state.collaborating.actions.last?.id)
            try owner.action.fulfill(action: action)
        }
        try anna.share.removeParticipant(share: .id(id), people: .one("bea"))
        try letIn()
        #expect(try refusal(again, .documentOpen(Self.here)) == ["not_found", "ucs-can-access"])
        try anna.share.addParticipant(share: .id(id), people: .one("bea"))
        try letIn()
        #expect(try refusal(again, .documentOpen(Self.here)) == ["forbidden", "id-flow"])
    }

    @Test("a retry of a proof with the same client id gets the first result")
    func retryGetsTheFirstResult() throws {
        let challenge = try challenge()
        let proof = try signed(challenge)
        for _ in 0..<2 {
            try app("bea").identity.prove(document: Self.here, challenge: challenge, proof: proof, clientID: "once")
        }
        #expect(try challenge != self.challenge())
    }

    @Test("an app without proofs has no challenges, and proofs are only for an app that lets people in itself")
    func appWithoutProofsHasNoChallenges() throws {
        let notes = try board.group.server.app(as: "bea")
        #expect(notes.refusal("identity.challenge") == .forbidden)
        let files: JSONValue = [
            "app": "com.example.files", "name": "Files", "domains": ["files.example"], "backends": ["file"],
            "proofs": true,
        ]
        #expect(board.group.observer.refusal("app.register", files) == .invalidParams)
    }

    @Test("the owner's app learns which identities are gone, without a question")
    func ownersAppLearnsWhoIsGone() throws {
        let share = try #require(board.state.shares.all.first { $0.share.url == BoardFixture.url }?.share)
        func gone() -> [[JSONValue]] {
            board.app.received("identities.removed").map { $0["identities"]?.arrayValue ?? [] }
        }
        func root(_ handle: Handle) -> JSONValue? {
            board.state.identities.identity(of: handle, on: share).map { ["rootHash": .string($0.rootHash)] }
        }
        try board.group.bea.share.leave(.id(share.id))
        #expect(gone() == [[try #require(root("bea"))]])
        #expect(try app("bea").received("identities.removed").isEmpty, "only the owner's app")
        try board.group.anna.share.stop(.id(share.id))
        #expect(gone().last == ["carl", "dora"].compactMap { root($0) })
        #expect(board.state.collaborating.actions.isEmpty)
    }

    /// True if Python has the package `cryptography`.
    private static let hasPython = (try? run(["-c", "import cryptography"]).status) == 0

    private static func run(_ arguments: [String], input: [UInt8] = []) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let (stdin, stdout) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (
            stdin, stdout, FileHandle.nullDevice
        )
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test(
        "Python's cryptography and OpenSSL accept the honest proof and refuse the others by the same steps",
        .enabled(if: hasPython, "python3 with the package cryptography is not installed"))
    func anotherLanguageAgrees() throws {
        let attempts = try attempts()
        let share = try #require(board.state.shares.all.first { $0.share.url == BoardFixture.url }?.share)
        let identities = share.participants.compactMap {
            board.state.identities.identity(of: $0.handle, on: share)?.rootHash
        }
        let invented = attempts[0].challenge
        let work = JSONWriter.object { json in
            json.member("identities", identities)
            json.member(
                "issued",
                JSONValue.array(
                    attempts.filter { $0.challenge != invented }.map { attempt in
                        let owner = attempt.name == "another person's challenge" ? "carl" : "bea"
                        return ["challenge": .string(attempt.challenge), "to": .string(owner), "at": 0]
                    }))
            json.member(
                "attempts",
                JSONValue.array(
                    attempts.map { attempt in
                        let proof = try? JSONReader.read(JSONWriter.bytes(of: attempt.proof)).value
                        return [
                            "name": .string(attempt.name), "by": .string(attempt.by),
                            "challenge": .string(attempt.challenge),
                            "at": attempt.step == "expiredChallenge" ? 60_000 : 0, "proof": proof ?? .null,
                        ]
                    }))
        }
        let (status, output) = try Self.run([Self.program], input: work)
        #expect(status == 0)
        #expect(
            output.split(separator: "\n").map(String.init) == attempts.map { "\($0.name)\t\($0.step)" })
    }
}
