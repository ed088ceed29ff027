import Foundation
import Synchronization

/// A proxy to a Unix socket that breaks after a number of bytes in one direction. It then ends all connections and
/// refuses new ones until ``repair()``.
package final class CutLine: Sendable {
    /// The direction of the counted bytes.
    package enum Direction: Sendable, CaseIterable {
        case there, back
    }

    private struct State {
        var left = Int.max
        var counted = 0
        var direction = Direction.there
    }

    private let state = Mutex(State())
    private let target: String
    private let listener: Int32

    /// - Parameters:
    ///   - path: The path of the proxy's socket.
    ///   - target: The path of the server's socket.
    package init(at path: String, to target: String) throws {
        self.target = target
        listener = try Self.socket(path) { bind($0, $1, $2) }
        guard listen(listener, 16) == 0 else { throw CocoaError(.fileWriteUnknown) }
        Thread { [self] in
            while true {
                let near = accept(listener, nil, nil)
                guard near >= 0 else { return }
                carry(near)
            }
        }.start()
    }

    /// Breaks all connections after a number of further bytes in one direction.
    package func cut(after bytes: Int, _ direction: Direction) {
        state.withLock { ($0.left, $0.counted, $0.direction) = (bytes, 0, direction) }
    }

    /// Accepts connections and passes all bytes again.
    ///
    /// - Returns: The number of bytes that passed in the counted direction.
    @discardableResult
    package func repair() -> Int {
        state.withLock {
            $0.left = .max
            return $0.counted
        }
    }

    /// Stops accepting connections.
    package func end() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func carry(_ near: Int32) {
        guard state.withLock({ $0.left > 0 }), let far = try? Self.socket(target, { connect($0, $1, $2) }) else {
            close(near)
            return
        }
        let ends = Mutex(2)
        for (from, to, direction) in [(near, far, Direction.there), (far, near, .back)] {
            Thread { [self] in
                copy(from, to, direction)
                for end in [near, far] { shutdown(end, Int32(SHUT_RDWR)) }
                let left = ends.withLock { left in
                    left -= 1
                    return left
                }
                if left == 0 { for end in [near, far] { close(end) } }
            }.start()
        }
    }

    private func copy(_ from: Int32, _ to: Int32, _ direction: Direction) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(from, &buffer, buffer.count)
            guard count > 0 else { return }
            let (allowed, isOver) = state.withLock { state -> (Int, Bool) in
                guard direction == state.direction else { return (state.left == 0 ? 0 : count, state.left == 0) }
                let allowed = min(count, state.left)
                if state.left != .max { state.left -= allowed }
                state.counted += allowed
                return (allowed, state.left == 0)
            }
            if allowed > 0, write(to, buffer, allowed) != allowed { return }
            if isOver { return }
        }
    }

    private static func socket(
        _ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw CocoaError(.fileReadUnknown)
        }
        return descriptor
    }
}
