import Glibc

/// A server with a setting: what is measured against the others.
enum Contender: CaseIterable {
    case oursInMemory
    case oursStored
    case mosquittoInMemory
    case mosquittoStored

    var name: String {
        switch self {
        case .oursInMemory: "Understudy, in memory"
        case .oursStored: "Understudy, stored"
        case .mosquittoInMemory: "Mosquitto, in memory"
        case .mosquittoStored: "Mosquitto, stored"
        }
    }

    /// What its acknowledgement is worth.
    var promise: String {
        switch self {
        case .oursInMemory: "acknowledged = decided, in order, and kept until the process ends"
        case .oursStored: "acknowledged = written to SQLite and synced to the disk (synchronous=FULL), then told"
        case .mosquittoInMemory: "QoS 1 from the sender (acknowledged = taken), QoS 0 to the receivers, clean sessions"
        case .mosquittoStored:
            "QoS 1 both ways, lasting sessions; persistence on with its default autosave (every 1,800 s and at the "
                + "end): acknowledged is not synced, a crash loses what came since"
        }
    }

    var isOurs: Bool { self == .oursInMemory || self == .oursStored }
    var isStored: Bool { self == .oursStored || self == .mosquittoStored }

    /// The peer that promises the most like it.
    var peer: Contender? {
        switch self {
        case .oursInMemory: .mosquittoInMemory
        case .oursStored: .mosquittoStored
        case .mosquittoInMemory, .mosquittoStored: nil
        }
    }

    var dialect: Dialect {
        switch self {
        case .oursInMemory, .oursStored: .lines
        case .mosquittoInMemory: .mqtt(stored: false)
        case .mosquittoStored: .mqtt(stored: true)
        }
    }
}

/// A server that this process started, and ends.
final class ServerProcess {
    let contender: Contender
    let port: UInt16
    let process: pid_t
    /// When it was started.
    let startedAt: Int64
    private let directory: String

    /// Starts a server with an empty store, or on that of one that was ended and left it. It is not ready yet:
    /// ``connect()`` waits until it is.
    init(_ contender: Contender, _ options: Options, after other: ServerProcess? = nil) throws(BenchError) {
        self.contender = contender
        port = try System.freePort()
        if let other {
            directory = other.directory
        } else {
            directory = try System.makeDirectory(in: options.directory)
        }
        let words: [String]
        if contender.isOurs {
            let storage = contender.isStored ? ["--data", "\(directory)/chat.sqlite"] : ["--ephemeral"]
            words = [options.server, "--port", "\(port)", "--no-rate-limit"] + storage
        } else {
            let file = "\(directory)/mosquitto.conf"
            try System.write(Self.mosquittoConfiguration(contender, port, directory), toFile: file)
            words = [options.mosquitto, "-c", file]
        }
        startedAt = System.now()
        process = try Self.spawn(words, isQuiet: !contender.isOurs)
    }

    /// Mosquitto's settings, each the one that is best for it on this work.
    private static func mosquittoConfiguration(_ contender: Contender, _ port: UInt16, _ directory: String) -> String {
        """
        listener \(port) 127.0.0.1
        allow_anonymous true
        set_tcp_nodelay true
        max_inflight_messages 0
        max_queued_messages 0
        log_dest none
        connection_messages false
        user root
        persistence \(contender.isStored)
        persistence_location \(directory)/

        """
    }

    /// - Parameter isQuiet: whether what it says on stderr is dropped: Mosquitto warns of every start as root.
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

    /// What the kernel says of its memory, in bytes.
    func memory() -> (resident: Int, proportional: Int) {
        func bytes(_ name: String) -> Int {
            for line in System.text(of: "/proc/\(process)/smaps_rollup").split(separator: "\n")
            where line.hasPrefix(name) {
                return (Int(line.split(separator: " ")[1]) ?? 0) * 1_024
            }
            return 0
        }
        return (bytes("Rss:"), bytes("Pss:"))
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
