import ChatProtocol
import ChatSystem

/// A stream to a server over TCP, in line mode.
public final class SocketTransport: ClientTransport {
    private let stream: ByteStream
    /// The framing, with a limit for pages of history, which are longer than any request.
    private var wire = WireConnection.lineClient(limits: WireLimits(messageBytes: 64 * 1024 * 1024))
    private var end: TransportError?
    private let patience: Int64

    /// Connects.
    ///
    /// - Parameter patienceMilliseconds: The longest time for connecting, and later for each sending.
    /// - Throws: ``TransportError/unreachable(_:)`` if the server does not accept the connection in that time.
    public init(to endpoint: ServerEndpoint, patienceMilliseconds: Int = 10_000) throws(TransportError) {
        patience = Int64(patienceMilliseconds)
        stream = try ByteStream(to: endpoint, patienceMilliseconds: patience)
    }

    /// The descriptor to poll for arrivals.
    package var descriptor: Int32 { stream.descriptor }

    /// Sends one message as a line. Waits while the server reads slowly.
    public func send(_ message: [UInt8]) throws(TransportError) {
        if let end { throw end }
        var line: [UInt8] = []
        wire.frame(message, into: &line)
        do throws(TransportError) {
            try stream.send(line)
        } catch {
            finish(error)
            throw error
        }
    }

    /// Returns the next message; nil if none arrives in that time.
    public func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        let deadline = Clocks.steady() + Int64(milliseconds)
        while true {
            if let message = takeMessage() { return message }
            if let end { throw end }
            do throws(TransportError) {
                let bytes = try stream.receive(until: deadline)
                if bytes.isEmpty { return nil }
                wire.receive(bytes)
            } catch {
                wire.receiveEnd()
                finish(error)
            }
        }
    }

    /// Closes the stream.
    public func close() {
        var nothing: [UInt8] = []
        wire.close(into: &nothing)
        finish(.closed("closed by the client"))
    }

    /// Ends the sending direction, and closes the stream when the server has ended its side. If the server does not do
    /// so in the longest time for sending, the stream is closed too.
    public func leave() {
        stream.endSending()
        let deadline = Clocks.steady() + patience
        while end == nil, (try? stream.receive(until: deadline))?.isEmpty == false {}
        close()
    }

    private func takeMessage() -> [UInt8]? {
        var nothing: [UInt8] = []
        while let event = wire.next(into: &nothing) {
            switch event {
            case .message(let message): return message
            case .failed(let error): finish(.closed("\(error)"))
            default: break
            }
        }
        return nil
    }

    private func finish(_ why: TransportError) {
        end = end ?? why
        stream.close()
    }
}
