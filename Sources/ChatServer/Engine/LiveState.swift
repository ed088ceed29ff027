import ChatCore
import ChatProtocol

/// The state of a world that is not in the log.
struct LiveState {
    var faults: FaultTable
    var delayed = DelayQueue()
    /// The number of notifications that faults hold back until the next one of their session.
    var heldBackCount = 0
    var typing = TypingBoard()
    var presence = PresenceBoard()
    var marks = DeliveredMarks()
    var attributions: AttributionTable
    /// The delivered messages whose senders have not received a receipt.
    var newlyDelivered: [DeliveredMarks.Arrival] = []
    /// The typing people and the open documents at the last commit.
    private var committed = (typing: TypingBoard(), presence: PresenceBoard())

    init(seed: Int64) {
        faults = FaultTable(seed: seed)
        attributions = AttributionTable(seed: seed)
    }

    /// True if a fault may act on a notification. It is the only check in a world without faults.
    var isWatched: Bool { faults.isActive || heldBackCount > 0 }

    /// Makes the current typing people and open documents the committed ones.
    mutating func commit() {
        if !typing.isEmpty || !committed.typing.isEmpty { committed.typing = typing }
        if !presence.isEmpty || !committed.presence.isEmpty { committed.presence = presence }
    }

    /// Restores the typing people and the open documents of the last commit.
    mutating func rollBack() { (typing, presence) = committed }
}
