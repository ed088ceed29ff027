import ChatSystem

/// `play --watch`: plays the scenarios, and plays them again whenever one of the files changes.
struct PlayWatch {
    private let run: PlayRun

    init(_ run: PlayRun) { self.run = run }

    /// The interval between two checks of the files.
    private static let period = Duration.milliseconds(250)

    /// Plays until a request ends the watch, and returns the exit status of the last run.
    ///
    /// An error does not end the watch: a half-written file will be complete in a moment.
    func follow() -> Int32 {
        let environment = run.environment
        var status = PlayCommand.passed
        while true {
            let stamps = stamps()
            if environment.isTerminal { environment.output("\u{1B}[2J\u{1B}[3J\u{1B}[H") }
            do { status = try run.play() } catch {
                environment.complaints("chat-client play: \(error)\n")
                status = PlayCommand.unusable
            }
            let count = stamps.count
            environment.output(
                "\nwatching \(count) file\(count == 1 ? "" : "s"); Return plays again, q and Return ends\n")
            var cue: PlayEnvironment.Cue?
            while cue == nil, self.stamps() == stamps {
                guard let idle = environment.idle else { return status }
                cue = idle(Self.period)
            }
            if cue == .end { return status }
        }
    }

    /// The stamp of each file by its path, which changes if the file changes.
    private func stamps() -> [String: FileSystem.Stamp] {
        guard let files = try? ScenarioFiles(paths: run.arguments.paths).files else { return [:] }
        var stamps: [String: FileSystem.Stamp] = [:]
        for file in files { stamps[file.path] = FileSystem.stamp(of: file.path) }
        return stamps
    }
}
