import AppModel
import ChatProtocol
import ChatScreens
import ChatSystem
import Testing

@testable import ChatSession

@Suite struct ActivityHostTests {
    private static let letter = ActivityItem.text("Hi")

    private func host(_ folder: String, _ files: (name: String, text: String)...) throws -> ActivityHost {
        for file in files {
            let path = "\(folder)/understudy/extensions/\(file.name).json"
            try PrivateFile.makeDirectories(above: path)
            try FileSystem.replace(path, with: Array(file.text.utf8))
        }
        return ActivityHost.onDisk(
            environment: ["XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder], owner: "anna")
    }

    private func handed(_ item: ActivityItem) throws -> HandedItem { try #require(item.handed(to: nil)) }

    /// Polls until all jobs have ended, at most 2,000 times, and returns the problems that were reported.
    private func end(_ jobs: inout RunningJobs, on host: ActivityHost, at now: Int64 = 0) -> [String] {
        var problems: [String] = []
        for _ in 0..<2_000 where jobs.due(at: now) != nil {
            problems += jobs.look(on: host, at: now).map(\.text)
            _ = Readiness.wait(for: [], milliseconds: 5)
        }
        return problems
    }

    @Test("a program gets the parts that its extension declared, and its app shows how it ended")
    func anExtensionRuns() throws {
        try withFolder { folder in
            let host = try host(
                folder,
                (
                    "bookmark",
                    #"{"app":"Reader","title":"Add Bookmark","kind":"action","reads":["url"],"command":["sh","-c","cat >\#(folder)/given; echo progress 50"]}"#
                ))
            #expect(host.load().problems.isEmpty)
            let plugin = try #require(host.load().extensions.first)
            var jobs = RunningJobs()
            let item = try handed(.link(url: "https://a.example/\"1\"", title: "A"))
            #expect(jobs.start(plugin, with: item, on: host, at: 0) == nil)
            #expect(host.jobs.jobs(of: "Reader").map(\.isRunning) == [true], "its app shows it at once")
            #expect(end(&jobs, on: host).isEmpty, "success notifies nobody (av-ext-notify)")
            let given = try FileSystem.bytes(ofFile: folder + "/given", max: 1_000)
            #expect(String(decoding: given, as: UTF8.self) == #"{"url":"https://a.example/\"1\""}"# + "\n")
            #expect(host.jobs.jobs(of: "Reader").map(\.line) == ["✓ Add Bookmark “A”"])
            host.jobs.clearFinished(of: "Reader")
            #expect(host.jobs.jobs(of: "Reader").isEmpty)
        }
    }

    @Test("a program that fails or takes too long is reported once")
    func aFailureIsReported() throws {
        try withFolder { folder in
            let host = try host(
                folder,
                (
                    "postcard",
                    #"{"app":"Mail","title":"Postcard","kind":"share","reads":["text"],"command":["sh","-c","echo Out of paper; exit 3"]}"#
                ))
            var jobs = RunningJobs()
            let plugin = try #require(host.load().extensions.first)
            let item = try handed(Self.letter)
            #expect(jobs.start(plugin, with: item, on: host, at: 0) == nil)
            #expect(end(&jobs, on: host) == ["Postcard “Hi”: Out of paper"])
            let failed = try #require(host.jobs.jobs(of: "Mail").last)
            #expect(failed.isUnreadFailure)
            host.jobs.markRead(failed)
            #expect(host.jobs.jobs(of: "Mail").map(\.isRead) == [true])

            var slow = plugin
            slow.command = ["sleep", "600"]
            #expect(jobs.start(slow, with: item, on: host, at: 0) == nil)
            #expect(jobs.look(on: host, at: 9_999).isEmpty)
            #expect(jobs.look(on: host, at: 10_000).map(\.text) == ["Postcard “Hi”: it took too long"])
            slow.command = ["sh", "-c", "echo alert No stamps; echo sheet Choose; sleep 600"]
            #expect(jobs.start(slow, with: item, on: host, at: 0) == nil)
            #expect(
                end(&jobs, on: host) == [
                    "Postcard “Hi”: No stamps",
                    "Postcard “Hi”: an extension cannot present a sheet "
                        + "above its own: use an alert",
                ], "av-ext-no-modal-stack")
            // The child processes of the command end with it. `timeout` bounds the wait at 20 seconds.
            slow.command = ["sh", "-c", "sleep 600 & echo $! >\(folder)/child; echo sheet Choose; wait"]
            #expect(jobs.start(slow, with: item, on: host, at: 0) == nil)
            #expect(end(&jobs, on: host).count == 1)
            let child = String(decoding: try FileSystem.bytes(ofFile: folder + "/child", max: 100), as: UTF8.self)
            let process = child.filter { !$0.isWhitespace }
            _ = try ChildProcess.output(of: ["timeout", "20", "tail", "--pid", process, "-f", "/dev/null"])

            slow.command = ["/nowhere/program"]
            let problem = jobs.start(slow, with: item, on: host, at: 0)
            #expect(problem?.text.contains("/nowhere/program") == true)
            #expect(problem?.job?.isUnreadFailure == true, "it stays until it is read")
            #expect(host.jobs.jobs(of: "Mail").last?.isUnreadFailure == true, "its app shows it")
        }
    }

    @Test("a running job of a client that is gone has failed, in the format of this version and of the last")
    func aJobOfAClientThatIsGoneHasFailed() throws {
        try withFolder { folder in
            let path = "\(folder)/understudy/jobs/anna/Mail/"
            try PrivateFile.makeDirectories(above: path + "x")
            let old = ["1-1-2147483647": "◌ Postcard 40%", "1-2-1": "✓ Letter", "1-3-1": "✗ Poem “A”: no rhyme"]
            for (name, line) in old { try FileSystem.create(path + name, with: Array(line.utf8)) }
            let host = try host(folder)
            #expect(
                host.jobs.jobs(of: "Mail").map(\.line) == [
                    "✗ Postcard 40%: the client ended", "✓ Letter", "✗ Poem “A”: no rhyme",
                ])
            host.jobs.store(ActivityJob(id: "2-1-2147483647", app: "Mail", title: "Card"))
            #expect(host.jobs.jobs(of: "Mail").last?.line == "✗ Card: the client ended")
            host.jobs.store(ActivityJob(id: "2-2-\(CurrentProcess.id)", app: "Mail", title: "Letter"))
            #expect(host.jobs.jobs(of: "Mail").last?.line == "◌ Letter …")
        }
    }

    @Test(
        "an extension file with a fault is left out, and its problem says why",
        arguments: [
            ("{", "expected"), (#"{"app":"A","title":"T","kind":"other","command":["x"]}"#, "action or share"),
            (#"{"app":"A","title":"T","kind":"share"}"#, "command"),
            (#"{"app":"A","kind":"share","command":["x"]}"#, "title"),
            (#"{"app":"A","title":" ","kind":"share","command":["x"]}"#, "must not be empty"),
            (#"{"app":"A","title":"T","kind":"share","command":["x"],"glyph":"✉"}"#, "comes from the app"),
            (#"{"app":"A","title":"add to files…","kind":"action","command":["x"]}"#, "Add to Files Transaction"),
            (#"{"app":"A","title":"T","kind":"share","command":["x"],"deadlineSeconds":0}"#, "from 1 to 3600"),
            (#"{"app":"A","title":"T","kind":"share","command":["x"],"accepts":[]}"#, "at least one word"),
            (#"{"app":"A","title":"T","kind":"share","command":["x"],"accepts":["lnik"]}"#, "lnik"),
            (#"{"app":"A","title":"T","kind":"share","command":["x"],"reads":[]}"#, "at least one word"),
            (#"{"app":"A","title":"T","kind":"share","command":["x"],"reads":["url","adress"]}"#, "adress"),
            (#"{"app":"A","title":"T","kind":"action","command":["x"],"composes":true}"#, "share extensions"),
        ])
    func aFileWithAFaultIsLeftOut(_ text: String, _ reason: String) throws {
        try withFolder { folder in
            let installed = try host(folder, ("wrong", text)).load()
            #expect(installed.extensions.isEmpty)
            #expect(installed.problems.count == 1 && installed.problems[0].contains("wrong.json"))
            #expect(text == "{" || installed.problems[0].contains(reason), "\(installed.problems)")
        }
    }

    @Test("an extension file that changes is read again, and a second one of that title is left out")
    func filesAreReadAgain() throws {
        try withFolder { folder in
            func text(_ title: String, app: String = "Mail", _ more: String = "") -> String {
                #"{"app":"\#(app)","title":"\#(title)","kind":"share","command":["x"]\#(more)}"#
            }
            let host = try host(folder, ("a", text("Postcard")))
            #expect(host.load().extensions.map(\.composes) == [true])
            _ = try self.host(folder, ("a", text("Letter", #","composes":false"#)))
            #expect(host.load().extensions.map(\.title) == ["Letter"])
            #expect(host.load().extensions.map(\.composes) == [false])
            _ = try self.host(folder, ("b", text("letter…")), ("c", text("Letter", app: "Post")))
            #expect(host.load().extensions.map(\.identifier) == ["a", "c"])
            #expect(host.load().problems.count == 1)
            #expect(host.load().problems[0].contains("b.json: title “letter…” is already used by a.json too"))
        }
    }

    @Test("the person's order of the actions is stored for the next client")
    func theOrderOfActionsIsStored() throws {
        try withFolder { folder in
            var order = try host(folder).preferences
            order.toggleFavourite(.print)
            order.toggleHidden(.copyToPasteboard)
            try host(folder).keep(order)
            #expect(try host(folder).preferences == order)
        }
    }
}
