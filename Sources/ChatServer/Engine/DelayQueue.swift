import ChatProtocol

/// The deliveries that faults delay: the earliest first, and at the same time in order of arrival.
struct DelayQueue {
    struct Item {
        let dueAt: Instant
        let delivery: Delivery
        let fault: FaultID
    }

    /// The delayed deliveries in the order in which they are due.
    private(set) var items: [Item] = []

    var nextDue: Instant? { items.first?.dueAt }

    mutating func hold(_ item: Item) {
        let index = items.lastIndex { $0.dueAt <= item.dueAt }
        items.insert(item, at: index.map { $0 + 1 } ?? 0)
    }

    mutating func takeFirst() -> Item? { items.isEmpty ? nil : items.removeFirst() }

    /// Drops the deliveries to a session that has ended.
    mutating func forget(_ session: Session) {
        if !items.isEmpty { items.removeAll { $0.delivery.session === session } }
    }
}
