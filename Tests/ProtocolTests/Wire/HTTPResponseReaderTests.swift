import ChatProtocol
import Testing

/// The reader of one HTTP response, which is complete by its length, by its last chunk or without a body.
@Suite struct HTTPResponseReaderTests {
    private static let answers: [(text: String, status: Int, body: String)] = [
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok"),
        ("HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
        ("HTTP/1.0 500 Oh\r\nContent-Length: 0\r\n\r\n", 500, ""),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Made\r\nContent-Length: 1\r\n\r\nx", 201, "x"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", 200, "2\r\nok\r\n0\r\n\r\n"),
    ]

    @Test(arguments: answers.indices) func responseIsCompleteOnlyWithItsLastByte(index: Int) throws {
        let (text, status, body) = Self.answers[index]
        var reader = HTTPResponseReader()
        for byte in text.utf8 {
            #expect(!reader.isWhole)
            try reader.receive([byte])
        }
        #expect(reader.isWhole && reader.head?.status == status)
        #expect(String(decoding: reader.body, as: UTF8.self) == body)
    }

    @Test func responseWithoutALengthIsCompleteAtTheLimit() throws {
        var reader = HTTPResponseReader(limits: WireLimits(messageBytes: 4))
        try reader.receive(Array("HTTP/1.1 200 OK\r\n\r\nabc".utf8))
        #expect(!reader.isWhole && reader.head?.status == 200)
        try reader.receive(Array("d".utf8))
        #expect(reader.isWhole)
    }

    @Test(arguments: ["nonsense\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 20 No\r\n\r\n", "HTTP/1.1 200 OK\r\n\n"])
    func responseThatIsNoHTTPIsRefused(text: String) {
        var reader = HTTPResponseReader()
        #expect(throws: HTTPError.self) { try reader.receive(Array(text.utf8)) }
    }
}
