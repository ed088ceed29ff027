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

extension ActivityHost {
    /// The host of this machine: extensions are files below the configuration folder; jobs and the person's order are
    /// below the state folder (XDG).
    ///
    /// - Parameter owner: a person at a server, whose jobs are stored apart from those of others.
    package static func onDisk(environment: [String: String], owner: String) -> ActivityHost {
        let state = BaseDirectory.state.path(environment: environment)
        let order = state.map { $0 + "/activities.json" }
        let folder = BaseDirectory.configuration.path(environment: environment).map { $0 + "/extensions" }
        let jobs = JobStore.onDisk(environment: environment, owner: owner)
        return ActivityHost(
            load: { folder.map(installed) ?? Installed() },
            preferences: order.flatMap(ActivityPreferences.init(file:)) ?? ActivityPreferences(),
            keep: { preferences in
                guard let order else { return }
                try? PrivateFile.makeDirectories(above: order)
                try? FileSystem.replace(order, with: preferences.json, isPrivate: true)
            }, run: { command, input in run(command, input) }, jobs: jobs)
    }

    private static func installed(in folder: String) -> Installed {
        var installed = Installed()
        for name in (try? FileSystem.names(inFolder: folder)) ?? [] where name.hasSuffix(".json") {
            let path = "\(folder)/\(name)"
            do {
                let bytes = try FileSystem.bytes(ofTextFile: path, max: 64 * 1024)
                installed.add(try ActivityExtension(json: bytes, identifier: String(name.dropLast(5))), from: name)
            } catch {
                installed.problems.append("\(name): \(error)")
            }
        }
        return installed
    }

    /// Runs a program, which reports by lines: `progress PERCENT` is its progress, `alert TEXT` an alert for the person,
    /// and `sheet TITLE` a sheet. Exit status 0 is success. After any other status, the last other line is the reason
    /// of the failure.
    private static func run(_ command: [String], _ input: [UInt8]) -> (Program?, problem: String) {
        let child: ChildProcess
        do throws(SystemFailure) {
            child = try ChildProcess(command, input: input, ownsGroup: true)
        } catch {
            return (nil, error.reason)
        }
        let program = Program(
            look: {
                let lines = String(decoding: child.lastOutput(), as: UTF8.self).split(whereSeparator: \.isNewline)
                var report = Report()
                var last: String?
                for line in lines {
                    if line.hasPrefix("progress ") {
                        report.percent = Int(line.dropFirst(9)) ?? report.percent
                    } else if line.hasPrefix("alert ") {
                        report.presented.append(.alert(String(line.dropFirst(6))))
                    } else if line.hasPrefix("sheet ") {
                        report.presented.append(.sheet(Sheet(title: String(line.dropFirst(6)))))
                    } else {
                        last = String(line)
                    }
                }
                report.end = child.exitStatus().map { $0 == 0 ? "" : last ?? "it ended with \($0)" }
                return report
            }, stop: { child.stop() })
        return (program, "")
    }
}

extension JobStore {
    /// The jobs in files of the state folder, one file a job.
    package static func onDisk(environment: [String: String], owner: String) -> JobStore {
        guard let state = BaseDirectory.state.path(environment: environment) else { return JobStore(now: Clocks.wall) }
        func folder(of app: String) -> String {
            ([state, "jobs"] + [owner, app].map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "-" }) })
                .joined(separator: "/")
        }
        func store(_ job: ActivityJob) {
            let path = "\(folder(of: job.app))/\(job.id)"
            try? PrivateFile.makeDirectories(above: path)
            try? FileSystem.replace(path, with: job.json, isPrivate: true, isSynced: false)
        }
        return JobStore(
            now: Clocks.wall,
            stored: { app in
                let folder = folder(of: app)
                let names = (try? FileSystem.names(inFolder: folder)) ?? []
                return names.suffix(100).compactMap { name in
                    guard let bytes = try? FileSystem.bytes(ofFile: "\(folder)/\(name)", max: 64 * 1024),
                        var job = ActivityJob(stored: bytes, id: name, app: app)
                    else { return nil }
                    // No client continues the job of a client that has ended.
                    let process = name.split(separator: "-").last.flatMap { Int32($0) }
                    if job.isRunning, process.map(Signals.isRunning) != true {
                        job.state = .failed("the client ended")
                    }
                    if !job.isRunning, job.endedAt == nil {
                        job.endedAt = Clocks.wall()
                        store(job)
                    }
                    return job
                }
            }, store: store, remove: { FileSystem.remove("\(folder(of: $0.app))/\($0.id)") })
    }
}

