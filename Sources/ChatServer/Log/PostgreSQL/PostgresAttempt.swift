import ChatSystem
import Dispatch
import Synchronization

/// A connection attempt of libpq on its own thread.
///
/// Name resolution and trying one host after the other are slow, and the server must serve its clients in the meantime.
final class PostgresAttempt: Sendable {
    private enum State {
        case isUnderway
        /// The address of the connection object, successful or not, until it is taken.
        case made(UInt)
        case isCancelled
    }

    private let state = Mutex(State.isUnderway)
    /// The interval between checks of the result, in milliseconds. A wait of Dispatch follows the wall clock, and would
    /// last an hour longer if that clock were set back by an hour.
    private static let pollMilliseconds: Int64 = 2
    private let finish: PostgresLibrary.Finish

    /// Begins the attempt.
    init(_ parameters: [(String, String)], _ library: PostgresLibrary) {
        finish = library.finish
        let connect = library.connect
        DispatchQueue(label: "understudy.postgres.attempt").async { [self] in
            let handle = Self.withTexts(parameters.map(\.0)) { keywords in
                Self.withTexts(parameters.map(\.1)) { values in connect(keywords, values, 1) }
            }
            let address = UInt(bitPattern: handle)
            let isWanted = state.withLock { state in
                if case .isCancelled = state { return false }
                state = .made(address)
                return true
            }
            if !isWanted { finish(OpaquePointer(bitPattern: address)) }
        }
    }

    /// Takes the resulting connection object, successful or with the reason of its failure. The caller then owns it.
    ///
    /// - Parameter milliseconds: The maximum time to wait for the result.
    /// - Returns: Nil while the attempt is running.
    func take(waitingMilliseconds milliseconds: Int) -> OpaquePointer? {
        let deadline = Clocks.steady() + Int64(milliseconds)
        while isUnderway, Clocks.steady() < deadline {
            let left = min(Self.pollMilliseconds, deadline - Clocks.steady())
            _ = Readiness.wait(for: [], milliseconds: Int(max(0, left)))
        }
        return state.withLock { state in
            guard case .made(let address) = state else { return nil }
            state = .isCancelled
            return OpaquePointer(bitPattern: address)
        }
    }

    private var isUnderway: Bool {
        state.withLock { state in
            if case .isUnderway = state { true } else { false }
        }
    }

    /// Cancels the attempt and closes its connection, even if that is made later.
    func giveUp() {
        let handle = take(waitingMilliseconds: 0)
        state.withLock { $0 = .isCancelled }
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
