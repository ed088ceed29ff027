import ChatConformance
import ChatProtocol
import FoundationEssentials
import TestExtent
import Testing

/// The commands `call`, `wait` and `send` in a shell script: their output and their exit status.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct ShellTestCommandsTests {
    private let server: ServerProcess
    private var address: String { "127.0.0.1:\(server.port)" }

    init() throws { server = try ServerProcess(["--ephemeral"]) }

    private func client(_ command: String, _ words: String...) throws -> (status: Int32, lines: [String]) {
        let ended = try ServerProcess.run("chat-client", [command, address] + words)
        return (ended.status, ended.output.split(separator: "\n").map(String.init))
    }

    @Test func aResultIsPrintedAndAPartOfItAlone() throws {
        let whole = try client("call", "conversation.create", #"{"participants": ["bea"]}"#, "--as", "anna")
        #expect(whole.status == 0 && whole.lines.count == 1)
        let id = try JSONReader.read(Array(whole.lines[0].utf8)).value["conversation"]?["id"]?.stringValue
        let part = try client("call", "conversation.list", "--as", "bea", "--get", "conversations.id")
        #expect(part.status == 0 && part.lines == [id])
        let people = try client("call", "conversation.list", "--as", "bea", "--get", "conversations.participants")
        #expect(people.lines == [#"["anna","bea"]"#])
        let missing = try client("call", "conversation.list", "--as", "bea", "--get", "conversation.id")
        #expect(
            missing.status == 1
                && missing.lines == ["chat-client: there is no conversation.id; available: conversations"])
    }

    @Test func paramsComeFromStandardInputToo() throws {
        let process = try PlainProcess("chat-client", ["call", address, "conversation.create", "-", "--as", "anna"])
        process.type(#"{"participants":"# + "\n" + #" ["bea", "carl"], "name": "Trip"}"#)
        #expect(process.end() == 0)
        #expect(process.lines.count == 1 && process.lines[0].contains(#""name":"Trip""#), "\(process.lines)")
    }

    @Test func anObserverAndAnAppAsk() throws {
        let app = #"{"app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]}"#
        #expect(try client("call", "app.register", app, "--observer").status == 0)
        let shelf = try client("call", "highlight.list", "--as", "bea", "--app", "com.example.notes")
        #expect(shelf.status == 0 && shelf.lines.first?.hasPrefix(#"{"highlights":[]"#) == true, "\(shelf.lines)")
        let hello = try client("call", "session.hello", "--as", "bea", "--app", "com.example.notes", "--get", "me.role")
        #expect(hello.lines == ["app"])
    }

    @Test func aRefusalIsTheServersErrorAsJSON() throws {
        let refused = try client("call", "message.send", #"{"conversation": "c9", "text": "x"}"#, "--as", "anna")
        #expect(refused.status == 1 && refused.lines.count == 1)
        let error = try JSONReader.read(Array(refused.lines[0].utf8)).value
        #expect(error["code"] == -32003 && error["data"]?["reason"] == "not_found")
    }

    @Test(
        "a server that answers nothing leaves a wait unknown, also with --not",
        .enabled(if: TestExtent.isWhole, "it takes the ten seconds of the login"), arguments: [[], ["--not"]])
    func silentServerIsUnknown(_ words: [String]) throws {
        server.suspend()
        let ended = try ServerProcess.run(
            "chat-client",
            ["wait", address, "--as", "bea", "--for", "message.posted", "--timeout", "1ms"] + words)
        #expect(ended.status == 2, "\(ended.output)")
    }

    @Test func aFalseVerificationEndsWithStatusOne() throws {
        #expect(try client("send", "--as", "anna", "--new", "--to", "bea", "Hi").status == 0)
        func verify(_ count: Int, person: String = "bea") throws -> (status: Int32, lines: [String]) {
            let filter = #"{"event": "message.posted", "person": "\#(person)", "count": {"exactly": \#(count)}}"#
            return try client("call", "journal.verify", filter, "--observer")
        }
        #expect(try verify(1).status == 0)
        #expect(try verify(2).status == 1)
        #expect(try verify(1, person: "zoe").lines.first?.contains("this world has no person zoe") == true)
    }

    @Test(arguments: [
        (["call"], "no method was given"), (["call", "HERE"], "no method was given"),
        (["call", "HERE", "message.sned", "--as", "anna"], "did you mean message.send?"),
        (["call", "HERE", "message.send", "{", "--as", "anna"], "PARAMS: it is not valid JSON at byte 2"),
        (["call", "HERE", "message.send", "[]", "--as", "anna"], "must be an object"),
        (["call", "HERE", "message.send", #"{"a":1,"a":2}"#, "--as", "anna"], "twice"),
        (["call", "HERE", "message.send"], "no handle was given"),
        (["call", "HERE", "session.hello", #"{"role":"person"}"#, "--as", "anna"], "takes no PARAMS"),
        (["call", "HERE", "clock.now", "--observer", "--app", "x"], "give --app or --observer"),
        (["wait", "HERE", "--as", "anna"], "no notification was given"),
        (["wait", "HERE", "--as", "anna", "--for", "notice.pasted"], "did you mean notice.posted?"),
        (["wait", "HERE", "--as", "anna", "--for", "typing", "--timeout", "soon"], "--timeout needs a time"),
        (["wait", "HERE", "--as", "anna", "--for", "typing", "--after", "-1"], "--after needs a cursor"),
        (["wait", "HERE", "--as", "anna", "--for", "typing", "--match", "a b"], "is not a condition"),
        (
            ["wait", "HERE", "--as", "anna", "--for", "notice.posted", "--match", "notcie.count=1", "--not"],
            "notice.posted never has “notcie.count”; did you mean notice in place of notcie?"
        ),
        (
            ["wait", "HERE", "--as", "anna", "--for", "message.changed", "--match", "change.kind=editted", "--not"],
            "cannot match: change.kind is edited, or reacted, or unsent"
        ),
        (
            ["wait", "HERE", "--as", "anna", "--for", "message.posted", "--match", "alert!=no", "--not"],
            "alert is true or false"
        ),
        (["wait", "127.0.0.1:1", "--as", "anna", "--for", "typing"], "cannot be reached"),
        (["send", "HERE", "--as", "anna", "--new", "--to", "bea,,carl", "Hi"], "is not a valid handle"),
        (["send", "HERE", "--as", "anna", "--to", "bea", "--name", "Trip", "Hi"], "--name needs --new"),
    ])
    func badUsageIsOneClearLine(words: [String], expected: String) throws {
        let ended = try ServerProcess.run("chat-client", words.map { $0 == "HERE" ? address : $0 })
        #expect(ended.status == 2)
        #expect(ended.output.contains(expected) && ended.output.split(separator: "\n").count == 1, "\(ended.output)")
    }

    @Test func sendBeginsAConversation() throws {
        let first = try client("send", "--as", "anna", "--new", "--to", "bea", "Hi")
        let second = try client("send", "--as", "anna", "--new", "--to", "bea", "Hi again")
        let group = try client("send", "--as", "anna", "--new", "--to", "bea,carl", "--name", "Trip", "Hi all")
        #expect([first, second, group].allSatisfy { $0.status == 0 && $0.lines.count == 1 })
        let list = try client("call", "conversation.list", "--as", "bea", "--get", "conversations.lastMessage.text")
        #expect(list.lines == ["Hi all", "Hi again"], "one with Anna alone, and the group")
        let name = try client("call", "conversation.list", "--as", "carl", "--get", "conversations.name")
        #expect(name.lines == ["Trip"])
    }

    @Test func anEarlierNotificationIsFoundWithoutWaiting() throws {
        #expect(try client("send", "--as", "anna", "--new", "--to", "bea", "Who is in?").status == 0)
        let found = try client(
            "wait", "--as", "bea", "--for", "message.posted", "--match", "message.text~Who", "--after", "0", "--get",
            "message.sender")
        #expect(found.status == 0 && found.lines == ["anna"])
    }

    @Test func aTimeoutListsTheArrivalsWithTheNearestFirst() throws {
        #expect(try client("send", "--as", "anna", "--new", "--to", "bea", "Who is in?").status == 0)
        let missed = try client(
            "wait", "--as", "bea", "--for", "message.posted", "--match", "message.text=Me and message.sequence=1",
            "--after", "0", "--timeout", "0")
        #expect(missed.status == 1)
        #expect(missed.lines.first == "chat-client: no matching message.posted arrived; received, nearest first:")
        #expect(missed.lines.dropFirst().first == #"  message.text is "Who is in?", not = Me:"#)
        #expect(missed.lines.dropFirst(3).first == "  not a message.posted:")
    }

    @Test("a failed wait names the rule that kept the notification from the person, or the fault")
    func failedWaitNamesRuleOrFault() throws {
        let conversation = try client(
            "call", "conversation.create", #"{"participants": ["bea", "carl"], "name": "Trip"}"#, "--as", "anna",
            "--get",
            "conversation.id"
        ).lines[0]
        let app = #"{"app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]}"#
        #expect(try client("call", "app.register", app, "--observer").status == 0)
        let share = try client(
            "call", "share.create", #"{"app": "com.example.notes", "title": "Plan"}"#, "--as", "anna", "--get",
            "share.id"
        ).lines[0]
        let sent = #"{"share": "\#(share)", "conversation": "\#(conversation)"}"#
        #expect(try client("call", "share.send", sent, "--as", "anna").status == 0)
        let url = try client("call", "share.get", #"{"share": "\#(share)"}"#, "--as", "anna", "--get", "share.url")
            .lines[0]
        let mention = #"{"url": "\#(url)", "event": {"type": "mention", "mentioned": "bea"}}"#
        let post = ["highlightCenter.postNotice", mention, "--as", "anna", "--app", "com.example.notes"]
        #expect(try ServerProcess.run("chat-client", ["call", address] + post).status == 0)
        let missed = try client("wait", "--as", "carl", "--for", "notice.posted", "--after", "0", "--timeout", "0")
        #expect(missed.status == 1)
        #expect(missed.lines.contains { $0.hasPrefix("    ev-mention-private: ") }, "\(missed.lines)")
        let came = try client("wait", "--as", "bea", "--for", "notice.posted", "--after", "0", "--not")
        #expect(came.status == 1 && came.lines.dropFirst().first?.hasSuffix(" is delivered to bea:") == true)
        let fault = #"{"on": {"notification": "message.posted", "to": "bea"}, "do": "drop"}"#
        #expect(try client("call", "fault.inject", fault, "--observer").status == 0)
        let bea = try PlainProcess("chat-client", ["watch", address, "--as", "bea", "--after", "0"])
        #expect(bea.waits { !$0.isEmpty })
        #expect(try client("send", "--as", "anna", "--new", "--to", "bea", "Lost").status == 0)
        let lost = try client(
            "wait", "--as", "bea", "--for", "message.posted", "--match", "message.text=Found", "--timeout", "0")
        #expect(lost.lines.contains { $0.hasSuffix("this fault dropped message.posted to bea") }, "\(lost.lines)")
    }

    @Test("printed text of others cannot control a terminal, and is complete outside a terminal")
    func printedTextControlsNoTerminal() throws {
        let hostile = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}txt\u{2066}\u{61C}"
        let whole = JSONValue.string(hostile)
        let params = JSONValue.object(JSONObject([.init(key: "participants", value: ["bea"])]))
        let made = try client(
            "call", "conversation.create", String(decoding: JSONWriter.bytes(of: params), as: UTF8.self), "--as",
            "anna",
            "--get", "conversation.id"
        ).lines[0]
        let send = JSONWriter.object {
            $0.member("conversation", made)
            $0.member("text", whole)
        }
        #expect(
            try client("call", "message.send", String(decoding: send, as: UTF8.self), "--as", "anna").status == 0)
        let list = ["call", address, "conversation.list", "--as", "bea"]
        let text = ["--get", "conversations.lastMessage.text"]
        #expect(try ServerProcess.run("chat-client", list + text).output == hostile + "\n")
        let wait = ["wait", address, "--as", "bea", "--for", "message.posted", "--after", "0"]
        for words in [list, list + text, wait, wait + ["--get", "message.text"], wait + ["--not"]] {
            let terminal = try TerminalProcess("chat-client", words, columns: 900)
            #expect(
                terminal.waits { $0.text.contains("\\u009b31m\\u202etxt\\u2066\\u061c") }, "\(terminal.screen.text)")
            #expect(terminal.screen.unknown.isEmpty && terminal.screen.text.contains("\\u001b]0;owned\\u0007"))
            _ = terminal.end()
        }
        let watching = try TerminalProcess(
            "chat-client", ["watch", address, "--as", "bea", "--after", "0"], columns: 900)
        #expect(watching.waits { $0.text.contains("\\u202etxt") }, "\(watching.screen.text)")
    }

    @Test func waitNotSucceedsOnlyIfTheNotificationDidNotArrive() throws {
        #expect(try client("send", "--as", "anna", "--new", "--to", "bea", "Secret").status == 0)
        let words = ["--for", "message.posted", "--match", "message.text=Secret", "--after", "0", "--not"]
        let carl = try ServerProcess.run("chat-client", ["wait", address, "--as", "carl"] + words)
        #expect(carl.status == 0)
        #expect(carl.output == "chat-client: this person is new in this world; check the handle and --world\n")
        let again = try ServerProcess.run("chat-client", ["wait", address, "--as", "carl"] + words)
        #expect(again.status == 0 && again.output.isEmpty, "by now he is")
        let bea = try ServerProcess.run("chat-client", ["wait", address, "--as", "bea"] + words)
        #expect(bea.status == 1 && bea.output.hasPrefix("chat-client: it arrived: {"))
    }

    @Test func aWaitThatIsOnIsEndedByWhatComes() throws {
        let waiting = try PlainProcess(
            "chat-client", ["wait", address, "--as", "bea", "--for", "typing", "--timeout", "5m", "--get", "typing"])
        let created = try client(
            "call", "conversation.create", #"{"participants": ["bea"]}"#, "--as", "anna", "--get", "conversation.id")
        let anna = try RawProbe(port: server.port, as: "anna")
        // Typing reaches only connected clients, so it is sent again until the waiting client receives it.
        let came = waiting.waits { lines in
            _ = try? anna.call("conversation.typing", ["conversation": .string(created.lines[0]), "typing": true])
            _ = try? anna.call("conversation.typing", ["conversation": .string(created.lines[0]), "typing": false])
            return !lines.isEmpty
        }
        #expect(came && waiting.lines.first == "true" && waiting.end() == 0, "\(waiting.lines)")
    }
}
