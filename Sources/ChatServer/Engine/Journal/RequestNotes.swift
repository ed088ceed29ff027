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
