import ChatConformance
import ChatProtocol
import Foundation
import Testing

/// The server's own log contains no texts of its users, no identities and no secrets.
struct LogPrivacyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Words that occur only in the data that this test sends.
    private static let texts = ["zyxtext", "zyxname", "zyxhandle", "zyxtitle", "zyxworld", "zyxclient", "zyxdevice"]

    /// Causes every kind of error that writes a line to the log.
    private func trouble(_ port: UInt16, _ secret: String, hasTokens: Bool) throws {
        let token: JSONValue = .string(secret)
        let hello: JSONValue = [
            "role": "person", "handle": "zyxhandle", "name": "zyxname", "device": "zyxdevice", "token": token,
        ]
        let client = try RawProbe(port: port)
        _ = try client.call("session.hello", ["role": "person", "handle": "zyxhandle", "token": "ust_zyxtoken"])
        _ = try client.call("session.hello", ["role": "person", "handle": "zyxhandle", "world": "zyxworld"])
        if hasTokens { _ = try client.call("session.hello", hello) }
        let created = try client.call("conversation.create", ["participants": ["bea"], "name": "zyxname"])
        let conversation = created["conversation"]?["id"] ?? "c1"
        for params in [
            ["conversation": conversation, "text": "zyxtext", "clientID": "zyxclient"],
            ["conversation": "zyxtext", "text": "zyxtext"], ["conversation": conversation, "text": 1],
            ["conversation": conversation, "text": .string(String(repeating: "zyxtext", count: 10_000))],
            ["zyxtext": "zyxtext"],
        ] as [JSONValue] { _ = try client.call("message.send", params) }
        _ = try client.call("zyxtext.zyxtext", ["token": token])
        _ = try client.call("share.create", ["app": "zyxtext", "title": "zyxtitle"])
        client.sendLine("{zyxtext")
        _ = try client.message()
        client.sendLine("{\"zyxtext\":\"" + String(repeating: "zyxtext", count: 50_000))
        _ = try client.everything()
        for bytes in [
            "zyxtext\r\n", "GET /zyxtext?token=\(secret) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: zyxtext\r\nOrigin: http://zyxtext\r\nConnection: close\r\n\r\n",
            "POST /rpc?role=person&handle=zyxhandle&token=\(secret) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9"
                + "\r\nAuthorization: Bearer \(secret)\r\nConnection: close\r\n\r\n{zyxtext}",
            "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ust_zyxtoken\r\nConnection: close\r\n\r\n",
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nzyxtext: \(secret)\r\nzyxtext\r\n\r\n",
        ] {
            let other = try RawProbe(port: port)
            other.send(bytes)
            let answer = String(decoding: try other.everything(), as: UTF8.self)
            if bytes.hasPrefix("GET /metrics") {
                #expect(answer.hasPrefix("HTTP/1.1 200 "))
                for word in Self.texts + [String(secret.suffix(64)), "zyxtoken"] { #expect(!answer.contains(word)) }
            }
        }
    }

    @Test func nothingOfAnyoneIsInTheLog() throws {
        let file = folder.file("tokens.json")
        let made = try ServerProcess.run(
            "chat-server", ["token", "add", "--role", "person", "--handle", "zyxhandle", "--tokens", file],
            errors: folder.file("said"))
        let secret = String(made.output.dropLast())
        let server = try ServerProcess(
            ["--data", folder.file("deep/chat.sqlite"), "--tokens", file, "--log-format", "json"],
            errors: folder.file("log"))
        try trouble(server.port, secret, hasTokens: true)
        let last = try RawProbe(port: server.port)
        _ = try last.call("session.hello", ["role": "person", "handle": "zyxhandle", "token": .string(secret)])
        let revoked = try ServerProcess.run("chat-server", ["token", "revoke", secret, "--tokens", file])
        #expect(revoked.status == 0 && !revoked.output.contains(secret))
        _ = try last.everything()
        #expect(server.end(with: SIGTERM) == 0)
        let log = try folder.text(of: "log")
        let lines = log.split(separator: "\n")
        var events: [String] = []
        for line in lines {
            let value = try JSONReader.read(Array(line.utf8)).value
            #expect(value["time"]?.stringValue.flatMap { Instant($0) } != nil, "\(line)")
            #expect(["info", "warning", "error"].contains(value["level"]?.stringValue ?? ""), "\(line)")
            events.append(try #require(value["event"]?.stringValue))
        }
        #expect(events.first == "directories_made" && events.last == "stopped")
        for event in ["started", "unknown_protocol", "tokens_read", "session_ended"] {
            #expect(events.contains(event), "\(event)")
        }
        for word in Self.texts + [String(secret.suffix(64)), "zyxtoken", "zyx"] {
            #expect(!log.contains(word), "\(word) in \(log)")
        }
    }

    @Test func aRefusedConfigurationIsALineOfJSONToo() throws {
        for words in [["--nonsense"], ["--port", "x"], ["--config", "/no/such"], ["--host", "0.0.0.0"]] {
            let result = try ServerProcess.run("chat-server", ["--log-format", "json"] + words)
            #expect(result.status == 2)
            let value = try JSONReader.read(Array(result.output.dropLast().utf8)).value
            #expect(value["event"] == "configuration_refused" && value["level"] == "error", "\(result.output)")
        }
    }
}
