import ChatLog
import ChatProtocol

/// A fence that waits until the other servers have told what the log says up to a position.
struct NodeFence {
    /// How long they have, in milliseconds.
    static let patience: Int64 = 5_000
    /// So often it is asked again where something was said meanwhile that is in no log.
    private static let roundsMax = 3

    /// Time that is let pass until nothing is pending anywhere.
    struct Settling {
        /// How often it was let pass.
        var rounds = 0
        /// What that came to last.
        var decision: World.Decision?
    }

    /// What is done once it is answered.
    enum Purpose {
        /// It is told how far all have told.
        case fence
        /// Time is let pass.
        case settling(Settling)
        /// This is said: it is so, and whoever answered in time knows it.
        case answer([UInt8])
    }

    /// Who is answered.
    let asker: LongRequest.Asker
    let world: World
    /// Where the log ended when it was asked.
    let through: Int64
    /// When it is given up.
    let endsAt: Instant
    let purpose: Purpose
    /// By which the answers are known.
    private(set) var number: Int64 = 0
    /// On which connection it was asked.
    private(set) var generation = 0
    /// Those who have not answered.
    private(set) var waitsFor: Set<String> = []
    /// Those who do not.
    private(set) var missing: [String] = []
    /// What others hold back.
    private(set) var pending: [PendingWork] = []
    /// Whether it was heard here, and so by all, before anything that is heard from now on.
    private var isHeard = false
    /// Whether something was heard since that is told and in no log: who answered before has not told it.
    private var isDisturbed = false
    private var rounds = 0

    init(asker: LongRequest.Asker, world: World, through: Int64, endsAt: Instant, purpose: Purpose) {
        (self.asker, self.world, self.through, self.endsAt) = (asker, world, through, endsAt)
        self.purpose = purpose
    }

    /// Begins to wait for these.
    mutating func begin(_ number: Int64, _ others: [OtherNode], generation: Int) {
        (self.number, self.generation) = (number, generation)
        waitsFor = Set(others.filter(\.lives).map(\.name))
        missing = others.filter { !$0.lives }.map(\.name)
        (pending, isHeard, isDisturbed) = ([], false, false)
        rounds += 1
    }

    mutating func noteHeard() { isHeard = true }

    /// Notes that a server said something that is in no log.
    mutating func noteWords() { if isHeard { isDisturbed = true } }

    mutating func noteTold(by node: String, _ pending: [PendingWork]) {
        if waitsFor.remove(node) != nil { self.pending += pending }
    }

    /// Waits no longer.
    mutating func giveUp() {
        missing = (missing + waitsFor).sorted()
        waitsFor = []
        rounds = Self.roundsMax
    }

    var isToBeAskedAgain: Bool { isDisturbed && rounds < Self.roundsMax }
}
