import Foundation

/// A real `chat-server` in a process of its own, started as a user would, and ended by its process id.
final class ServerProcess {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let id: pid_t
    let port: UInt16
    private var isReaped = false

    /// The folder of the built products, where this test bundle is too.
    static let productsFolder: String = {
        let own = CommandLine.arguments[0]
        let parts = own.split(separator: "/", omittingEmptySubsequences: false)
        // `swift test` runs the bundle, or a helper of the toolchain with the bundle's path as an argument.
        if own.contains(".xctest") { return parts.dropLast().joined(separator: "/") }
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? own
        return bundle.split(separator: "/", omittingEmptySubsequences: false).prefix { !$0.contains(".xctest") }
            .joined(separator: "/")
    }()

    /// Starts the server on a free port, and waits for the line with its address.
    ///
    /// - Parameter errors: The file for its stderr; the stderr of this process if nil.
    convenience init(_ arguments: [String], errors: String? = nil) throws {
        try self.init(product: "chat-server", ["--port", "0", "--no-rate-limit"] + arguments, errors: errors)
    }

    /// Starts a product that prints its address, with exactly these arguments.
    init(product: String, _ arguments: [String], errors: String? = nil) throws {
        let (id, output) = try Self.spawn(product, arguments, errors: errors)
        self.id = id
        let line = try Self.firstLine(of: output, waitingMilliseconds: 60_000)
        Foundation.close(output)
        guard let number = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            kill(id, SIGKILL)
            throw Failure(description: "\(product) said: \(line)")
        }
        port = number
    }

    deinit {
        if !isReaped {
            kill(id, SIGKILL)
            var status: Int32 = 0
            waitpid(id, &status, 0)
        }
    }

    /// Sends a signal and waits for the end of the process.
    ///
    /// - Returns: The exit status; the negative signal number if it was killed.
    @discardableResult
    func end(with signal: Int32) -> Int32 {
        kill(id, signal)
        return Self.wait(for: id, reaped: &isReaped)
    }

    /// Suspends the process, and returns when all its threads have stopped.
    func suspend() {
        kill(id, SIGSTOP)
        var status: Int32 = 0
        while waitpid(id, &status, WUNTRACED) < 0, errno == EINTR {}
    }

    private static func wait(for id: pid_t, reaped: inout Bool) -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        reaped = true
        let killed = status & 0x7F
        return killed == 0 ? (status >> 8) & 0xFF : -killed
    }

    /// Runs a product to its end.
    ///
    /// - Parameters:
    ///   - errors: The file for its stderr; joined with its stdout if nil.
    ///   - variables: The environment variables in addition to those of this process.
    /// - Returns: Its exit status and its output.
    static func run(
        _ product: String, _ arguments: [String], errors: String? = nil, variables: [String] = []
    ) throws -> (status: Int32, output: String) {
        let (id, output) = try spawn(
            product, arguments, joinsErrors: errors == nil, errors: errors, variables: variables)
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count > 0 { text += buffer[..<count] } else if count == 0 || errno != EINTR { break }
        }
        Foundation.close(output)
        var reaped = false
        return (wait(for: id, reaped: &reaped), String(decoding: text, as: UTF8.self))
    }

    private static func spawn(
        _ product: String, _ arguments: [String], joinsErrors: Bool = false, errors: String? = nil,
        variables: [String] = []
    ) throws -> (id: pid_t, output: Int32) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure(description: "no pipe")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        if joinsErrors { posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO) }
        if let errors {
            posix_spawn_file_actions_addopen(
                &actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        defer { posix_spawn_file_actions_destroy(&actions) }
        let path = "\(productsFolder)/\(product)"
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var entries: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) }
        defer { for entry in entries { free(entry) } }
        var inherited = environ
        while let entry = inherited.pointee {
            entries.append(strdup(entry))
            inherited += 1
        }
        entries.append(nil)
        var id: pid_t = 0
        let result = posix_spawn(&id, path, &actions, nil, &words, entries)
        Foundation.close(ends[1])
        guard result == 0 else {
            Foundation.close(ends[0])
            throw Failure(description: "\(path) cannot be started: \(String(cString: strerror(result)))")
        }
        return (id, ends[0])
    }

    private static func firstLine(of descriptor: Int32, waitingMilliseconds: Int32) throws -> String {
        var line: [UInt8] = []
        while true {
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, waitingMilliseconds) > 0 else {
                throw Failure(description: "chat-server did not say that it listens")
            }
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else {
                throw Failure(description: "chat-server ended: \(String(decoding: line, as: UTF8.self))")
            }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}

/// A temporary folder of one test, removed with all its files.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/understudy-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ServerProcess.Failure(description: "no temporary folder") }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress.unsafelyUnwrapped) }
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the text of a file in it.
    func text(of name: String) throws -> String {
        guard let stream = fopen(file(name), "r") else {
            throw ServerProcess.Failure(description: "no \(file(name))")
        }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a file in it that only this user may read.
    func write(_ text: String, to name: String) throws {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ServerProcess.Failure(description: "no \(file(name))") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw ServerProcess.Failure(description: "cannot write \(file(name))")
        }
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { remove("\(path)/\(name)") }
            }
            closedir(folder)
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}
