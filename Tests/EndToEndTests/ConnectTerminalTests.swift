import ChatConformance
import ChatProtocol
import ChatTestKit
import Foundation
import TestExtent
import Testing

@testable import ChatConnection
@testable import ChatTerminal

/// `chat-client connect` on a real terminal against a real server.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct ConnectTerminalTests {
    private let server: LocalServer
    private let bea: ScriptedClient
    private let conversation: String

    init() throws {
        server = try LocalServer()
        bea = ScriptedClient(try server.connect())
        try bea.hello(Hello(.person(try #require(Handle("bea")), name: "Bea")))
        let created = try bea.request("conversation.create") {
            $0.member("participants", ["anna"])
            $0.member("name", "Weekend")
        }
        conversation = try #require(created["conversation"]?["id"]?.stringValue)
        try say("hello from Bea", as: bea)
    }

    private func say(_ text: String, as client: ScriptedClient) throws {
        try client.request("message.send") {
            $0.member("conversation", conversation)
            $0.member("text", text)
        }
    }

    private func connect() throws -> TerminalProcess {
        try TerminalProcess("chat-client", ["connect", "127.0.0.1:\(server.port)", "--as", "anna"])
    }

    @Test func itShowsSendsAndGivesTheTerminalBack() throws {
        defer { server.close() }
        let anna = try connect()
        let before = anna.localModes
        #expect(before & tcflag_t(ICANON) != 0)
        #expect(anna.waits { $0.text.contains("hello from Bea ▌") }, "\(anna.screen.text)")
        #expect(anna.screen.isAlternate)
        #expect(anna.localModes & tcflag_t(ICANON | ECHO) == 0)
        #expect(anna.screen.lines[0].hasPrefix(" Messages"))
        #expect(anna.screen.text.contains("● anna · connected"))
        anna.type("and hello from me\r")
        #expect(
            anna.waits { $0.text.contains("and hello from me ▌") && !$0.text.contains("sending…") },
            "\(anna.screen.text)")
        try bea.request("session.fence")
        let posted = bea.takeInbox().filter { $0.method == "message.posted" }
        #expect(posted.map { $0.params["message"]?["text"] } == ["and hello from me"])
        anna.type("\u{3}")
        #expect(anna.waits { !$0.isAlternate })
        #expect(anna.end() == 0)
        #expect(anna.localModes == before)
    }

    @Test(arguments: [Palette.color, .monochrome])
    func aMessageOverASocketIsOnTheScreen(_ palette: Palette) throws {
        defer { server.close() }
        let anna = try TerminalProcess(
            "chat-client", ["connect", "127.0.0.1:\(server.port)", "--as", "anna"],
            variables: palette == .color ? [] : ["NO_COLOR=1"])
        #expect(anna.waits { $0.text.contains("● anna · connected") }, "\(anna.screen.text)")
        let socket = try RawProbe(port: server.port, as: "bea")
        try socket.call("message.send", ["conversation": .string(conversation), "text": "from a socket"], id: 2)
        #expect(anna.waits { $0.text.contains("▐ from a socket ▌") }, "\(anna.screen.text)")
        #expect(anna.screen.unknown.isEmpty)
        let row = try #require(anna.screen.lines.firstIndex { $0.contains("▐ from a socket ▌") })
        let cells = anna.screen.screen.cells
        let column = try #require(cells[row].firstIndex { $0.character == "▐" }) + 2
        #expect(cells[row][column].character == "f")
        #expect(cells[row][column].look == TerminalLook(Style(on: .otherBubble), palette))
        let cursor = anna.screen.screen.cursor
        #expect(anna.screen.screen.isCursorShown && cells[cursor.row][cursor.column - 1].character == " ")
        #expect(anna.screen.lines[cursor.row].contains("Message Weekend"))
    }

    @Test("text typed after a --to that names no conversation is sent to none")
    func textForAnUnknownConversationIsSentToNone() throws {
        defer { server.close() }
        let anna = try TerminalProcess(
            "chat-client", ["connect", "127.0.0.1:\(server.port)", "--as", "anna", "--to", "Nobody"])
        #expect(anna.waits { $0.text.contains("There is no conversation called “Nobody”") }, "\(anna.screen.text)")
        anna.type("for nobody else\r")
        #expect(anna.waits { $0.text.contains("To:") }, "\(anna.screen.text)")
        try bea.request("session.fence")
        #expect(!bea.takeInbox().contains { $0.method == "message.posted" })
    }

    @Test func itComesBackAfterTheServerDidAndShowsNothingTwice() throws {
        defer { server.close() }
        let anna = try connect()
        #expect(anna.waits { $0.text.contains("hello from Bea ▌") })
        try server.restart()
        let again = ScriptedClient(try server.connect())
        try again.hello(Hello(.person(try #require(Handle("bea")), name: nil)))
        try say("after the fall", as: again)
        #expect(
            anna.waits { $0.text.contains("after the fall ▌") && $0.text.contains("connected") }, "\(anna.screen.text)")
        for text in ["hello from Bea ▌", "after the fall ▌"] {
            #expect(anna.screen.text.split(separator: text, omittingEmptySubsequences: false).count == 2)
        }
        anna.type("\u{4}")
        #expect(anna.end() == 0)
    }

    @Test("a resize there and back draws the whole screen anew")
    func resizeToTheSameSizeDrawsAnew() throws {
        defer { server.close() }
        let anna = try connect()
        #expect(anna.waits { $0.text.contains("hello from Bea ▌") && $0.text.contains("connected") })
        let before = anna.screen.text
        anna.loseScreen()
        #expect(!anna.screen.text.contains("hello from Bea"))
        #expect(anna.waits { $0.text == before }, "\(anna.screen.text)")
        anna.type("\u{4}")
        #expect(anna.end() == 0)
    }

    @Test func aSignalGivesTheTerminalBackToo() throws {
        defer { server.close() }
        let anna = try connect()
        let before = anna.localModes
        #expect(anna.waits { $0.text.contains("hello from Bea ▌") })
        kill(anna.id, SIGTERM)
        #expect(anna.waits { !$0.isAlternate })
        #expect(anna.end() == -SIGTERM)
        #expect(anna.localModes == before)
    }

    @Test("the keyboard protocol is used if the terminal has it, and given back at the end", arguments: [nil, SIGTERM])
    func keyboardProtocolIsTakenAndGivenBack(_ signal: Int32?) throws {
        defer { server.close() }
        let anna = try connect()
        #expect(anna.waits { $0.text.contains("hello from Bea ▌") })
        #expect(anna.screen.keyboardFlags.isEmpty, "nothing is pushed before the terminal answers")
        anna.type("\u{1B}[?0u")
        #expect(anna.waits { $0.keyboardFlags == [5] })
        // Control-J, Shift and Return, Alt and C, Control and _.
        anna.type("one\u{1B}[106;5utwo\u{1B}[13;2uthree")
        #expect(anna.waits { $0.text.contains("│ three ") && $0.text.contains("│ one ") }, "\(anna.screen.text)")
        anna.type("\u{1B}[99;3u")
        #expect(anna.waits { !$0.text.contains("│ three ") })
        anna.type("\u{1B}[45:95;6u\r")
        #expect(anna.waits { $0.text.contains("▐ one ") && $0.text.contains("▐ three ▌") }, "\(anna.screen.text)")
        if let signal { kill(anna.id, signal) } else { anna.type("\u{1B}[99;5u") }
        #expect(anna.waits { !$0.isAlternate && $0.keyboardFlags.isEmpty })
        #expect(anna.end() == signal.map { -$0 } ?? 0)
    }

    @Test("text typed with no conversation is stored from the first key, and is there at the next start")
    func textWithoutAConversationIsStored() throws {
        defer { server.close() }
        let folder = try TemporaryFolder()
        func carl() throws -> TerminalProcess {
            try TerminalProcess(
                "chat-client", ["connect", "127.0.0.1:\(server.port)", "--as", "carl"],
                variables: ["XDG_STATE_HOME=\(folder.path)"])
        }
        let first = try carl()
        #expect(first.waits { $0.text.contains("● carl · connected") }, "\(first.screen.text)")
        first.type("half a sen")
        #expect(first.waits { $0.text.contains("half a sen") })
        first.type("\u{3}")
        #expect(first.end() == 0, "it is stored, so that nothing is asked")
        let second = try carl()
        #expect(second.waits { $0.text.contains("half a sen") }, "\(second.screen.text)")
        // Another person begins a conversation: the draft stays in place.
        try bea.request("conversation.create") { $0.member("participants", ["carl"]) }
        #expect(second.waits { $0.text.contains("✎ half a sen") && $0.text.contains("Bea") }, "\(second.screen.text)")
        second.type("tence\r")
        #expect(second.waits { $0.text.contains("To:") }, "\(second.screen.text)")
        kill(second.id, SIGKILL)
        #expect(second.end() == -SIGKILL)
        let third = try carl()
        #expect(third.waits { $0.text.contains("half a sentence") }, "\(third.screen.text)")
        try bea.request("session.fence")
        #expect(!bea.takeInbox().contains { $0.method == "message.posted" })
        third.type("\u{3}")
        #expect(third.end() == 0)
    }

    @Test func aServerThatIsNotThereLeavesTheTerminalAlone() throws {
        server.close()
        let anna = try connect()
        #expect(anna.waits { $0.text.contains("cannot be reached") }, "\(anna.screen.text)")
        #expect(!anna.screen.isAlternate)
        #expect(anna.end() == 1)
    }
}
