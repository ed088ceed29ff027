#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
#if os(Linux)
    import CSystem
#endif

/// Wakes one who waits for a descriptor, from any thread: an eventfd, or a pipe.
package struct Wakeup: Sendable {
    /// Readable once it was woken, until that is taken.
    let descriptor: Int32
    private let target: Int32

    init(_ interface: SystemInterface) throws(SystemFailure) {
        switch interface {
        #if os(Linux)
            case .linux:
                descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
                target = descriptor
                guard descriptor >= 0 else {
                    throw SystemFailure(reason: "an eventfd cannot be created: \(Syscalls.words(errno))")
                }
        #endif
        case .posix: (descriptor, target) = try Syscalls.makePipe()
        }
    }

    /// Wakes; a second time before the first was taken is no more than one.
    package func wake() {
        // The number that an eventfd takes; a pipe takes any bytes, and one that is full wakes already.
        var one: UInt64 = 1
        _ = write(target, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes what woke.
    func take() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while case .bytes = Syscalls.read(descriptor, into: &buffer) {}
    }

    func close() {
        Syscalls.close(descriptor)
        if target != descriptor { Syscalls.close(target) }
    }
}
