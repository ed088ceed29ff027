import ChatProtocol
import Testing

@testable import ChatCore

/// Compares sets of message numbers with plain sets.
struct MessageRunsTests {
    /// Returns the run of some numbers in a log that has number n at position 10 n.
    private func run(_ first: Int64, _ last: Int64) -> DeletedRun {
        DeletedRun(first: first, last: last, from: 10 * first, to: 10 * last)
    }

    @Test("runs hold the same numbers as a plain set", arguments: [1, 2, 3, 4] as [UInt64])
    func runsHoldTheSameNumbersAsAPlainSet(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (runs, twin) = (MessageRuns(), Set<Int64>())
        for _ in 0..<600 {
            let first = Int64(random.next() % 60) + 1
            let last = first + Int64(random.next() % 5)
            if random.next() % 2 == 0 {
                runs.insert(run(first, last))
                twin.formUnion(first...last)
            } else {
                runs.remove(run(first, last))
                twin.subtract(first...last)
            }
            #expect(runs.count == Int64(twin.count))
            for number in Int64(0)...70 {
                #expect(runs.contains(number) == twin.contains(number))
                #expect(runs.count(after: number, through: 40) == Int64(twin.count { $0 > number && $0 <= 40 }))
            }
            for (one, next) in zip(runs.runs, runs.runs.dropFirst()) {
                #expect(one.last + 1 < next.first && one.to < next.from, "\(runs.runs)")
            }
            // The part of the log that a run names contains no message outside the run.
            for run in runs.runs {
                for number in Int64(1)...70 where !twin.contains(number) {
                    #expect(!(run.from...run.to).contains(10 * number), "\(run) and \(number)")
                }
            }
            let gaps = runs.gaps(in: run(5, 50)).flatMap { Array($0.first...$0.last) }
            #expect(gaps == (Int64(5)...50).filter { !twin.contains($0) })
        }
    }

    @Test("a whole conversation is one run")
    func aWholeConversationIsOneRun() {
        var runs = MessageRuns()
        for number in stride(from: Int64(1), through: 999, by: 2) { runs.insert(run(number, number)) }
        #expect(runs.runs.count == 500)
        for gap in runs.gaps(in: run(1, 1_000)) { runs.insert(gap) }
        #expect(runs.runs == [run(1, 1_000)])
    }

    @Test("a run may end at the greatest number")
    func aRunMayEndAtTheGreatestNumber() {
        var runs = MessageRuns([DeletedRun(first: 1, last: .max, from: 0, to: .max)])
        runs.insert(DeletedRun(first: .max, last: .max, from: .max, to: .max))
        runs.remove(run(3, 4))
        #expect(runs.contains(.max) && runs.contains(2) && !runs.contains(3))
    }
}
