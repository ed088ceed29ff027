import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatScenario

/// Steps about a thread of which the client holds only the end.
@Suite struct LongThreadTests {
    @Test func anOldMessageIsFoundAndItsPagesAreLoadedOnce() throws {
        let said = (1...2_050).map { #"Anna sends "Message \#($0)" to "Trip""# }
        let looks = [
            // At the end, of which more than one page is loaded already.
            #"Bea sees "Message 2050" in "Trip""#, #"Bea sees "Message 1960" in "Trip""#,
            // Before all loaded messages.
            #"Bea sees "Message 1" in "Trip""#,
            // All messages of the thread.
            #"Bea sees 2050 messages in "Trip""#, #"Bea does not see "Message 2051" in "Trip""#,
            #"Anna sends "Message 2051" to "Trip""#, #"Bea sees "Message 2" 1 time in "Trip""#,
            #"Bea sees 2051 messages in "Trip""#, #"Bea does not see "Message 2" in "Trip""#,
        ]
        let steps = [#"a conversation "Trip" between Anna and Bea"#] + said + looks
        let stage = try CountingStage()
        var loads: [Int] = []
        let played = try PlayedText.play(
            story: "Feature: F\n  Scenario: S\n" + steps.map { "    * \($0)\n" }.joined(), stage: { _ in stage },
            onEvent: { event in if case .stepFinished = event { loads.append(stage.pages) } })
        try #require(loads.count == steps.count)
        // The last step must fail, because an old message is not missing. Its report shows the threads of all people.
        #expect(played.status == 1 && played.output.contains("Bea sees it in \"Trip\""), "\(played.output.suffix(500))")
        let ofLooks = loads.suffix(looks.count)
        #expect(Array(ofLooks.prefix(2)) == [0, 0])
        #expect(ofLooks[ofLooks.startIndex + 2] > 10)
        #expect(Set(ofLooks.dropFirst(2).dropLast()).count == 1)
    }
}

/// An embedded server that counts the requests for pages.
private final class CountingStage: Stage {
    private let server: EmbeddedServer
    private(set) var pages = 0

    init() throws { server = try EmbeddedServer() }

    var world: String { server.world }
    func connect() throws(TransportError) -> any ClientTransport { Line(try server.connect(), self) }
    func restart() throws(TransportError) { try server.restart() }
    func close() { server.close() }

    private final class Line: ClientTransport {
        private let inner: any ClientTransport
        private let stage: CountingStage

        init(_ inner: any ClientTransport, _ stage: CountingStage) { (self.inner, self.stage) = (inner, stage) }

        func send(_ message: [UInt8]) throws(TransportError) {
            if (try? JSONReader.read(message).value)?["method"] == "conversation.history" { stage.pages += 1 }
            try inner.send(message)
        }
        func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
            try inner.receive(waitingMilliseconds: milliseconds)
        }
        func close() { inner.close() }
        func leave() { inner.leave() }
    }
}
