public import ChatProtocol

/// An action that a simulated client requests for its stream.
public enum SimulatedAction: Sendable, Hashable {
    /// Open a new stream.
    case open
    /// Send this message on the stream.
    case send([UInt8])
    /// Close the stream.
    case close
}

/// A client without sockets and clocks. The simulation passes messages and times to it, and performs the actions that
/// it requests.
///
/// The terminal's own client is one. To simulate another client, implement this protocol and pass it to ``Simulation``.
/// The simulation then checks its messages against the delivery contract.
public protocol SimulatedClient: AnyObject {
    /// True if the client waits for no answer. All its notifications are expected only then.
    var isIdle: Bool { get }

    /// The time at which to call ``passed(to:)``, in milliseconds since the simulation began; nil for never.
    var deadline: Int64? { get }

    /// Begins. The client should request a stream.
    func start(at now: Int64)

    /// The requested stream is open. No login has been sent on it.
    func opened(at now: Int64)

    /// A message arrived on the stream.
    func received(_ message: [UInt8], at now: Int64)

    /// The stream ended, or could not be opened.
    func lost(at now: Int64)

    /// The time is now `now`.
    func passed(to now: Int64)

    /// The person makes a request. The client must repeat a change until it is answered, even if the stream ends often.
    func ask(_ method: ChatProtocol.Method, _ params: JSONValue)

    /// Returns the actions that the client has requested since the last call, in order.
    func takeActions() -> [SimulatedAction]
}
