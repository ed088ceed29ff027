import ChatClient
import ChatCore
import ChatServer

extension RankVerdict {
    /// What a fixture with that text comes to on the shelf of the server.
    init(ofFixture text: String) {
        do throws(RankingFault) {
            let outcome = try RankingFixture(text).outcome()
            self = .ranked(report: outcome.report, isAsExpected: outcome.isAsExpected)
        } catch {
            self = .malformed(line: error.line, problem: error.problem)
        }
    }
}
