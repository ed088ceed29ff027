import ChatClient
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
