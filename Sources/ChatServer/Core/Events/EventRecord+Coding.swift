package import ChatProtocol

/// How facts are written to the log: one JSON object each, named by what happened. Old logs are read for ever, so a
/// name, once used, keeps its meaning.
extension EventRecord {
    /// How deep a stored text may nest: what came in a request stands a little deeper in the fact and in the result
    /// beside it, and whatever was written must be readable for ever.
    private static let depthMax = 2 * Limits.standard.nestingDepth

    /// The stored text, without position and time, which the log keeps beside it.
    package var body: [UInt8] { body(message: nil) }

    /// The stored text.
    ///
    /// - Parameter message: the JSON of the message that was posted, where it is written already.
    package func body(message: [UInt8]?) -> [UInt8] {
        // It is kept for long, and with the room that is asked for; what turns out to be longer is copied as it is.
        JSONWriter.object(reserving: (message?.count ?? 0) + 64) {
            switch event {
            // The message is written already for those who are told of it.
            case .messagePosted(let posted):
                $0.member("event", event.kind)
                $0.member("message", posted.message, written: message)
            case .messageChanged(let changed):
                $0.member("event", event.kind)
                $0.member("message", changed.message, written: message)
                $0.member("change", changed.change)
                if changed.hadLinks { $0.member("hadLinks", true) }
            default: event.writeMembers(to: &$0)
            }
            if let idempotency, !idempotency.result.isEmpty {
                $0.key("result")
                $0.raw(idempotency.result)
            }
        }
    }

    /// What a stored text tells of: its name stands first in it, so that nothing else need be read. Nil if it is no fact
    /// that this version knows.
    package static func kind(of body: [UInt8]) -> Event.Kind? {
        let head = #"{"event":""#.utf8
        guard body.starts(with: head) else { return nil }
        return Event.Kind(rawValue: String(decoding: body.dropFirst(head.count).prefix { $0 != 0x22 }, as: UTF8.self))
    }

    /// Reads a stored text.
    ///
    /// - Throws: ``InvalidField`` if it is no fact that this version knows.
    package init(position: Int64, at: Instant, body: [UInt8]) throws(InvalidField) {
        let value: JSONValue
        do {
            value = try JSONReader.read(body, depthMax: Self.depthMax).value
        } catch {
            throw InvalidField(field: "event", problem: "is not JSON at byte \(error.offset): \(error.problem)")
        }
        var fields = try JSONFields(value, path: "event")
        self.init(position: position, at: at, event: try Event(from: &fields))
    }

    /// The result object kept with a stored text, for a retry; nil if the event itself says it.
    package static func storedResult(in body: [UInt8]) -> JSONValue? {
        (try? JSONReader.read(body, depthMax: depthMax))?.value["result"]
    }
}
