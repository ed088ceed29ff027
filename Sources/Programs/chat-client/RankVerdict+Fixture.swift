import ChatClient
import ChatCore
import ChatServer

extension RankVerdict {
    /// Creates the verdict of the server's ranking on a fixture.
    init(ofFixture text: String) {
        do throws(RankingFault) {
            let outcome = try RankingFixture(text).outcome()
            self = .ranked(report: outcome.report, isAsExpected: outcome.isAsExpected)
        } catch {
            self = .malformed(line: error.line, problem: error.problem)
        }
    }
}
