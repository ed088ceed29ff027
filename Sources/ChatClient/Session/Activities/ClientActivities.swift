import AppModel
import ChatScreens

/// The activities of one client: the installed extensions and the running jobs.
struct ClientActivities {
    private var host: ActivityHost
    private var running = RunningJobs()
    private var problems: [String] = []
    /// True while a sheet shows extensions, which were read when it opened.
    private var isShown = false
    /// The failed jobs that were found in the store.
    private var storedFailures: Set<String> = []
    /// The time of the next check whether another client has read a failure, in milliseconds of the steady clock.
    private var nextLook: Int64 = 0

    init(_ host: ActivityHost) { self.host = host }

    /// The stored order of the actions.
    var preferences: ActivityPreferences { host.preferences }

    /// Returns the time of the next look at the jobs, in milliseconds of the steady clock; nil if nothing runs and no
    /// failure is unread.
    func due(at now: Int64, for problems: [JobProblem]) -> Int64? {
        let isWaiting = problems.contains { $0.job != nil }
        return [running.due(at: now), isWaiting ? max(now, nextLook) : nil].compactMap { $0 }.min()
    }

    /// Reads the installed extensions.
    mutating func installed() -> [ActivityExtension] {
        let installed = host.load()
        problems = installed.problems
        return installed.extensions
    }

    /// Reads the progress of the jobs. When a share sheet has opened, also reads the files of extensions, which may
    /// have changed.
    ///
    /// - Returns: the differences from the state; nil if there are none.
    mutating func news(for state: ChatState, at now: Int64) -> ActivityNews? {
        var news = ActivityNews(extensions: state.extensions, problems: running.look(on: host, at: now))
        (news.jobs, news.done) = (running.jobs, running.done)
        news.read = failuresReadElsewhere(state.problems, at: now)
        if hasOpened(state.view.sheet) {
            let known = problems
            news.extensions = installed()
            news.fileProblem = problems.first { !known.contains($0) }
        }
        let isSame = news.extensions == state.extensions && news.jobs == state.jobs
        return isSame && news.problems.isEmpty && news.read.isEmpty && news.fileProblem == nil ? nil : news
    }

    /// Returns the failures that the person has read or removed in another client. Checks once a second at most.
    private mutating func failuresReadElsewhere(_ problems: [JobProblem], at now: Int64) -> [JobProblem] {
        let failures = problems.filter { $0.job != nil }
        guard !failures.isEmpty, now >= nextLook else { return [] }
        nextLook = now + 1_000
        return failures.filter { problem in
            guard let job = problem.job else { return false }
            guard let stored = host.jobs.stored(job.app).first(where: { $0.id == job.id }) else {
                return storedFailures.contains(job.id)
            }
            storedFailures.insert(job.id)
            return stored.isRead
        }
    }

    /// True if a share sheet has opened since the last call.
    private mutating func hasOpened(_ sheet: SheetKind?) -> Bool {
        let wasShown = isShown
        switch sheet {
        case .share?, .shareActions?, .post?: isShown = true
        default: isShown = false
        }
        return isShown && !wasShown
    }

    /// Runs an extension, or prints.
    ///
    /// - Returns: the reason why it cannot be run; nil if it runs.
    mutating func run(_ type: ActivityType, with item: HandedItem, saying text: String, at now: Int64) -> JobProblem? {
        let plugin = type == .print ? ActivityHost.printer : host.load().extensions.first { $0.entry.type == type }
        guard let plugin else { return JobProblem(text: "This extension is no longer installed") }
        return running.start(plugin, with: item, saying: text, on: host, at: now)
    }

    /// Stores the person's order of the actions.
    func keep(_ preferences: ActivityPreferences) { host.keep(preferences) }

    /// Stores that the person has read a failure.
    func markRead(_ job: ActivityJob) { host.jobs.markRead(job) }

    /// Stops all jobs, because the client ends.
    mutating func stop() { running.stop(on: host) }
}

/// The changes of extensions and their jobs.
struct ActivityNews {
    /// The installed extensions.
    var extensions: [ActivityExtension]
    /// The alerts and failures of jobs that the person must read.
    var problems: [JobProblem]
    /// The running jobs.
    var jobs: [ActivityJob] = []
    /// The ids of the jobs that just succeeded.
    var done: Set<String> = []
    /// The problems that the person has read in another client.
    var read: [JobProblem] = []
    /// A new problem with the file of an extension; nil if there is none.
    var fileProblem: String?
}

extension ClientModel {
    /// Shows the changes of extensions and their jobs.
    mutating func apply(_ news: ActivityNews) {
        (state.extensions, state.jobs) = (news.extensions, news.jobs)
        if let problem = news.fileProblem { hint("Skipped an extension: \(problem)") }
        for problem in news.read {
            state.problems.removeAll { $0 == problem }
            if state.view.hint?.hasPrefix(problem.text) == true { state.view.hint = nil }
        }
        for problem in news.problems {
            hint(problem.text)
            state.problems.append(problem)
        }
        for index in state.problems.indices where state.problems[index].alerting.map(news.done.contains) == true {
            state.problems[index].alerting = nil
        }
    }
}
