import ChatProtocol
import Foundation
import Testing

@testable import ChatCore

/// The state machine of consent, with every input in every state, and the policy that decides when to ask.
struct ConsentStateTests {
    private static let then = Instant(milliseconds: 1_000)
    private static let now = Instant(milliseconds: 2_000)
    private static let request = ConsentRequest(
        id: ConsentID("q1"), app: AppID("notes"), conversation: ConversationID("c1"), url: "https://notes.example/")
    private static let next = ConsentRequest(
        id: ConsentID("q9"), app: AppID("notes"), conversation: ConversationID("c1"), url: "https://notes.example/9")
    private static let twice = ConsentState.Postponement(count: 2, last: then)

    private static let states: [(name: String, state: ConsentState)] = [
        ("unset", .unset), ("offered", .offered(.init(request: request, position: 5))),
        ("offered again", .offered(.init(request: request, position: 5, earlier: twice))),
        ("on", .on(since: 5)), ("postponed", .postponed(twice)), ("never", .never), ("revoked", .revoked(since: 5)),
    ]

    private static let inputs: [(name: String, input: ConsentState.Input)] = [
        ("offered", .offered(next)), ("allow", .answered(.allow)), ("not now", .answered(.notNow)),
        ("never", .answered(.never)), ("on", .switched(true)), ("off", .switched(false)), ("withdrawn", .withdrawn),
    ]

    /// The state after each input. A dot means that the input has no effect in the state.
    private static let table = """
        |               | offered         | allow | not now        | never | on   | off     | withdrawn  |
        | unset         | offered 10      | .     | .              | .     | on10 | off10   | .          |
        | offered       | .               | on10  | postponed 1    | never | on10 | off10   | unset      |
        | offered again | .               | on10  | postponed 3    | never | on10 | off10   | postponed2 |
        | on            | .               | .     | .              | .     | .    | off10   | .          |
        | postponed     | offered 10 of 2 | .     | .              | .     | on10 | off10   | .          |
        | never         | .               | .     | .              | .     | on10 | off10   | .          |
        | revoked       | .               | .     | .              | .     | on10 | .       | .          |
        """

    private static let outcomes: [String: ConsentState] = [
        "unset": .unset, "never": .never, "on10": .on(since: 10), "off10": .revoked(since: 10),
        "postponed 1": .postponed(.init(count: 1, last: now)), "postponed 3": .postponed(.init(count: 3, last: now)),
        "postponed2": .postponed(twice), "offered 10": .offered(.init(request: next, position: 10)),
        "offered 10 of 2": .offered(.init(request: next, position: 10, earlier: twice)),
    ]

    @Test func everyInputLeadsToTheStateInTheTable() throws {
        let rows = Self.table.split(separator: "\n").map { row in
            row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
                $0.split(separator: " ").joined(separator: " ")
            }
        }
        #expect(rows[0].dropFirst() == Self.inputs.map(\.name)[...])
        #expect(rows.dropFirst().map { $0[0] } == Self.states.map(\.name))
        for (row, (name, state)) in zip(rows.dropFirst(), Self.states) {
            for (cell, (inputName, input)) in zip(row.dropFirst(), Self.inputs) {
                #expect(cell == "." || Self.outcomes[cell] != nil, "\(cell)")
                let expected = Self.outcomes[cell]
                #expect(state.after(input, at: 10, Self.now) == expected, "\(name), \(inputName)")
            }
        }
    }

    /// Compares the table in docs/reference/consent.md with the state machine. A cell has the resulting state or a dot.
    @Test func consentPageMatchesTheStateMachine() throws {
        let rows = try page().split(separator: "\n").filter {
            $0.hasPrefix("| `") && $0.split(separator: "|").count == 8
        }
        #expect(rows.count == 6)
        for row in rows {
            let cells = row.split(separator: "|").map { cell in
                cell.contains("`") ? String(cell.split(separator: "`")[1]) : "·"
            }
            let state = try #require(Self.states.first { $0.name == cells[0] }?.state, "\(row)")
            for (cell, input) in zip(cells.dropFirst(), Self.inputs) {
                let after = state.after(input.input, at: 10, Self.now)?.standing.rawValue ?? "·"
                #expect(after == cell, "\(cells[0]), \(input.name)")
            }
        }
    }

    private func page() throws -> String {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let file = try #require(fopen(root.joined(separator: "/") + "/docs/reference/consent.md", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test func onlyOnAndRevokedStatesAreDecided() {
        let decided = Self.states.map { $0.state.decided?.isOn }
        #expect(decided == [nil, nil, nil, true, nil, nil, false])
    }

    /// The rule that prevents the question in each state, with sharing on or off, long after the last answer.
    @Test func pinAsksForConsentUnlessARulePreventsIt() {
        let policy = ConsentPolicy()
        let later = Instant(milliseconds: .max / 2)
        func rule(_ state: ConsentState, everywhere: Bool = true, at now: Instant) -> String {
            policy.objection(to: state, everywhere: everywhere, now: now)?.rule ?? "asks"
        }
        let rules = Self.states.map { rule($0.state, at: later) }
        #expect(
            rules == ["asks", "auto-offer", "auto-offer", "consent-levels", "asks", "auto-offer", "consent-levels"])
        let off = Self.states.map { rule($0.state, everywhere: false, at: later) }
        #expect(
            off
                == [
                    "swy-master-effect", "swy-master-effect", "swy-master-effect", "consent-levels",
                    "swy-master-effect", "swy-master-effect", "consent-levels",
                ])
    }

    @Test func policyLimitsHowOftenConsentIsAsked() {
        var policy = ConsentPolicy()
        func asks(_ count: Int, after milliseconds: Int64) -> Bool {
            let state = ConsentState.postponed(.init(count: count, last: Self.then))
            let now = Self.then.advanced(byMilliseconds: milliseconds)
            return policy.objection(to: state, everywhere: true, now: now) == nil
        }
        #expect(!asks(1, after: 604_800_000) && asks(1, after: 604_800_001))
        #expect(asks(2, after: 604_800_001) && !asks(3, after: 604_800_001))
        policy.postponementMilliseconds = 0
        policy.notNowMax = 1_000
        #expect(!asks(999, after: 0) && asks(999, after: 1) && !asks(1_000, after: 1))
        policy.notNowMax = 1
        #expect(!asks(1, after: 604_800_001))
    }
}
