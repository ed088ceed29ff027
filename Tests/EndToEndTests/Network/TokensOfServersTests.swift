import ChatConformance
import ChatProtocol
import Foundation
import ServerTestSupport
import Testing

/// The tokens in a database, which all servers on it use, with real processes.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct TokensOfServersTests {
    private let folder: TemporaryFolder
    private let cluster: PostgresCluster

    init() throws { (folder, cluster) = (try TemporaryFolder(), try PostgresCluster()) }

    private func token(_ words: [String], at place: String? = nil) throws -> (status: Int32, output: String) {
        try ServerProcess.run(
            "chat-server", ["token"] + words + ["--tokens", place ?? cluster.address], errors: folder.file("said"))
    }

    private func secret(_ words: String, at place: String? = nil) throws -> String {
        let made = try token(["add"] + words.split(separator: " ").map(String.init), at: place)
        let said = try folder.text(of: "said")
        try #require(made.status == 0 && made.output.hasPrefix("ust_"), "\(made) \(said)")
        return String(made.output.dropLast())
    }

    private func hello(
        _ handle: String, _ token: String?, at server: ServerProcess
    ) throws -> (RawProbe, JSONValue) {
        let client = try RawProbe(port: server.port)
        var members: [JSONObject.Member] = [
            .init(key: "role", value: "person"), .init(key: "handle", value: .string(handle)),
        ]
        if let token { members.append(.init(key: "token", value: .string(token))) }
        return (client, try client.call("session.hello", .object(JSONObject(members))))
    }

    @Test func allServersGoByTheTokensOfTheirDatabase() throws {
        defer { cluster.end() }
        let listed = try token(["list"])
        #expect(try listed.status == 1 && folder.text(of: "said").contains("it contains no log"))
        // The server requires no token while the database has none.
        let log = folder.file("log")
        let first = try ServerProcess(["--data", cluster.address, "--log-format", "json"], errors: log)
        let (early, welcome) = try hello("carl", nil, at: first)
        #expect(welcome["session"] != nil)
        let secrets = [try secret("--role person --handle anna"), try secret("--role person --handle bea")]
        let second = try ServerProcess(["--data", cluster.address, "--host", "0.0.0.0", "--advertise", "127.0.0.1"])
        let servers = [first, second]
        for server in servers {
            #expect(try hello("carl", nil, at: server).1["code"] == -32001)
            #expect(try hello("bea", secrets[0], at: server).1["code"] == -32001)
        }
        // A session without a token ends when its server reads the tokens of the database.
        #expect(try early.message()["error"]?["code"] == -32001)
        #expect(try early.line() == nil)
        let anna = try servers.map { try hello("anna", secrets[0], at: $0) }
        let bea = try hello("bea", secrets[1], at: second)
        #expect((anna + [bea]).allSatisfy { $0.1["session"] != nil })
        // After the command has ended, every server knows the change.
        #expect(try token(["revoke", secrets[0]]).status == 0)
        for server in servers { #expect(try hello("anna", secrets[0], at: server).1["code"] == -32001) }
        for (client, _) in anna {
            #expect(try client.message()["error"]?["message"]?.stringValue?.contains("revoked") == true)
            #expect(try client.line() == nil)
        }
        #expect(try bea.0.call("session.ping") == [:])
        #expect(try token(["list"]).output.contains("person bea"))
        #expect(try !token(["list"]).output.contains("person anna"))
        // Revoking an unknown token changes nothing. After the last token is revoked, the servers still require one.
        #expect(try token(["revoke", "x"]).status == 1)
        #expect(try token(["revoke", secrets[1]]).status == 0)
        #expect(try hello("carl", nil, at: first).1["code"] == -32001)
        #expect(first.end(with: SIGTERM) == 0 && second.end(with: SIGTERM) == 0)
        #expect(try folder.text(of: "log").contains("tokens_read"))
        for secret in secrets { #expect(try !folder.text(of: "log").contains(secret.suffix(64))) }
    }

    @Test func tokensAreCopiedFromAFileIntoTheDatabase() throws {
        defer { cluster.end() }
        let file = folder.file("tokens.json")
        let secrets = [
            try secret("--role person --handle anna", at: file), try secret("--role person --handle bea", at: file),
        ]
        // As long as the database has no tokens, the file counts.
        let server = try ServerProcess(["--data", cluster.address, "--tokens", file])
        #expect(try hello("anna", secrets[0], at: server).1["session"] != nil)
        #expect(try token(["copy", file]).status == 0)
        #expect(try folder.text(of: "said").contains("2 of the 2 tokens"))
        #expect(try token(["copy", file]).status == 0)
        #expect(try folder.text(of: "said").contains("0 of the 2 tokens"))
        let kept = try hello("bea", secrets[1], at: server)
        #expect(kept.1["session"] != nil)
        // From then on the database counts.
        #expect(try token(["revoke", secrets[0]]).status == 0)
        #expect(try hello("anna", secrets[0], at: server).1["code"] == -32001)
        #expect(try kept.0.call("session.ping") == [:])
        let refused = try ServerProcess.run(
            "chat-server", ["--port", "0", "--data", cluster.address, "--tokens", file])
        #expect(refused.status == 1 && refused.output.contains("the tokens are in the database"), "\(refused.output)")
        // A server on a database without tokens accepts only connections of this machine.
        let other = try PostgresCluster()
        defer { other.end() }
        let open = try ServerProcess.run(
            "chat-server", ["--port", "0", "--host", "0.0.0.0", "--data", other.address])
        #expect(open.status == 1 && open.output.contains("which needs tokens"), "\(open.output)")
    }
}
