import Glibc

/// A server that this process started, and ends.
final class ServerProcess {
    let contender: any Contender
    let port: UInt16
    let process: pid_t
    /// When it was started.
    let startedAt: Int64
    private let directory: String

    /// Starts a server with an empty store, or on that of one that was ended and left it. It is not ready yet:
    /// ``connect()`` waits until it is.
    init(
        _ contender: any Contender, _ options: Options, after other: ServerProcess? = nil
    ) throws(BenchError) {
        self.contender = contender
        port = try System.freePort()
        if let other {
            directory = other.directory
        } else {
            directory = try System.makeDirectory(in: options.directory)
        }
        let words = [try options.path(of: contender)] + (try contender.arguments(port: port, directory: directory))
        startedAt = System.now()
        process = try Self.spawn(words, isQuiet: contender.role == .peer)
    }

    /// - Parameter isQuiet: whether what it says on stderr is dropped: some warn of every start as root.
    private static func spawn(_ words: [String], isQuiet: Bool) throws(BenchError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if isQuiet { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var process = pid_t()
        let code = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw BenchError("\(words[0]): \(String(cString: strerror(code)))") }
        return process
    }

    /// Connects as soon as the server listens.
    func connect() throws(BenchError) -> Client {
        while true {
            if let descriptor = System.connect(port: port) { return Client(descriptor) }
            var status: Int32 = 0
            guard waitpid(process, &status, WNOHANG) == 0 else { throw BenchError("\(contender.name) ended at once") }
            guard System.now() - startedAt < 60_000_000_000 else {
                throw BenchError("\(contender.name) does not listen after a minute")
            }
            usleep(50)
        }
    }

    /// What the kernel says of its resident memory, in bytes.
    func residentMemory() -> Int {
        for line in System.text(of: "/proc/\(process)/smaps_rollup").split(separator: "\n")
        where line.hasPrefix("Rss:") {
            return (Int(line.split(separator: " ")[1]) ?? 0) * 1_024
        }
        return 0
    }

    /// - Parameter leavesStore: whether another server is to be started on its store.
    func stop(leavesStore: Bool = false) {
        // Asked again while it does not end: a server that has only just begun may not hear the first time.
        var status: Int32 = 0
        var waits = 0
        repeat {
            if waits % 200 == 0 { kill(process, waits < 20_000 ? SIGTERM : SIGKILL) }
            waits += 1
            usleep(500)
        } while waitpid(process, &status, WNOHANG) == 0
        if !leavesStore { System.removeDirectory(directory) }
    }
}
