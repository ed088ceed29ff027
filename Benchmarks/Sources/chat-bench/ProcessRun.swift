import CEpoll
import Glibc

/// One run of a program to its end.
struct ProcessRun {
    /// Milliseconds from its start to its end.
    let wall: Double
    /// Milliseconds of CPU that it used, on all its threads.
    let cpu: Double
    /// The most memory that was resident at once, in megabytes.
    let memory: Double

    /// Runs a program; what it prints on standard output is dropped.
    ///
    /// - Parameter mustSucceed: whether it fails where the program does not end with 0.
    init(_ words: [String], mustSucceed: Bool = true) throws(BenchError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        let start = System.now()
        var process = pid_t()
        guard posix_spawnp(&process, words[0], &actions, nil, arguments, environ) == 0 else {
            throw BenchError.system(words[0])
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw BenchError.system("wait4") }
        }
        wall = Double(System.now() - start) / 1e6
        cpu = Self.milliseconds(usage.ru_utime) + Self.milliseconds(usage.ru_stime)
        memory = Double(usage.ru_maxrss) * 1_024 / 1e6
        guard status == 0 || !mustSucceed else {
            throw BenchError("\(words.joined(separator: " ")) did not end with 0")
        }
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
    }
}
