import ChatProtocol
import ChatSystem

/// The events to post and their outcomes, as a file of JSON lines to which lines are only appended. With the file, an
/// event can be posted again, and a restarted listener continues at its position.
///
/// The first line is `{"listener": ID}`, the prefix of the ids of its events. `{"cursor": N}` follows, the position at
/// which the stream began. `{"event": {…}}` is written before an event is posted. Each attempt adds `{"id": ID,
/// "attempt": N, "at": TIME, "to": URL, "status": N}`. Without an answer, it has `problem` in place of `status`. The
/// last failed attempt has `givenUp`.
final class ForwardLog {
    /// The contents of a log.
    struct Contents {
        /// The prefix of the ids of its events; nil in an empty file.
        fileprivate(set) var listener: String?
        /// Every event, in order.
        fileprivate(set) var events: [ForwardedEvent] = []
        /// The ids of the events that were accepted or given up.
        fileprivate(set) var settled: Set<String> = []
        /// The position in the server's log up to which this log has all events; nil before the stream began.
        fileprivate(set) var cursor: Int64?
        /// The number of bytes of complete lines; the last line may be incomplete.
        fileprivate var wholeBytes = 0
    }

    /// The most bytes of a log that can be read.
    static let bytesMax = 1 << 30

    private let path: String
    private let descriptor: Int32
    private let listener: String
    private var count: Int
    /// The contents of the log when it was opened.
    let before: Contents

    /// Opens a log, or creates one that only its owner can read.
    init(_ path: String) throws(FileProblem) {
        self.path = path
        before = FileSystem.stamp(of: path) == nil ? Contents() : try Self.read(path)
        if FileSystem.stamp(of: path) == nil { try FileSystem.replace(path, with: [], isPrivate: true) }
        descriptor = try FileSystem.openForAppending(path, after: before.wholeBytes)
        listener = before.listener ?? String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
        count = before.events.count
        if before.listener == nil { try write { [listener] in $0.member("listener", listener) } }
    }

    deinit { Descriptors.close(descriptor) }

    /// Reads a log.
    ///
    /// - Throws: ``FileProblem`` if the file cannot be read, or if a complete line is not a line of a log.
    static func read(_ path: String) throws(FileProblem) -> Contents {
        var contents = Contents()
        let bytes = try FileSystem.bytes(ofFile: path, max: bytesMax)
        contents.wholeBytes = (bytes.lastIndex(of: 0x0A) ?? -1) + 1
        for (number, line) in bytes[..<contents.wholeBytes].split(separator: 0x0A).enumerated() {
            guard let value = try? JSONReader.read(Array(line)).value, contents.take(value) else {
                throw FileProblem(path: path, reason: "line \(number + 1) is not a line of a listen log")
            }
        }
        return contents
    }

    /// Returns the id of the next event.
    func nextID() -> String {
        count += 1
        return "evt_\(listener)_\(count)"
    }

    /// Records the position at which the stream began.
    func began(at cursor: Int64) throws(FileProblem) { try write { $0.member("cursor", cursor) } }

    /// Records an event before it is posted.
    func heard(_ event: ForwardedEvent) throws(FileProblem) {
        try write {
            $0.key("event")
            $0.raw(event.body)
        }
    }

    /// Records an attempt to post an event.
    func tried(
        _ event: ForwardedEvent, attempt: Int, to target: ForwardTarget, _ outcome: EventForwarder.Outcome, isLast: Bool
    ) throws(FileProblem) {
        try write {
            $0.member("id", event.id)
            $0.member("attempt", attempt)
            $0.member("at", Instant(milliseconds: Clocks.wall()))
            $0.member("to", target.description)
            switch outcome {
            case .answered(let status): $0.member("status", status)
            case .failed(let problem): $0.member("problem", problem)
            }
            if isLast, !outcome.isTaken { $0.member("givenUp", true) }
        }
    }

    private func write(_ members: (inout JSONWriter) -> Void) throws(FileProblem) {
        try FileSystem.write(JSONWriter.object(members) + [0x0A], to: descriptor, of: path)
    }
}

extension ForwardLog.Contents {
    /// Adds a line to the contents.
    ///
    /// - Returns: False if the line is not a line of a log.
    fileprivate mutating func take(_ line: JSONValue) -> Bool {
        if let listener = line["listener"]?.stringValue {
            self.listener = listener
        } else if let cursor = line["cursor"]?.integerValue {
            self.cursor = max(cursor, self.cursor ?? 0)
        } else if let event = line["event"] {
            guard let read = ForwardedEvent(event) else { return false }
            events.append(read)
            if let cursor = event["data"]?["cursor"]?.integerValue { self.cursor = max(cursor, self.cursor ?? 0) }
        } else if let id = line["id"]?.stringValue, line["attempt"] != nil {
            let isTaken = line["status"]?.integerValue.map { (200...299).contains($0) } ?? false
            if isTaken || line["givenUp"] == true { settled.insert(id) }
        } else {
            return false
        }
        return listener != nil
    }
}
