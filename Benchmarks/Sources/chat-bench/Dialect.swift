import ChatProtocol
import Glibc

/// How a client speaks to a server: JSON lines with ours, MQTT 3.1.1 with Mosquitto.
enum Dialect {
    case lines
    /// - Parameter stored: whether sessions last and messages are acknowledged by the receivers.
    case mqtt(stored: Bool)

    /// What a piece of a stream said.
    struct Heard {
        var acknowledged = 0
        var delivered = 0
    }

    /// The text of every message: a hundred bytes, such as people write.
    static let text =
        "Shall we take the early train on Saturday, so that we are at the lake before noon? I can bring bread."

    /// Logs in as that person.
    func logIn(_ client: Client, as person: String) throws(BenchError) {
        switch self {
        case .lines:
            guard let handle = Handle(person) else { throw BenchError("\(person) is no handle") }
            _ = try request(client, "session.hello") { Hello(.person(handle, name: nil)).writeMembers(to: &$0) }
        case .mqtt(let stored):
            _ = try client.ask(MQTT.connect(as: person, cleanSession: !stored)) { bytes throws(BenchError) in
                try MQTT.takeConnectionAcknowledgement(&bytes)
            }
        }
    }

    /// Puts people in one room, of which every one hears what the others say. The first of them makes it.
    ///
    /// - Parameter speakers: how many of them, from the first, will say something.
    func makeRoom(_ name: String, of members: [(client: Client, person: String)], speakers: Int) throws(BenchError) {
        switch self {
        case .lines:
            let id = try request(members[0].client, "conversation.create") { json in
                json.member("participants", members.map(\.person))
                json.member("name", name)
            }["conversation"]?["id"]?.stringValue
            guard let id else { throw BenchError("conversation.create answered without an id") }
            for member in members { member.client.template = .lines(conversation: id) }
        case .mqtt(let stored):
            // A topic for each speaker, so that nobody is sent what they said themselves, as in ours.
            let topics = members.prefix(speakers).map { "\(name)/\($0.person)" }
            for (index, member) in members.enumerated() {
                let heard = topics.enumerated().filter { $0.offset != index }.map(\.element)
                if index < speakers { member.client.template = .mqtt(topic: topics[index]) }
                guard !heard.isEmpty else { continue }
                let request = MQTT.subscribe(to: heard, atLeastOnce: stored)
                _ = try member.client.ask(request) { bytes throws(BenchError) in
                    try MQTT.takeSubscriptionAcknowledgement(&bytes)
                }
            }
        }
    }

    /// A subscription of an idle client, which a person's session has of itself.
    func subscribeIdle(_ client: Client, to topic: String) throws(BenchError) {
        guard case .mqtt(let stored) = self else { return }
        _ = try client.ask(MQTT.subscribe(to: [topic], atLeastOnce: stored)) { bytes throws(BenchError) in
            try MQTT.takeSubscriptionAcknowledgement(&bytes)
        }
    }

    private func request(
        _ client: Client, _ method: String, _ params: (inout JSONWriter) -> Void
    ) throws(BenchError) -> JSONValue {
        let request = Envelope.request(id: .integer(0), method: method, params: params) + [UInt8(ascii: "\n")]
        return try client.ask(request) { bytes throws(BenchError) in
            while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(bytes[..<end])
                bytes.removeFirst(end + 1)
                switch ServerMessage.read(line) {
                case .result(_, let result): return result
                case .notification: continue
                case .failure(_, let error): throw BenchError("\(method) was refused: \(error.message)")
                case nil: throw BenchError("\(method) was answered with no message")
                }
            }
            return nil
        }
    }

    /// Counts the whole messages of a piece of a stream, and acknowledges what must be.
    ///
    /// - Returns: what they were, and how many bytes they had.
    func hear(_ bytes: UnsafeBufferPointer<UInt8>, by client: Client) throws(BenchError) -> (Heard, used: Int) {
        switch self {
        case .lines: try Lines.hear(bytes)
        case .mqtt: try MQTT.hear(bytes, acknowledgingInto: &client.output)
        }
    }
}

/// What a client says under load, made once.
enum SendTemplate {
    case none
    case lines(before: [UInt8], after: [UInt8])
    case mqtt(before: [UInt8], after: [UInt8])

    static func lines(conversation: String) -> SendTemplate {
        let json = JSONWriter.object {
            $0.member("conversation", conversation)
            $0.member("text", Dialect.text)
        }
        return .lines(
            before: Array(#"{"jsonrpc":"2.0","id":"#.utf8),
            after: Array(#","method":"message.send","params":"#.utf8) + json + Array("}\n".utf8))
    }

    static func mqtt(topic: String) -> SendTemplate {
        .mqtt(
            before: MQTT.publishHead(topic: topic, textCount: Dialect.text.utf8.count), after: Array(Dialect.text.utf8))
    }

    func append(id: Int, to output: inout [UInt8]) {
        switch self {
        case .none: break
        case .lines(let before, let after):
            output += before
            output += String(id).utf8
            output += after
        case .mqtt(let before, let after):
            output += before
            // A packet identifier is never 0, and comes back to use long after it was acknowledged.
            let packet = UInt16(id % 65_535 + 1)
            output.append(UInt8(packet >> 8))
            output.append(UInt8(packet & 0xFF))
            output += after
        }
    }
}

/// Counts JSON-RPC lines without reading more of them than tells what they are.
enum Lines {
    private static let kindOffset = #"{"jsonrpc":"2.0","#.utf8.count + 1
    private static let methodOffset = kindOffset + #"method":""#.utf8.count
    private static let delivery = Array("message.posted".utf8)

    static func hear(_ bytes: UnsafeBufferPointer<UInt8>) throws(BenchError) -> (Dialect.Heard, used: Int) {
        var heard = Dialect.Heard()
        var start = 0
        guard let base = bytes.baseAddress else { return (heard, 0) }
        while start < bytes.count, let found = memchr(base + start, 0x0A, bytes.count - start) {
            let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            let line = bytes[start..<end]
            start = end + 1
            guard line.count > methodOffset else { continue }
            if line[line.startIndex + kindOffset] == UInt8(ascii: "m") {
                let method = line.startIndex + methodOffset
                if line[method...].starts(with: delivery) { heard.delivered += 1 }
            } else {
                // `…"id":17,"result":…` or `…"id":17,"error":…`.
                var index = line.startIndex + kindOffset + 4
                while index < line.endIndex, line[index] != UInt8(ascii: ",") { index += 1 }
                guard index + 2 < line.endIndex, line[index + 2] == UInt8(ascii: "r") else {
                    throw BenchError("refused: \(String(decoding: line, as: UTF8.self))")
                }
                heard.acknowledged += 1
            }
        }
        return (heard, start)
    }
}
