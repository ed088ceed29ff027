import ChatTestKit

@testable import ChatScenario
@testable import ChatScreens
@testable import ChatTerminal

/// `chat-client connect --plain` beside a person.
final class LinesBeside: ClientBeside {
    private(set) var differences: [String] = []
    private(set) var comparisons = 0
    private let patience: Int
    private let process: PlainProcess

    /// What checks have in them that ask something of the server, as `/shelf` and `/save` do.
    private static let asking = [
        " in Shared with You", " searches for ", " the document ", " cannot read ", " is not in ",
    ]

    /// What is in steps that tell how much is unread.
    private static let counting = [" unread", " the conversations"]

    /// As long as somebody only watches: what they do and ask is answered on the device where they do it. Never where
    /// what is unread is counted: what is printed is read.
    ///
    /// A restart ends it too: a terminal lets a second pass before it tries again, and says so, while a person of a
    /// scenario is back at once.
    static func comparable(_ steps: [OracleStep], with name: String) -> Int {
        if steps.contains(where: { has($0, counting) }) { return 0 }
        let end = steps.firstIndex { step in
            // What is lost on the way to somebody is nothing that they do.
            if step.text.hasPrefix("the next ") { return false }
            return step.text == PlayPhrases.restart || step.names.first == name && (!step.isCheck || has(step, asking))
        }
        return end ?? steps.count
    }

    private static func has(_ step: OracleStep, _ words: [String]) -> Bool {
        words.contains { step.text.utf8.contains(sequence: $0) }
    }

    init(_ name: String, at server: LocalServer, patience: Int) throws {
        self.patience = patience
        process = try PlainProcess("chat-client", Self.words(name, at: server) + ["--plain"], variables: ["TZ=UTC"])
        // The connection and the list of conversations, before anything is told.
        guard process.waits(until: { $0.count >= 2 }) else {
            throw ServerProcess.Failure(description: "not there: \(process.lines)")
        }
    }

    func compare(with person: CastPerson, after step: String) {
        guard person.isOnline, differences.isEmpty else { return }
        do throws(StepFailure) { try person.settle() } catch { return }
        comparisons += 1
        let wanted = person.printed.flatMap(PlainRenderer.lines)
        guard !process.waits(seconds: patience, until: { $0.count >= wanted.count && $0 == wanted }) else { return }
        for change in process.lines.difference(from: wanted) {
            switch change {
            case .insert(let place, let line, _): differences.append("after “\(step)” it has line \(place): \(line)")
            case .remove(let place, let line, _): differences.append("after “\(step)” it lacks line \(place): \(line)")
            }
        }
    }

    /// The answer to a command stands behind all that was told before it.
    func compareAtTheEnd(with person: CastPerson) {
        process.type("/shelf\n")
        _ = person.press("/shelf".map { .character($0) } + [.enter], looks: false)
        compare(with: person, after: "/shelf")
    }

    func end() -> Int32? { process.end() }
}
