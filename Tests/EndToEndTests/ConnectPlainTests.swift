import ChatConnection
import ChatProtocol
import ChatSystem
import ChatTestKit
import TestExtent
import Testing

@testable import TestSupport

/// The commands of `chat-client` without a terminal, as a shell runs them.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct ConnectPlainTests {
    func run(_ line: String) throws -> (status: Int32, lines: [String]) {
        let client = "\(ServerProcess.productsFolder)/chat-client"
        // The products are found from their folder, and the shell from the root.
        let up = ServerProcess.productsFolder.split(separator: "/").map { _ in ".." }.joined(separator: "/")
        let ended = try ServerProcess.run("\(up)/bin/sh", ["-c", line.replacing("CLIENT", with: client)])
        return (ended.status, ended.output.split(separator: "\n").map(String.init))
    }

    @Test func aScriptWritesAConversationDown() throws {
        let server = try LocalServer()
        defer { server.close() }
        let line =
            #"printf '/new bea as Trip\nhello\n//slash\n/nonsense\n/to\nlast' | CLIENT connect \#(server.endpoint) --as anna"#
        let anna = try run(line)
        #expect(anna.status == 1, "one of the lines could not be followed")
        #expect(
            anna.lines.filter { !$0.contains("(system)") } == [
                "(connection) connected as anna", "(conversations) none; /new HANDLE begins one",
                "[Trip] You: hello", "[Trip] You: /slash",
                "(hint) There is no /nonsense. /help lists the commands; // sends a slash",
                "(conversation) 1. Trip, shown", "[Trip] You: last",
            ])
        let bea = try run("CLIENT connect \(server.endpoint) --as bea --plain < /dev/null")
        #expect(bea.lines.suffix(3) == ["[Trip] Anna: hello", "[Trip] Anna: /slash", "[Trip] Anna: last"])
        let sent = try run("CLIENT send \(server.endpoint) --as bea --to trip 'from a script'")
        #expect(sent.status == 0 && sent.lines.count == 1)
        let watched = try run("CLIENT watch \(server.endpoint) --as anna --after 0 | head -n 1")
        #expect(watched.lines.first?.hasPrefix(#"{"jsonrpc":"2.0","method":"conversation.changed""#) == true)
    }

    @Test("piped text is sent only once a conversation is chosen, by /to or by --to")
    func pipedTextNeedsAConversation() throws {
        let server = try LocalServer()
        defer { server.close() }
        let begun = try run(#"printf '/new bea\nfirst' | CLIENT connect \#(server.endpoint) --as anna"#)
        #expect(begun.status == 0)
        let lost = try run(#"printf 'second' | CLIENT connect \#(server.endpoint) --as anna"#)
        #expect(lost.status == 1)
        #expect(lost.lines.last?.contains("Not sent: choose a conversation first") == true, "\(lost.lines)")
        for chosen in [#"printf '/to bea\nthird' | CLIENT connect"#, "printf 'third' | CLIENT connect --to bea"] {
            let sent = try run("\(chosen) --server \(server.endpoint) --as anna")
            #expect(sent.status == 0 && sent.lines.last == "[Bea] You: third", "\(sent.lines)")
        }
        let nobody = try run("printf 'fourth' | CLIENT connect \(server.endpoint) --as anna --to carl")
        #expect(nobody.status == 1 && !nobody.lines.contains { $0.contains("You: fourth") }, "\(nobody.lines)")
        let bea = try run("CLIENT connect \(server.endpoint) --as bea --plain < /dev/null")
        #expect(bea.lines.suffix(3) == ["[Anna] Anna: first", "[Anna] Anna: third", "[Anna] Anna: third"])
    }

    @Test("a file waits for the next text or /send, and /cancel drops it")
    func attachedFileWaits() throws {
        let server = try LocalServer()
        defer { server.close() }
        let folder = try ScratchFolder()
        try folder.write("x", to: "plan.pdf")
        func lines(_ rest: String, status: Int32 = 0) throws -> [String] {
            let line = #"printf '/new bea as Trip\n/attach plan.pdf\n\#(rest)' | CLIENT connect"#
            let ended = try run("cd \(folder.path) && \(line) \(server.endpoint) --as anna")
            #expect(ended.status == status, "\(ended.lines)")
            return ended.lines
        }
        let waiting = try lines("/to", status: 1)
        #expect(waiting.last == "(hint) Not sent: plan.pdf")
        #expect(waiting.contains("(hint) For Trip: 📎 plan.pdf — /send or a text sends it, /cancel discards it"))
        #expect(!waiting.contains { $0.contains("[Trip] You:") }, "\(waiting)")
        func documents(_ lines: [String]) -> Int { lines.count { $0.hasPrefix("[Trip] You: (document) plan.pdf") } }
        let (one, two) = (try lines("one"), try lines("/send two"))
        #expect(one.contains("[Trip] You: one") && documents(one) == 1, "\(one)")
        #expect(two.contains("[Trip] You: two") && documents(two) == 2, "\(two)")
        let dropped = try lines(#"/cancel\nthree"#)
        #expect(dropped.contains("(hint) Dropped") && dropped.contains("[Trip] You: three"), "\(dropped)")
        #expect(documents(dropped) == 2)
        #expect(documents(try lines("/send")) == 3)
        try folder.write("y", to: "my plan.txt")
        for path in [#""my plan.txt""#, #"my\\ plan.txt"#] {
            let sent = try lines(#"/cancel\n/attach \#(path) spaced\n"#)
            #expect(sent.contains { $0.hasPrefix("[Trip] You: (document) my plan.txt") }, "\(sent)")
        }
    }

    @Test(
        "a file says what it replaces, unless it cannot be read",
        arguments: ["/attach b.txt", #"/attach\n/choose 3"#])
    func aFileSaysWhatItReplaces(_ second: String) throws {
        let server = try LocalServer()
        defer { server.close() }
        let folder = try ScratchFolder()
        for name in ["a.txt", "b.txt"] { try folder.write(name, to: name) }
        let lines = #"/new bea as Trip\n/attach a.txt\n/attach gone.txt\n\#(second)\n/send\n"#
        let ended = try run("cd \(folder.path) && printf '\(lines)' | CLIENT connect \(server.endpoint) --as anna")
        let replaced = ended.lines.filter { $0.contains("was replaced by") }
        let name = second.hasSuffix("3") ? "./b.txt" : "b.txt"
        #expect(replaced == ["(hint) a.txt was replaced by \(name)."], "\(ended.lines)")
    }

    @Test("a command names the step that a silent server did not answer")
    func silentServerIsNamed() throws {
        let silent = try ReservedPort(listens: true)
        let server = "127.0.0.1:\(silent.number)"
        for command in ["send --to bea hi", "call conversation.list", "watch", "connect --plain < /dev/null"] {
            let ended = try run(
                "UNDERSTUDY_SERVER=\(server) CLIENT \(command) --as anna --timeout 100ms 2>&1")
            #expect(ended.status == 1)
            #expect(
                ended.lines.last?.contains("did not answer session.hello within") == true,
                "\(command): \(ended.lines)")
        }
    }

    @Test func aBackslashAtTheEndOfALineGoesOnInTheNext() throws {
        let server = try LocalServer()
        defer { server.close() }
        let script = #"""
            CLIENT connect \#(server.endpoint) --as anna <<'END'
            /new bea as Trip
            one\
            two\\
            three
            END
            """#
        let anna = try run(script)
        #expect(anna.status == 0)
        #expect(
            anna.lines.filter { $0.contains("] You: ") } == [
                "[Trip] You: one", #"[Trip] You: two\"#, "[Trip] You: three",
            ])
    }

    @Test func aDayATapbackAndAnotherConversationAreSaid() throws {
        let server = try LocalServer()
        defer { server.close() }
        let line =
            #"printf '/new bea as Trip\none\n/react #1 heart\n/react #1 heart\n/new bea carl as Choir\n/switch tri\n/date 2020-01-01\n/date 2099-01-01\n' | CLIENT connect"#
        let lines = try run("\(line) \(server.endpoint) --as anna").lines
        #expect(lines.contains("[Trip] You: Loved “one”"))
        #expect(lines.contains("[Trip] You: Removed a heart from “one”"), "\(lines)")
        #expect(lines.count { $0 == "[Trip] You: one" } == 2, "said, and since that day: \(lines)")
        #expect(lines.last == "(hint) There are no messages since then")
    }

    @Test("/switch refuses a name that several conversations begin with, and the next line is sent nowhere")
    func switchRefusesAnAmbiguousName() throws {
        let server = try LocalServer()
        defer { server.close() }
        _ = try run(
            #"printf '/new bea as Boat crew\nB\n/new carl as Boat club\nC\n' | CLIENT connect \#(server.endpoint) --as anna"#
        )
        let anna = try run(
            #"printf '/switch Boat\nwhere\n/switch boat crew\nhere' | CLIENT connect \#(server.endpoint) --as anna"#)
        #expect(anna.status == 1 && !anna.lines.contains { $0.hasSuffix("You: where") }, "\(anna.lines)")
        #expect(anna.lines.contains { $0.hasPrefix("(hint) 2 conversations fit “Boat”") }, "\(anna.lines)")
        #expect(anna.lines.last == "[Boat crew] You: here")
    }

    @Test("/switch and /to list the conversations with the numbers that both take", arguments: ["/switch", "/to"])
    func listedNumbersChooseConversations(word: String) throws {
        let server = try LocalServer()
        defer { server.close() }
        let line = #"printf '/new bea as Boat\nB\n/new carl as Choir\nC\n\#(word)\n/to 2\nhere' | CLIENT connect"#
        let anna = try run("\(line) \(server.endpoint) --as anna")
        let listed = anna.lines.filter { $0.hasPrefix("(conversation) ") }
        #expect(listed == ["(conversation) 1. Choir, shown", "(conversation) 2. Boat"], "\(anna.lines)")
        #expect(anna.lines.last == "[Boat] You: here", "\(anna.lines)")
    }

    @Test("a deleted conversation is found by its name in a client that has not listed Recently Deleted")
    func deletedConversationIsFoundByName() throws {
        let server = try LocalServer()
        defer { server.close() }
        _ = try run(
            #"printf '/new bea as Picnic\none\n/delete conversation\n/yes\n' | CLIENT connect \#(server.endpoint) --as anna"#
        )
        let missing = try run(#"printf '/recover Nothing\n' | CLIENT connect \#(server.endpoint) --as anna"#)
        #expect(missing.status == 1)
        #expect(missing.lines.last == "(hint) “Nothing” is not in Recently Deleted: /deleted lists its conversations")
        let asked = try run(#"printf '/erase Picnic\n/no\n' | CLIENT connect \#(server.endpoint) --as anna"#)
        #expect(asked.status == 0 && asked.lines.contains { $0.contains("Delete 1 Message?") }, "\(asked.lines)")
        let listed = try run(#"printf '/deleted Picnic\n' | CLIENT connect \#(server.endpoint) --as anna"#)
        #expect(listed.status == 0 && listed.lines.contains { $0.contains("You: one") }, "\(listed.lines)")
        let back = try run(#"printf '/recover Picnic\n' | CLIENT connect \#(server.endpoint) --as anna"#)
        #expect(back.status == 0 && back.lines.contains { $0.contains("1 message was recovered") }, "\(back.lines)")
    }

    @Test("a line that is larger than the server reads is refused, and the next lines are sent")
    func oversizedLineIsRefused() throws {
        let server = try LocalServer()
        defer { server.close() }
        let big = "head -c 300000 /dev/zero | tr '\\0' r"
        let script =
            "(printf '/new bea carl as Trip\\n/rename '; \(big); printf '\\n'; \(big); printf '\\nafter\\n') | CLIENT connect"
        let anna = try run("\(script) \(server.endpoint) --as anna")
        #expect(anna.status == 1 && anna.lines.last == "[Trip] You: after", "\(anna.lines.map { $0.prefix(200) })")
        #expect(anna.lines.contains("(hint) The text is too long: the limit is 262144 bytes"))
        let refused = "(not sent: The message is too large: the limit is 262144 bytes)"
        #expect(anna.lines.contains { $0.hasPrefix("[Trip] You: rrr") && $0.hasSuffix(refused) })
    }

    @Test("/save and Add to Files give a document's file a number if its name exists")
    func savedDocumentGetsANumber() throws {
        let server = try LocalServer()
        defer { server.close() }
        let folder = try ScratchFolder()
        try folder.write("x", to: "plan.txt")
        let line =
            #"printf '/new bea\n/attach plan.txt\n/send\n/save\n/save plan.txt\n/share\n/choose 4\n/save' | CLIENT connect"#
        let anna = try run("cd \(folder.path) && \(line) \(server.endpoint) --as anna").lines
        for name in ["plan 2.txt", "plan 3.txt"] { #expect(anna.contains("(hint) Saved as \(name)"), "\(anna)") }
        #expect(anna.contains { $0.hasPrefix("(hint) plan.txt already exists: ") }, "\(anna)")
        #expect(anna.last == "(hint) Saved as plan 4.txt", "\(anna)")
    }

    @Test(
        "Add to Files writes into the working folder, also if the title of another person has a slash",
        arguments: ["../plan", "../\u{301}plan", "/\u{301}plan", "..\u{600}/plan"])
    func savedTitleLeadsToNoOtherFolder(title: String) throws {
        let server = try LocalServer()
        defer { server.close() }
        let observer = ScriptedClient(try server.connect())
        try observer.hello(Hello(.observer(nil)))
        try observer.request("app.register") {
            $0.member("app", "com.example.notes")
            $0.member("name", "Notes")
            $0.member("domains", ["notes.example"])
        }
        let anna = ScriptedClient(try server.connect())
        try anna.hello(Hello(.person(try #require(Handle("anna")), name: nil)))
        let talk = try anna.request("conversation.create") {
            $0.member("participants", ["bea"])
            $0.member("name", "Trip")
        }
        let made = try anna.request("share.create") {
            $0.member("app", "com.example.notes")
            $0.member("title", title)
            $0.member("url", "https://notes.example/d/1")
        }
        try anna.request("share.send") {
            $0.member("share", made["share"]?["id"])
            $0.member("conversation", talk["conversation"]?["id"])
        }
        let folder = try ScratchFolder()
        try folder.makeFolder("work")
        let line = #"printf '/to Trip\n/share\n/choose 6\n' | CLIENT connect \#(server.endpoint) --as bea"#
        let bea = try run("cd \(folder.path)/work && \(line)").lines
        #expect(bea.last?.hasPrefix("(hint) Saved as ") == true, "\(bea)")
        #expect(try FileSystem.names(inFolder: folder.path) == ["work"])
        #expect(try FileSystem.names(inFolder: folder.path + "/work").count == 1)
    }

    @Test func settingsAndDetailsAreChosenByNumber() throws {
        let server = try LocalServer()
        defer { server.close() }
        let line = #"printf '/new bea as Trip\n/details\n/choose 1\n/settings\n/choose 4' | CLIENT connect"#
        let lines = try run("\(line) \(server.endpoint) --as anna").lines
        #expect(
            lines.contains("(text)   1. Hide Alerts  [○ Off]") && lines.contains("[Trip] (status) alerts are hidden"))
        #expect(lines.contains { $0.contains("Send Read Receipts  [● On ]") }, "\(lines)")
        #expect(lines.last == "(text)   5. Notify Me of Mentions  [● On ]", "and how it stands now")
        #expect(lines.contains("(text)   4. Send Read Receipts  [○ Off]"))
    }

    @Test func aSharedLinkIsSentWithTheNextLine() throws {
        let server = try LocalServer()
        defer { server.close() }
        let line =
            #"printf '/new bea as Trip\nhttps://a.example/1\n/share\n/choose 1\nLook\n/share\n/choose 1\n/send\nlast \\\n'"#
        let anna = try run("\(line) | CLIENT connect \(server.endpoint) --as anna")
        #expect(anna.lines.contains { $0.contains("For Trip: https://a.example/1") }, "\(anna.lines)")
        #expect(
            anna.lines.filter { $0.contains("] You: ") } == [
                "[Trip] You: https://a.example/1", "[Trip] You: https://a.example/1 Look",
                "[Trip] You: https://a.example/1", "[Trip] You: last",
            ])
    }

    @Test func theHelpOfLinesNamesNoKeys() throws {
        let server = try LocalServer()
        defer { server.close() }
        let help = try run("echo /help | CLIENT connect \(server.endpoint) --as anna").lines
        for command in ["/allow, /notnow, /never", "/to [NAME]", "/new [HANDLE…"] {
            #expect(help.contains { $0.hasPrefix("(text)   " + command) }, "\(command)")
        }
        #expect(!help.contains { $0.contains("Ctrl") || $0.contains("PgUp") })
    }

    @Test(arguments: [
        ("conect", "there is no command “conect”; did you mean connect?"),
        ("connect", "no handle was given"), ("connect localhost", "no handle was given"),
        ("connect localhost --as 'a b'", "is not a valid handle"),
        ("connect a:b --as anna", "the port must be a number"),
        ("connect localhost --as anna --plan", "did you mean --plain?"),
        ("send localhost --as anna hi", "no conversation was given"),
        ("watch localhost --as anna --after x", "--after needs a cursor"), ("demo --pace 0", "--pace needs a number"),
        ("app --as anna", "no app was given"), ("app com.example.notes", "no handle was given"),
        ("app a:1 --as anna", "no app was given"), ("app a:b c --as anna", "the port must be a number"),
        ("app a b c --as anna", "does not take “c”"),
        ("help conect", "there is no command “conect”; did you mean connect?"),
        ("completion tcsh", "bash, zsh or fish"), ("demo /nowhere.feature", "No such file"),
    ])
    func aWrongCommandLineEndsWithOneLineAndStatusTwo(words: String, line: String) throws {
        let ended = try run("CLIENT \(words)")
        #expect(ended.status == 2)
        #expect(ended.lines.count == 1 && ended.lines[0].contains(line), "\(ended.lines)")
    }

    @Test(arguments: ["connect", "app", "watch", "send", "demo", "play", "steps", "completion"])
    func everyCommandHelps(command: String) throws {
        for line in ["CLIENT \(command) --help", "CLIENT help \(command)"] {
            let ended = try run(line)
            #expect(ended.status == 0 && ended.lines.count > 3, "\(line)")
        }
    }

    @Test func theBashCompletionIsBash() throws {
        #expect(try run("CLIENT completion bash | bash -n").status == 0)
    }
}
