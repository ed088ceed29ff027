import ChatProtocol
import ChatTestKit

@testable import ChatScenario
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// `chat-client connect` on a terminal as a second device of a person. It has no focus, so that it marks nothing as
/// read.
///
/// The effects of keys belong to a person's own terminal: drafts, opened sheets and scroll positions. During the story
/// the terminal is therefore compared with the person's client, drawn for a view without any pressed key. After the
/// story both have that view, and receive the same keys.
final class ScreenBeside: ClientBeside {
    private(set) var differences: [String] = []
    private(set) var comparisons = 0
    /// An escape that no other key begins with, so that the client reads it at once.
    private static let escape = "\u{1B}[27u"
    private let patience: Int
    private let terminal: TerminalProcess
    /// The view of a terminal without any input.
    private var view = ViewState()

    /// Returns the number of steps before the person goes offline: only connected people see that someone types.
    static func comparable(_ steps: [OracleStep], with name: String) -> Int {
        steps.firstIndex { $0.text == "\(name) goes offline" } ?? steps.count
    }

    init(_ name: String, at server: LocalServer, patience: Int) throws {
        self.patience = patience
        view.isFocused = false
        let size = CastPerson.size
        terminal = try TerminalProcess(
            "chat-client", Self.words(name, at: server), columns: size.columns, rows: size.rows, variables: ["TZ=UTC"])
        try wait { $0.text.contains("● \(name.lowercased()) · connected") }
        // Without the focus it marks nothing as read. The sheet of keys shows that the client has read the focus
        // report.
        terminal.type("\u{1B}[O\u{1B}OP")
        try wait { $0.text.contains("Keys and commands") }
        terminal.type(Self.escape)
        try wait { !$0.text.contains("Keys and commands") }
    }

    private func wait(until isWanted: (TerminalEmulator) -> Bool) throws {
        guard !terminal.waits(until: isWanted) else { return }
        throw ServerProcess.Failure(description: "not there: \(terminal.screen.text)")
    }

    func compare(with person: CastPerson, after step: String) {
        guard person.isOnline, differences.isEmpty else { return }
        do throws(StepFailure) { try person.settle() } catch { return }
        compare(untouched(person), after: step)
    }

    func compareAtTheEnd(with person: CastPerson) {
        guard person.isOnline else { return }
        let view = view
        person.session?.updateState { $0.view = view }
        for _ in person.state.conversations.dropFirst() { press([.control("n")], "\u{0E}", in: person) }
        for command in ["/shelf", "/settings", "/details"] {
            press(command.map { .character($0) } + [.enter], command + "\r", in: person)
            // An arrow reads the question of an app. Without one, the time decides whether Esc answers it.
            if case .consent? = person.state.sheet { press([.right], "\u{1B}[C", in: person) }
            press([.escape], Self.escape, in: person)
        }
    }

    func end() -> Int32? {
        terminal.type("\u{3}")
        return terminal.end()
    }

    private func press(_ keys: [Key], _ bytes: String, in person: CastPerson) {
        guard differences.isEmpty else { return }
        // If a key caused a request, it took effect on the server. The terminal is notified of it, and a second request
        // would be refused.
        let isDone = person.press(keys, looks: false) != nil
        if isDone {
            // The hint about the answer shows only for the person. A key without an effect removes it.
            _ = person.press([.control("l")], looks: false)
        } else {
            terminal.type(bytes)
        }
        compare(person.grid, after: bytes.debugDescription, isPressed: !isDone)
    }

    /// Returns the screen of a person's client for a terminal without any input.
    private func untouched(_ person: CastPerson) -> Grid {
        var state = person.state
        state.view = view
        _ = ChatUpdate.settle(&state, size: CastPerson.size)
        view = state.view
        if let id = view.selected, state.threads[id]?.isLoaded == false {
            // The person has another conversation open, so this page was not requested yet.
            person.session?.load(id)
            person.catchUp()
            state = person.state
            state.view = view
        }
        return ChatScreen.render(state, size: CastPerson.size)
    }

    private func compare(_ grid: Grid, after step: String, isPressed: Bool = false) {
        comparisons += 1
        let words = grid.text.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init)
        var hint = ""
        let isSame = terminal.waits(seconds: patience) { screen in
            if screen.differences(from: grid).isEmpty { return true }
            // An event may have left a hint, which shows until the next key, so a key without an effect is sent. A key
            // that was sent here has left its own hint.
            if !isPressed, let last = screen.lines.last, last != words, last != hint {
                hint = last
                terminal.type("\u{0C}")
            }
            return false
        }
        guard !isSame else { return }
        for difference in terminal.screen.differences(from: grid).prefix(5) {
            differences.append("after “\(step)” \(difference)")
        }
        differences.append("the terminal:\n\(terminal.screen.text)\nthe scenario's:\n\(grid.text)")
    }
}
