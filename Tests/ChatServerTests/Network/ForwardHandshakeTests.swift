import ChatEngine
import ChatProtocol
import Testing

@testable import ChatServer

/// The handshake of two servers of one database: a client that does not know their secret forwards no login.
struct ForwardHandshakeTests {
    private let secret = Array("the secret of the database".utf8)
    private let login: ForwardedLogin

    init() throws {
        login = ForwardedLogin(
            hello: Hello(.person(try #require(Handle("anna")), name: nil), world: .main), token: "0a0b0c0d",
            address: "10.0.0.7", id: 1)
    }

    /// The third line of a server that knows the secret.
    private func line(after holding: ForwardHandshake.Holding, of forwarding: ForwardHandshake.Forwarding) throws
        -> ForwardProof
    {
        let line = try #require(forwarding.line(with: login, afterChallenge: holding.challenge))
        var fields = try JSONFields(try JSONReader.read(line).value)
        return try ForwardProof(from: &fields)
    }

    private func begin(_ secret: [UInt8]) throws -> (ForwardHandshake.Forwarding, ForwardHandshake.Holding) {
        let forwarding = ForwardHandshake.Forwarding(secret: self.secret)
        return (forwarding, try #require(ForwardHandshake.Holding(offer: forwarding.offer, secret: secret)))
    }

    @Test("two servers with the same secret accept each other")
    func serversWithOneSecretAgree() throws {
        let (forwarding, holding) = try begin(secret)
        let proof = try line(after: holding, of: forwarding)
        let received = try #require(holding.login(in: JSONWriter.bytes(of: proof)))
        #expect(JSONWriter.bytes(of: received) == JSONWriter.bytes(of: login))
    }

    @Test("a server shows no login to a server with another secret")
    func loginNeedsAProvenChallenge() throws {
        let (forwarding, impostor) = try begin(Array("a guess".utf8))
        #expect(forwarding.line(with: login, afterChallenge: impostor.challenge) == nil)
    }

    @Test("a login with a forged, reflected, changed or replayed proof is refused")
    func forgedLoginsAreRefused() throws {
        let (forwarding, holding) = try begin(secret)
        let proof = try line(after: holding, of: forwarding)
        var fields = try JSONFields(try JSONReader.read(holding.challenge).value)
        let reflected = try ForwardChallenge(from: &fields).proof
        let other = Hexadecimal.text(HMACSHA256.code(of: Array(proof.login.utf8), key: Array("a guess".utf8)))
        var wrong = ["", "00", reflected, other, String(proof.proof.dropLast()), proof.proof + "0"].map {
            ForwardProof(login: proof.login, proof: $0)
        }
        wrong.append(ForwardProof(login: proof.login.replacing("anna", with: "emil"), proof: proof.proof))
        wrong.append(ForwardProof(login: proof.login.replacing("0a0b0c0d", with: "0a0b0c0e"), proof: proof.proof))
        for forged in wrong { #expect(holding.login(in: JSONWriter.bytes(of: forged)) == nil, "\(forged)") }
        #expect(holding.login(in: Array(#"{"login":{}}"#.utf8)) == nil && holding.login(in: []) == nil)
        // The same offer on a new connection has another challenge.
        let again = try #require(ForwardHandshake.Holding(offer: forwarding.offer, secret: secret))
        #expect(again.login(in: JSONWriter.bytes(of: proof)) == nil)
        #expect(holding.login(in: JSONWriter.bytes(of: proof)) != nil)
    }

    @Test(
        "a line that is no offer begins no handshake",
        arguments: [
            "", "{}", #"{"forward":""}"#, #"{"forward":"00"}"#, #"{"forward":1}"#, #"{"jsonrpc":"2.0","id":1}"#,
        ])
    func otherLinesBeginNothing(line: String) {
        #expect(ForwardHandshake.Holding(offer: Array(line.utf8), secret: secret) == nil)
    }
}
