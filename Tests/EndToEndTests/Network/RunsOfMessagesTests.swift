import ChatConformance
import ChatProtocol
import Testing

/// Consecutive messages to the same people are enqueued together into each of their streams. The order on a stream is
/// still the order of the events.
struct RunsOfMessagesTests {
    private static let each = 40

    private static func hello(_ person: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"\#(person)"}}"#
    }

    private static func requests(in conversation: String, from person: String) -> [String] {
        (1...each).map {
            #"{"jsonrpc":"2.0","id":\#($0 + 10),"method":"message.send","params":{"conversation":"\#(conversation)","#
                + #""text":"\#(person) \#($0)"}}"#
        }
    }

    /// Returns the sequence number of the message in an answer or a notification; nil if it has none.
    private static func number(in value: JSONValue) -> Int64? {
        (value["result"]?["message"] ?? value["params"]?["message"])?["sequence"]?.integerValue
    }

    private static func numbers(_ count: Int, _ next: () throws -> JSONValue) throws -> [Int64] {
        var numbers: [Int64] = []
        while numbers.count < count {
            if let number = number(in: try next()) { numbers.append(number) }
        }
        return numbers
    }

    @Test func everyStreamHearsAllInOrder() throws {
        let server = try ServerProcess(["--ephemeral", "--no-rate-limit"])
        let people = ["anna", "bea", "cem", "dora"]
        let lines = try people.map { person in
            let line = try RawProbe(port: server.port)
            line.sendLine(Self.hello(person))
            _ = try line.message()
            return line
        }
        // Two of the people have a second device that uses the other framing.
        let sockets = try ["anna", "dora"].map { person in
            let socket = try WebSocketProbe(port: server.port)
            #expect(try socket.next() == .upgraded(subprotocol: "chat.v1"))
            socket.say(Self.hello(person))
            _ = try socket.next()
            return socket
        }
        let created = try lines[0].call("conversation.create", ["participants": ["bea", "cem", "dora"]], id: 2)
        let conversation = try #require(created["conversation"]?["id"]?.stringValue)
        // Two people send at once, and one of them with both framings, so that their runs of messages alternate.
        lines[0].send(Self.requests(in: conversation, from: "anna").map { $0 + "\n" }.joined())
        lines[1].send(Self.requests(in: conversation, from: "bea").map { $0 + "\n" }.joined())
        for request in Self.requests(in: conversation, from: "anna, elsewhere") { sockets[0].say(request) }
        let all = Array(1...Int64(3 * Self.each))
        for line in lines { #expect(try Self.numbers(all.count, line.message) == all) }
        for socket in sockets {
            let heard = try Self.numbers(all.count) {
                guard case .message(let bytes) = try socket.next() else { return .null }
                return try JSONReader.read(bytes).value
            }
            #expect(heard == all)
        }
    }
}
