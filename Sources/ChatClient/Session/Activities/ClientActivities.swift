import AppModel
import ChatProtocol
import ChatScreens
import ChatSystem

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

/// The jobs that this client runs.
struct RunningJobs {
    private struct Running {
        var job: ActivityJob
        var program: ActivityHost.Program
        var deadline: Int64
        /// The number of alerts that the person was shown.
        var shownAlerts = 0
    }

    private var running: [Running] = []
    private var count = 0

    /// The running jobs.
    var jobs: [ActivityJob] { running.map(\.job) }
    /// The ids of the jobs that succeeded at the last look.
    private(set) var done: Set<String> = []

    /// Returns the time of the next look, in milliseconds of the steady clock; nil if nothing runs.
    func due(at now: Int64) -> Int64? { running.isEmpty ? nil : now + 200 }

    /// Starts an activity with an item. Its program reads one line of JSON with the parts that it declared.
    ///
    /// - Parameters:
    ///   - text: the words that the person wrote for it, as `contentText`; empty if they wrote nothing.
    ///   - now: the time of the steady clock in milliseconds, from which the deadline is counted.
    /// - Returns: the reason why it cannot be started; nil if it runs.
    mutating func start(
        _ plugin: ActivityExtension, with handed: HandedItem, saying text: String = "", on host: ActivityHost,
        at now: Int64
    ) -> JobProblem? {
        let isPrinter = plugin == ActivityHost.printer
        let input =
            isPrinter
            ? Array((handed.item.plainText + "\n").utf8) : Self.json(plugin.parts(of: handed), contentText: text)
        let (program, problem) = host.run(plugin.command, input)
        count += 1
        var job = ActivityJob(
            id: "\(Clocks.wall())-\(count)-\(CurrentProcess.id)", app: plugin.app,
            title: "\(plugin.title) “\(handed.item.title)”")
        guard let program else {
            (job.state, job.endedAt) = (.failed(problem), host.jobs.now())
            host.jobs.store(job)
            return JobProblem(text: "\(plugin.title): \(problem)", job: job)
        }
        running.append(Running(job: job, program: program, deadline: now + Int64(plugin.deadlineSeconds) * 1_000))
        host.jobs.store(job)
        return nil
    }

    /// Reads the progress of the programs.
    ///
    /// - Returns: the alerts and failures that the person must read (`av-ext-notify`).
    mutating func look(on host: ActivityHost, at now: Int64) -> [JobProblem] {
        var problems: [JobProblem] = []
        done = []
        for index in running.indices.reversed() {
            let before = running[index].job
            let report = running[index].program.look()
            for case .alert(let text) in report.presented.dropFirst(running[index].shownAlerts) {
                problems.append(JobProblem(text: "\(before.title): \(text)", alerting: before.id))
            }
            running[index].shownAlerts = report.presented.count
            var job = before
            if report.presented.contains(where: { if case .sheet = $0 { true } else { false } }) {
                running[index].program.stop()
                job.state = .failed(ShareSheet.Problem.modalStack.description)
            } else if let end = report.end {
                job.state = end.isEmpty ? .done : .failed(end)
            } else if now >= running[index].deadline {
                running[index].program.stop()
                job.state = .failed("it took too long")
            } else {
                job.state = .running(percent: report.percent)
            }
            if !job.isRunning { job.endedAt = host.jobs.now() }
            if job.state == .done { done.insert(job.id) }
            running[index].job = job
            if job != before { host.jobs.store(job) }
            if case .failed(let reason) = job.state {
                problems.append(JobProblem(text: "\(job.title): \(reason)", job: job))
            }
            if !job.isRunning { running.remove(at: index) }
        }
        return problems
    }

    /// Stops all programs, because the client ends.
    mutating func stop(on host: ActivityHost) {
        for var job in jobs {
            job.state = .failed("the client ended")
            job.endedAt = host.jobs.now()
            host.jobs.store(job)
        }
        for each in running { each.program.stop() }
        running = []
    }

    private static func json(
        _ parts: [(part: ActivityExtension.Part, value: String)], contentText text: String
    ) -> [UInt8] {
        var members = parts.map { ($0.part.rawValue, $0.value) }
        if !text.isEmpty { members.append(("contentText", text)) }
        let written = members.map { "\(quoted($0)):\(quoted($1))" }
        return Array(("{" + written.joined(separator: ",") + "}\n").utf8)
    }

    private static func quoted(_ text: String) -> String { String(decoding: JSONWriter.bytes(of: text), as: UTF8.self) }
}
