import AppFrameworks
import ChatProtocol
import ChatSystem
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// A folder of a test's own, gone behind it.
private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = "/tmp/understudy-test-\(UInt64.random(in: .min ... .max))"
    defer { _ = try? ChildProcess.output(of: ["rm", "-rf", folder]) }
    try body(folder)
}

@Suite struct DraftStoreTests {
    private let draft: DraftStore.Draft = {
        var draft = DraftStore.Draft(
            conversation: "c1", title: "Trip", members: ["anna", "bea"], text: "see \"you\"\nthere 🚣", reply: "m1")
        let message = SendMessage(
            conversation: ConversationID("c1"), text: "on its way", replyTo: MessageID("m1"))
        draft.sending = [DraftStore.Sending(message: message, clientID: "x-1")]
        return draft
    }()

    @Test func aDraftComesBackAsItWasWritten() throws {
        try withFolder { folder in
            let store = DraftStore.inFolder(folder)
            #expect(store.load().isEmpty, "there is no folder yet")
            #expect(store.keep(draft) == nil)
            #expect(DraftStore.inFolder(folder).load() == [draft])
            store.remove("c1")
            #expect(store.load().isEmpty)
        }
    }

    @Test func nobodyElseCanReadIt() throws {
        try withFolder { folder in
            _ = DraftStore.inFolder(folder).keep(draft)
            let mode = try ChildProcess.output(of: ["stat", "-c", "%a", folder + "/c1.json", folder])
            #expect(mode == "600\n700\n")
        }
    }

    @Test func whatCannotBeKeptIsSaid() throws {
        try withFolder { folder in
            try FileSystem.create(folder, with: [])
            #expect(DraftStore.inFolder(folder + "/drafts").keep(draft) != nil)
        }
    }

    @Test func aNameLeadsNowhereElse() {
        let folder = DraftStore.folder(
            server: "../..:7400", world: "a/b", handle: ".anna", environment: ["XDG_STATE_HOME": "/state"])
        #expect(folder == "/state/understudy/drafts/%2e.%2f..:7400/a%2fb/%2eanna")
        #expect(folder?.contains("/../") == false)
    }

    @Test func aDraftGoesWhereItsConversationIsNow() {
        var state = ChatState(handle: "anna")
        let members = ["anna", "bea"].map { Member(handle: $0, name: $0) }
        state.threads = [
            "c1": ThreadState(conversation: "c1", title: "Choir", members: [Member(handle: "carl", name: "Carl")]),
            "c9": ThreadState(conversation: "c9", title: "Trip", members: members),
        ]
        var removed: [String] = []
        let (kept, draft) = ([draft], draft)
        var drafts = KeptDrafts(DraftStore(load: { kept }, keep: { _ in nil }, remove: { removed.append($0) }))
        let unanswered = drafts.restore(into: &state)
        #expect(
            unanswered == [
                DraftStore.Sending(
                    message: SendMessage(conversation: ConversationID("c9"), text: "on its way"), clientID: "x-1")
            ], "the message that it answered is another there")
        #expect(state.view.drafts["c9"]?.text == draft.text, "the server forgot everything, and began again")
        #expect(state.view.purposes["c9"] == .reply("m1"))
        #expect(state.view.drafts["c1"] == nil)
        #expect(removed == ["c1"])
    }

    @Test func whoLeavesKeepsWhatAnotherClientTookAway() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": ThreadState(conversation: "c1", title: "Trip")]
        state.view.drafts["c1"] = LineEditor("half a word")
        var onDisk: [String: String] = [:]
        let store = DraftStore(
            load: { [] },
            keep: { draft in
                onDisk[draft.conversation] = draft.text
                return nil
            }, remove: { onDisk[$0] = nil })
        var drafts = KeptDrafts(store)
        drafts.keep(state, at: 1_000)
        store.remove("c1")
        drafts.keep(state, at: 2_000, isLast: true)
        #expect(onDisk == ["c1": "half a word"])
    }

    @Test func aLargeDraftIsNotWrittenWithEveryKey() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": ThreadState(conversation: "c1", title: "Trip")]
        var count = 0
        var drafts = KeptDrafts(
            DraftStore(
                load: { [] },
                keep: { _ in
                    count += 1
                    return nil
                }, remove: { _ in }))
        state.view.drafts["c1"] = LineEditor(String(repeating: "word ", count: 100_000))
        drafts.keep(state, at: 10_000)
        state.view.drafts["c1"]?.insert("x")
        drafts.keep(state, at: 10_100)
        #expect(count == 0 && drafts.due == 10_600, "when no key came for a while")
        drafts.keep(state, at: 10_600)
        #expect(count == 1 && drafts.due == nil)
        for now in stride(from: 10_700 as Int64, through: 20_700, by: 100) {
            state.view.drafts["c1"]?.insert("x")
            drafts.keep(state, at: now)
        }
        #expect(count == 2, "and ten seconds later at the latest")
        state.view.drafts["c1"]?.insert("x")
        drafts.keep(state, at: 20_800, isLast: true)
        #expect(count == 3 && drafts.due == nil)
    }
}

