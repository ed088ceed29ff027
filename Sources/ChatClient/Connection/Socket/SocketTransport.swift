import ChatProtocol
import ChatSystem

/// A stream to a server over TCP, in line mode.
public final class SocketTransport: ClientTransport {
    private let stream: ByteStream
    /// A page of history is longer than any request may be.
    private var wire = WireConnection.lineClient(limits: WireLimits(messageBytes: 64 * 1024 * 1024))
    private var end: TransportError?
    private let patience: Int64

    /// Connects.
    ///
    /// - Parameter patienceMilliseconds: how long connecting, and later each sending, may take.
    /// - Throws: ``TransportError/unreachable(_:)`` if nobody listens there, or nothing answers in that time.
    public init(to endpoint: ServerEndpoint, patienceMilliseconds: Int = 10_000) throws(TransportError) {
        patience = Int64(patienceMilliseconds)
        stream = try ByteStream(to: endpoint, patienceMilliseconds: patience)
    }

    /// What to watch to know that something has come.
    package var descriptor: Int32 { stream.descriptor }

    /// Sends one message as a line, waiting where the server is slow to read.
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

    /// The next message, or nil if none comes in that time.
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

    /// Leaves the stream.
    public func close() {
        var nothing: [UInt8] = []
        wire.close(into: &nothing)
        finish(.closed("closed by the client"))
    }

    /// Leaves the stream once the server has noticed: it ends its side when it has. One that does not in the time that
    /// sending may take is left nevertheless.
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
