#if canImport(Darwin)
    import Darwin
#else
    import CSystem
    import Glibc
#endif

/// This process: its environment, its limits and its end.
package enum CurrentProcess {
    /// The id.
    package static var id: Int32 { getpid() }

    /// The environment of this process. The first value of a repeated variable counts.
    package static var environment: [String: String] {
        var variables: [String: String] = [:]
        // The program reads the environment at its start, before any of its code can change it.
        #if canImport(Darwin)
            var entry = _NSGetEnviron().pointee
        #else
            var entry = environ
        #endif
        while let text = entry.pointee {
            let words = String(cString: text)
            if let sign = words.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(words[..<sign])
                if variables[name] == nil { variables[name] = String(words[words.utf8.index(after: sign)...]) }
            }
            entry += 1
        }
        return variables
    }

    /// Ends the process with an exit status.
    package static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Raises the limit of open files as far as the system allows, and returns it.
    package static func raiseFileLimit() -> Int {
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Makes the allocator return each freed block of 64 KiB or more to the system. The program calls this before it
    /// starts a second thread.
    ///
    /// By default Glibc keeps ever larger blocks on its heaps, and a heap shrinks only at its end. The buffers of one
    /// flood would stay for ever. The allocators of other systems return blocks by themselves.
    package static func returnLargeBlocks() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 64 * 1024)
        #endif
    }
}

/// The watch of the process that started this one.
///
/// It compares the parent's id, because another process adopts this one after its parent ends. Linux has a signal for
/// that (`PR_SET_PDEATHSIG`), with two faults. It comes too early if a thread of the parent started this process and
/// then ends, as in test runners. It never comes if the parent ended before the signal was requested.
package struct ParentWatch: Sendable {
    private let parent = getppid()

    /// Stores the current parent. The program creates the watch before any other work.
    package init() {}

    /// The interval between two checks, in milliseconds.
    package static let milliseconds = 100

    /// True if the parent has ended.
    package var hasEnded: Bool { getppid() != parent }
}

/// The system call, under a name that no method hides.
private func systemExit(_ status: Int32) -> Never { exit(status) }