extension ActivityJob {
    /// Reads a stored job: an object, or the one line that earlier versions wrote.
    fileprivate init?(stored bytes: [UInt8], id: String, app: String) {
        guard let value = (try? JSONReader.read(bytes))?.value, let title = value["title"]?.stringValue else {
            let line = String(decoding: bytes, as: UTF8.self)
            let text = line.dropFirst(2)
            let end = line.hasPrefix("✗") ? text.lastIndex(of: ":") ?? text.endIndex : text.endIndex
            self.init(id: id, app: app, title: String(text[..<end]))
            switch line.first {
            case "◌": break
            case "✓": state = .done
            case "✗": state = .failed(String(text[end...].dropFirst(2)))
            default: return nil
            }
            return
        }
        self.init(id: id, app: app, title: title)
        switch value["state"]?.stringValue {
        case "running": state = .running(percent: value["percent"]?.integerValue.map { Int(clamping: $0) })
        case "done": state = .done
        case "failed": state = .failed(value["reason"]?.stringValue ?? "")
        default: return nil
        }
        endedAt = value["endedAt"]?.integerValue
        isRead = value["read"]?.boolValue == true
    }

    fileprivate var json: [UInt8] {
        JSONWriter.object { json in
            json.member("title", title)
            switch state {
            case .running(let percent):
                json.member("state", "running")
                json.member("percent", percent)
            case .done: json.member("state", "done")
            case .failed(let reason):
                json.member("state", "failed")
                json.member("reason", reason)
            }
            json.member("endedAt", endedAt)
            if isRead { json.member("read", true) }
        }
    }
}

extension ActivityExtension {
    /// Reads the description of an extension: `app`, `title`, `kind` (`action` or `share`), `command`, and optionally
    /// `glyph`, `accepts`, `reads`, `composes` and `deadlineSeconds`.
    ///
    /// - Throws: an error whose text names the wrong field, for the person to read.
    init(json bytes: [UInt8], identifier: String) throws {
        let value = try JSONReader.read(bytes).value
        func needed(_ name: String) throws(InvalidField) -> String {
            guard let text = value[name]?.stringValue else { throw InvalidField(field: name, problem: "is missing") }
            guard text.contains(where: { !$0.isWhitespace }) else {
                throw InvalidField(field: name, problem: "must not be empty")
            }
            return text
        }
        func words(_ name: String) throws(InvalidField) -> [String]? {
            guard let list = value[name] else { return nil }
            let words = list.arrayValue?.compactMap(\.stringValue) ?? []
            guard !words.isEmpty, words.count == list.arrayValue?.count else {
                throw InvalidField(field: name, problem: "must be a list with at least one word")
            }
            return words
        }
        /// Reads words, each of which must be known: a misspelled word must not shorten a list.
        func chosen<Word: RawRepresentable & CaseIterable>(
            _ name: String, of: Word.Type
        ) throws(InvalidField) -> [Word]? where Word.RawValue == String {
            var chosen: [Word]?
            for word in try words(name) ?? [] {
                guard let known = Word(rawValue: word) else {
                    let all = Word.allCases.map(\.rawValue).joined(separator: ", ")
                    throw InvalidField(field: name, problem: "has “\(word)”: it must be one of \(all)")
                }
                chosen = (chosen ?? []) + [known]
            }
            return chosen
        }
        let (app, title, kind) = (try needed("app"), try needed("title"), try needed("kind"))
        guard let category = ActivityCategory(rawValue: kind) else {
            throw InvalidField(field: "kind", problem: "is “\(kind)”: it must be action or share")
        }
        guard let command = try words("command") else {
            throw InvalidField(field: "command", problem: "must name a program")
        }
        guard category == .action || value["glyph"] == nil else {
            throw InvalidField(field: "glyph", problem: "comes from the app for a share extension: leave it out")
        }
        guard category == .share || value["composes"] == nil else {
            throw InvalidField(field: "composes", problem: "is only for share extensions: leave it out")
        }
        let deadline = value["deadlineSeconds"]?.integerValue ?? 10
        guard (1...3_600).contains(deadline) else {
            throw InvalidField(field: "deadlineSeconds", problem: "must be from 1 to 3600")
        }
        self.init(
            identifier: identifier, app: app, title: title, glyph: value["glyph"]?.stringValue, category: category,
            accepts: try chosen("accepts", of: ActivityItemKind.self) ?? ActivityItemKind.allCases,
            reads: try chosen("reads", of: Part.self) ?? [.title, .url], command: command,
            deadlineSeconds: Int(deadline), composes: value["composes"]?.boolValue)
        if let problem = AppActivity(type: identifier, title: title).problem {
            throw InvalidField(field: "title", problem: problem)
        }
    }
}

extension ActivityPreferences {
    fileprivate init?(file path: String) {
        guard let bytes = try? FileSystem.bytes(ofFile: path, max: 64 * 1024),
            let value = (try? JSONReader.read(bytes))?.value
        else { return nil }
        self.init()
        favourites = value["favourites"]?.arrayValue?.compactMap(\.stringValue) ?? []
        hidden = Set(value["hidden"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }

    fileprivate var json: [UInt8] {
        return JSONWriter.object { json in
            json.member("favourites", favourites)
            json.member("hidden", hidden.sorted())
        }
    }
}
