import ChatProtocol

/// What faults hold back until its time: the earliest first, and of the same time what came first.
struct DelayQueue {
    struct Item {
        let dueAt: Instant
        let delivery: Delivery
        let fault: FaultID
    }

    /// In the order in which they are due.
    private(set) var items: [Item] = []

    var nextDue: Instant? { items.first?.dueAt }

    mutating func hold(_ item: Item) {
        let index = items.lastIndex { $0.dueAt <= item.dueAt }
        items.insert(item, at: index.map { $0 + 1 } ?? 0)
    }

    mutating func takeFirst() -> Item? { items.isEmpty ? nil : items.removeFirst() }

    /// Forgets what was meant for a stream that ended.
    mutating func forget(_ session: Session) {
        if !items.isEmpty { items.removeAll { $0.delivery.session === session } }
    }
}
