import ChatSystem
import Dispatch
import Synchronization

/// A connection that libpq is making, on a thread of its own: to look names of hosts up, and to try one host after the
/// other, it takes its time, and a server has others to serve meanwhile.
final class PostgresAttempt: Sendable {
    private enum State {
        case isUnderway
        /// The address of the connection, whatever became of it, until it is taken.
        case made(UInt)
        case isUnwanted
    }

    private let state = Mutex(State.isUnderway)
    /// How often it is looked what became of it, in milliseconds. Dispatch waits by the wall clock, and would wait for an
    /// hour longer where that is set back by an hour.
    private static let lookMilliseconds: Int64 = 2
    private let finish: PostgresLibrary.Finish

    /// Begins.
    init(_ parameters: [(String, String)], _ library: PostgresLibrary) {
        finish = library.finish
        let connect = library.connect
        DispatchQueue(label: "understudy.postgres.attempt").async { [self] in
            let handle = Self.withTexts(parameters.map(\.0)) { keywords in
                Self.withTexts(parameters.map(\.1)) { values in connect(keywords, values, 1) }
            }
            let address = UInt(bitPattern: handle)
            let isWanted = state.withLock { state in
                if case .isUnwanted = state { return false }
                state = .made(address)
                return true
            }
            if !isWanted { finish(OpaquePointer(bitPattern: address)) }
        }
    }

    /// What became of it: a connection that is there, or that knows why it is not; it is the caller's from then on.
    ///
    /// - Parameter milliseconds: how long to wait for that.
    /// - Returns: nil as long as it is under way.
    func take(waitingMilliseconds milliseconds: Int) -> OpaquePointer? {
        let deadline = Clocks.steady() + Int64(milliseconds)
        while isUnderway, Clocks.steady() < deadline {
            let left = min(Self.lookMilliseconds, deadline - Clocks.steady())
            _ = Readiness.wait(for: [], milliseconds: Int(max(0, left)))
        }
        return state.withLock { state in
            guard case .made(let address) = state else { return nil }
            state = .isUnwanted
            return OpaquePointer(bitPattern: address)
        }
    }

    private var isUnderway: Bool {
        state.withLock { state in
            if case .isUnderway = state { true } else { false }
        }
    }

    /// Lets go of what may still come of it.
    func giveUp() {
        let handle = take(waitingMilliseconds: 0)
        state.withLock { $0 = .isUnwanted }
        if let handle { finish(handle) }
    }

    private static func withTexts<Answer>(_ texts: [String], _ body: (PostgresLibrary.Texts) -> Answer) -> Answer {
        let all = texts.map { Array($0.utf8CString) }
        let bytes = all.flatMap { $0 }
        return bytes.withUnsafeBufferPointer { bytes in
            var pointers: [UnsafePointer<CChar>?] = []
            var offset = 0
            for text in all {
                pointers.append(bytes.baseAddress?.advanced(by: offset))
                offset += text.count
            }
            return body(pointers + [nil])
        }
    }
}
