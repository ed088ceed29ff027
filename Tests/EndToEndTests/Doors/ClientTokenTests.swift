import ChatConformance
import ChatConnection
import ChatProtocol
import Foundation
import Testing

/// `chat-client` on a server that requires tokens.
struct ClientTokenTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func secret(_ words: String) throws -> String {
        let made = try ServerProcess.run(
            "chat-server",
            ["token", "add"] + words.split(separator: " ").map(String.init) + ["--tokens", folder.file("tokens.json")],
            errors: folder.file("said"))
        return String(made.output.dropLast())
    }

    @Test func everyCommandBringsItsToken() throws {
        let anna = try secret("--role person --handle anna")
        let bea = try secret("--role person --handle bea")
        let observer = try secret("--role observer")
        let server = try ServerProcess(["--ephemeral", "--tokens", folder.file("tokens.json")])
        let address = "127.0.0.1:\(server.port)"
        func client(_ words: [String], _ variables: [String] = []) throws -> (status: Int32, output: String) {
            // The products are found from their folder, and the shell from the root.
            let up = ServerProcess.productsFolder.split(separator: "/").map { _ in ".." }.joined(separator: "/")
            let line = #"exec "$0" "$@" < /dev/null"#
            return try ServerProcess.run(
                "\(up)/bin/sh", ["-c", line, "\(ServerProcess.productsFolder)/chat-client"] + words,
                variables: variables)
        }
        let maker = try RawProbe(port: server.port)
        try maker.call("session.hello", ["role": "person", "handle": "anna", "token": .string(anna)])
        try maker.call("conversation.create", ["participants": ["bea"]])
        let send = ["send", address, "--as", "bea", "--to", "anna", "hello"]
        for (words, variables) in [
            (send, []), (send + ["--token", anna], []), (send, ["UNDERSTUDY_TOKEN=\(anna)"]),
            (send + ["--token", anna], ["UNDERSTUDY_TOKEN=\(bea)"]),
        ] {
            let refused = try client(words, variables)
            #expect(refused.status == 1 && refused.output.contains("token"), "\(refused.output)")
            #expect(!refused.output.contains(anna) && !refused.output.contains(bea))
        }
        #expect(try client(send + ["--token", bea]).status == 0)
        #expect(try client(send, ["UNDERSTUDY_TOKEN=\(bea)"]).status == 0)
        let connected = try client(["connect", address, "--as", "anna", "--plain"], ["UNDERSTUDY_TOKEN=\(anna)"])
        #expect(connected.status == 0 && connected.output.contains("Bea: hello"), "\(connected.output)")
        #expect(try client(["connect", address, "--as", "anna", "--plain"]).status == 1)
        #expect(try client(["watch", address, "--observer", "--token", anna]).status == 1)

        try folder.write(
            """
            Feature: Tokens
              Scenario: Two of them
                Given a conversation "Weekend" between Anna and Bea
                When Anna sends "hi" to "Weekend"
                Then Bea sees "hi" in "Weekend"

            """, to: "two.feature")
        let play = ["play", folder.file("two.feature"), "--server", address]
        let keys = "observer=\(observer),anna=\(anna),bea=\(bea)"
        let played = try client(play, ["UNDERSTUDY_TOKEN=\(keys)"])
        #expect(played.status == 0, "\(played.output)")
        #expect(try client(play + ["--token", keys]).status == 0)
        let failed = try client(play + ["--token", "observer=\(observer),anna=\(anna)"])
        #expect(failed.status == 1)
        for secret in [anna, bea, observer] {
            #expect(!played.output.contains(secret) && !failed.output.contains(secret))
        }
    }

    @Test func eachIsGivenItsOwn() throws {
        let anna = try #require(Handle("anna"))
        let bea = try #require(Handle("bea"))
        let app = AppID("com.example.Notes")
        let one = Credentials("s", environment: ["UNDERSTUDY_TOKEN": "other"])
        for identity in [Hello.Identity.person(anna, name: nil), .app(app, person: anna), .observer(nil)] {
            #expect(one.token(for: identity) == "s")
            #expect(Credentials().token(for: identity) == nil)
        }
        let many = Credentials(environment: ["UNDERSTUDY_TOKEN": "Anna=a,observer=o,com.example.notes=n"])
        #expect(many.token(for: .person(anna, name: nil)) == "a" && many.token(for: .person(bea, name: nil)) == nil)
        #expect(many.token(for: .observer(anna)) == "o" && many.token(for: .app(app, person: bea)) == "n")
        #expect("\(many)" == "Credentials(3)" && !"\(many)".contains("=a"))
    }
}
