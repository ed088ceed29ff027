import ChatTestKit
import FoundationEssentials
import Testing

@testable import ChatScenario
@testable import ChatScreens

/// The scenarios of the project, played on embedded servers.
@Suite struct ScenariosTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../scenarios").standardizedFileURL.path

    /// All of them, one after the other.
    private static let played = PlayedText.play([folder])

    @Test func allOfThemPass() {
        #expect(Self.played.complaints == "")
        #expect(Self.played.status == 0, "\(Self.played.output.suffix(4_000))")
        #expect(Self.played.output.hasSuffix(" passed, 0 failed\n"))
    }

    /// What is about keys and rows is left out; the rest is written as lines, and seen where lines were printed.
    @Test func lineByLineTheyPassAsWell() {
        let played = PlayedText.play([Self.folder, "--linear", "--report", "summary"])
        #expect(played.status == 0, "\(played.output.suffix(4_000))")
        #expect(played.output.contains(" passed, 0 failed, "))
    }

    @Test func playedTwiceTheyReadTheSameHoweverManyAtATime() {
        #expect(PlayedText.play([Self.folder, "--jobs", "2"]).output == Self.played.output)
    }

    @Test func theTourIsTheSameDrawnAndPaced() {
        let tour = Self.folder + "/weekend-trip.feature"
        let plain = PlayedText.play([tour])
        let drawn = PlayedText.play([tour, "--pace", "2"], drawing: true)
        #expect(drawn.output == plain.output)
        #expect(plain.pauses.isEmpty)
        #expect(drawn.pauses.count == drawn.moments.count)
        #expect(drawn.pauses.allSatisfy { $0 > .zero && $0 < .seconds(3) })
    }

    @Test func theTourShowsEveryoneAtTheEnd() throws {
        let tour = Self.folder + "/weekend-trip.feature"
        let last = try #require(PlayedText.play([tour], drawing: true).moments.last)
        #expect(last.phase == .done)
        #expect(last.feature == "A weekend at the lake")
        #expect(last.panes.map(\.name) == ["Anna", "Bea", "Carl", "Dana", "Emil"])
        for pane in last.panes {
            let thread = try #require(pane.state.selectedThread)
            #expect(thread.title == "Lake weekend")
            guard case .message(let message)? = thread.entries.last else {
                Issue.record("\(pane.name) does not end with a message")
                continue
            }
            #expect(message.text == "Car is packed. Friday, six sharp!")
            #expect(message.isOwn == (pane.name == "Carl"))
        }
        #expect(last.panes[1].state.shelf.map(\.title) == ["Pancakes by the lake"])
    }
}
