import ChatProtocol

/// What was asked of late in a world and which faults came about, once an observer asks for that: the newest of it, in
/// bounded memory. The rest of a journal stands in the log.
final class RequestNotes {
    /// A request that was decided, or a fault that came about.
    struct Note {
        enum Content {
            case request(AnsweredRequest)
            case fault(FiredFault)
        }

        /// The position of the newest fact before it.
        let position: Int64
        /// When, by the world's clock.
        let at: Instant
        let content: Content
        /// 1, 2, 3 … in the order in which they came.
        fileprivate(set) var number: Int64 = 0

        fileprivate var byteCount: Int {
            switch content {
            case .request(let request): request.byteCount
            case .fault: 256
            }
        }
    }

    /// So many are kept of one world, and as many more are noted after the last time that somebody asked.
    static let countMax = 4_096
    /// So many bytes are kept of one world.
    static let bytesMax = 4 << 20
    /// So many bytes are kept of all worlds: past that, each new note costs its own world older ones.
    static let bytesMaxOfServer = 64 << 20

    /// The position of the newest fact when it began.
    private let beganAt: Int64
    private let counts: EngineCounts
    /// The notes, and how many at the beginning are gone.
    private var notes: [Note?] = []
    private var goneCount = 0
    private var byteCount = 0
    private var lastNumber: Int64 = 0
    /// How many more are noted, unless somebody asks.
    private var left = countMax

    init(after position: Int64, counts: EngineCounts) {
        beganAt = position
        self.counts = counts
    }

    deinit { counts.notedBytes -= byteCount }

    /// From when on all that was asked for is there.
    var since: JournalMark {
        guard let oldest = notes[goneCount...].first ?? nil, oldest.number > 1 else {
            return JournalMark(cursor: beganAt, number: 1)
        }
        // Of those beside the oldest some may be gone.
        return JournalMark(cursor: oldest.position + 1, number: oldest.number)
    }

    /// Whether nobody has asked for so long that nothing need be noted any more.
    var isForgotten: Bool { left <= 0 }

    /// Notes that somebody asked.
    func noteAsked() { left = Self.countMax }

    func take(_ note: Note) {
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
        // What is gone goes in one piece, so that each is moved once or so.
        if goneCount > Self.countMax {
            notes.removeFirst(goneCount)
            goneCount = 0
        }
    }

    private func add(_ bytes: Int) {
        byteCount += bytes
        counts.notedBytes += bytes
    }

    /// The first with a larger number, of those that came after one fact and before the next of another.
    func first(after number: Int64, from first: Int64, through last: Int64) -> Note? {
        guard let oldest = notes[goneCount...].first ?? nil else { return nil }
        // Their numbers have no gaps.
        let start = Int64(goneCount) + max(0, number + 1 - oldest.number)
        guard start < notes.count else { return nil }
        for case let note? in notes[Int(start)...] where note.position >= first {
            return note.position <= last ? note : nil
        }
        return nil
    }
}

extension RequestNotes.Note {
    /// A request that was decided.
    init(_ request: AnsweredRequest, after position: Int64) {
        self.init(position: position, at: request.at, content: .request(request.short))
    }

    /// A fault that came about.
    init(_ fired: FiredFault, after position: Int64, at now: Instant) {
        self.init(position: position, at: now, content: .fault(fired))
    }
}
