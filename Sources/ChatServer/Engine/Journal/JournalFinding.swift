import ChatProtocol

/// What `journal.verify` found so far: how often it happened, the newest of it, and what nearly did.
struct JournalFinding {
    /// A member of the filter that an entry does not fit.
    enum Misfit {
        case person, role, app, event, url
    }

    struct NearMiss {
        var entry: JournalEntry
        /// What alone keeps it from being counted; nil where it is of another kind: a silence, a refusal, a fault.
        var misfit: Misfit?
    }

    /// It counts no farther than one behind what may be asked for.
    private static let countMax = 10_001
    private static let matchingMax = 20
    private static let nearMissesMax = 10

    private(set) var count = 0
    var matching: [JournalEntry] = []
    private(set) var nearMisses: [NearMiss] = []
    /// The notices that were counted, each for whom it was told to: one that grew counts once.
    private var notices: Set<String> = []
    /// How many of the near misses were explained.
    var explainedCount = 0

    var isFull: Bool { count >= Self.countMax }

    mutating func take(_ entry: JournalEntry, misfits: [Misfit], isWanted: Bool, isCause: Bool) {
        if misfits.isEmpty, isWanted {
            note(entry)
        } else if misfits.isEmpty || isCause {
            noteNearMiss(NearMiss(entry: entry, misfit: nil))
        } else if misfits.count == 1, isWanted {
            noteNearMiss(NearMiss(entry: entry, misfit: misfits[0]))
        }
    }

    private mutating func note(_ entry: JournalEntry) {
        if entry.event == NotificationName.noticePosted, let about = entry.about {
            let isNew = notices.insert("\(entry.person?.rawValue ?? "") \(about)").inserted
            guard isNew else {
                matching.removeAll { $0.about == about && $0.person == entry.person }
                return keep(entry)
            }
        }
        count += 1
        keep(entry)
    }

    private mutating func keep(_ entry: JournalEntry) {
        matching.append(entry)
        if matching.count > Self.matchingMax { matching.removeFirst() }
    }

    /// Of too many the oldest goes, and first of those that only something else is told of.
    private mutating func noteNearMiss(_ miss: NearMiss) {
        nearMisses.append(miss)
        guard nearMisses.count > Self.nearMissesMax else { return }
        nearMisses.remove(at: nearMisses.firstIndex { $0.misfit != nil } ?? 0)
    }

    mutating func explain(nearMiss index: Int, _ why: Reason?) { nearMisses[index].entry.why = why }
}
