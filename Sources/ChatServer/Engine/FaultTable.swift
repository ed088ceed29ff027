import ChatProtocol

/// The faults of one world and their match counts: a value without a clock. Only the seed decides random choices.
struct FaultTable {
    /// A notification that is about to be enqueued for a session.
    struct Occasion {
        var notification: NotificationName
        var from: Handle?
        var to: Handle
        var device: Device?
    }

    private struct Entry {
        let number: Int64
        var fault: Fault
        var matches = 0
        var chance: SplitMix64

        /// Counts a match.
        ///
        /// - Returns: True if the fault may fire on this match.
        mutating func countMatch() -> Bool {
            matches += 1
            guard let percent = fault.target.percent else { return matches >= fault.target.nth ?? 1 }
            return chance.happens(percent: percent)
        }
    }

    private let seed: UInt64
    private var entries: [Entry] = []
    private var lastNumber: Int64 = 0

    /// True if at least one fault can still fire. It is stored, because every notification reads it.
    private(set) var isActive = false

    init(seed: Int64) { self.seed = UInt64(bitPattern: seed) }

    /// All faults, the oldest first.
    var all: [Fault] { entries.map(\.fault) }

    /// Adds a fault. At the limit, the oldest spent fault makes room for it.
    ///
    /// - Throws: `too_large` if no fault is spent.
    mutating func inject(_ request: InjectFault, max: Int) throws(RPCError) -> Fault {
        guard entries.count < max || entries.contains(where: \.fault.isSpent) else {
            throw RPCError.tooLarge("This world would have \(entries.count + 1) faults", limit: "faults", max)
        }
        if entries.count >= max, let spent = entries.firstIndex(where: \.fault.isSpent) { entries.remove(at: spent) }
        lastNumber += 1
        let fault = Fault(id: FaultID("fault-\(lastNumber)"), target: request.target, effect: request.effect)
        // Each fault has its own random numbers, so that the matches of one do not change the choices of another.
        var seeds = SplitMix64(seed: seed ^ UInt64(bitPattern: lastNumber))
        entries.append(Entry(number: lastNumber, fault: fault, chance: SplitMix64(seed: seeds.next())))
        noteActive()
        return fault
    }

    /// Removes one fault; all of them if the id is nil.
    ///
    /// - Throws: `not_found` if no fault has this id.
    mutating func clear(_ id: FaultID?) throws(RPCError) {
        if let id {
            guard let index = entries.firstIndex(where: { $0.fault.id == id }) else {
                throw RPCError(.notFound, "fault: there is no such fault in this world.", .field("fault"))
            }
            entries.remove(at: index)
        } else {
            entries = []
        }
        noteActive()
    }

    /// Returns the fault that fires on an occasion; nil if none does.
    ///
    /// Every fault that is not spent counts the occasion. If several are due, the oldest fires and the others wait for
    /// their next match. Two faults on "the next message" therefore lose two messages.
    mutating func fire(on occasion: Occasion) -> Fault? {
        var due: Int?
        for index in entries.indices
        where !entries[index].fault.isSpent && entries[index].fault.target.matches(occasion) {
            if entries[index].countMatch() { due = due ?? index }
        }
        guard let due else { return nil }
        // Sometimes(D20): An injected fault fires on a notification.
        entries[due].fault.fired += 1
        noteActive()
        return entries[due].fault
    }

    private mutating func noteActive() {
        isActive = entries.contains { !$0.fault.isSpent }
    }
}

extension FaultTarget {
    fileprivate func matches(_ occasion: FaultTable.Occasion) -> Bool {
        if let notification, notification != occasion.notification { return false }
        if let to, to != occasion.to { return false }
        if let from, from != occasion.from { return false }
        if let device, occasion.device?.matches(device) != true { return false }
        return true
    }
}
