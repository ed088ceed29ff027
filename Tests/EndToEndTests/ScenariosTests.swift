import ChatTestKit
import FoundationEssentials
import TestExtent
import Testing

@testable import ChatScenario
@testable import ChatScreens

/// The scenarios of the project, played on embedded servers.
@Suite struct ScenariosTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../scenarios").standardizedFileURL.path

    /// Returns the options that select a shard; empty with `script/test --all`.
    static func shard(_ part: String) -> [String] { TestExtent.isWhole ? [] : ["--shard", part] }

    /// The played scenarios, one after the other, and the findings about their messages.
    static let (played, wire) = playedOnTheWire()

    private static func playedOnTheWire() -> (PlayedText, CheckedWire.Findings) {
        let wire = CheckedWire()
        let played = PlayedText.play([folder]) { _ in CheckedStage(try EmbeddedServer(), wire: wire) }
        return (played, wire.findings)
    }

    @Test func allOfThemPass() {
        #expect(Self.played.complaints == "")
        #expect(Self.played.status == 0, "\(Self.played.output.suffix(4_000))")
        #expect(Self.played.output.hasSuffix(" passed, 0 failed\n"))
    }

    /// Steps about keys and rows are skipped. The others are written as lines, and checked in the printed lines.
    @Test func lineByLineTheyPassAsWell() {
        let played = PlayedText.play([Self.folder, "--linear", "--report", "summary"] + Self.shard("3/5"))
        #expect(played.status == 0, "\(played.output.suffix(4_000))")
        #expect(played.output.contains(" passed, 0 failed, "))
    }

    @Test func playedTwiceTheyReadTheSameHoweverManyAtATime() {
        let words = [Self.folder] + Self.shard("1/8")
        let alone = TestExtent.isWhole ? Self.played : PlayedText.play(words)
        #expect(PlayedText.play(words + ["--jobs", "2"]).output == alone.output)
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
