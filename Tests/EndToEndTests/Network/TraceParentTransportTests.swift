import ChatConformance
import ChatProtocol
import Testing

/// The `traceparent` of a request over each transport: as a member of the message, and as a header of `POST /rpc`.
struct TraceParentTransportTests {
    private static let ids = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"
    private static let trace = "00-\(ids)-01"

    private func request(_ text: String, _ conversation: JSONValue, trace: String?) -> String {
        let members = trace.map { #","traceparent":"\#($0)""# } ?? ""
        let value: JSONValue = ["conversation": conversation, "text": .string(text)]
        let params = String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
        return #"{"jsonrpc":"2.0","id":5,"method":"message.send","params":\#(params)\#(members)}"#
    }

    private func post(_ body: String, _ headers: [String] = [], to server: ServerProcess) throws -> String {
        let client = try RawProbe(port: server.port)
        let head = ["POST /rpc?role=person&handle=anna HTTP/1.1", "Host: localhost", "Connection: close"] + headers
        client.send(
            (head + ["Content-Length: \(body.utf8.count)"]).joined(separator: "\r\n") + "\r\n\r\n" + body)
        return String(decoding: try client.everything(), as: UTF8.self)
    }

    private func conversation(on server: ServerProcess) throws -> JSONValue {
        let anna = try RawProbe(port: server.port, as: "anna")
        let created = try anna.call("conversation.create", ["participants": ["bea"]])
        return try #require(created["conversation"]?["id"])
    }

    /// Returns the text and the traceparent of each message that Bea received, as the journal has them.
    private func journal(of server: ServerProcess) throws -> [String: String] {
        let observer = try RawProbe(port: server.port)
        _ = try observer.call("session.hello", ["role": "observer"])
        let listed = try observer.call("journal.list", ["event": "message.posted", "person": "bea"])
        let entries = try #require(listed["entries"]?.arrayValue)
        let pairs = entries.map { ($0["text"]?.stringValue ?? "", $0["traceparent"]?.stringValue ?? "none") }
        return Dictionary(pairs) { $1 }
    }

    @Test("lines, a WebSocket and POST /rpc carry a traceparent to the journal, which outlives a restart")
    func everyTransportCarriesATraceparent() throws {
        let folder = try TemporaryFolder()
        let data = ["--data", folder.file("chat.sqlite")]
        let server = try ServerProcess(data)
        let conversation = try conversation(on: server)
        let lines = try RawProbe(port: server.port, as: "anna")
        lines.sendLine(request("lines", conversation, trace: Self.trace))
        #expect(try lines.message()["result"] != nil)
        let socket = try WebSocketProbe(port: server.port)
        #expect(try socket.next() == .upgraded(subprotocol: "chat.v1"))
        socket.say(#"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}"#)
        socket.say(request("socket", conversation, trace: Self.trace))
        for _ in 0..<2 { _ = try #require(try socket.next()) }
        #expect(try post(request("member", conversation, trace: Self.trace), to: server).contains(#""result""#))
        let header = ["Traceparent: \(Self.trace)"]
        #expect(try post(request("header", conversation, trace: nil), header, to: server).contains(#""result""#))
        let other = "00-\(Self.ids.replacing("4b", with: "77"))-00"
        _ = try post(request("both", conversation, trace: other), header, to: server)
        _ = try post(request("none", conversation, trace: nil), to: server)
        let expected = [
            "lines": Self.trace, "socket": Self.trace, "member": Self.trace, "header": Self.trace, "both": other,
            "none": "none",
        ]
        #expect(try journal(of: server) == expected)
        server.end(with: 9)
        let again = try ServerProcess(data)
        #expect(try journal(of: again) == expected)
        again.end(with: 15)
    }

    @Test("an invalid traceparent is ignored in the header and refused in the message")
    func invalidTraceparent() throws {
        let server = try ServerProcess(["--ephemeral"])
        let conversation = try conversation(on: server)
        let wrong = ["00-1-2-3", "00-\(Self.ids.uppercased())-01", "ff-\(Self.ids)-01", ""]
        for (number, value) in wrong.enumerated() {
            let answer = try post(
                request("header \(number)", conversation, trace: nil), ["traceparent: \(value)"], to: server)
            #expect(answer.contains(#""result""#), "\(value)")
            let refused = try post(request("member \(number)", conversation, trace: value), to: server)
            #expect(refused.contains(#""id":5,"error":{"code":-32600"#) && refused.contains("traceparent must be"))
        }
        let twice = ["traceparent: \(Self.trace)", "traceparent: \(Self.trace)"]
        _ = try post(request("twice", conversation, trace: nil), twice, to: server)
        let delivered = try journal(of: server)
        #expect(delivered.count == wrong.count + 1 && Set(delivered.values) == ["none"])
    }
}
