import Glibc

/// The time and the CPU, from its making to its reading, of this process and a server.
struct Stopwatch {
    private let server: pid_t
    private let start = System.now()
    private let own = System.cpuTime(of: getpid())
    private let theirs: Int64

    init(server: pid_t) {
        self.server = server
        theirs = System.cpuTime(of: server)
    }

    func read() -> (seconds: Double, load: Load) {
        let passed = Double(System.now() - start)
        let load = Load(
            generator: Double(System.cpuTime(of: getpid()) - own) / passed,
            server: Double(System.cpuTime(of: server) - theirs) / passed)
        return (passed / 1e9, load)
    }
}
