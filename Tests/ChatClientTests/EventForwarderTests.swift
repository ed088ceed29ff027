import ChatProtocol
import Testing

@testable import ChatClient

/// The request by which an event is posted to a backend.
struct EventForwarderTests {
    @Test("a line break in the name of an event ends no header")
    func lineBreaksAreEscapedInHeaders() throws {
        let event = try #require(
            ForwardedEvent([
                "id": "evt_1\r\nX-Id: 1", "type": "message.posted\r\n\r\nPOST /other HTTP/1.1 é%",
            ]))
        let forwarder = EventForwarder(
            target: try ForwardTarget("http://127.0.0.1:3000/hooks"), secret: [1], attemptsMax: 1, parent: nil)
        let request = String(decoding: forwarder.request(for: event, attempt: 1, second: 1), as: UTF8.self)
        let parts = request.split(separator: "\r\n\r\n", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        let lines = parts[0].split(separator: "\r\n").map(String.init)
        #expect(lines.count == 10)
        #expect(
            lines.contains("Understudy-Event: message.posted%0D%0A%0D%0APOST%20/other%20HTTP/1.1%20%C3%A9%25"))
        #expect(lines.contains("Understudy-Id: evt_1%0D%0AX-Id:%201"))
        let plain = try #require(ForwardedEvent(["id": "evt_1", "type": "message.posted"]))
        let usual = String(decoding: forwarder.request(for: plain, attempt: 1, second: 1), as: UTF8.self)
        #expect(usual.contains("\r\nUnderstudy-Event: message.posted\r\nUnderstudy-Id: evt_1\r\n"))
    }
}
