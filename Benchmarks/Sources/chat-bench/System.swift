import CEpoll
import Glibc

/// Why a measurement could not be made: the benchmark ends with this line.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What failed, in the words of the operating system.
    static func system(_ what: String) -> BenchError { BenchError("\(what): \(String(cString: strerror(errno)))") }
}

/// The system calls that the load generator needs, each in one line of Swift.
enum System {
    /// Nanoseconds of a clock that nobody sets.
    static func now() -> Int64 { time(of: CLOCK_MONOTONIC) }

    /// The nanoseconds of CPU that a process has used so far, in user and kernel mode, on all its threads.
    static func cpuTime(of process: pid_t) -> Int64 {
        var clock = clockid_t()
        return clock_getcpuclockid(process, &clock) == 0 ? time(of: clock) : 0
    }

    private static func time(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// Lets this process, and the servers that it starts, have as many open files as they are allowed.
    static func raiseFileLimit() {
        // Whoever may, raises the limit of limits as well, and that of the servers with it.
        var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
        if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 { return }
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// A port on which nobody listens at this moment.
    static func freePort() throws(BenchError) -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        guard result == 0 else { throw .system("no free port") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Listens on any port of this machine that is free.
    static func listen() throws(BenchError) -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, 1) == 0
                    ? getsockname(descriptor, $0, &size) : -1
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw .system("no port to listen on")
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Connects to this machine, blocking; nil where nobody listens.
    static func connect(port: UInt16) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = loopback(port)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }

    /// Lets a read of a connection fail when nothing comes for so long.
    static func setPatience(of descriptor: Int32, seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// The content of a small file, such as those under `/proc`.
    static func text(of path: String) -> String {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }

    static func write(_ text: String, toFile path: String) throws(BenchError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw .system(path) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw .system(path) }
    }

    /// A line for whoever watches, beside the report.
    static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    /// A new directory for one server's files.
    static func makeDirectory(in parent: String) throws(BenchError) -> String {
        var template = Array("\(parent)/chat-bench.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .system("no directory in \(parent)") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a directory and all that is in it.
    static func removeDirectory(_ path: String) {
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            if entry.pointee.d_type == UInt8(DT_DIR) {
                removeDirectory("\(path)/\(name)")
            } else {
                unlink("\(path)/\(name)")
            }
        }
        closedir(directory)
        rmdir(path)
    }
}
