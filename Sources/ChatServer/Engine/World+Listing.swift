import ChatCore
import ChatProtocol

/// A page of a list of conversations. Each of them is encoded already, because their bytes decide how many fit.
struct ConversationPage: JSONWritable {
    fileprivate var conversations: [[UInt8]] = []
    fileprivate var next: Int64?

    /// The number of bytes that the answer reserves.
    var bytesMax: Int { conversations.reduce(256) { $0 + $1.count + 1 } }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.key("conversations")
            $0.array { for conversation in conversations { $0.raw(conversation) } }
            $0.member("next", next)
        }
    }
}

extension World {
    /// The most bytes of a page of conversations. One conversation fits in any case.
    ///
    /// A page of a thread may have less: a client that requests no further page shows only the first conversations.
    private var listBytes: Int { min(8 * limits.pageBytes, limits.unsentBytes / 2) }

    /// Returns a page of a person's conversations; for an observer, of all conversations.
    func conversations(
        _ request: ListConversations, for principal: Principal, on system: DeviceSystem, at now: Instant
    ) throws(RPCError) -> ConversationPage {
        let reader: Handle? = if case .observer = principal { nil } else { try principal.person }
        let limit = try limits.pageSize(request.limit ?? limits.pageEntries)
        let order = core.state.conversationOrder(of: reader, after: request.after, limit: limit + 1)
        let waiting = core.state.waitingNotices(of: reader, at: now)
        var page = PageBuilder<(cursor: Int64, bytes: [UInt8])>(limit: limit, bytesMax: listBytes)
        for (id, cursor) in order where !page.hasMore {
            guard var view = core.state.view(of: id, for: reader, waiting: waiting[id] ?? []) else { continue }
            if let reader {
                view = addingReceipt(to: view, of: reader)
                if system == .old { view = onOldSystem(view, for: reader, in: core.state) }
            }
            let bytes = JSONWriter.bytes(of: view)
            page.take((cursor, bytes), size: bytes.count)
        }
        return ConversationPage(
            conversations: page.entries.map(\.bytes), next: page.hasMore ? page.entries.last?.cursor : nil)
    }
}
