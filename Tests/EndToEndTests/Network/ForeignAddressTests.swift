import ChatConformance
import ChatProtocol
import Foundation
import TestExtent
import Testing

/// No program connects to an address that another client chose.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct ForeignAddressTests {
    private let server: ServerProcess
    private let trap: TestBackend
    private let anna: RawProbe
    private let conversation: JSONValue

    init() throws {
        server = try ServerProcess(["--ephemeral"])
        trap = try TestBackend()
        anna = try RawProbe(port: server.port, as: "anna")
        let created = try anna.call("conversation.create", ["participants": ["bea"]])
        conversation = try #require(created["conversation"]?["id"])
    }

    private func bea(_ words: String...) throws -> PlainProcess {
        try PlainProcess("chat-client", [words[0], "127.0.0.1:\(server.port)", "--as", "bea"] + words.dropFirst())
    }

    @Test("neither the server nor a client connects to a link of a message, a site, a document or a share")
    func linksAreNotFetched() throws {
        let url = "http://127.0.0.1:\(trap.port)/preview"
        let observer = try RawProbe(port: server.port)
        try observer.call("session.hello", ["role": "observer"])
        let app: JSONValue = ["app": "com.example.notes", "name": "Notes", "domains": ["127.0.0.1", "localhost"]]
        try observer.call("app.register", app)
        for domain in ["127.0.0.1", "localhost"] {
            try observer.call("site.publish", ["domain": .string(domain), "association": ["applinks": [:]]])
        }
        for link in [url, "http://localhost:\(trap.port)/", "http://[::ffff:127.0.0.1]:\(trap.port)/"] {
            let sent = try anna.call("message.send", ["conversation": conversation, "text": .string("look \(link)")])
            #expect(sent["message"]?["id"] != nil, "\(sent)")
            for method in ["link.pin", "link.unpin"] {
                try anna.call(method, ["conversation": conversation, "url": .string(link)])
            }
            for method in ["link.open", "link.explain", "share.accept"] {
                try anna.call(method, ["url": .string(link)])
            }
            for method in ["document.create", "share.create"] {
                try anna.call(method, ["app": "com.example.notes", "title": "Plan", "url": .string(link)])
            }
        }
        let shown = { (lines: [String]) in lines.contains { $0.contains(url) } }
        let watching = try bea("watch", "--after", "0")
        #expect(watching.waits(until: shown))
        let connected = try bea("connect")
        #expect(connected.waits(until: shown), "\(connected.lines)")
        connected.type("/open 1\n/pin 1\n/shelf\n/quit\n")
        _ = connected.end()
        #expect(server.end(with: SIGTERM) == 0)
        #expect(trap.isUncalled)
        // A connection would have been seen.
        let caller = try RawProbe(port: trap.port)
        #expect(!trap.isUncalled)
        caller.close()
    }

    @Test("a post to a back end follows no redirect", arguments: [301, 302, 303, 307, 308])
    func redirectsAreNotFollowed(status: Int) throws {
        let backend = try TestBackend()
        let target = ["--forward-to", "http://127.0.0.1:\(backend.port)/hooks", "--secret", "s3cret"]
        let listener = try PlainProcess(
            "chat-client",
            ["listen", "127.0.0.1:\(server.port)", "--as", "bea", "--for", "message.posted", "--after", "0"] + target)
        try anna.call("message.send", ["conversation": conversation, "text": "secret"])
        let redirect =
            "HTTP/1.1 \(status) Moved\r\nLocation: http://127.0.0.1:\(trap.port)/\r\nContent-Length: 0\r\n\r\n"
        let first = try backend.next(bytes: Array(redirect.utf8))
        let second = try backend.next()
        #expect(first.body == second.body && second.head.headers["Understudy-Attempt"] == "2")
        #expect(listener.waits { $0.contains { $0.hasSuffix(" 200") } })
        #expect(trap.isUncalled)
    }
}
