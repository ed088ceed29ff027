package import AppModel
import ChatProtocol
import ChatSystem

/// The activities of this machine: the installed extensions, the person's order of the actions, and the way to run
/// programs.
package struct ActivityHost {
    /// The usable extensions, and the problems of the other files.
    package struct Installed: Equatable {
        package var extensions: [ActivityExtension] = []
        /// A sentence for each file that cannot be used.
        package var problems: [String] = []

        package init(_ extensions: [ActivityExtension] = [], problems: [String] = []) {
            (self.extensions, self.problems) = (extensions, problems)
        }

        /// Adds an extension, unless a person could not distinguish it from an installed one.
        ///
        /// - Parameter file: the file that it comes from.
        package mutating func add(_ plugin: ActivityExtension, from file: String) {
            guard let other = extensions.first(where: plugin.duplicates) else { return extensions.append(plugin) }
            problems.append(
                "\(file): title “\(plugin.title)” is already used by \(other.identifier).json too: change one of them")
        }
    }

    /// A running program.
    package struct Program {
        /// Returns the progress of the program.
        package var look: () -> Report
        /// Stops the program.
        package var stop: () -> Void

        package init(look: @escaping () -> Report, stop: @escaping () -> Void) {
            (self.look, self.stop) = (look, stop)
        }
    }

    /// The progress of a program.
    package struct Report {
        /// The progress in percent; nil if the program has not reported it.
        package var percent: Int?
        /// The alerts and sheets that the program has presented, in order.
        package var presented: [ShareSheet.Presentation] = []
        /// The reason of the program's failure, empty after a success; nil while the program runs.
        package var end: String?

        package init() {}
    }

    /// Reads the installed extensions, whose files may have changed since the last call.
    package var load: () -> Installed
    /// The person's order of the actions.
    package var preferences: ActivityPreferences
    /// Stores a new order.
    package var keep: (ActivityPreferences) -> Void
    /// Runs a program with its input; returns nil and a sentence if it cannot be run.
    package var run: (_ command: [String], _ input: [UInt8]) -> (Program?, problem: String)
    /// The jobs of extensions, for the apps that show them.
    package var jobs: JobStore

    package init(
        load: @escaping () -> Installed = { Installed() }, preferences: ActivityPreferences = ActivityPreferences(),
        keep: @escaping (ActivityPreferences) -> Void = { _ in },
        run: @escaping (_ command: [String], _ input: [UInt8]) -> (Program?, problem: String) = { _, _ in
            (nil, "this client runs no programs")
        }, jobs: JobStore = JobStore()
    ) {
        (self.load, self.preferences, self.keep) = (load, preferences, keep)
        (self.run, self.jobs) = (run, jobs)
    }

    /// Printing runs as a program, like an extension.
    static let printer = ActivityExtension(
        identifier: "print", app: "Messages", title: "Print", category: .action, command: ["lp"], deadlineSeconds: 60)
}

/// The jobs of a person's extensions, stored where every app of theirs finds them. A job that expires is removed.
package struct JobStore {
    /// The time by which jobs expire, in milliseconds.
    package var now: () -> Int64
    /// The stored jobs of an app, the newest last.
    package var stored: (_ app: String) -> [ActivityJob]
    /// Stores a job in place of the one with its identifier.
    package var store: (ActivityJob) -> Void
    /// Removes a job.
    package var remove: (ActivityJob) -> Void

    package init(
        now: @escaping () -> Int64 = { 0 }, stored: @escaping (_ app: String) -> [ActivityJob] = { _ in [] },
        store: @escaping (ActivityJob) -> Void = { _ in }, remove: @escaping (ActivityJob) -> Void = { _ in }
    ) {
        (self.now, self.stored, self.store, self.remove) = (now, stored, store, remove)
    }

    /// Returns the jobs that show in an app, the newest last. Removes its expired jobs.
    package func jobs(of app: String) -> [ActivityJob] {
        let (now, all) = (now(), stored(app))
        for job in all where job.isExpired(at: now) { remove(job) }
        return all.filter { !$0.isExpired(at: now) }
    }

    /// Removes the jobs of an app that have ended.
    package func clearFinished(of app: String) {
        for job in stored(app) where !job.isRunning { remove(job) }
    }

    /// Marks the failures of an app as read.
    package func markRead(of app: String) {
        for job in stored(app) where job.isUnreadFailure { markRead(job) }
    }

    /// Marks a failure as read.
    package func markRead(_ job: ActivityJob) {
        var job = job
        job.isRead = true
        store(job)
    }
}
