import ChatProtocol

/// The findings of `journal.verify` so far: the count, the newest matches, and the near misses.
struct JournalFinding {
    /// A member of the filter that an entry does not match.
    enum Misfit {
        case person, role, app, event, url
    }

    struct NearMiss {
        var entry: JournalEntry
        /// The only member that does not match; nil if the entry is of another kind: a silence, a refusal or a fault.
        var misfit: Misfit?
    }

    /// The count stops at one more than the largest count that a request may name.
    private static let countMax = 10_001
    private static let matchingMax = 20
    private static let nearMissesMax = 10

    private(set) var count = 0
    private(set) var matching: [JournalEntry] = []
    private(set) var nearMisses: [NearMiss] = []
    /// The counted notices with their recipients. A notice that grew counts once.
    private var notices: Set<String> = []
    /// The number of matches and near misses, in this order, that were explained.
    private var explainedCount = 0

    var isFull: Bool { count >= Self.countMax }

    mutating func add(_ entry: JournalEntry, misfits: [Misfit], isWanted: Bool, isCause: Bool) {
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
                return append(entry)
            }
        }
        count += 1
        append(entry)
    }

    private mutating func append(_ entry: JournalEntry) {
        matching.append(entry)
        if matching.count > Self.matchingMax { matching.removeFirst() }
    }

    /// Adds a near miss. Beyond the limit the oldest is dropped, preferably one that differs from the filter in one
    /// member.
    private mutating func noteNearMiss(_ miss: NearMiss) {
        nearMisses.append(miss)
        guard nearMisses.count > Self.nearMissesMax else { return }
        nearMisses.remove(at: nearMisses.firstIndex { $0.misfit != nil } ?? 0)
    }

    /// Explains the next match or near miss that has no reason yet.
    ///
    /// - Returns: False if there is none.
    mutating func explainNext(_ why: (JournalEntry) -> Reason?) -> Bool {
        let index = explainedCount
        let nearMiss = index - matching.count
        guard nearMiss < nearMisses.count else { return false }
        if nearMiss < 0 {
            matching[index].why = matching[index].why ?? why(matching[index])
        } else {
            nearMisses[nearMiss].entry.why = nearMisses[nearMiss].entry.why ?? why(nearMisses[nearMiss].entry)
        }
        explainedCount += 1
        return true
    }
}
