import ChatConformance
import ChatProtocol
import Foundation
import Testing

/// Acknowledged changes survive `kill -9` at any moment, once and in order (law 2).
struct CrashTests {
    /// A sender that keeps a window of messages in flight, and sends messages again that were not acknowledged.
    private final class Sender {
        let name: String
        private(set) var acknowledged: [(text: String, id: String, sequence: Int64)] = []
        private var waiting: [(id: Int64, text: String)] = []
        private var count: Int64 = 0
        private var connection: RawProbe?

        init(_ name: String) { self.name = name }

        func connect(_ port: UInt16) throws {
            let connection = try RawProbe(port: port)
            try connection.call("session.hello", ["role": "person", "handle": .string(name)], id: 0)
            self.connection = connection
            // A retry: the same client id, in the same order.
            for message in waiting { put(message, on: connection) }
        }

        func fill(window: Int, conversation: String) {
            guard let connection else { return }
            self.conversation = conversation
            while waiting.count < window {
                count += 1
                let message = (id: count, text: "\(name) \(count)")
                waiting.append(message)
                put(message, on: connection)
            }
        }

        private var conversation = ""

        private func put(_ message: (id: Int64, text: String), on connection: RawProbe) {
            let request: JSONValue = [
                "jsonrpc": "2.0", "id": .integer(message.id), "method": "message.send",
                "params": [
                    "conversation": .string(conversation), "text": .string(message.text),
                    "clientID": .string(message.text),
                ],
            ]
            connection.sendLine(String(decoding: JSONWriter.bytes(of: request), as: UTF8.self))
        }

        /// Reads until one more message is acknowledged; false at the end of the stream.
        func takeAcknowledgement() throws -> Bool {
            while let line = try connection?.line(), let answer = try? JSONReader.read(Array(line.utf8)).value {
                guard let message = answer["result"]?["message"] else {
                    #expect(answer["error"] == nil, "\(line)")
                    continue
                }
                let text = try #require(message["text"]?.stringValue)
                acknowledged.append(
                    (text, try #require(message["id"]?.stringValue), try #require(message["sequence"]?.integerValue)))
                waiting.removeAll { $0.text == text }
                return true
            }
            return false
        }

        /// Reads the rest of a stream whose server is dead.
        func drain() throws {
            while try takeAcknowledgement() {}
            connection = nil
        }

        func finish() throws {
            while !waiting.isEmpty, try takeAcknowledgement() {}
        }
    }

    @Test(arguments: [UInt64(1), 2]) func nothingAcknowledgedIsLostDoubledOrReordered(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let folder = try TemporaryFolder()
        let data = ["--data", folder.file("chat.sqlite")]
        var server = try ServerProcess(data)
        let first = try RawProbe(port: server.port, as: "anna")
        let created = try first.call("conversation.create", ["participants": ["bea", "carl"]], id: 2)
        let conversation = try #require(created["conversation"]?["id"]?.stringValue)
        let senders = ["anna", "bea", "carl"].map(Sender.init)
        for _ in 0..<12 {
            for sender in senders { try sender.connect(server.port) }
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let sender = senders[Int.random(in: 0..<3, using: &random)]
                for other in senders { other.fill(window: 20, conversation: conversation) }
                _ = try sender.takeAcknowledgement()
            }
            #expect(server.end(with: SIGKILL) == -SIGKILL)
            for sender in senders { try sender.drain() }
            server = try ServerProcess(data)
        }
        for sender in senders {
            try sender.connect(server.port)
            try sender.finish()
        }
        try compare(senders, with: try history(of: conversation, port: server.port))
        #expect(server.end(with: SIGTERM) == 0)
    }

    private func compare(_ senders: [Sender], with history: [JSONValue]) throws {
        #expect(history.compactMap { $0["sequence"]?.integerValue } == Array(1...Int64(history.count)))
        let texts = history.compactMap { $0["text"]?.stringValue }
        #expect(Set(texts).count == texts.count, "nothing is doubled")
        var byText: [String: JSONValue] = [:]
        for message in history { byText[message["text"]?.stringValue ?? ""] = message }
        for sender in senders {
            #expect(!sender.acknowledged.isEmpty)
            for acknowledged in sender.acknowledged {
                let found = try #require(byText[acknowledged.text], "acknowledged and lost: \(acknowledged.text)")
                #expect(found["id"]?.stringValue == acknowledged.id)
                #expect(found["sequence"]?.integerValue == acknowledged.sequence)
            }
            let own = texts.filter { $0.hasPrefix("\(sender.name) ") }
            #expect(own == (1...own.count).map { "\(sender.name) \($0)" }, "each sender's order is kept")
        }
        #expect(texts.count == senders.map { Set($0.acknowledged.map(\.text)).count }.reduce(0, +))
    }

    private func history(of conversation: String, port: UInt16) throws -> [JSONValue] {
        let reader = try RawProbe(port: port, as: "anna")
        var messages: [JSONValue] = []
        var before: JSONValue = .null
        while true {
            let page = try reader.call(
                "conversation.history", ["conversation": .string(conversation), "before": before, "limit": 200])
            let entries = try #require(page["entries"]?.arrayValue)
            messages = entries.compactMap { $0["message"] } + messages
            guard page["more"] == true else { return messages }
            before = try #require(entries.first?["id"])
        }
    }
}

/// A small generator with a seed, so that a failing run can be repeated.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
