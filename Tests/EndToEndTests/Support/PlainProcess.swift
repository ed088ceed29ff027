import Foundation

/// A product with a socket as its input and output, which a test reads line by line. It is killed when this object is
/// released.
final class PlainProcess {
    let id: pid_t
    private let stream: Int32
    private var partial: [UInt8] = []
    private var isReaped = false
    /// The lines of its output so far.
    private(set) var lines: [String] = []

    /// Starts a product, or the program at a path, whose input stays open.
    ///
    /// - Parameter variables: The complete environment of the process.
    init(_ product: String, _ arguments: [String], variables: [String] = []) throws {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ServerProcess.Failure(description: "no pipe")
        }
        defer { close(ends[1]) }
        stream = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
            posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
        }
        let path = product.hasPrefix("/") ? product : ServerProcess.productsFolder + "/" + product
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] =
            (SanitizerVariables.all + variables).map { strdup($0) } + [nil]
        defer { (words + environment).forEach { free($0) } }
        // A test runs on a thread with masked signals, and a child process would inherit the mask.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var id: pid_t = 0
        let code = posix_spawn(&id, path, &actions, &attributes, &words, &environment)
        guard code == 0 else {
            close(stream)
            throw ServerProcess.Failure(description: "\(path): \(String(cString: strerror(code)))")
        }
        self.id = id
    }

    deinit {
        if !isReaped {
            kill(id, SIGKILL)
            var status: Int32 = 0
            waitpid(id, &status, 0)
        }
        close(stream)
    }

    /// Writes a text to its input.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(stream, bytes, bytes.count)
    }

    /// Reads until the lines meet a condition.
    ///
    /// - Returns: True if they met it within the deadline.
    func waits(seconds: Int = 60, until isWanted: ([String]) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !isWanted(lines) {
            guard pump(milliseconds: 100), ContinuousClock.now < deadline else { return isWanted(lines) }
        }
        return true
    }

    /// Ends its input, and waits for its end.
    ///
    /// - Returns: The exit status; the negative signal number if it was killed.
    func end() -> Int32 {
        shutdown(stream, Int32(SHUT_WR))
        while pump(milliseconds: 20_000) {}
        var status: Int32 = 0
        waitpid(id, &status, 0)
        isReaped = true
        let killed = status & 0x7F
        return killed == 0 ? (status >> 8) & 0xFF : -killed
    }

    /// Reads its output, and waits for it at most the given time.
    ///
    /// - Returns: True if more may arrive.
    private func pump(milliseconds: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        var ready = pollfd(fd: stream, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds) > 0 else { return true }
        let count = read(stream, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        partial += buffer[..<count]
        while let end = partial.firstIndex(of: 0x0A) {
            lines.append(String(decoding: partial[..<end], as: UTF8.self))
            partial.removeSubrange(...end)
        }
        return true
    }
}
