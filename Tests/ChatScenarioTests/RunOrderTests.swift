import Testing

@testable import ChatScenario

/// The order in which scenarios are played, and the division into shards.
@Suite struct RunOrderTests {
    @Test func theSameSeedGivesTheSameOrder() {
        let numbers = Array(0..<100)
        let once = RunOrder.shuffled(numbers, seed: 7)
        #expect(once == RunOrder.shuffled(numbers, seed: 7))
        #expect(once != RunOrder.shuffled(numbers, seed: 8))
        #expect(once != numbers)
        #expect(once.sorted() == numbers)
    }

    @Test func everyPlaceIsReached() {
        var firsts: Set<Int> = []
        for seed in 0..<200 { firsts.insert(RunOrder.shuffled([0, 1, 2, 3], seed: UInt64(seed))[0]) }
        #expect(firsts.count == 4)
        #expect(RunOrder.shuffled([Int](), seed: 1).isEmpty)
    }

    @Test func orderIsReadAsItIsWritten() throws {
        #expect(try RunOrder("defined") == .defined)
        #expect(try RunOrder("random:12") == .random(seed: 12))
        #expect(try RunOrder("random").seed() != nil)
        #expect(try RunOrder("defined").seed() == nil)
    }

    @Test(arguments: ["", "Random", "random:", "random:-1", "random:1.5", "random:99999999999999999999"])
    func anotherOrderIsRefused(_ word: String) {
        #expect(throws: PlayUsageError.self) { try RunOrder(word) }
    }

    @Test func shardsTogetherAreEverythingOnce() throws {
        let names = (0..<23).map(String.init)
        var all: [String] = []
        for number in 1...5 { all += try RunShard("\(number)/5").part(of: names) }
        #expect(all.sorted() == names.sorted())
        #expect(try RunShard("1/1").part(of: names) == names)
        #expect(try RunShard("3/3").part(of: ["a", "b"]).isEmpty)
    }

    @Test(arguments: ["", "0/2", "3/2", "1", "1/", "/2", "1/2/3", "-1/2", "1/10001", "a/b"])
    func anotherShardIsRefused(_ word: String) {
        #expect(throws: PlayUsageError.self) { try RunShard(word) }
    }
}
