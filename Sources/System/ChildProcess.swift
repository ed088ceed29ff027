#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A program that runs at the same time as this one. It reads a given input, and its output can be read at any time. No
/// instance method waits for the program to end by itself.
package final class ChildProcess {
    private let id: pid_t
    /// True if the program's own children are stopped with it.
    private let ownsGroup: Bool
    private let output: Int32
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The path of the program, or its name if it is on the `PATH`, and its arguments.
    ///   - input: The content of its standard input.
    ///   - ownsGroup: True if the program gets its own process group, so that its own children are stopped with it. It
    ///     then cannot read from the terminal.
    package init(_ words: [String], input: [UInt8], ownsGroup: Bool = false) throws(SystemFailure) {
        guard let program = words.first else { throw SystemFailure(reason: "there is no program to run") }
        let given = try Self.namelessFile()
        defer { Descriptors.close(given) }
        let code = Descriptors.writeAll(input, to: given)
        guard code == 0, lseek(given, 0, SEEK_SET) == 0 else {
            throw SystemFailure(reason: "the input of \(program) cannot be written: \(SystemFailure.words(code))")
        }
        output = try Self.namelessFile()
        var actions = Self.noActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, given, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        var attributes = Self.noAttributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        if ownsGroup { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }
        let failure = posix_spawnp(&child, program, &actions, &attributes, &arguments, Self.environment)
        guard failure == 0 else {
            Descriptors.close(output)
            throw SystemFailure(reason: "\(program) cannot be run: \(SystemFailure.words(failure))")
        }
        (id, self.ownsGroup) = (child, ownsGroup)
    }

    deinit {
        stop()
        Descriptors.close(output)
    }

    /// Returns the exit status, or 128 plus the signal that ended the program; nil while it runs.
    package func exitStatus() -> Int32? {
        if let status { return status }
        var word: Int32 = 0
        guard waitpid(id, &word, WNOHANG) == id else { return nil }
        let signal = word & 0x7F
        status = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
        return status
    }

    /// Returns the end of the output so far, at most `max` bytes.
    package func lastOutput(max: Int = 4_096) -> [UInt8] {
        let end = lseek(output, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: Int(min(Int64(max), Int64(end))))
        let count = pread(output, &bytes, bytes.count, off_t(Int(end) - bytes.count))
        return Array(bytes.prefix(Swift.max(0, count)))
    }

    /// Kills the program if it still runs.
    package func stop() {
        guard exitStatus() == nil else { return }
        kill(ownsGroup ? -id : id, SIGKILL)
        var word: Int32 = 0
        while waitpid(id, &word, 0) < 0, errno == EINTR {}
        status = 128 + SIGKILL
    }

    /// Runs a program on this program's terminal, and waits until it ends.
    ///
    /// - Parameter inOwnGroup: True if keys such as Ctrl-C must not reach the program. It then cannot read from the
    ///   terminal.
    /// - Returns: The exit status, or 128 plus the signal that ended the program.
    package static func run(_ words: [String], inOwnGroup: Bool = false) throws(SystemFailure) -> Int32 {
        guard let program = words.first else { throw SystemFailure(reason: "there is no program to run") }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        var attributes = Self.noAttributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        if inOwnGroup { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }
        let failure = posix_spawnp(&child, program, nil, &attributes, &arguments, environment)
        guard failure == 0 else {
            throw SystemFailure(reason: "\(program) cannot be run: \(SystemFailure.words(failure))")
        }
        var word: Int32 = 0
        while waitpid(child, &word, 0) < 0, errno == EINTR {}
        let signal = word & 0x7F
        return signal == 0 ? (word >> 8) & 0xFF : 128 + signal
    }

    /// Runs a program with an empty input, waits until it ends, and returns its output, at most the last 64 KiB.
    ///
    /// - Throws: ``SystemFailure`` if it cannot be run or its exit status is not 0.
    package static func output(of words: [String]) throws(SystemFailure) -> String {
        let child = try ChildProcess(words, input: [])
        var word: Int32 = 0
        while waitpid(child.id, &word, 0) < 0, errno == EINTR {}
        let signal = word & 0x7F
        let status = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
        child.status = status
        guard status == 0 else { throw SystemFailure(reason: "\(words.last ?? "") ended with \(status)") }
        return String(decoding: child.lastOutput(max: 64 * 1024), as: UTF8.self)
    }

    static func namelessFile() throws(SystemFailure) -> Int32 {
        var path = Array("/tmp/understudy.XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else {
            throw SystemFailure(reason: "a temporary file cannot be created: \(SystemFailure.words(errno))")
        }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    #if canImport(Darwin)
        static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { _NSGetEnviron().pointee }
        static func noActions() -> posix_spawn_file_actions_t? { nil }
        static func noAttributes() -> posix_spawnattr_t? { nil }
    #else
        static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { environ }
        static func noActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
        static func noAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
    #endif
}
