public import ChatProtocol

/// What a simulated client wants done with its stream.
public enum SimulatedAction: Sendable, Hashable {
    /// Open a new stream.
    case open
    /// Put this message on it.
    case send([UInt8])
    /// Leave it.
    case close
}

/// A client without a socket and without a clock, so that a simulation can own both: messages and time in, actions out.
///
/// The terminal's own client is one. To simulate another, write this for it and hand it to ``Simulation``: what it is
/// told, asked and answered is then held to the delivery contract as seen on its wire.
public protocol SimulatedClient: AnyObject {
    /// Whether nothing waits for an answer: only then is all expected to have come.
    var isIdle: Bool { get }

    /// When ``passed(to:)`` is to be called, in milliseconds of a clock that nobody sets; nil for never.
    var deadline: Int64? { get }

    /// Begins: it should want a stream.
    func start(at now: Int64)

    /// The stream that it wanted is open, and nobody has greeted on it yet.
    func opened(at now: Int64)

    /// One message came on the stream.
    func received(_ message: [UInt8], at now: Int64)

    /// The stream is gone, or could not be opened.
    func lost(at now: Int64)

    /// Time has passed.
    func passed(to now: Int64)

    /// Its person wants something. A change must be asked for until it is answered, however often the stream is lost.
    func ask(_ method: ChatProtocol.Method, _ params: JSONValue)

    /// What it wants done since the last look, in order.
    func takeActions() -> [SimulatedAction]
}
