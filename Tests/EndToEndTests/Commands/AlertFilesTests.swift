import ChatConformance
import ChatProtocol
import ChatSystem
import TestExtent
import Testing

/// `--apns` of `chat-client watch` and `listen`: the alerts of a person as files for push services.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct AlertFilesTests {
    private let server: ServerProcess
    private let folder: TemporaryFolder
    private let anna: RawProbe
    private let bea: RawProbe
    private let pair: JSONValue
    private let group: JSONValue
    private var address: String { "127.0.0.1:\(server.port)" }
    private var alerts: String { folder.file("alerts") }

    init() throws {
        server = try ServerProcess(["--ephemeral"])
        folder = try TemporaryFolder()
        anna = try RawProbe(port: server.port, as: "anna")
        bea = try RawProbe(port: server.port, as: "bea")
        let created = try anna.call("conversation.create", ["participants": ["bea"]])
        pair = try #require(created["conversation"]?["id"])
        let trip = try anna.call("conversation.create", ["participants": ["bea", "carl"], "name": "Trip"])
        group = try #require(trip["conversation"]?["id"])
    }

    private func say(_ text: String, in conversation: JSONValue) throws {
        try anna.call("message.send", ["conversation": conversation, "text": .string(text)])
    }

    private func start(_ command: String, _ words: String..., person: String = "bea") throws -> PlainProcess {
        try PlainProcess("chat-client", [command, address, "--as", person, "--after", "0", "--apns", alerts] + words)
    }

    /// The names of the files in the folder, in order.
    private func names() throws -> [String] { try FileSystem.names(inFolder: alerts) }

    /// The payloads for APNs, in order.
    private func payloads() throws -> [JSONValue] {
        try names().filter { $0.hasSuffix(".apns") }.map {
            try JSONReader.read(Array(try folder.text(of: "alerts/\($0)").utf8)).value
        }
    }

    private func hasPrinted(_ count: Int, by watcher: PlainProcess) -> Bool {
        watcher.waits { $0.count { $0.contains("message.posted") } == count }
    }

    @Test("alerts become files with badges, and a muted conversation has files only of mentions")
    func alertsBecomeFilesWithBadges() throws {
        try bea.call("conversation.mute", ["conversation": group, "muted": true])
        let watcher = try start("watch", "--bundle", "com.example.messages")
        try say("Who drives?", in: pair)
        #expect(hasPrinted(1, by: watcher))
        try say("Anybody?", in: group)
        #expect(hasPrinted(2, by: watcher))
        #expect(try names().count == 2, "the second message is muted")
        try say("@Bea, come!", in: group)
        #expect(hasPrinted(3, by: watcher))
        try bea.call("conversation.markRead", ["conversation": group])
        try say("Hurry", in: pair)
        #expect(hasPrinted(4, by: watcher))

        let found = try payloads()
        #expect(found.map { $0["aps"]?["badge"] } == [1, 3, 2])
        #expect(found.map { $0["aps"]?["alert"]?["body"] } == ["Who drives?", "@Bea, come!", "Hurry"])
        #expect(found.map { $0["aps"]?["alert"]?["title"] } == ["Anna", "Anna", "Anna"])
        #expect(found.map { $0["aps"]?["alert"]?["subtitle"] } == [nil, "Trip", nil])
        #expect(found.map { $0["aps"]?["thread-id"] } == [pair, group, pair])
        #expect(found.allSatisfy { $0["Simulator Target Bundle"] == "com.example.messages" })
        let cursors = found.compactMap { $0["cursor"]?.integerValue }
        #expect(cursors == cursors.sorted() && cursors.count == 3)
        #expect(
            try names()
                == cursors.flatMap { cursor in
                    let number = String("\(1_000_000_000_000 + cursor)".dropFirst())
                    return ["\(number)-message.posted.apns", "\(number)-message.posted.webpush.json"]
                })
    }

    @Test("a resumed session leaves the files of the earlier one as they are")
    func resumedSessionLeavesFilesAsTheyAre() throws {
        try say("one", in: pair)
        do {
            let watcher = try start("watch")
            #expect(hasPrinted(1, by: watcher))
        }
        let before = try names().map { try folder.text(of: "alerts/\($0)") }
        try say("two", in: pair)
        let listener = try start("listen", "--for", "message.posted")
        #expect(listener.waits { $0.count == 3 })
        #expect(listener.lines[0] == "chat-client listening, writing alerts to \(alerts)")
        let paths = try names().filter { $0.hasSuffix(".apns") }.map { "\(alerts)/\($0)" }
        #expect(Array(listener.lines.dropFirst()) == paths)
        let after = try names().map { try folder.text(of: "alerts/\($0)") }
        #expect(after.count == 4 && Array(after.prefix(2)) == before)
    }

    @Test("the files of another person's alerts are not replaced")
    func filesOfAnotherPersonAreNotReplaced() throws {
        try say("Hi all", in: group)
        do {
            let watcher = try start("watch")
            #expect(hasPrinted(1, by: watcher))
        }
        let before = try names().map { try folder.text(of: "alerts/\($0)") }
        let ended = try ServerProcess.run(
            "chat-client", ["watch", address, "--as", "carl", "--after", "0", "--apns", alerts])
        #expect(ended.status == 1 && ended.output.contains("it belongs to another alert"), "\(ended.output)")
        #expect(try names().map { try folder.text(of: "alerts/\($0)") } == before)
    }

    @Test("a posted event has the files of its alert already")
    func postedEventHasTheFilesOfItsAlert() throws {
        let backend = try TestBackend()
        let listener = try start(
            "listen", "--for", "message.posted", "--secret", "s", "--forward-to", "http://127.0.0.1:\(backend.port)/")
        try say("Hi", in: pair)
        let request = try backend.next()
        let cursor = try JSONReader.read(request.body).value["data"]?["cursor"]
        #expect(try payloads().map { $0["cursor"] } == [cursor])
        #expect(listener.waits { $0.count == 3 } && listener.lines[2].hasSuffix("message.posted 200"))
    }

    @Test("a folder that cannot be used is one clear line", arguments: ["watch", "listen"])
    func unusableFolderIsOneClearLine(command: String) throws {
        try folder.write("", to: "file")
        for path in ["file", "file/alerts"] {
            let ended = try ServerProcess.run(
                "chat-client", [command, address, "--as", "bea", "--apns", folder.file(path)])
            #expect(ended.status == 1 && ended.output.split(separator: "\n").count == 1, "\(ended.output)")
            #expect(ended.output.contains(folder.file(path)), "\(ended.output)")
        }
    }

    @Test(
        "bad usage of the options of alerts is one clear line",
        arguments: [
            (["watch", "--observer", "--apns", "a"], "only people get alerts"),
            (["watch", "--as", "bea", "--app", "com.example.notes", "--apns", "a"], "only people get alerts"),
            (["watch", "--as", "bea", "--bundle", "com.example.notes"], "--bundle needs --apns"),
            (["watch", "--as", "bea", "--apns", ""], "--apns needs a folder"),
            (["watch", "--as", "bea", "--apns", "a", "--bundle", "not one"], "--bundle needs a bundle id"),
            (["listen", "--observer", "--apns", "a"], "only people get alerts"),
            (["listen", "--as", "bea", "--apns", "a", "--log", "b"], "--log needs --forward-to"),
            (["listen", "--replay", "b", "--forward-to", "http://127.0.0.1/", "--apns", "a"], "--apns has no use"),
        ])
    func badUsageIsOneClearLine(words: [String], expected: String) throws {
        let ended = try ServerProcess.run("chat-client", words)
        #expect(ended.status == 2, "\(ended.output)")
        #expect(ended.output.contains(expected) && ended.output.split(separator: "\n").count == 1, "\(ended.output)")
    }
}
