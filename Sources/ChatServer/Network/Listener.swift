import ChatSystem

/// Takes connections, and pauses where the machine has no room for more instead of spinning.
final class Listener {
    /// How many connections one tick takes, so that a flood of them does not starve those that are there.
    static let batchMax = 256
    /// The first pause where there is no room, in milliseconds; it doubles up to ``pauseMax``.
    static let pauseMin = 5
    /// The longest pause, in milliseconds.
    static let pauseMax = 1_000

    let descriptor: Int32
    /// The port that is listened on.
    let port: UInt16
    private(set) var pause = pauseMin

    init(host: String, port: UInt16) throws(ListenError) {
        do throws(SystemFailure) {
            (descriptor, self.port) = try Syscalls.listen(host: host, port: port)
        } catch {
            throw ListenError(message: error.reason)
        }
    }

    /// What a round of taking came to.
    enum Round {
        /// Whoever waited was taken, or enough of them for one tick.
        case done
        /// There is no room: try again after that many milliseconds.
        case pause(milliseconds: Int, why: String)
    }

    /// Takes those who wait, for as long as `take` says so.
    func accept(_ take: (_ descriptor: Int32, _ peer: SocketAddress) -> Bool) -> Round {
        for _ in 0..<Self.batchMax {
            switch Syscalls.accept(descriptor) {
            case .connection(let accepted, let peer):
                pause = Self.pauseMin
                guard take(accepted, peer) else { return .done }
            case .none: return .done
            case .lost: continue
            case .exhausted(let why):
                defer { pause = min(pause * 2, Self.pauseMax) }
                return .pause(milliseconds: pause, why: why)
            }
        }
        return .done
    }

    func close() { Syscalls.close(descriptor) }
}

/// Why the server cannot listen.
public struct ListenError: Error, Sendable, CustomStringConvertible {
    /// What a person can act on.
    public let message: String
    /// The message.
    public var description: String { message }
}