@Suite struct ActivityHostTests {
    private func host(_ folder: String, _ name: String, _ text: String) throws -> (ActivityHost, problems: [String]) {
        let path = "\(folder)/understudy/extensions/\(name).json"
        try PrivateFile.makeDirectories(above: path)
        try FileSystem.create(path, with: Array(text.utf8))
        return ActivityHost.onDisk(
            environment: ["XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder], owner: "anna")
    }

    /// Looks until a job is over, with a bound on how often.
    private func end(_ jobs: inout RunningJobs, on host: ActivityHost, at now: Int64 = 0) -> [String] {
        var failures: [String] = []
        for _ in 0..<2_000 where jobs.due(at: now) != nil {
            failures += jobs.look(on: host, at: now)
            _ = Readiness.wait(for: [], milliseconds: 5)
        }
        return failures
    }

    @Test("av-extensions, av-ext-long-task: a program gets what it declared, and its app shows how it ended")
    func anExtensionRuns() throws {
        try withFolder { folder in
            let (host, problems) = try host(
                folder, "bookmark",
                #"{"app":"Reader","title":"Add Bookmark","kind":"action","reads":["url"],"command":["sh","-c","cat >\#(folder)/given; echo progress 50"]}"#
            )
            #expect(problems.isEmpty)
            let plugin = try #require(host.extensions.first)
            var jobs = RunningJobs()
            #expect(jobs.start(plugin, with: .link(url: "https://a.example/\"1\"", title: "A"), on: host, at: 0) == nil)
            #expect(end(&jobs, on: host).isEmpty, "what is done says nothing (av-ext-notify)")
            let given = try FileSystem.bytes(ofFile: folder + "/given", max: 1_000)
            #expect(String(decoding: given, as: UTF8.self) == #"{"url":"https://a.example/\"1\""}"# + "\n")
            let lines = ActivityHost.jobs(of: "Reader", environment: ["XDG_STATE_HOME": folder], owner: "anna")
            #expect(lines == ["✓ Add Bookmark “A”"])
        }
    }

    @Test("av-ext-notify: what fails, or takes too long, is said once")
    func aFailureIsSaid() throws {
        try withFolder { folder in
            let (host, _) = try host(
                folder, "postcard",
                #"{"app":"Mail","title":"Postcard","kind":"share","command":["sh","-c","echo Out of paper; exit 3"]}"#)
            var jobs = RunningJobs()
            let plugin = try #require(host.extensions.first)
            #expect(jobs.start(plugin, with: .text("Hi"), on: host, at: 0) == nil)
            #expect(end(&jobs, on: host) == ["Postcard “Hi”: Out of paper"])

            var slow = plugin
            slow.command = ["sleep", "600"]
            #expect(jobs.start(slow, with: .text("Hi"), on: host, at: 0) == nil)
            #expect(jobs.look(on: host, at: 9_999).isEmpty)
            #expect(jobs.look(on: host, at: 10_000) == ["Postcard “Hi”: it took too long"])
            slow.command = ["sh", "-c", "echo alert No stamps; echo sheet Choose; sleep 600"]
            #expect(jobs.start(slow, with: .text("Hi"), on: host, at: 0) == nil)
            #expect(
                end(&jobs, on: host) == [
                    "Postcard “Hi”: No stamps",
                    "Postcard “Hi”: an extension puts no sheet above its own: "
                        + "an alert says what must be said",
                ], "av-ext-no-modal-stack")
            // What it started itself ends with it; the program that waits for that gives up after a while.
            slow.command = ["sh", "-c", "sleep 600 & echo $! >\(folder)/child; echo sheet Choose; wait"]
            #expect(jobs.start(slow, with: .text("Hi"), on: host, at: 0) == nil)
            #expect(end(&jobs, on: host).count == 1)
            let child = String(decoding: try FileSystem.bytes(ofFile: folder + "/child", max: 100), as: UTF8.self)
            let process = child.filter { !$0.isWhitespace }
            _ = try ChildProcess.output(of: ["timeout", "20", "tail", "--pid", process, "-f", "/dev/null"])

            slow.command = ["/nowhere/program"]
            #expect(jobs.start(slow, with: .text("Hi"), on: host, at: 0)?.contains("/nowhere/program") == true)
        }
    }

    @Test func whatAClientThatIsGoneWasAtIsOver() throws {
        try withFolder { folder in
            let path = "\(folder)/understudy/jobs/anna/Mail/1-1-2147483647"
            try PrivateFile.makeDirectories(above: path)
            try FileSystem.create(path, with: Array("◌ Postcard 40%".utf8))
            let environment = ["XDG_STATE_HOME": folder]
            #expect(
                ActivityHost.jobs(of: "Mail", environment: environment, owner: "anna") == [
                    "✗ Postcard 40%: the client ended"
                ])
            ActivityHost.onDisk(environment: environment, owner: "anna").0.post(
                ActivityJob(id: "2-1", app: "Mail", title: "Letter"))
            #expect(ActivityHost.jobs(of: "Mail", environment: environment, owner: "anna").last == "◌ Letter …")
        }
    }

    @Test(arguments: [
        ("{", "expected"), (#"{"app":"A","title":"T","kind":"other","command":["x"]}"#, "action or share"),
        (#"{"app":"A","title":"T","kind":"share"}"#, "command"),
        (#"{"app":"A","kind":"share","command":["x"]}"#, "title"),
        (#"{"app":"A","title":"T","kind":"share","command":["x"],"glyph":"✉"}"#, "its app's"),
        (#"{"app":"A","title":"Print","kind":"action","command":["x"]}"#, "Print Transaction"),
        (#"{"app":"A","title":"T","kind":"share","command":["x"],"deadlineSeconds":0}"#, "from 1 to 3600"),
    ])
    func aFileThatSaysNoExtensionIsLeftOutWithItsReason(_ text: String, _ reason: String) throws {
        try withFolder { folder in
            let (host, problems) = try host(folder, "wrong", text)
            #expect(host.extensions.isEmpty)
            #expect(problems.count == 1 && problems[0].contains("wrong.json"))
            #expect(text == "{" || problems[0].contains(reason), "\(problems)")
        }
    }

    @Test("av-user-edit: the person's wishes are there the next time")
    func wishesAreKept() throws {
        try withFolder { folder in
            let environment = ["XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder]
            var wishes = ActivityHost.onDisk(environment: environment, owner: "anna").0.preferences
            wishes.toggleFavourite(.print)
            wishes.toggleHidden(.copyToPasteboard)
            ActivityHost.onDisk(environment: environment, owner: "anna").0.keep(wishes)
            #expect(ActivityHost.onDisk(environment: environment, owner: "anna").0.preferences == wishes)
        }
    }
}
