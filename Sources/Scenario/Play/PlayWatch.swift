import ChatSystem

/// `play --watch`: plays the scenarios, and plays them again whenever one of the files changes.
struct PlayWatch {
    private let run: PlayRun

    init(_ run: PlayRun) { self.run = run }

    /// The interval between two checks of the files.
    static let period = Duration.milliseconds(250)

    /// Plays until a request ends the watch, and returns the exit status of the last run.
    ///
    /// An error does not end the watch: a half-written file will be complete in a moment.
    func follow() -> Int32 {
        let environment = run.environment
        var status = PlayCommand.passed
        while true {
            var files = FileWatch(run.arguments.paths)
            if environment.isTerminal { environment.output("\u{1B}[2J\u{1B}[3J\u{1B}[H") }
            do { status = try run.play() } catch {
                environment.complaints("chat-client play: \(error)\n")
                status = PlayCommand.unusable
            }
            environment.output(
                "\nwatching \(files.count) file\(files.count == 1 ? "" : "s"); Return plays again, q and Return ends\n")
            var cue: PlayEnvironment.Cue?
            while cue == nil, files.changes() == nil {
                guard let idle = environment.idle else { return status }
                cue = idle(Self.period)
            }
            if cue == .end { return status }
        }
    }
}

/// The files of a run, for a check whether one of them has changed.
struct FileWatch {
    private let paths: [String]
    private var stamps: [String: FileSystem.Stamp]

    /// - Parameter paths: The paths of the command line.
    init(_ paths: [String]) {
        self.paths = paths
        stamps = Self.stamps(of: paths)
    }

    /// The number of files.
    var count: Int { stamps.count }

    /// Returns the files that are new, changed or gone since the last call; nil for none.
    mutating func changes() -> Set<String>? {
        let (old, new) = (stamps, Self.stamps(of: paths))
        guard new != old else { return nil }
        stamps = new
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    }

    /// Returns the stamp of each file by its path, which changes if the file changes.
    private static func stamps(of paths: [String]) -> [String: FileSystem.Stamp] {
        guard let files = try? ScenarioFiles(paths: paths).files else { return [:] }
        var stamps: [String: FileSystem.Stamp] = [:]
        for file in files { stamps[file.path] = FileSystem.stamp(of: file.path) }
        return stamps
    }
}
