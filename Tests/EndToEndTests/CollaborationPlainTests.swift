import ChatConnection
import ChatProtocol
import ChatTestKit
import TestExtent
import Testing

/// The life of a collaboration in the lines of `--plain`, as a shell runs it, with two people on one server.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct CollaborationPlainTests {
    private func run(_ person: String, at server: LocalServer, _ lines: [String]) throws -> [String] {
        let client = "\(ServerProcess.productsFolder)/chat-client"
        let up = ServerProcess.productsFolder.split(separator: "/").map { _ in ".." }.joined(separator: "/")
        let script = "printf '%s\\n' \(lines.map { "'\($0)'" }.joined(separator: " ")) | "
        let ended = try ServerProcess.run(
            "\(up)/bin/sh", ["-c", script + "\(client) connect \(server.endpoint) --as \(person) --plain"])
        return ended.output.split(separator: "\n").map(String.init)
    }

    /// draft-stage, ntc-system-lines, remove-alert, ck-public-raise
    @Test func aDocumentIsStagedSharedAndManaged() throws {
        let server = try LocalServer()
        defer { server.close() }
        let observer = ScriptedClient(try server.connect())
        try observer.hello(Hello(.observer(nil)))
        try observer.request("app.register") {
            $0.member("app", "com.example.notes")
            $0.member("name", "Notes")
            $0.member("domains", ["notes.example"])
            $0.member("backends", ["file"])
        }
        let dropped = try run(
            "anna", at: server,
            ["/new bea carl as Trip", "/share Plan with com.example.notes read", "/cancel", "/details"])
        #expect(dropped.contains("[Trip] (draft) “Plan” (Notes): Collaborate · Everyone can view."))
        #expect(!dropped.contains { $0.contains("(details) collaboration") || $0.contains("link 1") })
        #expect(dropped.contains("(hint) “Plan” was dropped."), "lines have no key that restores it")

        let returned = try run(
            "anna", at: server,
            [
                "/new dora as Us", "/to Trip", "/share Plan with com.example.notes", "/to Us", "/to Trip", "/share",
                "/cancel",
            ])
        #expect(returned.count { $0 == "[Trip] (draft) “Plan” (Notes): Collaborate · Everyone can make changes." } == 2)
        #expect(returned.contains("(hint) This draft is not sent yet. /option N changes its options"))

        let begun = try run(
            "fred", at: server,
            [
                "/new gus as Us", "/share Plan with com.example.notes", "Look", "/share", "/choose 4",
                "/choose 1 cal",
            ])
        let selected = begun.lastIndex(of: "[Cal] (status) selected") ?? begun.startIndex
        #expect(
            begun[selected...].dropFirst().first
                == "[Cal] (draft) “Plan” (Notes): Collaborate · Everyone can make changes.",
            "New Message of the share sheet takes the document along: \(begun)")

        let anna = try run(
            "anna", at: server,
            [
                "/to Trip", "/share Plan with com.example.notes", "Have a look", "/uninvite 1 bea", "/no",
                "/uninvite 1 bea",
                "/yes",
                "/people 1", "/details",
            ])
        #expect(anna.contains("[Trip] (sharing) “Plan” was sent"))
        #expect(anna.contains { $0.hasPrefix("[Trip] link 1: Plan (Notes)") && $0.hasSuffix("Only invited people") })
        #expect(anna.filter { $0.hasPrefix("(question) Remove Bea? Bea can no longer open “Plan”") }.count == 2)
        #expect(anna.contains("(hint) “Plan”: Bea no longer takes part"))
        #expect(anna.contains("(text)   Carl (carl): invited, can make changes, not opened yet"))
        #expect(!anna.contains { $0.hasPrefix("(text)   Bea") })
        #expect(anna.contains("[Trip] (details) collaboration “Plan” (Notes): yours · you can make changes · 2 people"))

        let bea = try run("bea", at: server, ["/to Trip", "/open 1", "/people 1"])
        #expect(bea.filter { $0 == "(hint) “Plan” is no longer shared with you" }.count == 2)

        let carl = try run(
            "carl", at: server, ["/to Trip", "/open 1", "/stopshare 1", "/leaveshare 1", "/yes", "/open 1"])
        #expect(carl.contains { $0.hasPrefix("(hint) Passed “Plan” to Notes") })
        #expect(carl.contains("(hint) Only its owner can stop sharing “Plan”: /leaveshare removes you"))
        #expect(carl.last == "(hint) You left “Plan”: you can no longer open it")

        _ = try run("anna", at: server, ["/to Trip", "/stopshare 1", "/yes"])
        let stopped = try run("anna", at: server, ["/to Trip"])
        #expect(stopped.contains { $0.hasPrefix("[Trip] link 1: Plan") && $0.hasSuffix("You stopped sharing it") })
    }

    /// perm-summary-button, sheet-method-choice
    @Test("the share sheet's list shows the chosen method, and keeps an option that a line chose")
    func shareSheetKeepsChosenOptions() throws {
        let server = try LocalServer()
        defer { server.close() }
        let observer = ScriptedClient(try server.connect())
        try observer.hello(Hello(.observer(nil)))
        try observer.request("app.register") {
            $0.member("app", "com.example.notes")
            $0.member("name", "Notes")
            $0.member("domains", ["notes.example"])
            $0.member("backends", ["cloudRecord"])
        }
        let app = ScriptedClient(try server.connect())
        try app.hello(Hello(.app(AppID("com.example.notes"), person: try #require(Handle("anna")))))
        try app.request("document.create") {
            $0.member("title", "Solo doc")
            $0.member("url", "https://notes.example/solo")
            $0.member("text", "Bring a tent.")
        }
        let anna = try run(
            "anna", at: server,
            [
                "/new bea", "/share Nothing", "/share Solo doc copy", "/cancel", "https://notes.example/solo", "/share",
                "/choose 2", "/choose 1", "/choose 1", "/choose 6", "/choose 3", "/send",
            ])
        #expect(anna.contains { $0.hasPrefix("(hint) Give an app: /share TITLE with APP") }, "\(anna)")
        #expect(anna.contains { $0.hasPrefix("[Bea] (draft) “Solo doc” (Notes): Send Copy") }, "no link named the app")
        #expect(anna.contains("(text)   1. Collaborate · Everyone can make changes.  [●]"), "\(anna)")
        #expect(anna.contains { $0.hasPrefix("(text)   2. Send Copy") && $0.contains("[●]") }, "\(anna)")
        #expect(anna.contains("(text)   3. Only people you invite  [●]"), "\(anna)")
        #expect(anna.contains("(text)   1. Collaborate · Everyone can view.  [●]"), "\(anna)")
        #expect(anna.contains { $0.hasPrefix("[Bea] link") && $0.contains("Everyone can view.") }, "\(anna)")
    }

    /// ck-access-requests, ck-one-time-url
    @Test("lines ask for access, and the list of people answers requests and takes one-time links back")
    func accessIsAskedFor() throws {
        let server = try LocalServer()
        defer { server.close() }
        let observer = ScriptedClient(try server.connect())
        try observer.hello(Hello(.observer(nil)))
        try observer.request("app.register") {
            $0.member("app", "com.example.notes")
            $0.member("name", "Notes")
            $0.member("domains", ["notes.example"])
        }
        let shared = try run(
            "anna", at: server,
            ["/new bea", "/share Plan with com.example.notes", "/send", "/requests 1 on", "/onetime 1"])
        let link = try #require(shared.first { $0.hasPrefix("[Bea] You: https://") }).dropFirst("[Bea] You: ".count)
        _ = try run("bea", at: server, ["/new carl", String(link)])
        let question =
            "(question) Ask for access? Only invited people can open it. Its owner and administrators see your name. "
            + "Answer /yes or /no"
        let left = try run("carl", at: server, ["/to Bea", "/open 1", "/no"])
        #expect(left.contains(question) && !left.contains { $0.contains("You asked for access") }, "\(left)")
        let asked = try run("carl", at: server, ["/to Bea", "/open 1", "/yes"])
        #expect(
            asked.last == "(hint) You asked for access: you can open it when its owner or an administrator approves")
        let people = try run("anna", at: server, ["/to Bea", "/people 1", "/choose 5", "/choose 1"])
        let rows = [
            "(text)   carl (carl) asks for access", "(text)   1. Approve", "(text)   2. Deny", "(text)   3. Block…",
            "(text)   One-time link 1: the first who opens it can make changes", "(text)   4. Copy Link",
            "(text)   5. Take Back",
        ]
        let first = try #require(people.firstIndex(of: rows[0]), "\(people)")
        #expect(Array(people[first...].prefix(rows.count)) == rows)
        #expect(people.count { $0.hasSuffix("Take Back") } == 1, "\(people)")
        #expect(try run("carl", at: server, ["/to Bea", "/open 1"]).contains { $0.hasPrefix("(hint) Passed “Plan”") })
    }
}
