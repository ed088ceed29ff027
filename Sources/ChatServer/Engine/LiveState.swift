import ChatCore
import ChatProtocol

/// What goes on in a world and is kept nowhere.
struct LiveState {
    var faults: FaultTable
    var delayed = DelayQueue()
    /// How many notifications wait behind the next one of their session.
    var heldBackCount = 0
    var typing = TypingBoard()
    var presence = PresenceBoard()
    var marks = DeliveredMarks()
    var attributions: AttributionTable
    /// The messages that came to someone and whose senders have not been told so.
    var newlyDelivered: [DeliveredMarks.Arrival] = []
    /// Who typed, and who had what open, at the last commit.
    private var committed = (typing: TypingBoard(), presence: PresenceBoard())

    init(seed: Int64) {
        faults = FaultTable(seed: seed)
        attributions = AttributionTable(seed: seed)
    }

    /// Whether a fault may be waiting for what is said: the one thing that is asked where there are no faults.
    var isWatched: Bool { faults.isActive || heldBackCount > 0 }

    /// Notes that what was decided has happened.
    mutating func commit() {
        if !typing.isEmpty || !committed.typing.isEmpty { committed.typing = typing }
        if !presence.isEmpty || !committed.presence.isEmpty { committed.presence = presence }
    }

    /// Undoes what came with what was decided and has not happened.
    mutating func rollBack() { (typing, presence) = committed }
}
