#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A thread that does one thing to its end.
package struct SystemThread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    #if canImport(Darwin)
        // Proof: the name of a thread, which is only ever handed to `pthread_join`.
        nonisolated(unsafe) private let id: pthread_t?
    #else
        private let id: pthread_t
    #endif

    /// Starts it.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemFailure) {
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
            var id: pthread_t?
            let code = pthread_create(&id, nil, { Self.run($0) }, work.toOpaque())
        #else
            var id = pthread_t()
            let code = pthread_create(&id, nil, { $0.flatMap { Self.run($0) } }, work.toOpaque())
        #endif
        guard code == 0 else {
            work.release()
            throw SystemFailure(reason: "no thread can be had: \(Syscalls.words(code))")
        }
        self.id = id
    }

    /// Waits for its end; once.
    package func join() {
        #if canImport(Darwin)
            guard let id else { return }
        #endif
        pthread_join(id, nil)
    }

    private static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }
}
