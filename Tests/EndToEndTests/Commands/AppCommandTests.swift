import ChatProtocol
import ChatTestKit
import TestExtent
import Testing

@testable import AppModel
@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// `chat-client app` against a server on a socket: documents line by line, and the sharing screens in the person's
/// existing session.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct AppCommandTests {
    private static let url = "https://notes.example/d/1"

    /// Connects Anna and lets her share a document with Bea, whose shelf lists it. Returns Anna's client.
    private func world(_ server: LocalServer) throws -> ScriptedClient {
        func join(_ hello: Hello) throws -> ScriptedClient {
            let client = ScriptedClient(try server.connect())
            try client.hello(hello)
            return client
        }
        let observer = try join(Hello(.observer(nil)))
        try observer.request("app.register") {
            $0.member("app", "com.example.notes")
            $0.member("name", "Notes")
            $0.member("domains", ["notes.example"])
        }
        let bea = try join(Hello(.person(try #require(Handle("bea")), name: "Bea")))
        try bea.request("contact.add") { $0.member("handle", "anna") }
        try bea.request("settings.set") {
            $0.key("automaticSharing")
            $0.object {
                $0.key("apps")
                $0.object { $0.member("com.example.notes", true) }
            }
        }
        let anna = try join(Hello(.person(try #require(Handle("anna")), name: "Anna")))
        let created = try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
        let conversation = try #require(created["conversation"]?["id"]?.stringValue)
        let shared = try anna.request("share.create") {
            $0.member("app", "com.example.notes")
            $0.member("title", "Trip plan")
            $0.member("url", Self.url)
        }
        let share = try #require(shared["share"]?["id"]?.stringValue)
        try anna.request("share.send") {
            $0.member("share", share)
            $0.member("conversation", conversation)
        }
        return anna
    }

    private func document(_ anna: ScriptedClient) throws -> JSONValue? {
        try anna.request("document.get") { $0.member("url", Self.url) }["document"]
    }

    @Test func documentsAreWorkedOnLineByLine() throws {
        let server = try LocalServer()
        defer { server.close() }
        let anna = try world(server)
        let client = "\(ServerProcess.productsFolder)/chat-client"
        let up = ServerProcess.productsFolder.split(separator: "/").map { _ in ".." }.joined(separator: "/")
        func run(_ lines: String) throws -> (status: Int32, text: String) {
            let line =
                "printf '\(lines)' | \(client) app \(server.endpoint) com.example.notes --as bea --plain 2>&1"
            let ended = try ServerProcess.run("\(up)/bin/sh", ["-c", line])
            return (ended.status, ended.output)
        }
        let done = try run(
            #"open 1\nedit 1 Bring a tent.\ncomment 1 Two tents?\nrename 1 Lake plan\ntext 1\nquit\n"#)
        #expect(done.status == 0, "\(done.text)")
        #expect(done.text.contains("Bring a tent."), "\(done.text)")
        let now = try document(anna)
        #expect(now?["text"]?.stringValue == "Bring a tent.")
        #expect(now?["title"]?.stringValue == "Lake plan")
        #expect(now?["comments"]?.arrayValue?.compactMap { $0["text"]?.stringValue } == ["Two tents?"])

        try anna.request("share.setPermission") {
            $0.member("url", Self.url)
            $0.member("permission", "readOnly")
        }
        let refused = try run(#"edit 1 Mine.\nquit\n"#)
        #expect(refused.status == 1, "\(refused.text)")
        #expect(try document(anna)?["text"]?.stringValue == "Bring a tent.")
    }

    @Test("a line replies from a document that is not in Shared with You, in its conversation")
    func aReplyFromADocumentReachesItsConversation() throws {
        let server = try LocalServer()
        defer { server.close() }
        let anna = try world(server)
        let bea = ScriptedClient(try server.connect())
        try bea.hello(Hello(.person(try #require(Handle("bea")))))
        try bea.request("share.accept") { $0.member("url", Self.url) }
        try bea.request("settings.set") {
            $0.key("automaticSharing")
            $0.object {
                $0.key("apps")
                $0.object { $0.member("com.example.notes", false) }
            }
        }
        let app = try PlainProcess(
            "chat-client", ["app", "\(server.endpoint)", "com.example.notes", "--as", "bea", "--plain"])
        #expect(app.waits { $0.contains { $0.hasPrefix("1. Trip plan") } }, "\(app.lines)")
        app.type("remove 1\nreply 1 From the app\nquit\n")
        #expect(app.end() == 1, "it is not in Shared with You: \(app.lines)")
        #expect(app.lines.contains("You in Anna: From the app"), "\(app.lines)")
        let listed = try anna.request("conversation.list")
        let id = try #require(listed["conversations"]?.arrayValue?.first?["id"])
        let history = try anna.request("conversation.history") { $0.member("conversation", id) }
        let texts = history["entries"]?.arrayValue?.compactMap { $0["message"]?["text"]?.stringValue }
        #expect(texts?.contains("From the app") == true, "\(history)")
    }

    @Test("a number names the same document after newer ones came before it in the list")
    func numbersStayWithTheirDocuments() throws {
        let server = try LocalServer()
        defer { server.close() }
        _ = try world(server)
        let bea = try PlainProcess(
            "chat-client", ["app", "\(server.endpoint)", "com.example.notes", "--as", "bea", "--plain"])
        bea.type("new Alpha\nnew Beta\n")
        #expect(bea.waits { $0.contains { $0.hasPrefix("3. Beta") } }, "\(bea.lines)")
        bea.type("delete 2\nlist\ndelete 2\nyes\nquit\n")
        #expect(bea.end() == 0, "\(bea.lines)")
        #expect(bea.lines.count { $0.hasPrefix("(question) Delete “Alpha”?") } == 2, "a line that is no answer is a no")
        #expect(bea.lines.count { $0.hasPrefix("2. Alpha") } > 1, "\(bea.lines)")
        #expect(bea.lines.contains("(“Alpha” was deleted)"), "\(bea.lines)")
        let last = bea.lines.lastIndex(of: "Notes: Documents").map { bea.lines[$0...].dropFirst() } ?? []
        #expect(last.first?.hasPrefix("3. Beta") == true && !last.contains { $0.contains("Alpha ·") }, "\(bea.lines)")
    }

    @Test("yes deletes no document that was renamed since the question, and asks again with the new title")
    func renamedDocumentIsAskedAboutAgain() throws {
        let server = try LocalServer()
        defer { server.close() }
        _ = try world(server)
        let words = ["app", "\(server.endpoint)", "com.example.notes", "--as", "bea", "--plain"]
        let bea = try PlainProcess("chat-client", words)
        bea.type("new Alpha\ndelete 2\n")
        #expect(bea.waits { $0.contains { $0.hasPrefix("(question) Delete “Alpha”?") } }, "\(bea.lines)")
        let other = try PlainProcess("chat-client", words)
        other.type("rename 2 Beta\nquit\n")
        #expect(other.end() == 0, "\(other.lines)")
        #expect(bea.waits { $0.contains { $0.hasPrefix("2. Beta") } }, "\(bea.lines)")
        bea.type("yes\nno\nquit\n")
        #expect(bea.end() == 1, "\(bea.lines)")
        #expect(bea.lines.contains { $0.hasPrefix("(question) Delete “Beta”?") }, "\(bea.lines)")
        #expect(!bea.lines.contains { $0.hasSuffix("was deleted)") }, "\(bea.lines)")
    }

    @Test("a text that somebody changed since it was read is replaced only by a second edit, and the first names them")
    func editConflictNamesWhoChangedIt() throws {
        let server = try LocalServer()
        defer { server.close() }
        let anna = try world(server)
        func write(_ text: String, over revision: Int) throws {
            try anna.request("document.edit") {
                $0.member("url", Self.url)
                $0.member("text", text)
                $0.member("revision", revision)
            }
        }
        try write("One.", over: 0)
        let bea = try PlainProcess(
            "chat-client", ["app", "\(server.endpoint)", "com.example.notes", "--as", "bea", "--plain"])
        bea.type("text 1\n")
        #expect(bea.waits { $0.contains { $0.contains("One.") } }, "\(bea.lines)")
        try write("Two.", over: 1)
        bea.type("edit 1 Mine.\n")
        #expect(bea.waits { $0.contains { $0.contains("  Two.") } }, "\(bea.lines)")
        #expect(try document(anna)?["text"] == "Two.")
        bea.type("edit 1 Mine.\nquit\n")
        #expect(bea.end() == 1, "one line was refused")
        #expect(try document(anna)?["text"] == "Mine.")
    }

    /// The sharing screens use the person's own session, and receive on it what others save.
    @Test func theSharingScreensUseThePersonsSession() throws {
        let server = try LocalServer()
        defer { server.close() }
        let anna = try world(server)
        let line = AppLine(
            to: try ServerEndpoints("\(server.endpoint)"), app: AppID("com.example.notes"),
            person: try #require(Handle("bea")), world: .main, credentials: Credentials())
        defer { line.close() }
        #expect(line.connect(size: Size(columns: 80, rows: 40)) == nil)
        let runtime = try #require(line.runtime)
        func wait(_ isThere: (AppState) -> Bool) -> Bool {
            for _ in 0..<200 where !isThere(runtime.state) { line.wait(besides: [], milliseconds: 50) }
            return isThere(runtime.state)
        }
        runtime.open(link: Self.url)
        #expect(wait { $0.document?.people?.count == 2 })
        _ = runtime.apply(.character("s"))
        #expect(wait { $0.sharing?.deeds.contains(.leave) == true })
        #expect(runtime.state.sharing?.deeds.contains(.stop) == false)
        try anna.request("share.stop") { $0.member("url", Self.url) }
        #expect(wait { $0.sharing == nil && $0.document == nil }, "the page closes with its sharing screen")
    }
}
