import AppModel
import ChatScreens

/// The activities of one client: the extensions that are installed, and the jobs that run.
struct ClientActivities {
    private var host: ActivityHost
    private var running = RunningJobs()
    private var problems: [String] = []
    /// True while a sheet shows extensions: they were read when it opened.
    private var isShown = false
    /// The failed jobs that were found in the store.
    private var storedFailures: Set<String> = []
    /// When to look whether another client has read a failure.
    private var nextLook: Int64 = 0

    init(_ host: ActivityHost) { self.host = host }

    /// The person's order of the actions, as it was stored.
    var preferences: ActivityPreferences { host.preferences }

    /// When to look at the jobs again; nil if nothing runs and no failure is unread.
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

    /// Looks at the jobs, and when a share sheet has opened at the files of extensions, which may have changed.
    ///
    /// - Returns: what differs from the state; nil if nothing does.
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

    /// Returns the failures that the person has read in another client, or removed there. Looks once a second at most.
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

    /// Ends all jobs, because the client ends.
    mutating func stop() { running.stop(on: host) }
}

/// What a client learns of extensions and their jobs.
struct ActivityNews {
    /// The extensions that are installed.
    var extensions: [ActivityExtension]
    /// What the person must read about jobs.
    var problems: [JobProblem]
    /// The jobs that go on.
    var jobs: [ActivityJob] = []
    /// The jobs that succeeded just now.
    var done: Set<String> = []
    /// The problems that the person has read in another client.
    var read: [JobProblem] = []
    /// What is wrong with the file of an extension, if that is new.
    var fileProblem: String?
}

extension ClientModel {
    /// Shows what the client has learned of extensions and their jobs.
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
