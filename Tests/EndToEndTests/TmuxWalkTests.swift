import ChatConformance
import ChatProtocol
import ChatTestKit
import Foundation
import TestExtent
import Testing

/// The client in tmux, started from a shell, with a server that is killed and a terminal that is resized.
@Suite(.enabled(if: TmuxTerminal.program != nil, "tmux is not installed"), .timeLimit(.minutes(TestExtent.hang)))
struct TmuxWalkTests {
    private let folder: TemporaryFolder
    private let tmux: TmuxTerminal

    init() throws {
        folder = try TemporaryFolder()
        tmux = try TmuxTerminal(folder: folder.path)
    }

    private func serve(port: UInt16 = 0) throws -> ServerProcess {
        try ServerProcess(["--port", "\(port)", "--data", folder.file("chat.sqlite")])
    }

    private func begin(_ server: ServerProcess) throws {
        let bea = try RawProbe(port: server.port)
        try bea.call("session.hello", ["role": "person", "handle": "bea", "name": "Bea"])
        let created = try bea.call(
            "conversation.create", ["participants": ["anna"], "name": "Weekend"], id: 2)
        let conversation = try #require(created["conversation"]?["id"])
        try bea.call("message.send", ["conversation": conversation, "text": "hello from Bea"], id: 3)
    }

    private func connect(to server: ServerProcess) {
        tmux.type("chat-client connect 127.0.0.1:\(server.port) --as anna")
        tmux.press("Enter")
    }

