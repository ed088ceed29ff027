import ChatScenario
import ChatScreens
import ChatSystem
import ChatTerminal

/// A play on the terminal: shows everyone's threads side by side, and reads the keys that pause or skip.
final class DemoPlayer {
    private let terminal: ScreenTerminal
    private var wall: PaneWall?
    private var isHeld = false
    private var isSkipping = false
    private var isNextWanted = false
    /// The index of the person that was selected with Tab; nil follows the play.
    private var chosen: Int?

    /// True if the person quits the demo, and does not want to take part after the play.
    private(set) var hasLeft = false

    /// The longest time between two steps on the screen, in milliseconds, even if more time passes in the play.
    private static let longestPause: Int64 = 3_000

    init(_ terminal: TerminalMode, palette: Palette) { self.terminal = ScreenTerminal(terminal, palette: palette) }

    /// Shows a moment of the play.
    func show(_ moment: PlayMoment) {
        wall = moment.wall
        isNextWanted = false
        if !isSkipping { draw() }
    }

    /// Waits, unless the person skips.
    func pause(_ duration: Duration) {
        let milliseconds = duration.components.seconds * 1_000 + duration.components.attoseconds / 1_000_000_000_000_000
        let until = Clocks.steady() + min(Self.longestPause, milliseconds)
        while !isSkipping, !isNextWanted {
            let left = until - Clocks.steady()
            guard isHeld || left > 0 else { return }
            wait(milliseconds: isHeld ? nil : Int(left))
        }
    }

    private func wait(milliseconds: Int?) {
        let limit = [terminal.patience, milliseconds].compactMap { $0 }.min()
        let ready = Readiness.wait(for: terminal.descriptors.map { Interest(descriptor: $0) }, milliseconds: limit)
        if ready[1].canRead {
            _ = terminal.takeEvents()
            draw()
        }
        if let keys = terminal.keys(canRead: ready[0].canRead) { keys.forEach(apply) } else { leave() }
    }

    private func apply(_ key: Key) {
        switch key {
        case .character(" "): isHeld.toggle()
        case .right, .enter, .character("n"): isNextWanted = true
        case .character("q"), .escape: isSkipping = true
        case .tab: choose(1)
        case .backTab: choose(-1)
        case .control("c"), .control("d"): leave()
        case .control("l"): terminal.forget()
        case .control("z"): terminal.mode.suspend()
        default: break
        }
        draw()
    }

    private func leave() {
        hasLeft = true
        isSkipping = true
    }

    private func choose(_ delta: Int) {
        guard let wall, !wall.panes.isEmpty else { return }
        chosen = ((chosen ?? wall.current) + delta + wall.panes.count) % wall.panes.count
    }

    private func draw() {
        guard var wall else { return }
        if let chosen, wall.panes.indices.contains(chosen) { wall.current = chosen }
        // A paused play must show that it is paused, in each of its steps.
        wall.keys =
            isHeld
            ? ["paused: space continues  → next  q end", "paused: space continues  q end"]
            : ["space pauses  → next  q end", "space pauses", ""]
        terminal.show(wall.render(size: terminal.mode.size))
    }
}

/// A play as text: each step, followed by the lines that it added to each person's screen.
struct DemoTranscript {
    private var feature: String?
    private var scenario: String?
    private var shown: [String: [String]] = [:]

    /// Returns the lines of a moment.
    mutating func lines(of moment: PlayMoment) -> [String] {
        var lines: [String] = []
        if feature != moment.feature {
            feature = moment.feature
            lines += [moment.feature]
        }
        if scenario != moment.scenario {
            scenario = moment.scenario
            lines += [moment.scenario, ""]
        }
        switch moment.phase {
        case .begins: return lines
        case .done: lines.append(CleanText.line(moment.step))
        case .failed(let why): lines += [CleanText.line(moment.step), "  failed: \(CleanText.line(why))"]
        }
        // People with the same new lines share one entry.
        var groups: [(names: String, lines: [String])] = []
        for pane in moment.panes {
            let new = newLines(of: pane)
            if new.isEmpty { continue }
            if let index = groups.firstIndex(where: { $0.lines == new }) {
                groups[index].names += ", " + CleanText.line(pane.name)
            } else {
                groups.append((CleanText.line(pane.name), new))
            }
        }
        let width = groups.map { TextWidth.columns(of: $0.names) }.max() ?? 0
        for group in groups {
            let padding = String(repeating: " ", count: width - TextWidth.columns(of: group.names))
            lines += group.lines.map { "    \(padding)\(group.names) │ \($0)" }
        }
        return lines
    }

    /// Returns the lines that are new on a person's screen.
    private mutating func newLines(of pane: PaneWall.Pane) -> [String] {
        let now = Self.screen(pane.state)
        var known = shown.updateValue(now, forKey: pane.name) ?? []
        return now.filter { line in
            guard let index = known.firstIndex(of: line) else { return true }
            known.remove(at: index)
            return false
        }
    }

    /// Returns everything on a person's screen, as lines.
    private static func screen(_ state: ChatState) -> [String] {
        var facts: [PlainFact] = []
        for row in state.conversations {
            for entry in state.threads[row.id]?.entries ?? [] {
                switch entry {
                case .message(let message): facts.append(.message(message, conversation: row.title))
                case .notice(let notice): facts.append(.notice(notice, conversation: row.title))
                case .system(let system): facts.append(.system(system, conversation: row.title))
                }
            }
        }
        facts += state.consents.map(PlainFact.consent)
        if state.view.isShelfShown { facts.append(.shelf(state.shelf)) }
        return facts.flatMap(PlainRenderer.lines)
    }
}
