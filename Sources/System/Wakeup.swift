#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
#if os(Linux)
    import CSystem
#endif

/// Wakes a wait for a descriptor from any thread: an eventfd, or a pipe.
package struct Wakeup: Sendable {
    /// The descriptor, which is readable from a wake until ``drain()``.
    let descriptor: Int32
    private let target: Int32

    init(_ interface: SystemInterface) throws(SystemFailure) {
        switch interface {
        #if os(Linux)
            case .linux:
                descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
                target = descriptor
                guard descriptor >= 0 else {
                    throw SystemFailure(reason: "an eventfd cannot be created: \(SystemFailure.words(errno))")
                }
        #endif
        case .posix: (descriptor, target) = try Descriptors.makePipe()
        }
    }

    /// Wakes the wait. Several wakes before ``drain()`` count as one.
    package func wake() {
        // An eventfd takes a number and a pipe any bytes. A full pipe wakes the wait already.
        var one: UInt64 = 1
        _ = write(target, &one, MemoryLayout<UInt64>.size)
    }

    /// Resets the descriptor after a wake.
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while case .bytes = Descriptors.read(descriptor, into: &buffer) {}
    }

    func close() {
        Descriptors.close(descriptor)
        if target != descriptor { Descriptors.close(target) }
    }
}
