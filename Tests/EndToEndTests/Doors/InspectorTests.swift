import ChatConformance
import ChatLog
import ChatProtocol
import ChatServer
import Testing

/// The inspector's page as the server sends it. `script/inspector-check` tests it in a browser.
final class InspectorTests {
    private let server: SocketServer

    init() throws {
        server = try SocketServer(configuration: .init(), log: MemoryEventLog(), isStored: false)
    }

    deinit { server.stop() }

    private func answer(_ request: String, host: String = "localhost") throws -> (head: [String], body: String) {
        let client = try RawProbe(port: server.port)
        client.send("\(request) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        client.endSending()
        let text = String(decoding: try client.everything(), as: UTF8.self)
        let end = try #require(text.utf8.firstRange(of: "\r\n\r\n".utf8))
        return (
            String(text[..<end.lowerBound]).split(separator: "\r\n").map(String.init), String(text[end.upperBound...])
        )
    }

    @Test func thePageIsAnsweredWithAStrictPolicy() throws {
        let (head, body) = try answer("GET /")
        #expect(head.first == "HTTP/1.1 200 OK")
        #expect(
            head.contains("Content-Type: text/html; charset=utf-8") && head.contains("X-Content-Type-Options: nosniff"))
        #expect(head.contains("Cache-Control: no-store") && head.contains("Referrer-Policy: no-referrer"))
        let policy = try #require(head.first { $0.hasPrefix("Content-Security-Policy: ") })
        for rule in [
            "default-src 'none'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'",
        ] { #expect(policy.contains(rule), "\(rule)") }
        #expect(!policy.contains("unsafe") && !policy.contains("http"))
        #expect(body.hasPrefix("<!DOCTYPE html>") && body.hasSuffix("</html>\n") && !body.contains("{{"))
    }

    @Test func thePolicyNamesTheScriptAndTheStyleThatStandThere() throws {
        let (head, body) = try answer("GET /")
        let policy = try #require(head.first { $0.hasPrefix("Content-Security-Policy: ") })
        for (kind, tag) in [("script-src", "script"), ("style-src", "style")] {
            let pieces = body.components(between: "<\(tag)>", and: "</\(tag)>")
            #expect(pieces.count == 1, "one \(tag)")
            #expect(policy.contains("\(kind) 'sha256-\(Base64.encode(SHA256.digest(Array(pieces[0].utf8))))'"))
        }
        #expect(!body.contains("<script src") && !body.contains(" style=\"") && !body.contains(" onclick"))
    }

    @Test func nothingForeignIsInIt() throws {
        let body = try answer("GET /").body
        for scheme in ["http://", "https://", "ws://", "wss://", "//cdn", "url(", "@import", "import("] {
            #expect(!body.contains(scheme), "\(scheme)")
        }
    }

    @Test func thePageIsRefusedToForeignHostsAndOtherMethods() throws {
        #expect(try answer("GET /", host: "evil.example").head.first == "HTTP/1.1 403 Forbidden")
        #expect(try answer("POST /").head.first == "HTTP/1.1 405 Method Not Allowed")
        let (head, body) = try answer("HEAD /")
        #expect(head.first == "HTTP/1.1 200 OK" && body.isEmpty)
    }
}

extension String {
    /// Returns the texts between each start mark and the next end mark.
    fileprivate func components(between start: String, and end: String) -> [String] {
        var found: [String] = []
        var rest = Substring(self)
        while let first = rest.firstRange(of: start), let last = rest[first.upperBound...].firstRange(of: end) {
            found.append(String(rest[first.upperBound..<last.lowerBound]))
            rest = rest[last.upperBound...]
        }
        return found
    }
}
