import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScenario

/// The messages that a trace keeps from the wire, and above all the data that it must omit.
@Suite struct WireRecorderTests {
    @Test func requestsAndAnswersAreNoted() throws {
        let (recorder, stream, inner) = Self.stream()
        try stream.send(
            Self.bytes(#"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}"#)
        )
        inner.arriving = [
            #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","method":"typing","params":{}}"#,
        ]
        while try stream.receive(waitingMilliseconds: 0) != nil {}
        let noted = recorder.drain().noted
        let anna = try #require(Handle("anna"))
        #expect(noted.map(\.direction) == [.toServer, .fromServer, .fromServer])
        #expect(noted.allSatisfy { $0.owner == .person(anna, device: nil) && $0.number == 1 })
        #expect(recorder.drain().noted.isEmpty)
    }

    @Test func aSecretIsSentAndNeverKept() throws {
        let (recorder, stream, inner) = Self.stream()
        let hello =
            #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"observer","token":"open sesame","world":"w"}}"#
        try stream.send(Self.bytes(hello))
        #expect(inner.sent == [hello])
        let text = try #require(recorder.drain().noted.first.map(Self.text))
        #expect(!text.contains("sesame"))
        #expect(text.contains(#""token":"(secret)","world":"w""#))
    }

    @Test func thePlayersOwnLookingIsLeftOut() throws {
        let (recorder, stream, inner) = Self.stream()
        try stream.send(Self.bytes(#"{"jsonrpc":"2.0","id":1,"method":"session.ping"}"#))
        try stream.send(Self.bytes(#"{"jsonrpc":"2.0","id":2,"method":"session.fence"}"#))
        recorder.isLooking = true
        try stream.send(Self.bytes(#"{"jsonrpc":"2.0","id":3,"method":"highlight.list"}"#))
        recorder.isLooking = false
        try stream.send(Self.bytes(#"{"jsonrpc":"2.0","id":4,"method":"highlight.list"}"#))
        inner.arriving = [
            #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","method":"message.posted","params":{}}"#,
            #"{"jsonrpc":"2.0","id":2,"result":{}}"#, #"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"no"}}"#,
            #"{"jsonrpc":"2.0","id":4,"result":{}}"#,
        ]
        while try stream.receive(waitingMilliseconds: 0) != nil {}
        let texts = recorder.drain().noted.map(Self.text)
        #expect(texts.count == 3)
        #expect(texts.filter { $0.contains(#""id":4"#) }.count == 2)
        #expect(texts.contains { $0.contains("message.posted") })
    }

    @Test func ofWhatAnObserverHearsOnlyTheirOwnIsKept() throws {
        let (recorder, stream, inner) = Self.stream()
        try stream.send(Self.bytes(#"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"observer"}}"#))
        inner.arriving = [
            #"{"jsonrpc":"2.0","method":"message.posted","params":{}}"#,
            #"{"jsonrpc":"2.0","method":"fault.fired","params":{}}"#,
        ]
        while try stream.receive(waitingMilliseconds: 0) != nil {}
        let noted = recorder.drain().noted
        #expect(noted.map(\.owner) == [.observer, .observer])
        #expect(noted.last.map(Self.text)?.contains("fault.fired") == true)
    }

    @Test func aLongMessageIsCutBetweenCharacters() throws {
        let (recorder, stream, inner) = Self.stream()
        inner.arriving = [
            #"{"jsonrpc":"2.0","method":"x","params":{"text":""# + String(repeating: "🎒", count: 5_000) + "\"}}"
        ]
        _ = try stream.receive(waitingMilliseconds: 0)
        let text = try #require(recorder.drain().noted.first.map(Self.text))
        #expect(text.utf8.count <= StepScene.WireMessage.bytesMax)
        #expect(text.utf8.count > StepScene.WireMessage.bytesMax - 4)
        #expect(!text.contains("\u{FFFD}"))
    }

    @Test func aFloodIsCounted() throws {
        let (recorder, stream, inner) = Self.stream()
        let count = WireRecorder.messagesMax + 7
        inner.arriving = (0..<count).map { #"{"jsonrpc":"2.0","method":"x","params":{"n":\#($0)}}"# }
        while try stream.receive(waitingMilliseconds: 0) != nil {}
        let taken = recorder.drain()
        #expect(taken.noted.count == WireRecorder.messagesMax)
        #expect(taken.leftOut == 7)
        #expect(recorder.drain().leftOut == 0)
    }

    @Test func aSecondDeviceHasItsOwnNumber() throws {
        let recorder = WireRecorder()
        let hello = Self.bytes(
            #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}"#)
        let first = RecordedTransport(CannedTransport(), recorder)
        let second = RecordedTransport(CannedTransport(), recorder)
        try first.send(hello)
        try second.send(hello)
        first.close()
        first.close()
        let third = RecordedTransport(CannedTransport(), recorder)
        try third.send(hello)
        #expect(recorder.drain().noted.map(\.number) == [1, 2, 1])
    }

    // MARK: A stream

    private static func stream() -> (WireRecorder, RecordedTransport, CannedTransport) {
        let recorder = WireRecorder()
        let inner = CannedTransport()
        return (recorder, RecordedTransport(inner, recorder), inner)
    }

    private static func text(_ noted: WireRecorder.Noted) -> String {
        StepScene.WireMessage(stream: "", direction: noted.direction, bytes: noted.bytes).text
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// A stream of canned messages.
private final class CannedTransport: ClientTransport {
    var arriving: [String] = []
    private(set) var sent: [String] = []

    func send(_ message: [UInt8]) throws(TransportError) { sent.append(String(decoding: message, as: UTF8.self)) }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        arriving.isEmpty ? nil : Array(arriving.removeFirst().utf8)
    }

    func close() {}
}
