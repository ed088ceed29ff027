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
    private let news = DispatchSemaphore(value: 0)
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
            news.signal()
        }
    }

    /// What became of it: a connection that is there, or that knows why it is not; it is the caller's from then on.
    ///
    /// - Parameter milliseconds: how long to wait for that.
    /// - Returns: nil as long as it is under way.
    func take(waitingMilliseconds milliseconds: Int) -> OpaquePointer? {
        _ = news.wait(timeout: .now() + .milliseconds(milliseconds))
        return state.withLock { state in
            guard case .made(let address) = state else { return nil }
            state = .isUnwanted
            return OpaquePointer(bitPattern: address)
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
