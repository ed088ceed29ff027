import AppModel
import ChatProtocol
import ChatScreens
import ChatSystem

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
