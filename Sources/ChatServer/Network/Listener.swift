import ChatSystem

/// The listening socket. While the machine has no free descriptors or memory, it pauses instead of spinning.
final class Listener {
    /// The maximum number of connections that one tick accepts, so that a flood does not starve open connections.
    static let batchMax = 256
    /// The first pause when resources are exhausted, in milliseconds. It doubles up to ``pauseMax``.
    static let pauseMin = 5
    /// The longest pause, in milliseconds.
    static let pauseMax = 1_000

    let descriptor: Int32
    /// The actual port, even if port 0 was requested.
    let port: UInt16
    private(set) var pause = pauseMin

    init(host: String, port: UInt16) throws(ListenError) {
        do throws(SystemFailure) {
            (descriptor, self.port) = try Sockets.listen(host: host, port: port)
        } catch {
            throw ListenError(message: error.reason)
        }
    }

    /// The result of one round of accepting.
    enum Round {
        /// All waiting connections were accepted, or enough of them for one tick.
        case done
        /// Resources are exhausted. The server retries after this number of milliseconds.
        case pause(milliseconds: Int, why: String)
    }

    /// Accepts waiting connections until `handle` returns false, at most ``batchMax``.
    func accept(_ handle: (_ descriptor: Int32, _ peer: SocketAddress) -> Bool) -> Round {
        for _ in 0..<Self.batchMax {
            switch Sockets.accept(descriptor) {
            case .connection(let accepted, let peer):
                pause = Self.pauseMin
                guard handle(accepted, peer) else { return .done }
            case .none: return .done
            case .lost: continue
            case .exhausted(let why):
                defer { pause = min(pause * 2, Self.pauseMax) }
                return .pause(milliseconds: pause, why: why)
            }
        }
        return .done
    }

    func close() { Descriptors.close(descriptor) }
}

/// The reason why the server cannot listen.
public struct ListenError: Error, Sendable, CustomStringConvertible {
    /// The text for the operator: the problem and its remedy.
    public let message: String
    /// The same text as ``message``.
    public var description: String { message }
}
