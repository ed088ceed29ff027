import AppFrameworks
import ChatScreens

/// The activities of one client: the extensions that are installed, and the jobs that run.
struct ClientActivities {
    private var host: ActivityHost
    private var running = RunningJobs()
    private var problems: [String] = []
    /// True while a sheet shows extensions: they were read when it opened.
    private var isShown = false

    init(_ host: ActivityHost) { self.host = host }

    /// The person's order of the actions, as it was stored.
    var preferences: ActivityPreferences { host.preferences }

    /// When to look at the jobs again; nil if nothing runs.
    func due(at now: Int64) -> Int64? { running.due(at: now) }

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
        news.jobs = running.jobs
        if hasOpened(state.view.sheet) {
            let known = problems
            news.extensions = installed()
            news.fileProblem = problems.first { !known.contains($0) }
        }
        let isSame = news.extensions == state.extensions && news.jobs == state.jobs
        return isSame && news.problems.isEmpty && news.fileProblem == nil ? nil : news
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
    mutating func run(_ type: ActivityType, with item: HandedItem, saying text: String, at now: Int64) -> String? {
        let plugin = type == .print ? ActivityHost.printer : host.load().extensions.first { $0.entry.type == type }
        guard let plugin else { return "This extension is not installed any more" }
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
    /// What is wrong with the file of an extension, if that is new.
    var fileProblem: String?
}

extension ClientModel {
    /// Shows what the client has learned of extensions and their jobs.
    mutating func apply(_ news: ActivityNews) {
        (state.extensions, state.jobs) = (news.extensions, news.jobs)
        if let problem = news.fileProblem { hint("An extension is left out: \(problem)") }
        for problem in news.problems {
            hint(problem.text)
            state.problems.append(problem)
        }
    }
}
