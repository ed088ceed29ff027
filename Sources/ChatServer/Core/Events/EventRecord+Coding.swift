package import ChatProtocol

/// The encoding of events in the log: one JSON object each, with the kind of the event as its first member. Every
/// version reads all older logs, so the meaning of a kind never changes.
extension EventRecord {
    /// The largest nesting depth of a stored body. Content of a request is nested deeper in the event and in the stored
    /// result than in the request itself. Every body that was written must stay readable.
    private static let depthMax = 2 * Limits.standard.nestingDepth

    /// The stored body, without position and time. The log stores these two separately.
    package var body: [UInt8] { written.body }

    /// The stored body, with the slice of it that is the JSON of the posted or changed message. Notifications contain
    /// this slice, so that a message is encoded once.
    package var written: (body: [UInt8], message: ArraySlice<UInt8>?) {
        // The body lives long and keeps its reserved capacity. A body that outgrows the capacity is copied at its exact
        // size.
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

    /// Writes the message of an event.
    ///
    /// - Returns: the offsets of the message in the JSON.
    private static func write(_ message: Message, to json: inout JSONWriter) -> (start: Int, end: Int) {
        json.key("message")
        let start = json.count
        message.write(to: &json)
        return (start, json.count)
    }

    /// Returns the kind of the event in a stored body; nil for a kind that this version does not know. The kind is the
    /// first member, so the rest of the body is not parsed.
    package static func kind(of body: [UInt8]) -> Event.Kind? {
        let head = #"{"event":""#.utf8
        guard body.starts(with: head) else { return nil }
        return Event.Kind(rawValue: String(decoding: body.dropFirst(head.count).prefix { $0 != 0x22 }, as: UTF8.self))
    }

    /// Reads a stored body.
    ///
    /// - Throws: ``InvalidField`` if the body is not an event that this version knows.
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

    /// Returns the result object in a stored body, for a retry; nil if the answer follows from the event.
    package static func storedResult(in body: [UInt8]) -> JSONValue? {
        (try? JSONReader.read(body, depthMax: depthMax))?.value["result"]
    }
}
