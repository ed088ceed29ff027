package import ChatProtocol

extension LiveClient {
    /// A report to the owner of the session.
    package enum Report: Equatable, Sendable {
        /// The session entered this phase.
        case phase(LivePhase)
        /// The limits of the server, and true if its clock is the real time. This comes before each welcome.
        case terms(Limits, isClockReal: Bool)
        /// True if the system of the device supports collaboration in Messages. This comes before each welcome.
        case support(Bool)
        /// The login succeeded.
        ///
        /// - Parameters:
        ///   - isFresh: True if earlier state is invalid: at the first login, and if the server's log is another one.
        ///   - isNew: True if the server did not know the person, so that the client has no state to request.
        ///   - now: The time of the server's clock.
        ///   - end: The position of the last event that the client can have missed.
        case welcome(isFresh: Bool, isNew: Bool = false, now: Instant?, end: Int64 = 0)
        /// The result of a request.
        case result(Request, clientID: String?, JSONValue)
        /// The refusal of a request.
        case refusal(Request, clientID: String?, RPCError)
        /// A request that only reads and that got no answer, because the connection was lost. It is not sent again.
        case unanswered(Request)
        /// A notification arrived.
        case notification(HeardNotification)
    }
}

extension Limits {
    /// Creates the limits of a server from its answer to the login; those of the contract if it sends none.
    init(ofWelcome welcome: JSONValue) {
        guard var fields = try? JSONFields(welcome["limits"]), let limits = try? Limits(from: &fields) else {
            self = .standard
            return
        }
        self = limits
    }
}

extension RPCError {
    /// The pause before a refused request can be sent again, in milliseconds; nil if it would be refused again.
    package var pauseBeforeRetry: Int64? {
        switch (reason, detail) {
        case (.rateLimited, .retryAfter(let milliseconds)?): milliseconds
        case (.rateLimited, _), (.unavailable, _): 1_000
        default: nil
        }
    }
}

/// The phase of a session.
package enum LivePhase: Equatable, Sendable {
    /// A stream is being opened.
    case connecting
    /// The stream is open, and `session.hello` waits for its answer.
    case greeting
    /// The login succeeded.
    case live
    /// The connection is lost; the next attempt begins at that time, in milliseconds.
    case waiting(until: Int64)
    /// The server refused the session, and the client does not try again.
    case refused(RPCError)
}

/// An action that the owner of a session must perform.
package enum LiveAction: Hashable, Sendable {
    /// Open a new stream.
    case open
    /// Send this message on the stream.
    case send([UInt8])
    /// Close the stream.
    case close
}

/// The pauses between attempts: a quarter of a second, doubled each time, up to five seconds.
package struct Backoff: Hashable, Sendable {
    static let firstMilliseconds: Int64 = 250
    static let lastMilliseconds: Int64 = 5_000

    /// The next pause, in milliseconds.
    private(set) var upcoming = firstMilliseconds

    /// Creates a backoff for the first attempt.
    package init() {}

    /// Returns the pause before the next attempt in milliseconds, and doubles it for the one after that.
    package mutating func next() -> Int64 {
        defer { upcoming = min(Self.lastMilliseconds, upcoming * 2) }
        return upcoming
    }

    /// Makes the next pause short again, after a success.
    mutating func reset() { upcoming = Self.firstMilliseconds }
}
