import ChatProtocol

/// The newest requests and faults of a world in bounded memory, noted once an observer asks for them. The log has all
/// other entries of a journal.
final class RequestNotes {
    /// An answered request, or a fault that fired.
    struct Note {
        enum Content {
            case request(AnsweredRequest)
            case fault(FiredFault)
        }

        /// The position of the newest event before the note.
        let position: Int64
        /// The time by the world's clock.
        let at: Instant
        let content: Content
        /// The number of the note: 1, 2, 3 … in order of arrival.
        fileprivate(set) var number: Int64 = 0

        fileprivate var byteCount: Int {
            switch content {
            case .request(let request): request.byteCount
            case .fault: 256
            }
        }
    }

    /// The most notes of one world, and the number of notes that are taken after an observer asked last.
    static let countMax = 4_096
    /// The most bytes of the notes of one world.
    static let bytesMax = 4 << 20
    /// The most bytes of the notes of all worlds. Beyond it, each new note removes older ones of its own world.
    static let bytesMaxOfServer = 64 << 20

    /// The position of the newest event when the notes began.
    private let beganAt: Int64
    private let counts: EngineCounts
    /// The notes. The first `goneCount` of them are removed.
    private var notes: [Note?] = []
    private var goneCount = 0
    private var byteCount = 0
    private var lastNumber: Int64 = 0
    /// The number of notes that are still taken, unless an observer asks again.
    private var left = countMax

    init(after position: Int64, counts: EngineCounts) {
        beganAt = position
        self.counts = counts
    }

    deinit { counts.noteNotedBytes(-byteCount) }

    /// The mark from which on the notes are complete.
    var since: JournalMark {
        guard let oldest = notes[goneCount...].first ?? nil, oldest.number > 1 else {
            return JournalMark(cursor: beganAt, number: 1)
        }
        // Older notes at the same position may be removed.
        return JournalMark(cursor: oldest.position + 1, number: oldest.number)
    }

    /// True if no observer has asked for so long that requests need not be noted any more.
    var isForgotten: Bool { left <= 0 }

    /// Notes that an observer asked.
    func noteAsked() { left = Self.countMax }

    func add(_ note: Note) {
        lastNumber += 1
        left -= 1
        var note = note
        note.number = lastNumber
        notes.append(note)
        add(note.byteCount)
        while notes.count - goneCount > 1,
            notes.count - goneCount > Self.countMax || byteCount > Self.bytesMax
                || counts.notedBytes > Self.bytesMaxOfServer
        {
            add(-(notes[goneCount]?.byteCount ?? 0))
            notes[goneCount] = nil
            goneCount += 1
        }
        // Removed notes leave the array together, so that each note is moved about once.
        if goneCount > Self.countMax {
            notes.removeFirst(goneCount)
            goneCount = 0
        }
    }

    private func add(_ bytes: Int) {
        byteCount += bytes
        counts.noteNotedBytes(bytes)
    }

    /// Returns the first note above a number whose position is from `first` through `last`; nil if there is none.
    func first(after number: Int64, from first: Int64, through last: Int64) -> Note? {
        guard let oldest = notes[goneCount...].first ?? nil else { return nil }
        // The numbers have no gaps.
        let start = Int64(goneCount) + max(0, number + 1 - oldest.number)
        guard start < notes.count else { return nil }
        for case let note? in notes[Int(start)...] where note.position >= first {
            return note.position <= last ? note : nil
        }
        return nil
    }
}

extension RequestNotes.Note {
    /// Creates the note of an answered request.
    init(_ request: AnsweredRequest, after position: Int64) {
        self.init(position: position, at: request.at, content: .request(request.short))
    }

    /// Creates the note of a fault that fired.
    init(_ fired: FiredFault, after position: Int64, at now: Instant) {
        self.init(position: position, at: now, content: .fault(fired))
    }
}

/// A request and its answer in the form that memory has already. The form for observers is created only when one reads
/// it, so that a note costs almost nothing.
struct AnsweredRequest {
    /// The most bytes of a request, and of an answer, that a note stores.
    private static let partBytesMax = 8_192

    let owner: SessionOwner
    let method: Method
    let trace: TraceParent?
    let at: Instant
    /// The params; nil if they are left out for their length.
    private let params: JSONValue?
    /// The answer as it was sent; nil if it is left out for its length.
    private let answer: [UInt8]?
    private let size: Int

    init(_ asked: RequestRecorder.Asked, of owner: SessionOwner, with answer: [UInt8], at now: Instant) {
        (self.owner, method, trace, at, size) = (owner, asked.method, asked.trace, now, asked.size)
        self.answer = answer
        params = DoneRequest.withoutSecrets(asked.params, of: asked.method)
    }

    /// The same request without the parts that are too long for a note.
    var short: AnsweredRequest {
        guard size > Self.partBytesMax || (answer?.count ?? 0) > Self.partBytesMax else { return self }
        return AnsweredRequest(
            owner: owner, method: method, trace: trace, at: at, params: size > Self.partBytesMax ? nil : params,
            answer: isRefused || (answer?.count ?? 0) <= Self.partBytesMax ? answer : nil,
            size: size > Self.partBytesMax ? 0 : size)
    }

    private init(
        owner: SessionOwner, method: Method, trace: TraceParent?, at: Instant, params: JSONValue?, answer: [UInt8]?,
        size: Int
    ) {
        (self.owner, self.method, self.trace, self.at) = (owner, method, trace, at)
        (self.params, self.answer, self.size) = (params, answer, size)
    }

    /// The approximate size in bytes. A parsed request has a tape in addition to its text.
    var byteCount: Int { 256 + 3 * size + (answer?.count ?? 0) }

    /// True if the answer is an error. Its first members show that: quotes in an id before them are escaped.
    var isRefused: Bool {
        guard let answer else { return false }
        let result = answer.firstRange(of: Array(#","result":"#.utf8))?.lowerBound ?? answer.endIndex
        return answer[..<result].firstRange(of: Array(#","error":"#.utf8)) != nil
    }

    /// The request as observers see it; nil if the stored bytes are not an answer.
    var read: DoneRequest? {
        let outcome: DoneRequest.Outcome
        switch answer.map(ServerMessage.read) {
        case .result(_, let result)??: outcome = .result(result)
        case .failure(_, let error)??: outcome = .refused(error)
        case nil: outcome = .longResult
        case .notification??, .some(nil): return nil
        }
        var done = DoneRequest(
            owner: owner, method: method, params: params ?? .object(JSONObject()), trace: trace, at: at,
            outcome: outcome)
        if params == nil { done.params = nil }
        return done
    }
}
