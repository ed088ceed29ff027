import ChatCore
import ChatProtocol

/// A list of conversations on its way: what is written of it, and what is still to be. It goes on from tick to tick, a
/// while each, and says in the end what is so then (law 14).
final class ConversationListing {
    /// So many conversations are written in one go.
    static let effort = 128
    /// So often what changed meanwhile is written again, a while each; the last time at once.
    private static let roundsMax = 3

    /// Whose list it is: nil for an observer's, which is of all there are.
    let reader: Handle?
    /// The reader's system, which decides how the newest messages read.
    let system: DeviceSystem
    private let bytesMax: Int
    /// The conversations, in the order of the answer.
    fileprivate var order: [ConversationID] = []
    fileprivate var pieces: [ConversationID: [UInt8]] = [:]
    /// Those to be written.
    fileprivate var stale: ArraySlice<ConversationID> = []
    /// How many bytes more may have newest messages in them.
    private var bytesLeft: Int
    /// What it was read from when it was last looked through; nil before.
    private var look: (foldCount: Int, changeCount: Int, marks: CoreState.ListMarks)?
    private var rounds = 0

    /// Begins a list with newest messages in the first so many bytes of it.
    init(of reader: Handle?, on system: DeviceSystem = .current, bytesMax: Int) {
        (self.reader, self.system) = (reader, system)
        self.bytesMax = bytesMax
        bytesLeft = bytesMax
    }

    /// Whether all that is left is written at once.
    fileprivate var isLastRound: Bool { rounds > Self.roundsMax }

    /// Looks for what is to be written, or to be written again.
    ///
    /// - Parameter foldCount: how often the state was read from the log: then all of it may be another.
    /// - Returns: whether there is anything.
    fileprivate func lookThrough(_ state: CoreState, foldCount: Int) -> Bool {
        let marks = state.listMarks(of: reader)
        let changeCount = state.conversations.changeCount
        defer { look = (foldCount, changeCount, marks) }
        guard let last = look, last.foldCount == foldCount else {
            order = state.conversationOrder(of: reader)
            return begin(order)
        }
        guard last.changeCount != changeCount || last.marks != marks else { return false }
        order = state.conversationOrder(of: reader)
        let marked = last.marks.conversations(notAsIn: marks)
        return begin(
            order.filter {
                pieces[$0] == nil || marked.contains($0)
                    || state.conversations.hasChanged($0, since: last.changeCount)
            })
    }

    private func begin(_ stale: [ConversationID]) -> Bool {
        self.stale = stale[...]
        // Long texts farther down keep nobody from what came since.
        if rounds > 0 { bytesLeft = max(bytesLeft, bytesMax / 4) }
        rounds += 1
        return !stale.isEmpty
    }

    /// What it is answered with.
    struct Answer: JSONWritable {
        fileprivate let pieces: [[UInt8]]

        var bytesMax: Int { pieces.reduce(256) { $0 + $1.count + 1 } }

        func write(to json: inout JSONWriter) {
            json.object {
                $0.key("conversations")
                $0.array { for piece in pieces { $0.raw(piece) } }
            }
        }
    }

    /// Takes a conversation in, without its newest message where there is no room for that.
    fileprivate func take(_ conversation: Conversation) {
        bytesLeft += pieces[conversation.id]?.count ?? 0
        var piece = bytesLeft > 0 ? JSONWriter.bytes(of: conversation) : []
        if piece.isEmpty || piece.count > bytesLeft {
            var conversation = conversation
            conversation.lastMessage = nil
            piece = JSONWriter.bytes(of: conversation)
            // Those farther down shall not stand there with theirs.
            bytesLeft = 0
        }
        bytesLeft = max(0, bytesLeft - piece.count)
        pieces[conversation.id] = piece
    }
}

extension World {
    /// Begins a list of somebody's conversations, or of all.
    func beginList(
        for principal: Principal, on system: DeviceSystem
    ) throws(RPCError) -> ConversationListing {
        if case .observer = principal { return ConversationListing(of: nil, bytesMax: limits.unsentBytes / 2) }
        return ConversationListing(of: try principal.person, on: system, bytesMax: limits.unsentBytes / 2)
    }

    /// Goes on with a list for a while.
    ///
    /// - Returns: the answer; nil where there is more to be written.
    func goOn(with listing: ConversationListing, at now: Instant) -> ConversationListing.Answer? {
        watchesConversations = true
        var effort = ConversationListing.effort
        while !listing.stale.isEmpty || listing.lookThrough(core.state, foldCount: foldCount) {
            let waiting = core.state.waitingNotices(of: listing.reader, at: now)
            while effort > 0 || listing.isLastRound, let id = listing.stale.popFirst() {
                effort -= 1
                guard var view = core.state.view(of: id, for: listing.reader, waiting: waiting[id] ?? []) else {
                    continue
                }
                if let reader = listing.reader {
                    view = addingReceipt(to: view, of: reader)
                    if listing.system == .old { view = onOldSystem(view, for: reader, in: core.state) }
                }
                listing.take(view)
            }
            guard listing.stale.isEmpty else { return nil }
        }
        return ConversationListing.Answer(pieces: listing.order.compactMap { listing.pieces[$0] })
    }
}
