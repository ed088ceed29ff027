import Glibc

/// A program on a terminal of its own, of 120 columns and 40 rows: keys in, the bytes of its screen out.
final class PseudoTerminal {
    static let columns = 120
    static let rows = 40

    let process: pid_t
    /// When it was started.
    let startedAt: Int64
    /// The end that a terminal window holds; it does not block.
    let descriptor: Int32
    /// Held open, so that reading is no error while the program still starts.
    private let far: Int32

    /// Starts a program in a folder of its own, where it finds its settings and keeps what it keeps.
    init(_ words: [String], home: String) throws(BenchError) {
        var (near, far): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: UInt16(Self.rows), ws_col: UInt16(Self.columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&near, &far, nil, nil, &size) == 0 else { throw .system("no terminal") }
        for end in [near, far] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 { posix_spawn_file_actions_adddup2(&actions, far, descriptor) }
        var variables = ["TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "HOME=\(home)"]
        variables += ["CONFIG", "STATE", "DATA", "CACHE"].map { "XDG_\($0)_HOME=\(home)/\($0)" }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for word in arguments + environment { free(word) } }
        var process = pid_t()
        startedAt = System.now()
        let code = posix_spawn(&process, words[0], &actions, nil, &arguments, &environment)
        guard code == 0 else {
            Glibc.close(near)
            Glibc.close(far)
            throw BenchError("\(words[0]): \(String(cString: strerror(code)))")
        }
        System.setNonBlocking(near)
        (self.process, self.far, descriptor) = (process, far, near)
    }

    /// Writes what the terminal takes now: how many bytes that was.
    func write(_ bytes: ArraySlice<UInt8>) throws(BenchError) -> Int {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count < 0 else { return count }
        guard errno == EAGAIN else { throw .system("a terminal") }
        return 0
    }

    /// Reads what is there: how many bytes that was, 0 if there is nothing now.
    func read(into buffer: inout [UInt8]) throws(BenchError) -> Int {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count < 0 else { return count }
        guard errno == EAGAIN else { throw .system("a terminal") }
        return 0
    }

    /// Whether the program has not ended.
    var isRunning: Bool {
        System.text(of: "/proc/\(process)/stat").split(separator: ")").last.map { !$0.hasPrefix(" Z") } ?? false
    }

    /// The memory that it holds, in bytes.
    var residentBytes: Int {
        for line in System.text(of: "/proc/\(process)/status").split(separator: "\n") where line.hasPrefix("VmRSS:") {
            return (line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0)
                * 1_024
        }
        return 0
    }

    /// Ends the program, whatever it does.
    func close() {
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        Glibc.close(descriptor)
        Glibc.close(far)
    }
}
