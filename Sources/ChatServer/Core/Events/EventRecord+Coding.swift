package import ChatProtocol

/// How facts are written to the log: one JSON object each, named by what happened. Old logs are read for ever, so a
/// name, once used, keeps its meaning.
extension EventRecord {
    /// How deep a stored text may nest: what came in a request stands a little deeper in the fact and in the result
    /// beside it, and whatever was written must be readable for ever.
    private static let depthMax = 2 * Limits.standard.nestingDepth

    /// The stored text, without position and time, which the log keeps beside it.
    package var body: [UInt8] { written.body }

    /// The stored text, and what of it is the JSON of the message that was posted or changed, which others are told as
    /// it stands there (law 5).
    package var written: (body: [UInt8], message: ArraySlice<UInt8>?) {
        // It is kept for long, and with the room that is asked for; what turns out to be longer is copied as it is.
        let room = event.message.map { $0.text.utf8.count + 216 } ?? 64
        var (start, end) = (0, 0)
        let body = JSONWriter.object(reserving: room) { json in
            switch event {
            case .messagePosted(let posted):
                json.member("event", event.kind)
                (start, end) = Self.write(posted.message, to: &json)
            case .messageChanged(let changed):
                json.member("event", event.kind)
                (start, end) = Self.write(changed.message, to: &json)
                json.member("change", changed.change)
                if changed.hadLinks { json.member("hadLinks", true) }
            default: event.writeMembers(to: &json)
            }
            if let idempotency, !idempotency.result.isEmpty {
                json.key("result")
                json.raw(idempotency.result)
            }
        }
        return (body, end > 0 ? body[start..<end] : nil)
    }

    /// Writes the message of a fact.
    ///
    /// - Returns: where it stands.
    private static func write(_ message: Message, to json: inout JSONWriter) -> (start: Int, end: Int) {
        json.key("message")
        let start = json.count
        message.write(to: &json)
        return (start, json.count)
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
