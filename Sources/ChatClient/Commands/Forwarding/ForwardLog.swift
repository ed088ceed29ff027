import ChatProtocol
import ChatSystem

/// What was heard to be posted, and what became of it: a file of JSON lines that only grows, so that an event can be
/// posted again, and a listener that is started again goes on where it was.
///
/// The first line is `{"listener": ID}`, by which the ids of its events begin; then come `{"cursor": N}`, where the stream
/// began, `{"event": {…}}` before it is posted, and `{"id": ID, "attempt": N, "at": TIME, "to": URL, "status": N}` for each
/// attempt, with `problem` in place of `status` where there was no answer, and `givenUp` where it was the last one.
final class ForwardLog {
    /// All of it that counts.
    struct Contents {
        /// What the ids of its events begin with; nil in a file that is empty.
        fileprivate(set) var listener: String?
        /// Every event, in order.
        fileprivate(set) var events: [ForwardedEvent] = []
        /// The ids of those that need not be posted any more.
        fileprivate(set) var settled: Set<String> = []
        /// The position in the server's log up to which all is in this one; nil where it began nowhere yet.
        fileprivate(set) var cursor: Int64?
        /// How many bytes there are before a line that was not written to its end.
        fileprivate var wholeBytes = 0
    }

    /// The most bytes of a log that is read.
    static let bytesMax = 1 << 30

    private let path: String
    private let descriptor: Int32
    private let listener: String
    private var count: Int
    /// What stood in it when it was opened.
    let before: Contents

    /// Opens a log, or begins one that its owner alone may read.
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

    /// The id of the next event.
    func nextID() -> String {
        count += 1
        return "evt_\(listener)_\(count)"
    }

    /// Notes where the stream began.
    func began(at cursor: Int64) throws(FileProblem) { try write { $0.member("cursor", cursor) } }

    /// Notes an event that is to be posted.
    func heard(_ event: ForwardedEvent) throws(FileProblem) {
        try write {
            $0.key("event")
            $0.raw(event.body)
        }
    }

    /// Notes an attempt to post one.
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
    /// Takes in a line.
    ///
    /// - Returns: whether it is one of such a log.
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
