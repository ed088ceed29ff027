import ChatProtocol
import Testing

/// The one-pass reader of plain send requests. It agrees with the general reader, and leaves all other requests to it.
struct PlainSendTests {
    /// A request as the general reader returns it.
    private struct Whole: Equatable {
        let id: RequestID
        let request: Request?
        let clientID: String?

        init(_ bytes: [UInt8]) throws {
            let envelope = try RequestEnvelope.read(bytes)
            id = envelope.id
            (clientID, request) = try JSONFields.all(of: envelope.params) { fields throws(InvalidField) in
                let clientID = try fields.optionalString("clientID")
                let method = ChatProtocol.Method(rawValue: envelope.method)
                return (
                    clientID, try method.flatMap { method throws(InvalidField) in try Request(method, from: &fields) }
                )
            }
        }
    }

    private func request(
        id: String = "7", method: String = #""message.send""#, text: String = #""Hello""#, more: String = ""
    ) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":\#(method),"params":{"conversation":"c4","text":\#(text)\#(more)}}"#
    }

    private func expectSame(_ text: String) throws {
        let bytes = Array(text.utf8)
        let plain = try #require(PlainSend(bytes), "\(text) is plain")
        let whole = try Whole(bytes)
        #expect(plain.id == whole.id)
        #expect(plain.request == whole.request)
        #expect(plain.clientID == whole.clientID)
    }

    @Test func plainRequestIsReadAsByTheGeneralReader() throws {
        try expectSame(request())
        try expectSame(request(id: "0"))
        try expectSame(request(id: "999999999999999"))
        try expectSame(request(id: #""an id""#))
        try expectSame(request(id: #""""#))
        try expectSame(request(text: #""""#))
        try expectSame(request(text: #""Grüße 👋🏽 an alle, die es länger als sechzehn Bytes mögen""#))
        try expectSame(request(more: #","clientID":"one""#))
        try expectSame(request(more: #","clientID":"""#))
        try expectSame(
            " { \"params\" : {\"text\": \"a\" , \"conversation\":\t\"c9\"} ,\r\"id\" :3, \"method\" : "
                + "\"message.send\", \"jsonrpc\": \"2.0\" } ")
    }

    @Test(arguments: [
        // These requests are valid, but only the general reader reads them.
        #"{"jsonrpc":"2.0","id":-1,"method":"message.send","params":{"conversation":"c4","text":"a"}}"#,
        #"{"jsonrpc":"2.0","id":1234567890123456,"method":"message.send","params":{"conversation":"c4","text":"a"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"a\nb"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"\u00e9"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"a","replyTo":"m5"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"a","clientID":null}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.edit","params":{"message":"m4","text":"a"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"session.ping"}"#,
    ])
    func otherValidRequestIsLeftToTheGeneralReader(_ text: String) throws {
        #expect(PlainSend(Array(text.utf8)) == nil)
        #expect(throws: Never.self) { try RequestEnvelope.read(Array(text.utf8)) }
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "{\"jsonrpc\":\"2.0\"",
        #"{"id":1,"method":"message.send","params":{"conversation":"c4","text":"a"}}"#,
        #"{"jsonrpc":"2.1","id":1,"method":"message.send","params":{"conversation":"c4","text":"a"}}"#,
        #"{"jsonrpc":"2.0","id":01,"method":"message.send","params":{"conversation":"c4","text":"a"}}"#,
        #"{"jsonrpc":"2.0","id":1.5,"method":"message.send","params":{"conversation":"c4","text":"a"}}"#,
        #"{"jsonrpc":"2.0","id":1,"id":2,"method":"message.send","params":{"conversation":"c4","text":"a"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"a","text":"b"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"a","words":"b"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"text":"a"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"a",}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"a"}} x"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"a"}}{}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"message.send","params":{"conversation":"c4","text":"a}}"#,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"message.send\",\"params\":{\"conversation\":\"c4\",\"text\":\"a\tb\"}}",
    ])
    func invalidRequestIsNotPlain(_ text: String) {
        #expect(PlainSend(Array(text.utf8)) == nil)
    }

    @Test func requestWithInvalidUTF8IsNotPlain() {
        for wrong: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC0, 0xAF]] {
            let (head, tail) = (Array(request().utf8.prefix(70)), Array(request().utf8.dropFirst(70)))
            #expect(!head.isEmpty && PlainSend(head + tail) != nil)
            let text = request(text: #""Hello there""#)
            let place = Array(text.utf8.prefix { $0 != UInt8(ascii: "H") }).count
            var bytes = Array(text.utf8)
            bytes.insert(contentsOf: wrong, at: place)
            #expect(PlainSend(bytes) == nil)
        }
    }

    /// The one-pass reader reads a request with one changed byte like the general reader, or not at all.
    @Test func changedByteIsReadAlikeByBothReaders() throws {
        let text = Array(request(more: #","clientID":"one""#).utf8)
        for index in text.indices {
            for byte: UInt8 in [0x00, 0x09, 0x20, 0x22, 0x2C, 0x30, 0x3A, 0x5C, 0x61, 0x7B, 0x7D, 0x80, 0xC3, 0xFF] {
                var bytes = text
                bytes[index] = byte
                guard let plain = PlainSend(bytes) else { continue }
                let whole = try Whole(bytes)
                #expect(plain.id == whole.id && plain.request == whole.request && plain.clientID == whole.clientID)
            }
        }
    }
}
