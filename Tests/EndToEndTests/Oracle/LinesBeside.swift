import ChatTestKit

@testable import ChatScenario
@testable import ChatScreens
@testable import ChatTerminal

/// `chat-client connect --plain` as a second device of a person.
final class LinesBeside: ClientBeside {
    private(set) var differences: [String] = []
    private(set) var comparisons = 0
    private let patience: Int
    private let process: PlainProcess

    /// Parts of checks that send a request to the server, as `/shelf` and `/save` do.
    private static let asking = [
        " in Shared with You", " searches for ", " the document ", " cannot read ", " is not in ",
    ]

    /// Parts of steps that count unread messages.
    private static let counting = [" unread", " the conversations"]

    /// Returns the number of steps before the person acts or asks, because the answers go only to the device that
    /// asked. It is 0 if a step counts unread messages: printed messages are read.
    ///
    /// A restart of the server ends the comparison too. The client waits a second before it connects again, and prints
    /// that, while a person of a scenario is connected at once.
    static func comparable(_ steps: [OracleStep], with name: String) -> Int {
        if steps.contains(where: { has($0, counting) }) { return 0 }
        let end = steps.firstIndex { step in
            // A fault that drops the next notification is no action of the person.
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
        // The connection and the list of conversations, before other lines.
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

    /// The answer to a command arrives after all notifications before it.
    func compareAtTheEnd(with person: CastPerson) {
        process.type("/shelf\n")
        _ = person.press("/shelf".map { .character($0) } + [.enter], looks: false)
        compare(with: person, after: "/shelf")
    }

    func end() -> Int32? { process.end() }
}
