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
        var matches: Int64 = 0
        /// For how many matches a number was drawn.
        var drawn: Int64 = 0
        var chance: SplitMix64

        /// Whether its turn is with the how manieth match.
        mutating func isDue(with match: Int64) -> Bool {
            guard let percent = fault.target.percent else { return match >= Int64(fault.target.nth ?? 1) }
            var happens = false
            while drawn < match {
                happens = chance.happens(percent: percent)
                drawn += 1
            }
            return happens
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
        let fault = Self.fault(request, number: lastNumber)
        entries.append(newEntry(fault, number: lastNumber))
        noteActive()
        return fault
    }

    /// The fault that is asked for, as the how manieth of its world.
    static func fault(_ request: InjectFault, number: Int64) -> Fault {
        Fault(id: FaultID("fault-\(number)"), target: request.target, effect: request.effect)
    }

    private func newEntry(_ fault: Fault, number: Int64) -> Entry {
        // Each has numbers of its own, so that what one meets does not change what another does.
        var seeds = SplitMix64(seed: seed ^ UInt64(bitPattern: number))
        return Entry(number: number, fault: fault, chance: SplitMix64(seed: seeds.next()))
    }

    /// Makes these the faults that there are, of all servers.
    mutating func load(_ faults: [(number: Int64, fault: Fault)]) {
        let known = entries
        entries = []
        for (number, fault) in faults {
            var entry = known.first { $0.number == number } ?? newEntry(fault, number: number)
            entry.fault = fault
            entries.append(entry)
        }
        noteActive()
    }

    /// The how manieth of its world a fault is.
    ///
    /// - Throws: `not_found` if there is none of that id.
    func number(of id: FaultID) throws(RPCError) -> Int64 {
        guard let entry = entries.first(where: { $0.fault.id == id }) else {
            throw RPCError(.notFound, "fault: there is no such fault in this world.", .field("fault"))
        }
        return entry.number
    }

    /// Takes a fault out, or all.
    ///
    /// - Throws: `not_found` if there is none of that id.
    mutating func clear(_ id: FaultID?) throws(RPCError) {
        if let id {
            let number = try number(of: id)
            entries.removeAll { $0.number == number }
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
        let met = matching(occasion)
        for number in met { change(number) { $0.matches += 1 } }
        let matches = Dictionary(uniqueKeysWithValues: entries.map { ($0.number, $0.matches) })
        return due(of: met, at: matches).first.flatMap { fire($0) }
    }

    /// The faults that are not spent and wait for such an occasion, the oldest first.
    func matching(_ occasion: Occasion) -> [Int64] {
        entries.filter { !$0.fault.isSpent && $0.fault.target.matches(occasion) }.map(\.number)
    }

    /// Those whose turn it is, the oldest first, where it was the how manieth match of each.
    mutating func due(of faults: [Int64], at matches: [Int64: Int64]) -> [Int64] {
        faults.filter { number in
            guard let match = matches[number], let index = index(of: number) else { return false }
            return entries[index].isDue(with: match)
        }
    }

    /// Notes that a fault came about.
    mutating func fire(_ number: Int64) -> Fault? {
        change(number) { $0.fault.fired += 1 }
        noteActive()
        return index(of: number).map { entries[$0].fault }
    }

    /// Notes that a fault came about elsewhere: how often is known where that is counted.
    mutating func noteFired(_ id: FaultID) {
        guard let index = entries.firstIndex(where: { $0.fault.id == id }), entries[index].fault.target.nth != nil
        else { return }
        entries[index].fault.fired = 1
        noteActive()
    }

    private func index(of number: Int64) -> Int? { entries.firstIndex { $0.number == number } }

    private mutating func change(_ number: Int64, _ body: (inout Entry) -> Void) {
        if let index = index(of: number) { body(&entries[index]) }
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
