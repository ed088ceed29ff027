import ChatProtocol
import Testing

@testable import ChatScenario

/// The requests that the page of `play --ui` answers, and those that it refuses.
@Suite struct UIAccessTests {
    private static let access = UIAccess(port: 7_000, token: "0123abcd")

    private static func route(
        _ target: String, method: String = "GET", host: String = "127.0.0.1:7000", headers: [String] = [],
        asksForUpgrade: Bool = false
    ) throws -> UIAccess.Route {
        var queue = ByteQueue()
        let lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + headers
        queue.append(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        var output: [UInt8] = []
        var parser = HTTPRequestParser()
        let request = try #require(try parser.next(in: &queue, into: &output))
        return access.route(request.head, asksForUpgrade: asksForUpgrade)
    }

    private static func status(_ route: UIAccess.Route) -> Int? {
        if case .answer(let response) = route { response.status } else { nil }
    }

    @Test("the printed address leads to the page, and ws next to it to the WebSocket")
    func printedAddressIsThePage() throws {
        #expect(Self.access.address == "http://127.0.0.1:7000/0123abcd/")
        #expect(try Self.route("/0123abcd/") == .page)
        #expect(try Self.route("/0123abcd") == .page)
        #expect(try Self.route("/0123abcd/", method: "HEAD") == .page)
        #expect(try Self.route("/0123abcd/ws", asksForUpgrade: true) == .socket)
        #expect(try Self.route("/0123abcd/", host: "localhost:7000") == .page)
        #expect(try Self.route("http://127.0.0.1:7000/0123abcd/") == .page)
    }

    @Test(
        "a wrong token is refused, for the page and for the WebSocket",
        arguments: ["/", "/0123abce/", "/0123abc/", "/0123abcd0/", "//0123abcd/", "/x/0123abcd/", "/?0123abcd", "/ws"])
    func wrongTokenIsRefused(target: String) throws {
        #expect(Self.status(try Self.route(target)) == 403)
        #expect(Self.status(try Self.route(target + "ws", asksForUpgrade: true)) == 403)
    }

    @Test(
        "another host is refused, so that no web page whose name points here gets an answer",
        arguments: [
            "evil.example", "evil.example:7000", "127.0.0.1", "127.0.0.1:7001", "localhost.evil.example:7000", "",
        ])
    func otherHostIsRefused(host: String) throws {
        #expect(Self.status(try Self.route("/0123abcd/", host: host)) == 403)
        #expect(Self.status(try Self.route("http://\(host)/0123abcd/")) == 403)
    }

    @Test(
        "a page of another origin is refused",
        arguments: [
            "http://evil.example", "https://127.0.0.1:7000", "http://127.0.0.1:7001", "http://localhost:7000", "null",
        ])
    func otherOriginIsRefused(origin: String) throws {
        let route = try Self.route("/0123abcd/ws", headers: ["Origin: \(origin)"], asksForUpgrade: true)
        #expect(Self.status(route) == 403)
        let two = ["Origin: http://127.0.0.1:7000", "Origin: \(origin)"]
        #expect(Self.status(try Self.route("/0123abcd/ws", headers: two, asksForUpgrade: true)) == 403)
    }

    @Test("the page's own origin is accepted")
    func ownOriginIsAccepted() throws {
        let headers = ["Origin: http://127.0.0.1:7000"]
        #expect(try Self.route("/0123abcd/ws", headers: headers, asksForUpgrade: true) == .socket)
    }

    @Test("other methods and paths have their own errors")
    func otherRequestsHaveTheirErrors() throws {
        #expect(Self.status(try Self.route("/0123abcd/", method: "POST")) == 405)
        #expect(Self.status(try Self.route("/0123abcd/other")) == 404)
        #expect(Self.status(try Self.route("/0123abcd/ws")) == 426)
        #expect(Self.status(try Self.route("/0123abcd/", asksForUpgrade: true)) == 400)
    }

    @Test("a token has 128 bits in hexadecimal digits, and each run has another")
    func tokensDiffer() {
        let tokens = (0..<100).map { _ in UIAccess.newToken() }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }
}
