import ChatProtocol

/// The faults of one world, and how often each was met: a value without a clock, whose only chance is the seed.
struct FaultTable {
    /// A notification that is about to be put on somebody's stream.
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
        /// - Returns: whether the fault may come about with it.
        mutating func countMatch() -> Bool {
            matches += 1
            guard let percent = fault.target.percent else { return matches >= fault.target.nth ?? 1 }
            return chance.happens(percent: percent)
        }
    }

    private let seed: UInt64
    private var entries: [Entry] = []
    private var lastNumber: Int64 = 0

    /// Whether any of them can still come about: asked for everything that is said, so it is kept.
    private(set) var isActive = false

    init(seed: Int64) { self.seed = UInt64(bitPattern: seed) }

    /// All of them, oldest first.
    var all: [Fault] { entries.map(\.fault) }

    /// Takes a fault in. Where there are as many as there may be, the oldest that is spent makes room.
    ///
    /// - Throws: `too_large` if none is spent.
    mutating func inject(_ request: InjectFault, max: Int) throws(RPCError) -> Fault {
        guard entries.count < max || entries.contains(where: \.fault.isSpent) else {
            throw RPCError.tooLarge("This world would have \(entries.count + 1) faults", limit: "faults", max)
        }
        if entries.count >= max, let spent = entries.firstIndex(where: \.fault.isSpent) { entries.remove(at: spent) }
        lastNumber += 1
        let fault = Fault(id: FaultID("fault-\(lastNumber)"), target: request.target, effect: request.effect)
        // Each has numbers of its own, so that what one meets does not change what another does.
        var seeds = SplitMix64(seed: seed ^ UInt64(bitPattern: lastNumber))
        entries.append(Entry(number: lastNumber, fault: fault, chance: SplitMix64(seed: seeds.next())))
        noteActive()
        return fault
    }

    /// Takes a fault out, or all.
    ///
    /// - Throws: `not_found` if there is none of that id.
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

    /// The fault that comes about on an occasion.
    ///
    /// Every fault that is not spent counts the occasion. Of several whose turn it is, the oldest comes about; the
    /// others wait for their next match, so that two faults on "the next message" lose two messages.
    mutating func meet(_ occasion: Occasion) -> Fault? {
        var due: Int?
        for index in entries.indices
        where !entries[index].fault.isSpent && entries[index].fault.target.matches(occasion) {
            if entries[index].countMatch() { due = due ?? index }
        }
        guard let due else { return nil }
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
