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

/// A program that reads lines on its standard input and writes lines on its standard output. Each wait for it has a
/// limit that the caller sets.
package final class PipedProcess {
    private let id: pid_t
    private var input: Int32
    /// The descriptor of the program's standard output, for a caller that waits for several things.
    package let output: Int32
    /// The program's standard error: a file without a name, so that the program never waits for a reader.
    private let remarks: Int32
    private var waiting = ArraySlice<UInt8>()
    private var status: Int32?

    /// The reason why no line was received.
    package enum LineError: Error, Hashable, Sendable {
        /// The program wrote no line in time.
        case late
        /// The program closed its standard output, or ended.
        case ended
        /// The program wrote more than this number of bytes without a line end.
        case long(Int)
    }

    /// Starts a program in its own process group, so that its own children end with it.
    ///
    /// - Parameters:
    ///   - words: The path of the program, or its name if it is on the `PATH`, and its arguments.
    ///   - variables: The environment variables that are added to the environment of this process, or replace its
    ///     values.
    package init(_ words: [String], variables: [String: String] = [:]) throws(SystemFailure) {
        guard let program = words.first else { throw SystemFailure(reason: "there is no program to run") }
        // A failed write reports a program that has ended.
        Signals.ignoreBrokenPipes()
        let remarks = try ChildProcess.namelessFile()
        let environment = CurrentProcess.environment.merging(variables) { _, new in new }.map {
            "\($0.key)=\($0.value)"
        }
        do throws(SystemFailure) {
            (id, input, output) = try Self.start(program, words, environment.sorted(), remarks)
        } catch {
            Descriptors.close(remarks)
            throw error
        }
        self.remarks = remarks
    }

    private static func start(
        _ program: String, _ words: [String], _ environment: [String], _ remarks: Int32
    ) throws(SystemFailure) -> (pid_t, Int32, Int32) {
        let input = try Descriptors.makePipe()
        let output: (read: Int32, write: Int32)
        do throws(SystemFailure) { output = try Descriptors.makePipe() } catch {
            Descriptors.close(input.read)
            Descriptors.close(input.write)
            throw error
        }
        defer {
            Descriptors.close(input.read)
            Descriptors.close(output.write)
        }
        // The program's ends of the pipes block, as programs expect.
        for end in [input.read, output.write] { _ = fcntl(end, F_SETFL, 0) }
        var actions = ChildProcess.noActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, end) in [input.read, output.write, remarks].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
        }
        var attributes = ChildProcess.noAttributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &broken)
        var flags = Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGDEF)
        // Darwin cannot create a pipe that is never inherited.
        #if canImport(Darwin)
            flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        posix_spawnattr_setflags(&attributes, flags)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for variable in variables { free(variable) } }
        var child: pid_t = 0
        let failure = posix_spawnp(&child, program, &actions, &attributes, &arguments, &variables)
        guard failure == 0 else {
            Descriptors.close(input.write)
            Descriptors.close(output.read)
            throw SystemFailure(reason: "\(program) cannot be run: \(SystemFailure.words(failure))")
        }
        return (child, input.write, output.read)
    }

    deinit {
        kill()
        endInput()
        Descriptors.close(output)
        Descriptors.close(remarks)
    }

    /// Sends a line to the program.
    ///
    /// - Parameter milliseconds: The maximum wait if the program does not read.
    /// - Returns: True if the line was written.
    package func writeLine(_ line: [UInt8], milliseconds: Int) -> Bool {
        guard input >= 0 else { return false }
        return Descriptors.writeAll(line + [0x0A], to: input, timeout: Int32(clamping: milliseconds)) == 0
    }

    /// Returns the next line of the program, without its line end.
    ///
    /// - Parameters:
    ///   - milliseconds: The maximum wait in total; 0 returns only a line that has arrived.
    ///   - bytesMax: The maximum length of the line.
    package func line(milliseconds: Int, bytesMax: Int) throws(LineError) -> [UInt8] {
        let deadline = Clocks.steady() + Int64(milliseconds)
        var looked = waiting.startIndex
        while true {
            if let end = waiting[looked...].firstIndex(of: 0x0A) {
                defer { waiting = waiting[(end + 1)...] }
                return Array(waiting[..<end])
            }
            guard waiting.count <= bytesMax else { throw .long(bytesMax) }
            looked = waiting.endIndex
            // Output that arrives during a long search still counts as in time, so it is read once more.
            let left = max(0, deadline - Clocks.steady())
            guard Readiness.wait(for: [Interest(descriptor: output)], milliseconds: Int(left))[0].canRead
            else { throw .late }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            switch Descriptors.read(output, into: &buffer) {
            case .bytes(let count): waiting += buffer[..<count]
            case .wouldBlock: continue
            case .ended: throw .ended
            }
        }
    }

    /// Closes the program's input. A program that reads to the end then ends by itself.
    package func endInput() {
        if input >= 0 { Descriptors.close(input) }
        input = -1
    }

    /// Returns the exit status, or 128 plus the signal that ended the program; nil if it still runs after the wait.
    package func exitStatus(milliseconds: Int) -> Int32? {
        let deadline = Clocks.steady() + Int64(milliseconds)
        while true {
            if let status { return status }
            var word: Int32 = 0
            if waitpid(id, &word, WNOHANG) == id {
                let signal = word & 0x7F
                status = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
                continue
            }
            guard Clocks.steady() < deadline else { return nil }
            // The end of the output reports the end of the program. A program that closed its output before is checked
            // every 2 ms.
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let ready = Readiness.wait(for: [Interest(descriptor: output)], milliseconds: 20)
            if ready[0].canRead, case .ended = Descriptors.read(output, into: &buffer) {
                _ = Readiness.wait(for: [], milliseconds: 2)
            }
        }
    }

    /// Kills the program and its own children, if it still runs.
    package func kill() {
        guard exitStatus(milliseconds: 0) == nil else { return }
        systemKill(-id, SIGKILL)
        var word: Int32 = 0
        while waitpid(id, &word, 0) < 0, errno == EINTR {}
        status = 128 + SIGKILL
    }

    /// Returns the end of the standard error so far, at most `max` bytes.
    package func lastErrorOutput(max: Int = 2_048) -> [UInt8] {
        let end = Int(lseek(remarks, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: min(max, Swift.max(0, end)))
        let count = pread(remarks, &bytes, bytes.count, off_t(end - bytes.count))
        return Array(bytes.prefix(Swift.max(0, count)))
    }
}

// The system call, under a name that no method hides.
private func systemKill(_ process: pid_t, _ signal: Int32) { kill(process, signal) }
