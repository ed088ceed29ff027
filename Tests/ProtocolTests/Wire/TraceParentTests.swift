import ChatProtocol
import Testing

/// The values of `traceparent` after W3C Trace Context, and their place in requests and notifications.
struct TraceParentTests {
    private static let ids = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"

    private func request(_ members: String) -> [UInt8] {
        Array(#"{"jsonrpc":"2.0","id":1,"method":"session.ping"\#(members)}"#.utf8)
    }

    @Test(
        "a valid value is read, and one of a later version becomes one of version 00",
        arguments: [
            ("00-\(ids)-01", "00-\(ids)-01"), ("00-\(ids)-00", "00-\(ids)-00"), ("00-\(ids)-03", "00-\(ids)-03"),
            ("01-\(ids)-01", "00-\(ids)-01"), ("cc-\(ids)-09-what-comes-later", "00-\(ids)-01"),
            ("fe-\(ids)-0e-", "00-\(ids)-00"),
        ])
    func validValueIsRead(text: String, expected: String) throws {
        let trace = try #require(TraceParent(text))
        #expect(trace.description == expected)
        #expect(trace.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
    }

    static let invalid = [
        "", "00", "00-\(ids)", "00-\(ids)-", "00-\(ids)-0", "00-\(ids)-011", "00-\(ids)-01-more", "00-\(ids)-0g",
        "ff-\(ids)-01", "0-\(ids)-001", "00_\(ids)-01", "00-\(ids.uppercased())-01", "0A-\(ids)-01", " 00-\(ids)-01",
        "00-\(ids)-01 ", "00-\(ids.replacing("-", with: "_"))-01", "01-\(ids)-01more", "01-\(ids)-01.",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", "00-\(ids.replacing("4b", with: "é"))-01",
    ]

    @Test("an invalid value is not read, and a request with it is refused with its id", arguments: invalid)
    func invalidValueIsRefused(text: String) throws {
        #expect(TraceParent(text) == nil)
        expectRefusal(of: request(#","traceparent":"\#(text)""#))
    }

    private func expectRefusal(of message: [UInt8]) {
        let refused = #expect(throws: EnvelopeError.self) { try RequestEnvelope.read(message) }
        #expect(refused?.id == .integer(1) && refused?.error.reason == .invalidRequest)
        #expect(refused?.error.message.contains("traceparent must be \(TraceParent.form)") == true)
    }

    @Test(
        "a traceparent that is no string is refused",
        arguments: ["null", "1", "true", "[]", #"{"traceID":"4bf92f3577b34da6a3ce929d0e0e4736"}"#])
    func otherTypeIsRefused(value: String) throws {
        expectRefusal(of: request(",\"traceparent\":\(value)"))
    }

    @Test("a request has its trace at any place, with and without params")
    func requestHasItsTrace() throws {
        let trace = try #require(TraceParent("00-\(Self.ids)-01"))
        let member = #""traceparent":"\#(trace)""#
        #expect(try RequestEnvelope.read(request("")).trace == nil)
        #expect(try RequestEnvelope.read(request(",\(member)")).trace == trace)
        #expect(try RequestEnvelope.read(request(#","params":{},\#(member)"#)).trace == trace)
        #expect(try RequestEnvelope.read(request(#",\#(member),"params":{}"#)).trace == trace)
        #expect(throws: EnvelopeError.self) { try RequestEnvelope.read(request(",\(member),\(member)")) }
        #expect(throws: EnvelopeError.self) { try RequestEnvelope.read(request(",\(member),\"extra\":1")) }
    }

    @Test("the trace of an HTTP header goes into a request that has none, and changes no other message")
    func headerGoesIntoTheRequest() throws {
        let (trace, other) = (
            try #require(TraceParent("00-\(Self.ids)-01")),
            try #require(TraceParent("00-\(Self.ids.replacing("4b", with: "77"))-01"))
        )
        func read(_ message: [UInt8]) throws -> RequestEnvelope {
            try RequestEnvelope.read(RequestEnvelope.adding(trace, to: message))
        }
        for message in [request(""), Array(" \r\n{ ".utf8) + request(#","params":{"a":{"b":"{"}}"#).dropFirst()] {
            let (plain, traced) = (try RequestEnvelope.read(message), try read(message))
            #expect(traced.trace == trace && traced.params == plain.params && traced.id == plain.id)
        }
        #expect(try read(request(#","traceparent":"\#(other)""#)).trace == other)
        for text in ["", "{}", "[]", "{", "1", #"{"jsonrpc":"2.0","method":"m"}"#] {
            #expect(RequestEnvelope.adding(trace, to: Array(text.utf8)) == Array(text.utf8))
        }
        let wrong = request(#","traceparent":"x""#)
        #expect(RequestEnvelope.adding(trace, to: wrong) == wrong)
    }

    @Test("a notification names the trace next to its params")
    func notificationNamesTheTrace() throws {
        let trace = try #require(TraceParent("00-\(Self.ids)-01"))
        let plain = Envelope.notification(method: "typing") { $0.member("typing", true) }
        let traced = Envelope.adding(trace, toNotification: plain)
        #expect(ServerMessage.read(traced) == ServerMessage.read(plain))
        #expect(ServerMessage.trace(ofNotification: traced) == trace)
        #expect(ServerMessage.trace(ofNotification: plain) == nil)
    }
}
