import Testing

@testable import ChatScenario

@Suite struct ScreenPatternTests {
    static let screen = "Trip\n\n  Anna\n  Hello there\n────\n> \n\n"

    @Test(arguments: [
        "Trip\n\n  Anna\n  Hello there\n────\n>", "…", "…\n…", "Trip\n…", "…\n  Hello…\n…", "T…p\n…\n>",
        "…\n…there\n────\n…",
        "…ip\n…\n…nn…\n…",
    ])
    func aPatternMatchesTheScreen(_ pattern: String) {
        #expect(ScreenPattern.matches(ScreenPattern.lines(pattern), ScreenPattern.lines(Self.screen)))
    }

    @Test(arguments: [
        "", "Trip", "…\n  Hello\n…", "…\n  Hello there\n  Anna\n…", "…\nTrip", "Trip\n  Anna\n…", "…\n…Bea…\n…",
    ])
    func doesNotMatch(_ pattern: String) {
        #expect(!ScreenPattern.matches(ScreenPattern.lines(pattern), ScreenPattern.lines(Self.screen)))
    }

    @Test func manyWildRowsCostNoMoreThanTheirProduct() {
        let pattern = Array(repeating: "…a…a…a…b", count: 40)
        let screen = Array(repeating: String(repeating: "a", count: 200), count: 40)
        #expect(!ScreenPattern.matches(pattern + ["…"], screen))
    }
}
