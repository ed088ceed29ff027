import Foundation
import TestExtent
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The last row of the screen, at narrow widths too.
@Suite struct StatusLineTests {
    private let narrow = Size(columns: 60, rows: 24)

    private func rows(
        _ hint: String?, keys: [String] = [], handle: String = "carl",
        _ connection: ChatState.Connection = .connected, on size: Size? = nil
    ) -> [String] {
        let grid = StatusLine.render(connection, handle: handle, hint: hint, keys: keys, size: size ?? narrow)
        return grid.text.split(separator: "\n").map(String.init)
    }

    /// Returns the sentences in the sources of the screens and of the session. Each interpolation becomes a name of
    /// eight columns.
    private func sentences() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var found: [String] = []
        for folder in ["Screens", "Session"] {
            let path = root.appending(path: "Sources/ChatClient/\(folder)")
            let files = FileManager.default.enumerator(at: path, includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                // String literals that `+` joins form one sentence.
                let joined = text.replacing(/"\n? *\+ "/, with: "")
                for line in joined.split(separator: "\n") where !line.contains("///") {
                    for match in line.matches(of: /"([A-Z][^"]{23,199})"/) {
                        found.append(String(match.1).replacing(/\\\([^ ]*\)/, with: "Namename"))
                    }
                }
            }
        }
        return found
    }

    @Test("every hint and refusal shows whole at 60 columns")
    func hintsShowWhole() throws {
        let all = try sentences()
        #expect(all.count > 200)
        for text in all {
            let shown = rows(text).map { $0.drop { " ●".contains($0) } }.joined(separator: " ")
            let wanted = CleanText.line(text).split(separator: " ")
            #expect(shown.split(separator: " ").count == wanted.count, "\(text)")
            #expect(!shown.hasSuffix("…") || text.hasSuffix("…"), "\(text)")
        }
    }

    @Test("a long name is shortened before a hint takes a second row")
    func namesAreShortenedFirst() {
        let name = String(repeating: "n", count: 60)
        #expect(rows("You are no longer in “\(name)”").count == 1)
        #expect(rows("You are no longer in “\(name)”, and what you wrote there was not sent to anybody").count == 2)
    }

    @Test("a hint of several rows leaves the composer in sight, and a low screen has one row")
    func hintLeavesTheComposer() throws {
        let hint = "This message has 21,000 characters, and a message may have 20,000 at the most"
        var state = SampleChat.numbered
        state.view.draft = LineEditor("see you there")
        state.view.hint = hint
        let grid = ChatScreen.render(state, size: narrow)
        let lines = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[20].contains("see you there") && lines[21].contains("╰──"))
        #expect(lines[22].hasPrefix(" ● This message has 21,000") && lines[23].hasSuffix("at the most"))
        #expect(grid.cursor?.row == 20)
        #expect(rows(hint, on: Size(columns: 60, rows: 11)).count == 1)
    }

    @Test("a hint stands below a lead that takes most of the row")
    func hintStandsBelowALongLead() {
        let connecting = ChatState.Connection.connecting(to: "chat.example.org:7400", seconds: 12)
        let shown = rows("Not done yet: the server is unreachable", connecting)
        #expect(shown.count == 2 && shown[0].hasSuffix("12 s:"))
        #expect(shown[1] == "   Not done yet: the server is unreachable")
    }

    @Test("the handle gives way to the keys, and keeps eight columns")
    func handleGivesWay() {
        let keys = ["Esc close", "↵ choose", "←→ ↑↓", "Alt-← back", "d done"]
        let shown = keys.joined(separator: "  ")
        #expect(rows(nil, keys: keys)[0].hasPrefix(" ● carl  ") && rows(nil, keys: keys)[0].hasSuffix(shown))
        let long = rows(nil, keys: keys, handle: "bartholomew")[0]
        #expect(long.hasPrefix(" ● barthol… ") && long.hasSuffix(shown), "\(long)")
        #expect(rows(nil, keys: ["F1 help"])[0].hasPrefix(" ● carl · connected "))
        let away = rows(nil, keys: keys, .reconnecting(seconds: 2))[0]
        #expect(away.hasPrefix(" ◌ reconnecting in 2 s ") && !away.contains("d done"))
    }
}
