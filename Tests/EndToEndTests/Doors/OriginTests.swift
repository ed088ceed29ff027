import ChatConformance
import ChatLog
import ChatProtocol
import ChatServer
import Foundation
import Testing

/// The origins that may use the server from a browser, over real sockets: a WebSocket and a POST have the same rules.
final class OriginTests {
    private let server: SocketServer

    init() throws {
        var configuration = SocketServer.Configuration()
        configuration.hosts = ["tool.example"]
        configuration.origins = ["https://inspector.example", "http://localhost:3000"]
        server = try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
    }

    deinit { server.stop() }

    private func status(_ request: String, _ headers: [String], _ body: String = "") throws -> String {
        String(try answer(request, headers, body, port: server.port).dropFirst("HTTP/1.1 ".count).prefix(3))
    }

    private func answer(
        _ request: String, _ headers: [String], _ body: String = "", port: UInt16
    ) throws -> String {
        let client = try RawProbe(port: port)
        client.send(([request] + headers).joined(separator: "\r\n") + "\r\n\r\n" + body)
        client.endSending()
        return String(decoding: try client.everything(), as: UTF8.self)
    }

    private func both(_ headers: [String]) throws -> [String] {
        let body = #"{"jsonrpc":"2.0","id":1,"method":"session.ping"}"#
        return [
            try status(
                "GET /ws HTTP/1.1",
                headers + [
                    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==",
                ]),
            try status(
                "POST /rpc?role=person&handle=anna HTTP/1.1", headers + ["Content-Length: \(body.utf8.count)"], body),
        ]
    }

    @Test func theServersOwnAndThoseThatAreListedMaySpeak() throws {
        let port = server.port
        let good: [[String]] = [
            ["Host: localhost:\(port)"], ["Host: 127.0.0.1:\(port)"], ["Host: [::1]"], ["Host: TOOL.example:80"],
            ["Host: localhost:\(port)", "Origin: http://localhost:\(port)"],
            ["Host: tool.example", "Origin: http://tool.example"],
            ["Host: tool.example", "Origin: https://inspector.example"],
            ["Host: localhost", "Origin: http://localhost:3000"],
            ["Host: localhost", "Origin: HTTPS://Inspector.Example"],
        ]
        for headers in good { #expect(try both(headers) == ["101", "200"], "\(headers)") }
    }

    @Test func otherHostsAndOriginsAreRefused() throws {
        let bad: [[String]] = [
            ["Host: evil.example"], ["Host: tool.example.evil.example"], ["Host: xtool.example"],
            ["Host: tool.example:80:80"], ["Host: localhost", "Origin: http://evil.example"],
            ["Host: localhost", "Origin: null"], ["Host: localhost", "Origin: "],
            ["Host: localhost", "Origin: http://inspector.example"],
            ["Host: localhost", "Origin: https://inspector.example:444"],
            ["Host: localhost", "Origin: https://inspector.example.evil.example"],
            ["Host: localhost", "Origin: http://localhost:3001"],
            ["Host: localhost", "Origin: http://localhost:3000", "Origin: http://evil.example"],
        ]
        for headers in bad { #expect(try both(headers) == ["403", "403"], "\(headers)") }
    }

    @Test(
        "a path in another spelling avoids no check of the origin, and is no other name of the WebSocket",
        arguments: [
            "/%77s", "/%2577s", "//ws", "/./ws", "/a/../ws", "/ws/", "/WS", "/ws;a", "/ws%00", "/ws%3Fa",
            "http://localhost//ws", "http://localhost/%77s",
        ])
    func spelledPathIsChecked(target: String) throws {
        let upgrade = [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==",
        ]
        for (origin, expected) in [("http://evil.example", "403"), ("http://localhost", "404")] {
            let headers = ["Host: localhost", "Origin: \(origin)"] + upgrade
            #expect(try status("GET \(target) HTTP/1.1", headers) == expected, "\(origin)")
        }
    }

    @Test func aRefusalNamesTheOptionThatAllowsTheOrigin() throws {
        func refusal(_ origin: String) throws -> String {
            try answer("GET /ws HTTP/1.1", ["Host: localhost", "Origin: \(origin)"], port: server.port)
        }
        let refused = try refusal("http://localhost:5173")
        #expect(refused.contains("--origin http://localhost:5173,"))
        #expect(refused.contains(#"{"origins": ["http://localhost:5173"]}"#))
        #expect(try refusal("null").contains("serve the page over HTTP"))
        // The answer does not repeat a text that is no origin.
        #expect(!(try refusal("http://a<script>")).contains("<"))
    }

    @Test func theCommandLineNamesThemTooAndWinsOverTheFile() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"origins": ["https://b.example"]}"#, to: "config.json")
        let process = try ServerProcess([
            "--ephemeral", "--config", folder.file("config.json"), "--origin", "http://localhost:5173",
            "--origin=https://c.example",
        ])
        for (origin, status) in [
            ("http://localhost:5173", "200"), ("https://c.example", "200"), ("https://b.example", "403"),
        ] {
            let answer = try answer(
                "GET /healthz HTTP/1.1", ["Host: localhost", "Origin: \(origin)", "Connection: close"],
                port: process.port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(origin)")
        }
        let wrong = try ServerProcess.run("chat-server", ["--ephemeral", "--origin", "localhost:5173"])
        #expect(wrong.status == 2 && wrong.output.contains("--origin must be such as"), "\(wrong.output)")
    }

    @Test func aFileMayNameThem() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            #"{"hosts": ["a.example"], /* and */ "origins": ["https://b.example"], "limits": {"worlds": 3}}"#,
            to: "config.json")
        let process = try ServerProcess(["--ephemeral", "--config", folder.file("config.json")])
        for (host, origin, expected) in [("a.example", "https://b.example", "200"), ("b.example", "", "403")] {
            let client = try RawProbe(port: process.port)
            let line = origin.isEmpty ? "" : "Origin: \(origin)\r\n"
            client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\(line)Connection: close\r\n\r\n")
            #expect(
                String(decoding: try client.everything(), as: UTF8.self).hasPrefix("HTTP/1.1 \(expected) "), "\(host)")
        }
        let client = try RawProbe(port: process.port)
        let welcome = try client.call("session.hello", ["role": "person", "handle": "anna"])
        #expect(welcome["limits"]?["worlds"] == 3)
        let printed = try ServerProcess.run(
            "chat-server", ["--config", folder.file("config.json"), "--port", "1", "--print-config"])
        #expect(printed.status == 0)
        let effective = try JSONReader.read(Array(printed.output.utf8)).value
        #expect(effective["port"] == 1 && effective["limits"]?["worlds"] == 3 && effective["hosts"] == ["a.example"])
    }

    @Test func aFileThatIsWrongIsRefusedInOneLine() throws {
        let folder = try TemporaryFolder()
        for (text, expected) in [
            (#"{"limits": {"textCharacter": 5}}"#, "did you mean limits.textCharacters?"),
            (#"{"limits": {"textCharacters": 0}}"#, "limits.textCharacters must be a whole number from 1 to 1000000"),
            (#"{"limits": {"messageBytes": 5000}}"#, "limits.messageBytes is 5000"),
            (#"{"host": "0.0.0.0"}"#, "needs tokens"),
        ] {
            try folder.write(text, to: "config.json")
            let result = try ServerProcess.run("chat-server", ["--ephemeral", "--config", folder.file("config.json")])
            #expect(result.status == 2 && result.output.contains(expected), "\(result.output)")
            #expect(result.output.split(separator: "\n").count == 1)
        }
    }
}
