import ChatProtocol

/// The number of bytes in incomplete messages, for connections without a login and for sessions.
///
/// Each group has its own budget. Connections without a login cannot use the budget of sessions, even from the same
/// address.
struct UnfinishedInput {
    /// The part of the counts that one connection contributes.
    struct Share {
        fileprivate var bytes = 0
        /// True if the bytes are counted as a session's.
        fileprivate var isSession = false
    }

    /// The longest message before a login, in bytes, over lines and WebSocket. Only a login is accepted there.
    static let loginBytes = 32 * 1024
    /// The budget of each group, in bytes: 64 messages of maximum length, at least 16 MiB.
    let budget: Int
    private var unauthenticatedBytes = 0
    private var ofSessions = 0

    init(_ limits: Limits) { budget = max(16 * 1024 * 1024, 64 * limits.messageBytes) }

    /// Updates the count of a connection. The caller reports each read and the end.
    mutating func note(_ connection: AcceptedConnection) {
        add(-connection.inputShare.bytes, toSessions: connection.inputShare.isSession)
        connection.inputShare.bytes = connection.isClosed ? 0 : connection.wire.unfinishedBytes
        connection.inputShare.isSession = connection.hasLoggedIn
        add(connection.inputShare.bytes, toSessions: connection.inputShare.isSession)
    }

    private mutating func add(_ count: Int, toSessions: Bool) {
        if toSessions { ofSessions += count } else { unauthenticatedBytes += count }
    }

    /// Returns true if a connection without a login has begun a message that is longer than a login can be.
    func isLongerThanLogin(_ connection: AcceptedConnection) -> Bool {
        !connection.inputShare.isSession && connection.inputShare.bytes > Self.loginBytes
            && connection.wire.mode != .http
    }

    /// Returns true if the group of this connection exceeds the budget.
    func isTooMuch(like connection: AcceptedConnection) -> Bool {
        (connection.inputShare.isSession ? ofSessions : unauthenticatedBytes) > budget
    }

    /// Returns the connections to end: the largest ones of the group. Ending them frees a quarter of the budget, so
    /// that this search is rare.
    func largest(of connections: [AcceptedConnection], like connection: AcceptedConnection) -> [AcceptedConnection] {
        let isSession = connection.inputShare.isSession
        var left = (isSession ? ofSessions : unauthenticatedBytes) - budget / 4 * 3
        let candidates = connections.filter { $0.inputShare.isSession == isSession && $0.inputShare.bytes > 0 }
        return Array(
            candidates.sorted { $0.inputShare.bytes > $1.inputShare.bytes }.prefix { connection in
                defer { left -= connection.inputShare.bytes }
                return left > 0
            })
    }
}
