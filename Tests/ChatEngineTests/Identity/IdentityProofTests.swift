import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// The proofs that the server signs for the devices of people (`id-proof`), through the wire.
struct IdentityProofTests {
    private let board: BoardFixture
    private let challenge: [UInt8] = Array(0..<32)
    private let here = DocumentReference.url(BoardFixture.url)

    /// Anna shares a document of Board with Bea, Carl and Dora.
    init() throws {
        board = try BoardFixture()
        try board.start()
        try board.answerStart()
        try board.letIn()
    }

    private var share: Share { get throws { try #require(board.state.shares.all.first?.share) } }

    /// The identities that Board received when it let people in.
    private func delivered() throws -> [PersonIdentity] {
        let action = try #require(board.app.received("action.requested").last?["action"])
        return try #require(action["addedIdentities"]?.arrayValue).compactMap { $0["rootHash"]?.stringValue }
            .map(PersonIdentity.init)
    }

    private func app(of handle: String, on device: String? = nil) throws -> EngineClient {
        var hello: JSONValue = ["role": "app", "app": "com.example.board", "handle": .string(handle)]
        if let device { hello = hello.adding(["device": .string(device)]) }
        return try board.group.server.join(hello)
    }

    private func sign(_ client: EngineClient, _ data: [UInt8]? = nil) throws -> SignedIdentityProof {
        let sent = try client.identity.sign(document: here, data: Base64.encode(data ?? challenge))
        return try #require(SignedIdentityProof(sent))
    }

    /// Returns the reason and the rule of a refused signature; nil if it is not refused.
    private func refusal(
        _ client: EngineClient, _ params: JSONValue = ["url": "https://board.example/b/1", "data": "AAAA"]
    ) throws -> [String]? {
        let end = board.group.server.log.end
        let id = client.post("identity.sign", params)
        board.group.server.flush()
        let data = client.answers[id]?.first?["error"]?["data"]
        #expect(data == nil || board.group.server.log.end == end, "a refused request leaves no trace")
        return data.map { [$0["reason"]?.stringValue, $0["rule"]?.stringValue].compactMap(\.self) }
    }

    @Test("an invited person has a proof before they open the document, with the identity that the app received")
    func invitedPersonProvesTheDeliveredIdentity() throws {
        let proof = try sign(try app(of: "bea"))
        let bea = try IdentityVerifier(identities: try delivered()).verify(proof, challenge: challenge)
        #expect(bea == board.state.identities.identity(of: "bea", on: try share))
        #expect(proof.proof.inclusionHashes.count == 3)
        #expect(try share.participant("bea")?.acceptance == .pending)
    }

    @Test("all devices of a person have one identity, and each has its own key")
    func devicesShareTheIdentity() throws {
        let devices = try (0..<8).map { try sign(try app(of: "bea", on: "device \($0)")) }
        #expect(Set(devices.map(\.proof.root)).count == 1)
        #expect(Set(devices.map(\.proof.publicKey)).count == 8)
        #expect(Set(devices.map(\.proof.publicKeyIndex)) == Set(0..<8))
        #expect(Set(devices.map(\.proof.inclusionHashes.count)) == [3], "the number of devices is hidden")
    }

    @Test("a ninth device has no proof, and the first eight keep theirs")
    func ninthDeviceIsRefused() throws {
        let first = try sign(try app(of: "bea", on: "device 0"))
        for number in 1..<8 { _ = try sign(try app(of: "bea", on: "device \(number)")) }
        #expect(try refusal(try app(of: "bea", on: "device 8")) == ["forbidden", "id-leaves"])
        #expect(try refusal(try app(of: "bea")) == ["forbidden", "id-leaves"], "a device without a name is one, too")
        #expect(try sign(try app(of: "bea", on: "device 0")) == first)
        #expect(
            try refusal(try app(of: "carl", on: "device 8")) == nil, "another person has eight devices of their own")
    }

    @Test("a device keeps its key, and a person their identity, when the server restarts with another secret")
    func keysSurviveARestart() throws {
        let log = MemoryEventLog()
        func proof(_ server: EngineFixture, _ device: String) throws -> SignedIdentityProof {
            let app = try server.join([
                "role": "app", "app": "com.example.notes", "handle": "bea", "device": .string(device),
            ])
            let sent = try app.identity.sign(document: .url(TripFixture.url), data: Base64.encode(challenge))
            return try #require(SignedIdentityProof(sent))
        }
        let trip = try TripFixture(log: log) { $0.secret = [1] }
        let before = try (proof(trip.server, "phone"), proof(trip.server, "pad"))
        let restarted = try EngineFixture(log: log) { $0.secret = [2] }
        let after = try (proof(restarted, "phone"), proof(restarted, "pad"))
        #expect(after.0 == before.0 && after.1 == before.1)
    }

    @Test("a person has another identity in every collaboration, and in every app")
    func identitiesDiffer() throws {
        let share = try share
        let other = try board.group.anna.share.create(app: "com.example.notes", title: "Trip plan").share
        let id = try #require(other).id
        let added = try #require(board.state.shares[id]?.share)
        var elsewhere = share
        elsewhere.identitySecret = added.identitySecret
        let identities = board.state.identities
        let roots = [
            identities.identity(of: "anna", on: share), identities.identity(of: "anna", on: added),
            identities.identity(of: "anna", on: elsewhere), identities.identity(of: "bea", on: share),
        ]
        #expect(Set(roots.compactMap(\.self)).count == 4)
    }

    @Test("people who are not on the share have no proof, and learn nothing of it")
    func outsidersAreRefused() throws {
        #expect(try refusal(try app(of: "emil")) == ["not_found", "ucs-can-access"])
        #expect(try refusal(try app(of: "nobody")) == ["not_found", "ucs-can-access"])
        let notes = try board.group.server.app(as: "bea")
        #expect(try refusal(notes) == ["not_found", "ucs-can-access"], "another app")
        try board.app.succeed(.documentCreate(.init(title: "Diary", url: "https://board.example/diary")))
        let alone: JSONValue = ["url": "https://board.example/diary", "data": "AAAA"]
        #expect(try refusal(board.app, alone) == ["forbidden", "id-proof"])
    }

    @Test("a removed person has no proof any more")
    func removedPersonIsRefused() throws {
        let carl = try app(of: "carl")
        _ = try sign(carl)
        try board.group.anna.share.removeParticipant(share: .id(try share.id), people: .one("carl"))
        try board.letIn()
        #expect(try refusal(carl) == ["not_found", "ucs-can-access"])
    }

    @Test("a share from an older log keeps its identities, which have no keys")
    func olderShareKeepsItsIdentities() throws {
        var old = try share
        old.identitySecret = nil
        let position = board.group.server.log.end + 1
        let record = EventRecord(
            position: position, at: board.state.lastAt,
            event: .shareSaved(old, recipients: old.participants.map(\.handle)))
        try board.group.server.log.append([LogRecord(record)], expectedEnd: position - 1)
        try board.group.server.restart()
        let identities = board.state.identities
        #expect(
            identities.identity(of: "bea", on: try share)
                == PersonIdentity(collaborationIdentifier: "board-1", number: 1))
        #expect(identities.computedCount == 0)
        #expect(try refusal(try app(of: "bea")) == ["conflict", "id-root"])
    }

    @Test(
        "data that is not base64, is empty or has more than 16,384 bytes is refused",
        arguments: ["", "?", "AAA", Base64.encode([UInt8](repeating: 0, count: 16_385))])
    func unusableDataIsRefused(data: String) throws {
        let params: JSONValue = ["url": "https://board.example/b/1", "data": .string(data)]
        #expect(try refusal(try app(of: "bea"), params) == ["invalid_params"])
        let longest = [UInt8](repeating: 7, count: 16_384)
        let proof = try sign(try app(of: "bea"), longest)
        #expect(throws: Never.self) { try IdentityVerifier(identities: delivered()).verify(proof, challenge: longest) }
    }

    @Test("a retry with the same client id returns the same proof, and adds no device")
    func retryReturnsTheSameProof() throws {
        let bea = try app(of: "bea")
        func ask() throws -> SignedProof {
            try bea.identity.sign(document: here, data: "AAAA", clientID: "once")
        }
        let first = try ask()
        let end = board.group.server.log.end
        #expect(try ask() == first && board.group.server.log.end == end)
    }
}
