import ChatClient
import ChatCore
import ChatServer
import ChatSystem
import ChatTestKit

/// The entry of `chat-client`: everything is in the library. Started under the name `chat-server` it is the server, which
/// `play` has in it anyway: a release is one program under two names.
@main
struct ChatClientMain {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if CommandLine.arguments.first?.split(separator: "/").last == "chat-server" {
            CurrentProcess.exit(ServerCommand.run(words, environment: CurrentProcess.environment))
        }
        let dependencies = ClientCommand.Dependencies(
            embedded: { try EmbeddedServer(seed: $0) }, local: { try LocalServer(seed: $0) },
            rank: { RankVerdict(ofFixture: $0) })
        CurrentProcess.exit(
            ClientCommand.run(words, environment: CurrentProcess.environment, dependencies: dependencies))
    }
}

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
