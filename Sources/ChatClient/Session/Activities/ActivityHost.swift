package import AppFrameworks
import ChatProtocol
import ChatSystem

/// What share sheets of this machine stand on: the extensions that are installed, how the person wants the actions, and
/// how programs are run.
package struct ActivityHost {
    /// A program that runs.
    package struct Program {
        /// How far it is.
        package var look: () -> Report
        /// Ends it.
        package var stop: () -> Void

        package init(look: @escaping () -> Report, stop: @escaping () -> Void) {
            (self.look, self.stop) = (look, stop)
        }
    }

    /// How far a program is.
    package struct Report {
        /// In percent, as far as it says.
        package var percent: Int?
        /// What it put above its sheet so far, in order.
        package var presented: [ShareSheet.Presentation] = []
        /// How it ended, once it did: an empty text is well.
        package var end: String?

        package init() {}
    }

    /// The extensions.
    package var extensions: [ActivityExtension]
    /// How the person wants the actions.
    package var preferences: ActivityPreferences
    /// Keeps another wish.
    package var keep: (ActivityPreferences) -> Void
    /// Runs a program with what it reads; it answers nil, with a sentence, where it cannot be run.
    package var run: (_ command: [String], _ input: [UInt8]) -> (Program?, problem: String)
    /// Shows a job to its app, or how it is now.
    package var post: (ActivityJob) -> Void

    package init(
        extensions: [ActivityExtension] = [], preferences: ActivityPreferences = ActivityPreferences(),
        keep: @escaping (ActivityPreferences) -> Void = { _ in },
        run: @escaping (_ command: [String], _ input: [UInt8]) -> (Program?, problem: String) = { _, _ in
            (nil, "there are no programs here")
        }, post: @escaping (ActivityJob) -> Void = { _ in }
    ) {
        (self.extensions, self.preferences, self.keep) = (extensions, preferences, keep)
        (self.run, self.post) = (run, post)
    }

    /// What is printed goes the way of every program.
    static let printer = ActivityExtension(
        identifier: "print", app: "Messages", title: "Print", category: .action, command: ["lp"], deadlineSeconds: 60)
}

/// Work of activities that goes on behind the screen.
struct RunningJobs {
    private struct Running {
        var job: ActivityJob
        var program: ActivityHost.Program
        var deadline: Int64
        /// How much of what it put up the person has heard.
        var heard = 0
    }

    private var running: [Running] = []
    private var count = 0

    /// When to look after them again.
    func due(at now: Int64) -> Int64? { running.isEmpty ? nil : now + 200 }

    /// Starts an activity with an item: it is given the parts that it declared, as JSON in one line.
    ///
    /// - Returns: why it cannot be started.
    mutating func start(
        _ plugin: ActivityExtension, with item: ActivityItem, on host: ActivityHost, at now: Int64
    ) -> String? {
        let isPrinter = plugin == ActivityHost.printer
        let input = isPrinter ? Array((item.plainText + "\n").utf8) : Self.json(plugin.parts(of: item))
        let (program, problem) = host.run(plugin.command, input)
        guard let program else { return "\(plugin.title): \(problem)" }
        count += 1
        let job = ActivityJob(
            id: "\(Clocks.wall())-\(count)", app: plugin.app, title: "\(plugin.title) “\(item.title)”")
        running.append(Running(job: job, program: program, deadline: now + Int64(plugin.deadlineSeconds) * 1_000))
        host.post(job)
        return nil
    }

    /// Looks how far they are.
    ///
    /// - Returns: what the person must be told: alerts, and of those that failed (`av-ext-notify`).
    mutating func look(on host: ActivityHost, at now: Int64) -> [String] {
        var failures: [String] = []
        for index in running.indices.reversed() {
            let before = running[index].job
            let report = running[index].program.look()
            for case .alert(let text) in report.presented.dropFirst(running[index].heard) {
                failures.append("\(before.title): \(text)")
            }
            running[index].heard = report.presented.count
            if report.presented.contains(where: { if case .sheet = $0 { true } else { false } }) {
                running[index].program.stop()
                running[index].job.state = .failed(ShareSheet.Problem.modalStack.description)
            } else if let end = report.end {
                running[index].job.state = end.isEmpty ? .done : .failed(end)
            } else if now >= running[index].deadline {
                running[index].program.stop()
                running[index].job.state = .failed("it took too long")
            } else {
                running[index].job.state = .running(percent: report.percent)
            }
            let job = running[index].job
            if job != before { host.post(job) }
            switch job.state {
            case .running: continue
            case .done: break
            case .failed(let reason): failures.append("\(job.title): \(reason)")
            }
            running.remove(at: index)
        }
        return failures
    }

    /// Ends all of them, for the client ends.
    mutating func stop(on host: ActivityHost) {
        for index in running.indices {
            running[index].program.stop()
            running[index].job.state = .failed("the client ended")
            host.post(running[index].job)
        }
        running = []
    }

    private static func json(_ parts: [(part: ActivityExtension.Part, value: String)]) -> [UInt8] {
        let members = parts.map { "\(quoted($0.part.rawValue)):\(quoted($0.value))" }
        return Array(("{" + members.joined(separator: ",") + "}\n").utf8)
    }

    private static func quoted(_ text: String) -> String { String(decoding: JSONWriter.bytes(of: text), as: UTF8.self) }
}
