import ChatProtocol

/// The bytes of messages that have begun and are not complete: of all who have not logged in, and of all sessions.
///
/// Each has a budget of its own, so that no session pays for strangers, who may come from its own address.
struct UnfinishedInput {
    /// The most bytes of a message that begins before a login, over lines and WebSocket: nothing but a login is taken there.
    static let loginBytes = 32 * 1024
    /// The most bytes of each: 64 of the longest messages at once, and 16 MiB in any case.
    let budget: Int
    private var ofStrangers = 0
    private var ofSessions = 0

    init(_ limits: Limits) { budget = max(16 * 1024 * 1024, 64 * limits.messageBytes) }

    /// Counts what waits of a connection now; called after each read and at its end.
    mutating func note(_ connection: ClientConnection) {
        add(-connection.countedInput, toSessions: connection.isInputOfSession)
        connection.countedInput = connection.isClosed ? 0 : connection.wire.unfinishedBytes
        connection.isInputOfSession = connection.hasGreeted
        add(connection.countedInput, toSessions: connection.isInputOfSession)
    }

    private mutating func add(_ count: Int, toSessions: Bool) {
        if toSessions { ofSessions += count } else { ofStrangers += count }
    }

    /// True if a connection that has not logged in has a longer message under way than a login can be.
    func isLongerThanLogin(_ connection: ClientConnection) -> Bool {
        !connection.isInputOfSession && connection.countedInput > Self.loginBytes && connection.wire.mode != .http
    }

    /// True if more waits than the budget has for such connections.
    func isTooMuch(like connection: ClientConnection) -> Bool {
        (connection.isInputOfSession ? ofSessions : ofStrangers) > budget
    }

    /// The connections with the most unfinished input, which are to be ended: without them a quarter of the budget is
    /// free, so that they are looked for seldom.
    func largest(of connections: [ClientConnection], like connection: ClientConnection) -> [ClientConnection] {
        let isSession = connection.isInputOfSession
        var left = (isSession ? ofSessions : ofStrangers) - budget / 4 * 3
        let candidates = connections.filter { $0.isInputOfSession == isSession && $0.countedInput > 0 }
        return Array(
            candidates.sorted { $0.countedInput > $1.countedInput }.prefix { connection in
                defer { left -= connection.countedInput }
                return left > 0
            })
    }
}
