import Foundation

/// A product on a pseudo-terminal, with keys as its input and a screen as its output. It is killed when this object is
/// released.
final class TerminalProcess {
    let id: pid_t
    private let master: Int32
    private let slave: Int32
    private(set) var screen: TerminalEmulator
    private var isReaped = false

    /// Starts a product.
    ///
    /// - Parameter variables: The environment variables in addition to the kind of the terminal.
    init(
        _ product: String, _ arguments: [String], columns: Int = 80, rows: Int = 24, variables: [String] = []
    ) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0 else {
            throw ServerProcess.Failure(description: "no terminal: \(String(cString: strerror(errno)))")
        }
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.master, self.slave) = (master, slave)
        screen = TerminalEmulator(columns: columns, rows: rows)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 { posix_spawn_file_actions_adddup2(&actions, slave, descriptor) }
        // A test runs on a thread with masked signals, and a child process would inherit the mask.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let path = ServerProcess.productsFolder + "/" + product
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] =
            (["TERM=xterm"] + SanitizerVariables.all + variables).map { strdup($0) } + [nil]
        defer { (words + environment).forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, path, &actions, &attributes, &words, &environment)
        guard code == 0 else {
            close(master)
            close(slave)
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
        close(master)
        close(slave)
    }

    /// The local modes of the terminal, which control the handling of keys.
    var localModes: tcflag_t {
        var values = termios()
        tcgetattr(slave, &values)
        return values.c_lflag
    }

    /// Presses keys, given as the bytes that they send.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Clears the screen, as a terminal may do when it is resized, and signals a resize to the program.
    func loseScreen() {
        screen.feed(Array("\u{1B}[2J".utf8)[...])
        kill(id, SIGWINCH)
    }

    /// Reads until the screen meets a condition.
    ///
    /// - Returns: True if it met it within the deadline.
    func waits(seconds: Int = 60, until isWanted: (TerminalEmulator) -> Bool) -> Bool {
        var clock = timespec()
        clock_gettime(CLOCK_MONOTONIC, &clock)
        let deadline = clock.tv_sec + seconds
        while !isWanted(screen) {
            pump(milliseconds: 100)
            clock_gettime(CLOCK_MONOTONIC, &clock)
            if clock.tv_sec > deadline { return isWanted(screen) }
        }
        return true
    }

    /// Waits for the end of the process, and reads its output: a program whose terminal is never read cannot end.
    ///
    /// - Returns: The exit status; the negative signal number if it was killed; nil if it did not end in time.
    func end(seconds: Int = 20) -> Int32? {
        var status: Int32 = 0
        for _ in 0..<(seconds * 50) {
            if waitpid(id, &status, WNOHANG) == id {
                isReaped = true
                // Its last output may not be read yet.
                while pump(milliseconds: 0) {}
                let killed = status & 0x7F
                return killed == 0 ? (status >> 8) & 0xFF : -killed
            }
            pump(milliseconds: 20)
        }
        return nil
    }

    /// Feeds the screen with the output that arrives within a time.
    ///
    /// - Returns: True if some output arrived.
    @discardableResult
    private func pump(milliseconds: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds) > 0 else { return false }
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { return false }
        screen.feed(buffer[..<count])
        return true
    }
}
