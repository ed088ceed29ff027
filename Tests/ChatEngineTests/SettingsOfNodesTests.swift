import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Servers of the same worlds that were told something else.
@Suite struct SettingsOfNodesTests {
    private typealias Told = [String: [String]]

    private func look(_ elsewhere: inout SettingsElsewhere, at others: Set<String> = ["a", "b"]) -> Told {
        Dictionary(
            uniqueKeysWithValues: elsewhere.look(from: ["x=1", "y=2", "z=3"], at: others).map { ($0.node, $0.settings) }
        )
    }

    @Test func aDifferenceIsSaidOnceAtTheSecondLook() {
        var elsewhere = SettingsElsewhere()
        elsewhere.note(["x=1", "y=3", "w=4"], of: "a")
        elsewhere.note(["x=1", "y=2", "z=3"], of: "b")
        #expect(look(&elsewhere) == [:])
        #expect(look(&elsewhere) == ["a": ["w", "y", "z"]])
        #expect(look(&elsewhere) == [:])
        // Something else is news, and so is the same behind something else.
        elsewhere.note(["x=1", "y=3", "z=3"], of: "a")
        #expect(look(&elsewhere) == [:])
        #expect(look(&elsewhere) == ["a": ["y"]])
        elsewhere.note(["x=1", "y=2", "z=3"], of: "a")
        for _ in 0..<3 { #expect(look(&elsewhere) == [:]) }
    }

    @Test func whatIsOtherwiseForAMomentIsNotSaid() {
        var elsewhere = SettingsElsewhere()
        elsewhere.note(["x=1", "y=2", "z=4"], of: "a")
        #expect(look(&elsewhere) == [:])
        elsewhere.note(["x=1", "y=2", "z=3"], of: "a")
        for _ in 0..<3 { #expect(look(&elsewhere) == [:]) }
        elsewhere.note([], of: "a")
        #expect(look(&elsewhere) == [:])
        for _ in 0..<3 { #expect(look(&elsewhere, at: ["b"]) == [:], "it is there no more") }
    }

    /// Files with the same tokens are the same, in whichever order they were made, and others are others.
    @Test func tokensAreKnownByWhatTheyAre() {
        func token(_ id: String, _ salt: UInt8) -> Token {
            Token(
                id: Token.ID(id), grant: .observer, madeAt: Instant(milliseconds: 0),
                salt: [UInt8](repeating: salt, count: 16), digest: [UInt8](repeating: 7, count: 32))
        }
        func fingerprint(_ tokens: [Token]) -> String {
            var book = TokenBook()
            for token in tokens { book.add(token) }
            return book.fingerprint
        }
        let (a, b) = (token("a", 1), token("b", 2))
        #expect(fingerprint([a, b]) == fingerprint([b, a]))
        #expect(Set([[], [a], [b], [a, b], [token("a", 3)]].map(fingerprint)).count == 5)
        #expect(!fingerprint([a]).contains("0707"))
    }

    private final class Heard {
        var told: [(node: String, settings: [String])] = []
    }

    @Test(
        "What another server decides otherwise is said to whoever runs this one", .enabled(if: PostgresCluster.isWanted)
    )
    func whatAnotherDecidesOtherwiseIsSaid() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let nodes = try [65_536, 65_536, 32_768].map { bytes in
            let worlds = try PostgresWorlds(address)
            return try EngineFixture(log: worlds.main, store: worlds) { $0.limits.messageBytes = bytes }
        }
        let heard = nodes.map { node in
            let heard = Heard()
            node.engine.onOtherSettings = { heard.told.append(($0, $1)) }
            return heard
        }
        for (index, node) in nodes.enumerated() { node.others = nodes.indices.filter { $0 != index }.map { nodes[$0] } }
        let observers = try nodes.map { try $0.observer() }
        func look(_ times: Int) throws {
            // Who answers a fence has heard all that was said before.
            for node in nodes { node.flush() }
            for observer in observers { try observer.ask("session.fence") }
            for _ in 0..<times {
                for node in nodes {
                    node.now = node.now.advanced(byMilliseconds: 5_001)
                    node.engine.recover()
                }
            }
        }
        try look(3)
        #expect(heard.map(\.told.count) == [1, 1, 2])
        #expect(heard.allSatisfy { $0.told.allSatisfy { $0.settings == ["limits.messageBytes"] } })
        #expect(heard[0].told.first?.node == heard[1].told.first?.node)
        // The same file of tokens comes to one after the other, and nobody can read it: who is in stays.
        for node in nodes.prefix(2) { node.engine.change(authenticator: .shut) }
        try look(1)
        nodes[2].engine.change(authenticator: .shut)
        try look(3)
        let tokens = heard.map { $0.told.filter { $0.settings == ["limits.messageBytes", "tokens"] } }
        #expect(tokens.map(\.isEmpty) == [true, true, true])
        nodes[0].engine.change(authenticator: .open)
        try look(3)
        #expect(heard[1].told.last?.settings == ["tokens"])
        #expect(heard[2].told.last?.settings == ["limits.messageBytes", "tokens"])
    }
}
