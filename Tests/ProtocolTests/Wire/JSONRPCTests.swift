import ChatProtocol
import Testing

/// The requests of JSON-RPC 2.0, and the error codes for all other bytes.
struct JSONRPCTests {
    private func read(_ text: String) throws -> RequestEnvelope { try RequestEnvelope.read(Array(text.utf8)) }

    private func refusal(of text: String) -> EnvelopeError? {
        do {
            _ = try RequestEnvelope.read(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("1", RequestID.integer(1)), ("-7", .integer(-7)), ("0", .integer(0)), ("\"\"", .string("")),
        ("\"1\"", .string("1")), ("9007199254740992", .integer(1 << 53)), ("-9007199254740992", .integer(-(1 << 53))),
        ("\"\\u0000\\\"é\"", .string("\0\"é")),
    ])
    func idIsReturnedUnchangedInTheAnswer(_ text: String, _ id: RequestID) throws {
        #expect(try read("{\"jsonrpc\":\"2.0\",\"id\":\(text),\"method\":\"m\"}").id == id)
        let answer = try JSONReader.read(Envelope.result(id: id, Answer.empty)).value
        #expect(RequestID(answer["id"]) == id)
    }

    @Test("a request with 65 combining marks in a row is refused with its id, and with 64 it is read")
    func lettersWithTooManyMarksAreRefused() throws {
        func request(_ text: String) -> String {
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":{\"deep\":[{\"text\":\"\(text)\"}]}}"
        }
        let marks = (0..<64).map { $0 % 2 == 0 ? "\u{301}" : "\u{323}" }.joined()
        #expect(try read(request("a" + marks + "b" + marks)).method == "m")
        for text in ["a\(marks)\u{301}", "a" + String(repeating: "\\u0301", count: 65)] {
            let error = try #require(refusal(of: request(text)))
            #expect(error.id == .integer(7) && error.error.reason == .tooLarge)
            #expect(error.error.message.contains("combining marks"))
        }
    }

    @Test("a request with more than 20,000 values and names is refused, and one with 20,000 is read")
    func requestsWithTooManyValuesAreRefused() throws {
        // The request itself has eleven: two objects, an array, five names, and three values.
        func request(_ count: Int) -> String {
            let values = Array(repeating: "1", count: count).joined(separator: ",")
            return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":{\"a\":[\(values)]}}"
        }
        #expect(try read(request(19_989)).method == "m")
        let refusal = refusal(of: request(19_990))
        let error = try #require(refusal)
        #expect(error.error.reason == .parse && error.error.message.contains("more than 20000 values and names"))
    }

    @Test(arguments: [
        "9007199254740993", "-9007199254740993", "18446744073709551616", "1.0", "1e3", "null", "true", "[]", "{}",
    ])
    func idOfAnotherTypeOrRangeIsRefused(_ text: String) {
        let error = refusal(of: "{\"jsonrpc\":\"2.0\",\"id\":\(text),\"method\":\"m\"}")
        #expect(error?.error.reason.code == -32600)
        #expect(error?.id == nil)
    }

    @Test(arguments: [
        "[]", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}]", "1", "\"x\"", "null", "{}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}", "{\"id\":1,\"method\":\"m\"}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"}", "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"m\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":1}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":[]}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":\"x\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"extra\":1}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":1,\"method\":\"m\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":1,\"a\":1}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":[{\"b\":1,\"b\":2}]}}",
    ])
    func jsonThatIsNoRequestIsRefusedWith32600(_ text: String) {
        #expect(refusal(of: text)?.error.reason == .invalidRequest)
    }

    @Test(arguments: ["", "{", "{\"jsonrpc\":\"2.0\",}", "\u{1}", "{\"id\":01}", "nope"])
    func textThatIsNotJSONIsRefusedWith32700(_ text: String) {
        #expect(refusal(of: text)?.error.reason == .parse)
        #expect(refusal(of: text)?.id == nil)
    }

    @Test func refusalCarriesTheIDIfItIsReadable() {
        #expect(refusal(of: "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":1}")?.id == .string("x"))
    }

    @Test func everyErrorHasItsCodeAndReasonAndIsReadBack() throws {
        for reason in RPCError.Reason.allCases {
            for detail in [nil, .limit(name: "text", value: 3), .retryAfter(milliseconds: 9), .field("a.b")]
                as [RPCError.Detail?]
            {
                let error = RPCError(reason, "why", detail)
                let text = Envelope.failure(id: .integer(1), error)
                #expect(ServerMessage.read(text) == .failure(.integer(1), error))
                let value = try JSONReader.read(text).value
                #expect(value["error"]?["code"]?.integerValue == Int64(reason.code))
                #expect(value["error"]?["data"]?["reason"]?.stringValue == reason.rawValue)
            }
        }
        let table: [RPCError.Reason: Int] = [
            .parse: -32700, .invalidRequest: -32600, .unknownMethod: -32601, .invalidParams: -32602, .internal: -32603,
            .unauthenticated: -32001, .forbidden: -32002, .notFound: -32003, .conflict: -32004, .expired: -32005,
            .tooLarge: -32006, .rateLimited: -32007, .unavailable: -32008,
        ]
        for reason in RPCError.Reason.allCases { #expect(table[reason] == reason.code) }
    }
}
