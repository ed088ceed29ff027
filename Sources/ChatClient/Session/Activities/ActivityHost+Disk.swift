import AppFrameworks
import ChatProtocol
import ChatSystem

extension ActivityHost {
    /// The host of this machine: extensions are files below the configuration folder, jobs and wishes below the state
    /// folder (XDG).
    ///
    /// - Parameter owner: whose jobs are kept apart from those of others on the machine: a person at a server.
    /// - Returns: the host, and what is wrong with the files of extensions.
    package static func onDisk(
        environment: [String: String], owner: String
    ) -> (ActivityHost, problems: [String]) {
        var problems: [String] = []
        var extensions: [ActivityExtension] = []
        if let folder = BaseDirectory.configuration.path(environment: environment).map({ $0 + "/extensions" }) {
            for name in (try? FileSystem.names(inFolder: folder)) ?? [] where name.hasSuffix(".json") {
                do {
                    let bytes = try FileSystem.bytes(ofTextFile: "\(folder)/\(name)", max: 64 * 1024)
                    extensions.append(try ActivityExtension(json: bytes, identifier: String(name.dropLast(5))))
                } catch {
                    problems.append("\(folder)/\(name): \(error)")
                }
            }
        }
        let state = BaseDirectory.state.path(environment: environment)
        let wishes = state.map { $0 + "/activities.json" }
        let host = ActivityHost(
            extensions: extensions,
            preferences: wishes.flatMap(ActivityPreferences.init(file:)) ?? ActivityPreferences(),
            keep: { preferences in
                guard let wishes else { return }
                try? PrivateFile.makeDirectories(above: wishes)
                try? FileSystem.replace(wishes, with: preferences.json, isPrivate: true)
            }, run: { command, input in run(command, input) },
            post: { job in
                guard let folder = state.map({ jobsFolder($0, owner, of: job.app) }) else { return }
                let path = "\(folder)/\(job.id)-\(Syscalls.processID)"
                try? PrivateFile.makeDirectories(above: path)
                try? FileSystem.replace(path, with: Array(job.line.utf8), isPrivate: true, isSynced: false)
            })
        return (host, problems)
    }

    /// The jobs that show in an app, the newest last.
    package static func jobs(of app: String, environment: [String: String], owner: String) -> [String] {
        guard let folder = BaseDirectory.state.path(environment: environment).map({ jobsFolder($0, owner, of: app) })
        else { return [] }
        let names = (try? FileSystem.names(inFolder: folder)) ?? []
        return names.suffix(5).compactMap { name in
            guard let bytes = try? FileSystem.bytes(ofFile: "\(folder)/\(name)", max: 4_096) else { return nil }
            let line = String(decoding: bytes, as: UTF8.self)
            // Nobody goes on with the work of a client that is gone.
            let isAlive = name.split(separator: "-").last.flatMap { Int32($0) }.map(Syscalls.isRunning) ?? false
            return line.hasPrefix("◌") && !isAlive ? "✗" + line.dropFirst() + ": the client ended" : line
        }
    }

    private static func jobsFolder(_ state: String, _ owner: String, of app: String) -> String {
        ([state, "jobs"] + [owner, app].map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "-" }) })
            .joined(separator: "/")
    }

    /// A program says how far it is by a line `progress PERCENT`, and what the person must hear at once by `alert TEXT`;
    /// how it ended its exit status says, and the last other line why.
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

extension ActivityExtension {
    /// Reads what an extension says of itself: `app`, `title`, `kind` (`action` or `share`), `command`, and where wanted
    /// `glyph`, `accepts`, `reads` and `deadlineSeconds`.
    ///
    /// - Throws: what is wrong, for the person to read.
    init(json bytes: [UInt8], identifier: String) throws {
        let value = try JSONReader.read(bytes).value
        func needed(_ name: String) throws(InvalidField) -> String {
            guard let text = value[name]?.stringValue else { throw InvalidField(field: name, problem: "is missing") }
            return text
        }
        func words(_ name: String) -> [String]? { value[name]?.arrayValue?.compactMap(\.stringValue) }
        let (app, title, kind) = (try needed("app"), try needed("title"), try needed("kind"))
        guard let category = ActivityCategory(rawValue: kind) else {
            throw InvalidField(field: "kind", problem: "is “\(kind)”: it must be action or share")
        }
        guard let command = words("command"), !command.isEmpty else {
            throw InvalidField(field: "command", problem: "must name a program")
        }
        guard category == .action || value["glyph"] == nil else {
            throw InvalidField(field: "glyph", problem: "is its app's for a share extension: leave it out")
        }
        let deadline = value["deadlineSeconds"]?.integerValue ?? 10
        guard (1...3_600).contains(deadline) else {
            throw InvalidField(field: "deadlineSeconds", problem: "must be from 1 to 3600")
        }
        self.init(
            identifier: identifier, app: app, title: title, glyph: value["glyph"]?.stringValue, category: category,
            accepts: words("accepts")?.compactMap(ActivityItemKind.init(rawValue:)) ?? ActivityItemKind.allCases,
            reads: words("reads")?.compactMap(Part.init(rawValue:)) ?? [.title, .url], command: command,
            deadlineSeconds: Int(deadline))
        let activity = AppActivity(type: identifier, title: title)
        if category == .action, let problem = activity.problem {
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
