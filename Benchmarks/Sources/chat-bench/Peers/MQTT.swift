/// The little of MQTT 3.1.1 that a load generator needs (OASIS Standard, 29 October 2014; the sections are its).
enum MQTT {
    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }

    /// A packet of that type and those flags around its content (2.2).
    private static func packet(_ first: UInt8, _ content: [UInt8]) -> [UInt8] {
        [first] + length(content.count) + content
    }

    /// The "remaining length" (2.2.3).
    private static func length(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = count
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }

    /// CONNECT without a keep-alive (3.1).
    static func connect(as client: String, cleanSession: Bool) -> [UInt8] {
        packet(0x10, text("MQTT") + [4, cleanSession ? 2 : 0, 0, 0] + text(client))
    }

    /// SUBSCRIBE with one packet identifier for all topics (3.8).
    static func subscribe(to topics: [String], atLeastOnce: Bool) -> [UInt8] {
        packet(0x82, [0, 1] + topics.flatMap { text($0) + [atLeastOnce ? 1 : 0] })
    }

    /// The head of a PUBLISH with QoS 1, up to its packet identifier (3.3).
    static func publishHead(topic: String, textCount: Int) -> [UInt8] {
        let name = text(topic)
        return [0x32] + length(name.count + 2 + textCount) + name
    }

    /// CONNACK (3.2), once it is there.
    static func takeConnectionAcknowledgement(_ bytes: inout [UInt8]) throws(BenchError) -> Bool? {
        guard bytes.count >= 4 else { return nil }
        guard bytes[0] == 0x20, bytes[3] == 0 else { throw BenchError("Mosquitto refused a connection") }
        bytes.removeFirst(4)
        return true
    }

    /// SUBACK (3.9), once it is there.
    static func takeSubscriptionAcknowledgement(_ bytes: inout [UInt8]) throws(BenchError) -> Bool? {
        guard bytes.count >= 2, bytes.count >= 2 + Int(bytes[1]) else { return nil }
        let end = 2 + Int(bytes[1])
        guard bytes[0] == 0x90, !bytes[4..<end].contains(0x80) else { throw BenchError("Mosquitto refused a topic") }
        bytes.removeFirst(end)
        return true
    }

    /// Counts whole packets, and answers a PUBLISH that asks for it with its PUBACK.
    static func hear(
        _ bytes: UnsafeBufferPointer<UInt8>, acknowledgingInto output: inout [UInt8]
    ) throws(BenchError) -> (Heard, used: Int) {
        var heard = Heard()
        var start = 0
        while start + 2 <= bytes.count {
            var index = start + 1
            var count = 0
            var shift = 0
            var isWhole = false
            while index < bytes.count, !isWhole {
                count |= Int(bytes[index] & 0x7F) << shift
                shift += 7
                isWhole = bytes[index] & 0x80 == 0
                index += 1
            }
            guard isWhole, index + count <= bytes.count else { break }
            switch bytes[start] >> 4 {
            case 3:
                heard.delivered += 1
                if bytes[start] & 0x06 != 0 {
                    let topicCount = Int(bytes[index]) << 8 | Int(bytes[index + 1])
                    let identifier = index + 2 + topicCount
                    output += [0x40, 2, bytes[identifier], bytes[identifier + 1]]
                }
            case 4: heard.acknowledged += 1
            default: throw BenchError("Mosquitto sent a packet of type \(bytes[start] >> 4) under load")
            }
            start = index + count
        }
        return (heard, start)
    }
}
