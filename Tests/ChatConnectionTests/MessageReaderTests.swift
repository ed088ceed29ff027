import ChatProtocol
import Testing

@testable import ChatConnection

/// A message to several clients is parsed once.
@Suite struct MessageReaderTests {
    private func told(_ cursor: Int64, _ text: String = "") -> [UInt8] {
        Envelope.notification(method: "message.posted") {
            $0.member("cursor", cursor)
            $0.member("text", text)
        }
    }

    private func read(_ message: [UInt8], _ reader: MessageReader) throws -> HeardNotification {
        guard case .notification(let heard)? = reader.read(message) else { throw Unexpected() }
        return heard
    }

    private struct Unexpected: Error {}

    @Test func theSameBytesAreReadOnce() throws {
        let reader = MessageReader()
        let first = try read(told(7), reader)
        #expect(first.cursor == 7)
        #expect(try read(told(7), reader) === first)
        #expect(try read(told(8), reader).cursor == 8)
        #expect(try read(told(7), reader) === first)
    }

    @Test func anOldMessageIsParsedAgain() throws {
        let reader = MessageReader()
        let first = try read(told(0), reader)
        for cursor: Int64 in 1..<1_024 { _ = try read(told(cursor), reader) }
        #expect(try read(told(0), reader) === first)
        for cursor: Int64 in 1_024..<3_000 {
            let heard = try read(told(cursor), reader)
            #expect(try read(told(cursor), reader) === heard)
        }
        let again = try read(told(0), reader)
        #expect(again !== first && again == first)
    }

    @Test func longOnesAreNotKept() throws {
        let reader = MessageReader()
        let long = told(1, String(repeating: "x", count: 4_096))
        #expect(try read(long, reader) !== read(long, reader))
    }

    @Test func anAnswerIsWhoseItIs() {
        let reader = MessageReader()
        for _ in 0..<2 {
            guard
                case .answer(.integer(3), .success(true))? = reader.read(
                    Envelope.result(id: .integer(3), JSONValue.bool(true)))
            else {
                Issue.record("no answer")
                return
            }
        }
        #expect(reader.read(Array("{".utf8)) == nil)
    }

    @Test func anInvalidMessageFailsForEachClient() throws {
        let reader = MessageReader()
        for _ in 0..<2 {
            let heard = try read(told(1), reader)
            #expect(throws: InvalidField.self) { try heard.content() }
        }
    }
}
