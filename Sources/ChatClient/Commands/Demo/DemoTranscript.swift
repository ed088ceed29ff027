import ChatScenario
import ChatScreens
import ChatTerminal

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