    private func keptDrafts() throws -> String {
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.file("state")).filter {
            $0.hasSuffix(".json")
        }
        return try files.map { try folder.text(of: "state/\($0)") }.joined()
    }

    private static let isThreadSanitized = ProcessInfo.processInfo.environment["UNDERSTUDY_SANITIZER"] == "thread"

    @Test(
        .disabled(
            if: isThreadSanitized, "the thread sanitizer blocks signals while a handler runs, so that none can stop it")
    )
    func wordsOutliveTheServerAndTheTerminal() throws {
        let server = try serve()
        try begin(server)
        #expect(tmux.waits { $0.program == "bash" && $0.text.contains("bash-") }, "\(tmux.view.text)")
        tmux.type("stty -a > before")
        tmux.press("Enter")
        connect(to: server)
        #expect(tmux.waits { $0.text.contains("hello from Bea") && $0.text.contains("connected") }, "\(tmux.view.text)")

        // The server is killed: a typed message is stored, and sent when the next server is up.
        tmux.type("first words")
        #expect(tmux.waits { $0.text.contains("first words") })
        #expect(server.end(with: SIGKILL) == -SIGKILL)
        tmux.press("Enter")
        #expect(tmux.waits { !$0.text.contains("● anna · connected") }, "\(tmux.view.text)")
        // A draft that is begun without a server is stored too, and another client restores it.
        tmux.type("half a sen")
        #expect(tmux.waits { $0.text.contains("half a sen") })
        #expect(try keptDrafts().contains("half a sen"))
        let again = try serve(port: server.port)
        #expect(
            tmux.waits {
                $0.text.contains("● anna · connected") && $0.text.contains("▐ first words ▌")
                    && !$0.text.contains("sending…")
            }, "\(tmux.view.text)")
        #expect(tmux.view.text.contains("half a sen"))

        // The client is suspended and resumed.
        tmux.press("C-z")
        #expect(tmux.waits { $0.program == "bash" && $0.text.contains("Stopped") }, "\(tmux.view.text)")
        tmux.type("stty -a > during; diff before during && echo same as before")
        tmux.press("Enter")
        #expect(tmux.waits { $0.lines.contains("same as before") }, "\(tmux.view.text)")
        tmux.type("fg")
        tmux.press("Enter")
        #expect(
            tmux.waits { $0.text.contains("half a sen") && $0.text.contains("hello from Bea") }, "\(tmux.view.text)")

        // The client is killed while no server runs, and restarted: the unsent changes are sent, and the draft is
        // restored.
        #expect(again.end(with: SIGKILL) == -SIGKILL)
        tmux.type("tence")
        tmux.press("Enter")
        for command in ["/edit #2 second words", "/react #1 heart"] {
            tmux.type(command)
            tmux.press("Enter")
        }
        tmux.type("and mo")
        #expect(tmux.waits { $0.text.contains("and mo") && $0.text.contains("sending…") }, "\(tmux.view.text)")
        tmux.press("C-z")
        #expect(tmux.waits { $0.program == "bash" })
        tmux.type("kill -9 %1; fg; reset; stty -a > killed")
        tmux.press("Enter")
        let last = try serve(port: server.port)
        connect(to: last)
        #expect(
            tmux.waits {
                $0.text.contains("▐ half a sentence ▌") && !$0.text.contains("sending…") && $0.text.contains("and mo")
            }, "\(tmux.view.text)")
        #expect(
            tmux.waits { $0.text.contains("▐ second words ▌") && $0.text.contains("♥") }, "so do an edit and a tapback")
        tmux.type("re")
        tmux.press("Enter")
        #expect(tmux.waits { $0.text.contains("▐ and more ▌") && !$0.text.contains("sending…") })
        #expect(tmux.view.text.components(separatedBy: "half a sentence").count == 2, "it came once")
        #expect(last.end(with: SIGKILL) == -SIGKILL)

        // The client leaves the terminal as it found it.
        tmux.press("C-c")
        #expect(tmux.waits { $0.program == "bash" }, "\(tmux.view.text)")
        tmux.type("clear; stty -a > after; diff killed after && echo the same")
        tmux.press("Enter")
        #expect(tmux.waits { $0.lines.contains("the same") }, "\(tmux.view.text)")
    }

    @Test func aStormOfSizesLeavesNothingBehind() throws {
        let server = try serve()
        try begin(server)
        connect(to: server)
        let texts = ["कर्मचारी नमस्ते", "👩‍👩‍👧 and 🇫🇷🇯🇵", "❤️ not ❤", "がぎぐ 漢字", "مرحبا"]
        #expect(tmux.waits { $0.text.contains("Message Weekend") })
        for text in texts {
            tmux.type(text)
            tmux.press("Enter")
        }
        tmux.type("a draft")
        #expect(
            tmux.waits { $0.text.contains("a draft") && $0.text.contains("مرحبا") && !$0.text.contains("sending…") },
            "\(tmux.view.text)")
        // tmux has the written text, cluster by cluster, at any distance between them. It splits clusters of more than
        // 21 bytes itself, such as families of four.
        for text in texts { #expect(Self.packed(tmux.view.text).contains(Self.packed(text)), "\(text)") }
        // tmux gives a skin tone columns of its own, which would be overwritten, so the client omits the tone there.
        tmux.press("C-u")
        tmux.type("[👍🏽][👩🏽‍🚀] all here")
        #expect(
            tmux.waits { Self.packed($0.text).contains(Self.packed("[👍][👩‍🚀] all here")) }, "\(tmux.view.text)")
        tmux.press("C-u")
        tmux.type("a draft")
        #expect(tmux.waits { $0.text.contains("a draft") })
        let before = tmux.view.text
        var generator = SplitMix64(seed: 15)
        for _ in 0..<(TestExtent.isWhole ? 1_500 : 150) {
            tmux.size(columns: .random(in: 12...210, using: &generator), rows: .random(in: 3...60, using: &generator))
        }
        tmux.size(columns: 100, rows: 30)
        #expect(tmux.waits { $0.text == before }, "\(tmux.view.text)\n\(before)")
        for (columns, rows) in [(40, 12), (200, 50), (20, 5)] {
            tmux.size(columns: columns, rows: rows)
            #expect(tmux.waits { $0.lines.count <= rows && $0.text.contains("a draft") }, "\(tmux.view.text)")
        }
    }

    @Test("right-to-left text stays in its own columns, in isolates")
    func rightToLeftTextStaysInItsColumns() throws {
        let server = try serve()
        try begin(server)
        connect(to: server)
        #expect(tmux.waits { $0.text.contains("Message Weekend") })
        tmux.type("[שלום עולם] 10:15")
        tmux.press("C-j")
        tmux.type("x אב y")
        let rows = ["│ [⁨שלום עולם⁩] 10:15 ", "│ x ⁨אב⁩ y "]
        #expect(tmux.waits { view in rows.allSatisfy { view.text.contains($0) } }, "\(tmux.view.text)")
        // A letter in the middle is written again with its isolate, and no mark remains.
        tmux.press("Left", "Left", "BSpace")
        #expect(tmux.waits { $0.text.contains("│ x ⁨א⁩ y ") }, "\(tmux.view.text)")
        tmux.press("BSpace")
        #expect(tmux.waits { $0.text.contains("│ x  y ") }, "\(tmux.view.text)")
        // The right frame of the composer stays in one column for any text.
        let marks: [Unicode.Scalar] = ["\u{2068}", "\u{2069}"]
        let composer = tmux.view.lines.filter { $0.hasSuffix("│") && $0.contains("││") }
        #expect(composer.count == 2)
        for line in composer { #expect(line.unicodeScalars.count { !marks.contains($0) } == 100, "\(line)") }
    }

    @Test func aMegabyteThatIsPastedIsThereWhole() throws {
        let server = try serve()
        try begin(server)
        connect(to: server)
        #expect(tmux.waits { $0.text.contains("Message Weekend") })
        let text = String(repeating: "words without end, and ", count: 45_000) + "the last word"
        try folder.write(text, to: "pasted")
        tmux.paste(file: folder.file("pasted"))
        #expect(tmux.waits { $0.text.contains("the last word") }, "\(tmux.view.text)")
        // The text is longer than a message may be: the client reports it, and neither sends nor loses any of it.
        tmux.press("Enter")
        tmux.type(" and one more")
        #expect(tmux.waits { $0.text.contains("the last word and one more") }, "\(tmux.view.text)")
        #expect(tmux.view.text.contains("1035026 of 20000"))
        tmux.press("C-_", "C-_", "C-_", "C-_", "C-_")
        #expect(tmux.waits { !$0.text.contains("the last word") }, "\(tmux.view.text)")
    }

    @Test func aPasteWithoutItsEndShowsAndIsLeft() throws {
        let server = try serve()
        try begin(server)
        connect(to: server)
        #expect(tmux.waits { $0.text.contains("Message Weekend") })
        tmux.type("\u{1B}[200~open end")
        #expect(tmux.waits { $0.text.contains("open end") }, "\(tmux.view.text)")
        tmux.press("C-c")
        tmux.type(" and on")
        #expect(tmux.waits { $0.text.contains("open end and on") }, "\(tmux.view.text)")
    }

    /// After any keys the client still runs, accepts text and restores the terminal (`script/test --all`).
    @Test(.enabled(if: TestExtent.isWhole), arguments: [1, 2, 3] as [UInt64])
    func aDayOfKeysEndsWhereItBegan(_ seed: UInt64) throws {
        let server = try serve()
        try begin(server)
        connect(to: server)
        #expect(tmux.waits { $0.text.contains("hello from Bea") && $0.text.contains("connected") })
        let keys =
            ["Enter", "Escape", "Tab", "BTab", "Up", "Down", "Left", "Right", "PageUp", "PageDown", "Home", "End"]
            + ["F1", "F2", "F6", "C-g", "C-t", "C-s", "C-o", "C-x", "C-n", "C-p", "C-u", "C-w", "C-y", "C-_", "C-l"]
            + ["M-k", "M-i", "M-x", "M-a", "M-u", "M-Enter", "BSpace", "DC", "Space", "/", "?", "@", ":", "#", "1"]
            + "abdefnorstux".map { String($0) }
        var generator = SplitMix64(seed: seed)
        for round in 0..<150 {
            if round.isMultiple(of: 10) {
                tmux.size(
                    columns: .random(in: 20...180, using: &generator), rows: .random(in: 5...50, using: &generator))
            }
            var pressed: [String] = []
            for _ in 0..<20 { pressed.append(keys.randomElement(using: &generator) ?? "Escape") }
            tmux.press(pressed)
            #expect(tmux.waits { $0.program == "chat-client" }, "\(pressed)")
        }
        tmux.size(columns: 100, rows: 30)
        tmux.press(Array(repeating: "Escape", count: 12) + ["C-n", "End", "C-u", "C-k"])
        tmux.type("still here")
        // On a slow machine the client may lag by thousands of keys.
        #expect(tmux.waits(seconds: 300) { $0.text.contains("still here") }, "\(tmux.view.text)")
        tmux.press("C-c")
        #expect(tmux.waits { $0.program == "bash" || $0.text.contains("Quit") }, "\(tmux.view.text)")
    }

    private static func packed(_ text: String) -> String { text.filter { $0 != " " } }
}
