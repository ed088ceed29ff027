import ChatConformance
import ChatProtocol
import Foundation
import Testing

/// Tokens with real processes: created, used on every kind of connection, and revoked while a server runs.
struct TokenProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var tokens: [String] { ["--tokens", folder.file("tokens.json")] }

    private func token(_ words: String) throws -> (status: Int32, output: String) {
        try ServerProcess.run(
            "chat-server", ["token"] + words.split(separator: " ").map(String.init) + tokens,
            errors: folder.file("said"))
    }

    /// Creates a token and returns its secret as a script does: all of stdout.
    private func secret(_ words: String) throws -> String {
        let made = try token("add \(words)")
        #expect(made.status == 0)
        let lines = made.output.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == 2 && lines[0].hasPrefix("ust_") && lines[1].isEmpty, "\(made.output)")
        return String(lines[0])
    }

    private func hello(_ members: JSONValue, _ token: String?) -> JSONValue {
        guard case .object(let object) = members, let token else { return members }
        return .object(JSONObject(object.members + [.init(key: "token", value: .string(token))]))
    }

    private let anna: JSONValue = ["role": "person", "handle": "anna"]

    @Test func tokensAreListedAndNeverShownAgain() throws {
        let secrets = [
            try secret("--role person --handle anna --note phone"),
            try secret("--role app --app com.example.notes"), try secret("--role observer"),
        ]
        let said = try folder.text(of: "said")
        let kept = try folder.text(of: "tokens.json")
        let list = try token("list").output
        let json = try token("list --json").output
        for secret in secrets {
            let hidden = String(secret.suffix(64))
            for text in [said, kept, list, json] { #expect(!text.contains(hidden)) }
        }
        #expect(list.contains("person anna") && list.contains("app com.example.notes as anyone"))
        let rows = try json.split(separator: "\n").map { try JSONReader.read(Array($0.utf8)).value }
        #expect(rows.map { $0["role"] } == ["person", "app", "observer"])
        #expect(rows[0]["note"] == "phone" && rows.allSatisfy { $0["salt"] == nil && $0["sha256"] == nil })
        let id = try #require(rows[1]["id"]?.stringValue)
        #expect(try token("revoke \(id)").status == 0)
        #expect(try token("revoke \(id)").status == 1)
        #expect(try token("list --json").output.split(separator: "\n").count == 2)
    }

    @Test func everyDoorAsksForTheToken() throws {
        let secret = try secret("--role person --handle anna")
        let server = try ServerProcess(["--ephemeral"] + tokens)
        let line = try RawProbe(port: server.port)
        #expect(try line.call("session.hello", anna)["code"] == -32001)
        #expect(try line.call("session.hello", hello(anna, "ust_x"))["code"] == -32001)
        #expect(try line.call("session.hello", hello(anna, secret))["session"] != nil)
        let body = #"{"jsonrpc":"2.0","id":1,"method":"conversation.list"}"#
        func post(_ query: String, _ headers: [String]) throws -> String {
            let client = try RawProbe(port: server.port)
            let head =
                ["POST /rpc\(query) HTTP/1.1", "Host: localhost", "Content-Length: \(body.utf8.count)"] + headers
            client.send(head.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n" + body)
            return String(decoding: try client.everything(), as: UTF8.self)
        }
        let who = "?role=person&handle=anna"
        let good: [(String, [String])] = [
            (who, ["Authorization: Bearer \(secret)"]), (who, ["authorization: bearer  \(secret)"]),
            (who + "&token=" + secret, []),
        ]
        for (query, headers) in good {
            #expect(try post(query, headers).contains(#""conversations":[]"#), "\(query) \(headers)")
        }
        let bad: [(String, [String])] = [
            (who, []), (who, ["Authorization: Basic \(secret)"]), (who, ["Authorization: \(secret)"]),
            (who, ["Authorization: Bearer \(secret)", "Authorization: Bearer \(secret)"]),
            ("?role=person&handle=bea", ["Authorization: Bearer \(secret)"]),
            ("?role=observer", ["Authorization: Bearer \(secret)"]),
            (who + "&token=x", ["Authorization: Bearer \(secret)"]),
        ]
        for (query, headers) in bad {
            #expect(try post(query, headers).contains(#""code":-32001"#), "\(query) \(headers)")
        }
    }

    @Test func aRevokedTokenEndsItsSessionAndLetsNobodyIn() throws {
        let secrets = [try secret("--role person --handle anna"), try secret("--role person --handle bea")]
        let server = try ServerProcess(["--ephemeral", "--log-format", "json"] + tokens, errors: folder.file("log"))
        let first = try RawProbe(port: server.port)
        try first.call("session.hello", hello(anna, secrets[0]))
        let other = try RawProbe(port: server.port)
        try other.call("session.hello", hello(["role": "person", "handle": "bea"], secrets[1]))
        #expect(try token("revoke \(secrets[0])").status == 0)
        // A new login is refused at once. The open session ends with that login or with the next check of the clock.
        let again = try RawProbe(port: server.port)
        #expect(try again.call("session.hello", hello(anna, secrets[0]))["code"] == -32001)
        let last = try first.message()
        #expect(last["error"]?["code"] == -32001 && last["id"] == .null)
        #expect(last["error"]?["message"]?.stringValue?.contains("revoked") == true)
        #expect(try first.line() == nil)
        #expect(try other.call("session.ping") == [:])
        #expect(try secret("--role person --handle carl").isEmpty == false)
        try folder.write("not tokens", to: "tokens.json")
        #expect(
            try again.call("session.hello", hello(["role": "person", "handle": "bea"], secrets[1]))["code"] == -32001)
        #expect(try other.call("session.ping") == [:], "whoever is in stays while the file cannot be read")
        #expect(server.end(with: SIGTERM) == 0)
        let log = try folder.text(of: "log")
        for event in ["tokens_read", "session_ended", "token_revoked", "tokens_unreadable"] {
            #expect(log.contains(event), "\(event) in \(log)")
        }
        for secret in secrets { #expect(!log.contains(secret.suffix(64))) }
    }

    @Test("no secret is made twice: those of tokens, and the links of equal servers and of worlds with equal seeds")
    func secretsAreNeverMadeTwice() throws {
        let secrets = try (0..<3).map { _ in try secret("--role observer") }
        #expect(Set(secrets.map { $0.suffix(64) }).count == 3)
        var links: Set<String> = []
        for _ in 0..<2 {
            let server = try ServerProcess(["--ephemeral", "--clock", "virtual"])
            let observer = try RawProbe(port: server.port)
            try observer.call("session.hello", ["role": "observer"])
            for world in ["one", "two"] as [JSONValue] {
                try observer.call("world.create", ["world": world, "clock": "virtual", "seed": 7])
                let inside = try RawProbe(port: server.port)
                try inside.call("session.hello", ["role": "observer", "world": world])
                try inside.call(
                    "app.register", ["app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]])
                let person = try RawProbe(port: server.port)
                try person.call("session.hello", ["role": "person", "handle": "anna", "world": world])
                let draft: JSONValue = ["app": "com.example.notes", "title": "Plan"]
                links.insert(try #require(try person.call("document.create", draft)["document"]?["url"]?.stringValue))
            }
        }
        #expect(links.count == 4, "\(links)")
    }

    @Test("a token file without tokens admits no one, from the start and after the last token is revoked")
    func emptyTokenFileAdmitsNoOne() throws {
        let first = try secret("--role person --handle anna")
        let running = try ServerProcess(["--ephemeral"] + tokens)
        let inside = try RawProbe(port: running.port)
        #expect(try inside.call("session.hello", hello(anna, first))["session"] != nil)
        #expect(try token("revoke \(first)").status == 0)
        for server in [running, try ServerProcess(["--ephemeral"] + tokens)] {
            for identity in [anna, ["role": "observer"], ["role": "app", "app": "a", "handle": "anna"]] {
                for secret in [nil, "", "x", first] {
                    let client = try RawProbe(port: server.port)
                    #expect(try client.call("session.hello", hello(identity, secret))["code"] == -32001, "\(identity)")
                }
            }
            let body = #"{"jsonrpc":"2.0","id":1,"method":"session.ping"}"#
            for (path, expected) in [("/rpc?role=person&handle=anna", "-32001"), ("/mcp", "HTTP/1.1 401 ")] {
                let client = try RawProbe(port: server.port)
                client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
                #expect(String(decoding: try client.everything(), as: UTF8.self).contains(expected), "\(path)")
            }
        }
        #expect(try inside.message()["error"]?["code"] == -32001)
        #expect(try inside.line() == nil)
    }

    @Test func aServerWithoutItsFileDoesNotStart() throws {
        let missing = try ServerProcess.run("chat-server", ["--ephemeral", "--port", "0"] + tokens)
        #expect(missing.status == 1 && missing.output.contains("tokens.json: No such file or directory"))
        #expect(missing.output.split(separator: "\n").count == 1)
        try folder.write("{}", to: "tokens.json")
        #expect(try ServerProcess.run("chat-server", ["--ephemeral", "--port", "0"] + tokens).status == 1)
    }

    @Test func withTokensItMayListenBeyondLoopback() throws {
        let secret = try secret("--role observer")
        let server = try ServerProcess(["--ephemeral", "--host", "0.0.0.0"] + tokens)
        let client = try RawProbe(port: server.port)
        #expect(try client.call("session.hello", ["role": "observer"])["code"] == -32001, "from loopback as well")
        #expect(try client.call("session.hello", hello(["role": "observer"], secret))["session"] != nil)
    }
}
